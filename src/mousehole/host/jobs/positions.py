"""How a question names a position, and how whoever thinks reaches it."""

from collections import OrderedDict
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import AnyGame
from mousehole.table import Table

KEPT = 64  # positions a worker remembers, so that it need not replay a long game for every question

_reached: OrderedDict["Where", Any] = OrderedDict()


class Where(Struct, frozen=True):
    """How to reach a position: a game, its set-up and the events so far, or a sketch of it."""

    game: str
    setup: bytes = b""
    events: bytes = b""  # a line of JSON each, so that the start of a game is the start of its bytes
    sketch: tuple[tuple[str, str], ...] | None = None  # fields of the game's part `explorer`

    def at(self, ply: int) -> "Where":
        """How to reach an earlier position of the same game."""
        return replace(self, events=b"".join(self.events.splitlines(keepends=True)[:ply]))

    def continues(self, other: "Where") -> bool:
        """Whether another position is on the way to this one."""
        return (self.game, self.setup) == (other.game, other.setup) and self.events.startswith(other.events)


def where_of(table: Table) -> Where:
    """How to reach the position of a table."""
    return Where(table.game.name, msgspec.json.encode(table.setup), table.event_lines())


def reached(where: Where) -> tuple[AnyGame, Any]:
    """Reach a position in a worker, from the furthest one on the way there that it remembers."""
    game = shelf.find(where.game)
    if where.sketch is not None and (explorer := game.parts.explorer):
        return game, explorer.sketch(dict(where.sketch)).state
    start = max(filter(where.continues, _reached), key=lambda known: len(known.events), default=where.at(0))
    state = _reached.pop(start) if start in _reached else game.new(msgspec.json.decode(where.setup, type=game.setup))
    for event in where.events[len(start.events) :].splitlines():
        state = game.apply(state, msgspec.json.decode(event, type=game.event))
    _reached[where] = state
    if len(_reached) > KEPT:
        _reached.popitem(last=False)
    return game, state
