"""What every game must satisfy, for games in other packages too: `conformance(GAME)`, and `proves` for its tests."""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from mousehole.core.game import AnyGame, Chance, Decide, Over, SeatKind, Turn
from mousehole.core.knowledge import scene_for, story_for
from mousehole.core.learn import guides, howto
from mousehole.core.record import Record, audit, dump, load, plies, replay, words_of
from mousehole.core.setups import variants
from mousehole.core.words import Line
from mousehole.library.position_text import read_position, write_position
from mousehole.testing.ledger_checks import (
    begin_saying,
    check_ledger,
    check_said,
    check_words,
    proofs,
    proves,
    wrong_spaces,
)
from mousehole.testing.part_checks import (
    check_greedy_ends,
    check_hints,
    check_numbers,
    check_parts,
    check_reviews,
    check_value,
)
from mousehole.testing.random_games import CAP, fingerprint, random_record
from mousehole.testing.view_checks import check_scene, check_secrets, check_views, said_in, sprites
from mousehole.testing.world_checks import check_worlds

__all__ = [
    "CAP",
    "check_numbers",
    "check_said",
    "conformance",
    "fingerprint",
    "proofs",
    "proves",
    "random_record",
    "said_in",
    "sprites",
    "wrong_spaces",
]


COPY_INTERVAL = 10  # positions between two that are copied in every way and seen by every seat


def conformance(game: AnyGame, games: int = 3, tests: Path | None = None) -> None:
    """Play a game at random and check everything the house relies on; with a folder of tests, also their proofs."""
    begin_saying()
    assert type(game.edition) is int and game.edition > 0, f"edition: a whole number is needed, not {game.edition!r}"
    check_parts(game)
    records = [_played(game, setup, number) for number in range(games) for setup in variants(game)]
    check_words(game)  # after the rules, which come first for whoever still changes them
    check_ledger(game, tests)
    _check_learning(game)
    for record in records:
        _check_positions(game, record)
        if game.hidden:
            check_secrets(game, record)
            check_worlds(game, record)
        if game.parts.tensor is not None:
            check_numbers(game, game.parts.tensor, record)
    check_greedy_ends(game)
    check_hints(game, random_record(game, game.setup(), b"hints", CAP)[0])
    check_reviews(game)
    _check_other_process(game)


def _played(game: AnyGame, setup: Any, number: int) -> Record:
    """Play at random, and check the rules alone."""
    record, over = random_record(game, setup, bytes([number + 1]))
    assert isinstance(over, Over), f"{setup} does not end within {CAP} events"
    for ply in plies(game, record):
        with _named(game, ply.state, ply.event):
            _check_turn(ply.turn)
    _check_record(game, record, over)
    return record


@contextmanager
def _named(game: AnyGame, state: Any, last: Any) -> Iterator[None]:
    """Say at which position a check failed, and after which event."""
    try:
        yield
    except AssertionError as error:
        raise AssertionError(f"{error} (at {write_position(game, state)}, after {words_of(last)})") from None


def _check_record(game: AnyGame, record: Record, over: Over) -> None:
    audit(game, record)
    assert load(dump(record), lambda name: game)[1] == record, "a record changes on its way through JSON"
    seats = len(game.seats(record.setup))
    assert all(0 <= winner < seats for winner in over.winners), "a winner sits nowhere"
    assert not (over.drawn and over.winners), f"a drawn game names winners: {over.winners}"
    cut = len(record.events) // 2
    half = replay(game, replace(record, events=record.events[:cut]))
    for event in record.events[cut:]:
        half = game.apply(half, event)
    assert half == replay(game, record), "taking back and choosing the same leads elsewhere"


def _check_positions(game: AnyGame, record: Record) -> None:
    state, last, seats = game.new(record.setup), None, game.seats(record.setup)
    for ply, event in enumerate(record.events):
        with _named(game, state, last):
            _check_position(game, state, last)
            if ply % COPY_INTERVAL == 0:
                _check_closely(game, state, last, seats)
        _check_hashable(event, "an event")
        before = msgspec.json.encode(state) if ply % COPY_INTERVAL == 0 else b""
        after = game.apply(state, event)
        assert not before or msgspec.json.encode(state) == before, f"{event} changes the position it happens at"
        _check_story(game, state, event, after)
        state, last = after, event
    with _named(game, state, last):
        _check_closely(game, state, last, seats)
        _check_position(game, state, last)


def _check_closely(game: AnyGame, state: Any, last: Any, seats: Sequence[SeatKind]) -> None:
    _check_hashable(state, "a position")
    _check_copies(game, state)
    check_value(game, state, seats)
    check_views(game, state, last, len(seats))


def _check_hashable(thing: Any, what: str) -> None:
    try:
        hash(thing)
    except TypeError as error:
        raise AssertionError(f"{what} cannot be hashed: {error}") from None


def _check_copies(game: AnyGame, state: Any) -> None:
    turn = game.turn(state)
    copies = {
        "a copy": replace(state),
        "pickle": pickle.loads(pickle.dumps(state)),
        "deepcopy": deepcopy(state),
        "its text": read_position(write_position(game, state), lambda name: game)[1],
        "JSON": msgspec.json.decode(msgspec.json.encode(state), type=type(state)),
    }
    for how, copied in copies.items():
        assert copied == state, f"{how} makes another position of {state}"
        assert hash(copied) == hash(state), f"{how} makes another hash of {state}"
        assert game.turn(copied) == turn, f"{how} changes what may happen at {state}"


def _check_story(game: AnyGame, state: Any, event: Any, after: Any) -> None:
    told = story_for(game, None, state, event, after)
    assert told, f"no story for {event}"
    for line in told:
        check_said(game, line)
    again = story_for(game, None, replace(state), event, replace(after))
    assert again == told, f"equal positions tell different stories of {event}"


def _check_turn(turn: Turn[Any]) -> None:
    match turn:
        case Decide():
            actions = [action for decision in turn.asked for action in decision.actions]
            assert len(set(actions)) == len(actions) > 0, "actions are empty or double"
            assert len({decision.seat for decision in turn.asked}) == len(turn.asked), "a seat is asked twice at once"
        case Chance():
            assert all(type(weight) is int and weight > 0 for _, weight in turn.odds), "odds must be positive"
            assert len({event for event, _ in turn.odds}) == len(turn.odds) > 0, "outcomes are missing or double"


def _check_position(game: AnyGame, state: Any, last: Any) -> None:
    turn = game.turn(state)
    if isinstance(turn, Over):
        check_said(game, game.ending(turn))
    check_scene(game, scene_for(game, state, turn, None, last), turn if not game.hidden else None)


def _check_learning(game: AnyGame) -> None:
    page, lessons = howto(game.package), guides(game)
    for part in page.part if page else ():
        for text in (part.title, *part.text):
            check_said(game, Line(text))
        assert set(part.sprites) <= sprites(game.package), f"how-to-play shows unknown sprites {part.sprites}"
        assert not part.guide or part.ply <= len(lessons[part.guide].record.events)
    for lesson in lessons.values():
        replay(game, lesson.record)
        for line in (lesson.title, lesson.intro, lesson.outro, *lesson.say, *lesson.after):
            if line:
                check_said(game, line)


def _check_other_process(game: AnyGame) -> None:
    ask = f"from {game.package} import GAME; from mousehole.testing import fingerprint; print(fingerprint(GAME, 1))"
    env = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    told = subprocess.run([sys.executable, "-c", ask], env=env, capture_output=True, text=True, check=False)
    assert told.stdout.strip() == fingerprint(game, 1), f"another process plays differently {told.stderr}"
