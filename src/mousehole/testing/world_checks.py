"""Checks of what seats imagine of hidden hands: it has to follow from what everybody has seen happen."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from mousehole.core.game import AnyGame, Seat
from mousehole.core.knowledge import event_for, state_for
from mousehole.core.record import Record, words_of
from mousehole.testing.view_checks import possible_events

__all__ = ["check_worlds"]

MAX_WORLDS = 40  # of a position: where a seat imagines more, it is too early to draw them all
SEEN_OFTEN = 12  # times that each was drawn before others count as left out: they are equally likely
MAX_DRAWS = 4000
EARLY = 2  # positions with too many worlds, one after another, before which nothing is looked at


def check_worlds(game: AnyGame, record: Record) -> None:
    """Check from the end of a record backwards, as far as the worlds of a position can all be drawn.

    Each has to follow from a world of the position before by an event that looked the same, and what is really there
    has to be among them.
    """
    luck, states = Random(f"worlds/{record.seed!r}"), [game.new(record.setup)]
    for event in record.events:
        states.append(game.apply(states[-1], event))
    for seat in range(len(game.seats(record.setup))):
        _check_seat(game, states, record.events, seat, luck)


def _check_seat(game: AnyGame, states: Sequence[Any], events: Sequence[Any], seat: Seat, luck: Random) -> None:
    known, early = _worlds(game, states[-1], seat, luck), 0
    for ply in reversed(range(len(events))):
        if early == EARLY:
            return
        before = _worlds(game, states[ply], seat, luck)
        early = early + 1 if before is None else 0
        if known is not None:
            what = f"seat {seat}, after {words_of(events[ply])}"
            looks = {_look(world) for world in known}
            assert _look(states[ply + 1]) in looks, f"{what}, never imagines what is there: {states[ply + 1]}"
            if before is not None:
                shown = event_for(game, events[ply], seat), state_for(game, states[ply + 1], seat)
                led = {_look(after) for world in before for after in _followers(game, world, seat, *shown)}
                odd = next((world for world in known if _look(world) not in led), None)
                assert odd is None, f"{what}, imagines {odd}, to which that could not lead: see what everybody has seen"
        known = before


def _worlds(game: AnyGame, state: Any, seat: Seat, luck: Random) -> frozenset[Any] | None:
    """Everything a seat imagines of a position; None where that is too much."""
    assert game.hidden
    view, drawn = game.hidden.view(state, seat), Counter[Any]()
    while len(drawn) <= MAX_WORLDS and drawn.total() < MAX_DRAWS:
        drawn.update(game.hidden.world(view, seat, luck) for _ in range(SEEN_OFTEN * max(1, len(drawn))))
        if min(drawn.values()) >= SEEN_OFTEN:
            return frozenset(drawn)
    return None


def _followers(game: AnyGame, world: Any, seat: Seat, shown: Any, view: Any) -> Iterator[Any]:
    """What an event that looks like this to a seat leads to."""
    for event in possible_events(game.turn(world)):
        if event_for(game, event, seat) == shown and state_for(game, after := game.apply(world, event), seat) == view:
            yield after


def _look(state: Any) -> bytes:
    """A position without the order of what lies in a row: a hand may be sorted, or not."""
    return msgspec.json.encode(_unordered(msgspec.to_builtins(state)), order="deterministic")


def _unordered(thing: Any) -> Any:
    if isinstance(thing, dict):
        return {name: _unordered(value) for name, value in thing.items()}
    if isinstance(thing, list | tuple):
        flat = not any(isinstance(one, list | tuple | dict) for one in thing)
        return sorted(thing, key=repr) if flat else [_unordered(one) for one in thing]
    return thing
