"""Positions and events of Chop! Chop! as whole numbers: what its compiled twin reads and writes."""

from functools import lru_cache
from typing import Any

import numpy as np

from mousehole.games.chopchop.moves import TILES, Event, Flipped, Fly, Leave, Move, Pass, Rolled, Start, Take
from mousehole.games.chopchop.reach import moves, rolls
from mousehole.games.chopchop.rules import NUMBER
from mousehole.games.chopchop.state import Kitchen, Phase, State
from mousehole.games.chopchop.value import WEIGHTS
from mousehole.games.chopchop.walk import LONGEST, Ways

SPACES = 63
START, ROLL, MOVE, FLIP, BONUS, FLY, FORK, HOME, CAUGHT, STUCK = range(10)  # the last: a roll without a move
PHASES: tuple[Phase, ...] = ("start", "roll", "move", "flip", "bonus", "fly", "fork", "home", "caught", "move")
CHEESE, PLATE, PLUS1, PLUS2, ARROW, FORKED, KNIFE = range(7)
# Codes of events: figure * 64 + space for a walk; the others from here on.
FLOWN, TAKEN, STARTED, ROLLED, FLIPPED, LEFT, PASSED = 320, 640, 704, 768, 784, 791, 792

ROW = np.dtype(
    [
        ("mice", "i8", 4),
        ("bag", "i8", 7),
        *((name, "i8") for name in ("cat", "hidden", "cheese", "opened", "phase", "cats", "nth", "half")),
        *((name, "i8") for name in ("mover", "steps", "turns")),
    ]
)
TABLES = np.dtype(
    [
        ("mice_near", "i8", SPACES),
        ("cat_near", "i8", SPACES),
        ("mice_within", "i8", (LONGEST + 1, SPACES)),
        ("cat_within", "i8", (LONGEST + 1, SPACES)),
        ("front", "i8", SPACES),
        ("dice", "i8", (2, LONGEST + 1)),  # how many faces of each value: mice, cat
        ("mice_seats", "i8", 4),
        ("weights", "f8", len(WEIGHTS)),
        *((name, "i8") for name in ("floor", "tops", "holes", "roamed", "cheeses", "cat_seat", "mice_players")),
        *((name, "i8") for name in ("friends_block", "arrow_catches", "spaces")),
    ]
)


def fits(state: State) -> bool:
    """Whether a kitchen has so few spaces that a set of them is one whole number."""
    return len(state.kitchen.names) <= SPACES


@lru_cache(64)
def tables(kitchen: Kitchen) -> Any:
    """Write the tables of a kitchen."""
    at = np.zeros(1, TABLES)[0]
    setup, board = kitchen.setup, kitchen.board
    for side, paths in (("mice", kitchen.mice_ways), ("cat", kitchen.cat_ways)):
        write_ways(at[f"{side}_near"], at[f"{side}_within"], paths)
    for hole, front in kitchen.front.items():
        at["front"][number(hole)] = front
    for who, die in enumerate((board.dice.mice, board.dice.cat)):
        for value, weight in rolls(die):
            at["dice"][who, value] = weight
    at["floor"], at["tops"], at["holes"] = kitchen.floor, kitchen.tops, sum(kitchen.holes)
    at["roamed"], at["cheeses"] = sum(kitchen.cat_ways.near), board.mix[0][1]
    at["cat_seat"], at["mice_players"] = kitchen.cat_seat, len(kitchen.mice_seats)
    at["mice_seats"][: len(kitchen.mice_seats)] = kitchen.mice_seats
    at["weights"] = tuple(WEIGHTS.values())
    at["friends_block"], at["arrow_catches"] = setup.friends_block, setup.arrow_catches
    at["spaces"] = len(kitchen.names)
    return at


def write_ways(near: Any, within: Any, paths: Ways) -> None:
    """Write where one kind of piece can go."""
    for space, spaces in paths.near.items():
        near[number(space)] = spaces
        for steps, zone in enumerate(paths.within):
            within[steps, number(space)] = zone[space]


def number(space: int) -> int:
    """The number of a space."""
    return space.bit_length() - 1


def pack(state: State) -> Any:
    """Write a position as a row."""
    row = np.zeros(1, ROW)
    at = row[0]
    at["mice"], at["bag"] = state.mice, [left for _, left in state.bag]
    for name in ("cat", "hidden", "cheese", "opened", "nth", "half", "mover", "steps", "turns"):
        at[name] = getattr(state, name)
    stuck = state.phase == "move" and not moves(state)
    at["phase"], at["cats"] = STUCK if stuck else PHASES.index(state.phase), state.side == "cat"
    return row


def unpack(kitchen: Kitchen, row: Any) -> State:
    """Read a position from a row."""
    names = ("cat", "cheese", "opened", "nth", "half", "mover", "steps", "turns")
    fields = {name: int(row[name]) for name in names}
    bag = tuple(zip(TILES, row["bag"].tolist(), strict=True))
    side, phase = "cat" if row["cats"] else "mice", PHASES[row["phase"]]
    mice = tuple(row["mice"].tolist())
    return State(kitchen, mice, int(row["hidden"]), bag, side=side, phase=phase, **fields)  # type: ignore[arg-type]


def code(state: State, event: Event) -> int:
    """Write an event as a number."""
    bit = state.kitchen.bit
    match event:
        case Move():
            return NUMBER[event.piece] * 64 + number(bit[event.to])
        case Fly():
            return FLOWN + NUMBER[event.piece] * 64 + number(bit[event.to])
        case Take():
            return TAKEN + number(bit[event.square])
        case Start():
            return STARTED + number(bit[event.square])
        case Rolled():
            return ROLLED + event.value
        case Flipped():
            return FLIPPED + TILES.index(event.tile)
        case Leave():
            return LEFT
        case Pass():
            return PASSED
