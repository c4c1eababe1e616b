"""What runs in worker processes: hints and looks at positions that a table or a sketch has reached."""

import os
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from mousehole import shelf
from mousehole.core.folder import solutions
from mousehole.core.game import Decide
from mousehole.players.hints import Hint, hints
from mousehole.players.review import Look, look

SLICE = 0.35  # seconds a worker looks back before it lets others ask


class Where(Struct, frozen=True):
    """How to reach a position: a game, its set-up and the events so far, or a sketch of it."""

    game: str
    setup: bytes = b""
    events: tuple[bytes, ...] = ()
    sketch: tuple[tuple[str, str], ...] | None = None  # fields of the game's part `explorer`


def gently() -> None:
    """Let people's moves come first: thinking is done with less weight."""
    if hasattr(os, "nice"):
        os.nice(5)


def told(where: Where) -> tuple[Hint, ...]:
    """Find what the actions at a position are worth."""
    game, state = reached(where)
    return hints(game, state) if isinstance(game.turn(state), Decide) else ()


def valued(where: Where) -> float | None:
    """Give the exact chance of the seat that is to move or to throw, where it is known."""
    game, state = reached(where)
    return look(game, state, 0, "").value


def looked(where: Where, seat: int, first: int) -> list[Look]:
    """Look at some plies of a game from `first` on, for a moment; the rest is asked for again."""
    game, states = walked(where)
    until, found = time.monotonic() + SLICE, list[Look]()
    for ply in range(first, len(states)):
        found.append(look(game, states[ply], seat, f"review/{ply}"))
        if time.monotonic() >= until:
            break
    return found


def reached(where: Where) -> tuple[shelf.AnyGame, Any]:
    """Reach a position."""
    if where.sketch is not None:
        game = shelf.find(where.game)
        return game, game.part("explorer").sketch(dict(where.sketch)).state
    game, states = walked(where)
    return game, states[-1]


@lru_cache(4)
def walked(where: Where) -> tuple[shelf.AnyGame, list[Any]]:
    """Walk through the events of a game; the last few games are remembered."""
    game = shelf.find(where.game)
    states = [game.new(msgspec.json.decode(where.setup, type=game.setup))]
    for event in where.events:
        states.append(game.apply(states[-1], msgspec.json.decode(event, type=game.event)))
    return game, states


def solved_mark() -> int:
    """Name the state of the folder of solutions: what was told before a board was solved is told anew."""
    folder: Path = solutions()
    return folder.stat().st_mtime_ns if folder.is_dir() else 0
