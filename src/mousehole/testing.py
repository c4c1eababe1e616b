"""What every game must satisfy, as a suite that games in other packages can run too: `conformance(GAME)`."""

import ast
import os
import pickle
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from mousehole.compiled.compiler import fast
from mousehole.core.game import AnyGame, Chance, Decide, Over, Parts, Player
from mousehole.core.lazy import loaded
from mousehole.core.learn import guides, howto
from mousehole.core.record import Record, audit, content_hash, draw, dump, heading, load, plies, replay
from mousehole.core.scene import Scene
from mousehole.core.setups.variants import variants
from mousehole.core.words import HOME, Line, languages, voice

F = TypeVar("F", bound=Callable[..., Any])
CAP = 20_000
EVERY = 10  # positions between two that are copied in every way


def proves(*clauses: str) -> Callable[[F], F]:
    """Mark a test as the proof of these clauses."""

    def marked(test: F) -> F:
        test.clauses = clauses  # type: ignore[attr-defined]
        return test

    return marked


def proofs(folder: Path) -> dict[str, list[str]]:
    """List, by clause, the tests and scenarios below a folder that prove it."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for clause in _proved(node):
                    found.setdefault(clause, []).append(f"{file.relative_to(folder).as_posix()}::{node.name}")
    for file in sorted(folder.rglob("*.toml")):
        for scenario in tomllib.loads(file.read_text("utf-8")).get("scenario", ()):
            for clause in scenario.get("clauses", ()):
                found.setdefault(clause, []).append(f"{file.relative_to(folder).as_posix()}::{scenario['title']}")
    return found


def _proved(test: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "proves":
            yield from (arg.value for arg in mark.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


def random_record(game: AnyGame, setup: Any, seed: bytes, cap: int = CAP) -> tuple[Record, Any]:
    """Play at random with the luck of a seed; the record and the last turn (Over, unless the cap came first)."""
    luck = Random(seed.hex())
    state, events = game.new(setup), list[Any]()
    turn = game.turn(state)
    while not isinstance(turn, Over) and len(events) < cap:
        event = luck.choice(turn.actions) if isinstance(turn, Decide) else draw(turn.odds, seed, len(events))
        state = game.apply(state, event)
        turn = game.turn(state)
        events.append(event)
    return Record(game.name, game.edition, setup, tuple(events), seed, content_hash(game.package)), turn


def fingerprint(game: AnyGame, games: int = 20) -> str:
    """Hash how a game behaves: random records of all set-ups, with every turn in them."""
    mark = sha256()
    for number in range(games):
        for setup in variants(game):
            record, _ = random_record(game, setup, number.to_bytes(4, "big"), 300)
            head = heading(replace(record, content=""))  # a comment in a content file changes no play
            mark.update(msgspec.json.encode({**head, "events": record.events}))
            for ply in plies(game, record):
                mark.update(msgspec.json.encode(ply.turn))
    return mark.hexdigest()


def conformance(game: AnyGame, games: int = 3) -> None:
    """Play a game at random and check everything the house relies on."""
    _check_parts(game)
    _check_words(game)
    _check_learning(game)
    for number in range(games):
        for setup in variants(game):
            record, over = random_record(game, setup, bytes([number + 1]))
            assert isinstance(over, Over), f"{setup} does not end within {CAP} events"
            _check_record(game, record, over)
            _check_positions(game, record)
    _check_other_process(game)


def _check_parts(game: AnyGame) -> None:
    kinds = get_type_hints(Parts)
    for name, place in vars(game.parts).items():
        if name != "kernel" or fast():
            (kind,) = get_args(kinds[name])
            assert isinstance(_found(name, place), get_origin(kind) or kind), f"the part {name} is no {kind}"
    for name, player in (game.parts.players or {}).items():
        assert isinstance(player, Player), f"the player {name} lacks a power: let its class inherit from Player"


def _found(name: str, place: str) -> Any:
    try:
        return loaded(place)
    except (ImportError, AttributeError) as error:
        raise AssertionError(f"the part {name} is not at {place}: {error}") from None


def _check_record(game: AnyGame, record: Record, over: Over) -> None:
    audit(game, record)
    assert load(dump(record), lambda name: game)[1] == record, "a record changes on its way through JSON"
    seats = len(game.seats(record.setup))
    assert all(0 <= winner < seats for winner in over.winners), "a winner sits nowhere"
    cut = len(record.events) // 2
    half = replay(game, replace(record, events=record.events[:cut]))
    for event in record.events[cut:]:
        half = game.apply(half, event)
    assert half == replay(game, record), "taking back and choosing the same leads elsewhere"


def _check_positions(game: AnyGame, record: Record) -> None:
    state, last = game.new(record.setup), None
    for ply, event in enumerate(record.events):
        _check_position(game, state, last)
        if ply % EVERY == 0:
            _check_copies(game, state)
        after = game.apply(state, event)
        _check_story(game, state, event, after)
        state, last = after, event
    _check_copies(game, state)
    _check_position(game, state, last)


def _check_copies(game: AnyGame, state: Any) -> None:
    turn = game.turn(state)
    copies = {
        "a copy": replace(state),
        "pickle": pickle.loads(pickle.dumps(state)),
        "deepcopy": deepcopy(state),
        "JSON": msgspec.json.decode(msgspec.json.encode(state), type=type(state)),
    }
    for how, copied in copies.items():
        assert copied == state, f"{how} makes another position of {state}"
        assert hash(copied) == hash(state), f"{how} makes another hash of {state}"
        assert game.turn(copied) == turn, f"{how} changes what may happen at {state}"


def _check_story(game: AnyGame, state: Any, event: Any, after: Any) -> None:
    told = game.tell(state, event, after, None)
    assert told, f"no story for {event}"
    for line in told:
        check_said(game, line)
    again = game.tell(replace(state), event, replace(after), None)
    assert again == told, f"equal positions tell different stories of {event}"


def _check_position(game: AnyGame, state: Any, last: Any) -> None:
    turn = game.turn(state)
    match turn:
        case Decide():
            assert len(set(turn.actions)) == len(turn.actions) > 0, "actions are empty or double"
        case Chance():
            assert all(type(weight) is int and weight > 0 for _, weight in turn.odds), "odds must be positive"
            assert len({event for event, _ in turn.odds}) == len(turn.odds) > 0, "outcomes are missing or double"
        case Over():
            check_said(game, game.ending(turn))
    _check_scene(game, game.scene(state, turn, None, last), turn)


def _check_scene(game: AnyGame, scene: Scene, turn: Any) -> None:
    spots = {spot.key for spot in scene.spots}
    keys = [*(spot.key for spot in scene.spots), *(piece.key for piece in scene.pieces)]
    assert len(set(keys)) == len(keys), "two things of a scene share a key"
    assert all(piece.on in spots for piece in scene.pieces), "a piece stands nowhere"
    actions = turn.actions if isinstance(turn, Decide) else ()
    assert sorted(offer.action for offer in scene.offers) == list(range(len(actions))), "offers and actions differ"
    assert len({voice("en")(offer.label) for offer in scene.offers}) == len(actions), "two offers read the same"
    clicks = [click for offer in scene.offers for click in (*offer.clicks, *offer.route)]
    assert set(clicks) | set(scene.throw.clicks if scene.throw else ()) <= set(keys), "an offer clicks on nothing"
    assert {shade.spot for zone in scene.zones for shade in zone.shades} <= spots, "a zone shades nothing"
    used = {spot.sprite for spot in scene.spots} | {piece.sprite for piece in scene.pieces} | {scene.backdrop}
    used |= {row.sprite for panel in scene.panels for row in panel.rows}
    missing = used - {""} - sprites(game.package)
    assert not missing, f"sprites.svg lacks {sorted(missing)}"
    for line in said_in(scene):
        check_said(game, line)


def said_in(scene: Scene) -> Iterator[Line]:
    """List every line of a scene."""
    yield scene.prompt
    yield from (offer.label for offer in scene.offers)
    yield from (line for spot in scene.spots for line in (spot.label, spot.text) if line)
    yield from (line for piece in scene.pieces for line in (piece.label, piece.text) if line)
    if scene.throw:
        yield scene.throw.label
    for zone in scene.zones:
        yield from (zone.label, *(shade.text for shade in zone.shades))
    for panel in scene.panels:
        yield panel.title
        yield from (line for row in panel.rows for line in (row.label, row.value) if line)


def check_said(game: AnyGame, line: Line) -> None:
    """Check that a line can be said in every language the house speaks."""
    for language in languages()[1:]:
        said = voice(language, game.package)
        assert said.knows(line), f"no {language} for {line.text!r}"
        said(line)


def _check_words(game: AnyGame) -> None:
    lines = [game.title, game.blurb, *(kind.name for setup in variants(game) for kind in game.seats(setup))]
    for field in game.fields.values():
        lines += [field.label, *([field.help] if field.help else []), *(label for _, label in field.choices)]
    for line in lines:
        check_said(game, line)


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


@cache
def sprites(package: str) -> frozenset[str]:
    """List the sprites a game can show: its own and those of the house."""
    pages = [files(name) / "art" / "sprites.svg" for name in {package, HOME}]
    texts = [page.read_text("utf-8") for page in pages if page.is_file()]
    return frozenset(name for text in texts for name in re.findall(r'<symbol[^>]*\bid="([^"]+)"', text))


def _check_other_process(game: AnyGame) -> None:
    ask = f"from {game.package} import GAME; from mousehole.testing import fingerprint; print(fingerprint(GAME, 1))"
    env = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    told = subprocess.run([sys.executable, "-c", ask], env=env, capture_output=True, text=True, check=False)
    assert told.stdout.strip() == fingerprint(game, 1), f"another process plays differently {told.stderr}"
