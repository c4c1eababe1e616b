"""Mmm! on whole numbers: the compiled twin of rules.py. A row is a position, a box the tables of one board."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.bits import below, count, lowest
from mousehole.compiled.compiler import compiled
from mousehole.core.kernel import Kernel
from mousehole.core.kit.dice import throws
from mousehole.games.mmm.moves import FACES, Event, Gather, Place, Reroll, Rolled
from mousehole.games.mmm.rules import in_line_with, reach
from mousehole.games.mmm.state import Pantry, State

SQUARES, ROLLS, HANDS = 63, 83, 1 << 12
REROLL, GATHER, ROLLED = 64, 65, 128  # codes below: place on that square; above: that hand rolled

ROW = np.dtype([(name, "i8") for name in ("free", "placed", "hand", "dice", "fresh", "cat", "seat", "open")])
TABLES = np.dtype(
    [
        ("foods", "i8", 6),
        ("home", "i8", SQUARES),
        ("near", "i8", SQUARES),
        ("rolls", "i8", (ROLLS, 2)),
        ("food", "i8", SQUARES),
        ("wanted", "i8", HANDS),
        ("steps", "i8"),
        ("players", "i8"),
        ("in_line", "i8"),
        ("squares", "i8"),
    ]
)
START, OUTCOMES = np.array([0, 77, 56, 0]), np.array([0, 6, 21, 56])  # by number of dice
SIXES = np.array([1, 6, 36, 216])
FALLEN = np.array(
    [[ROLLED + sum(1 << 2 * (n // 6**die % 6) for die in range(dice)) for n in range(216)] for dice in range(4)]
)


class Box(NamedTuple):
    """The tables of one board, as compiled functions read them."""

    at: Any


def fits(state: State) -> bool:
    """Whether a board has so few squares that a set of them is one whole number."""
    return len(state.pantry.grid.names) <= SQUARES


def box(state: State) -> Box:
    """The tables of a position's board."""
    return tables(state.pantry)


@lru_cache(64)
def tables(pantry: Pantry) -> Box:
    """Write the tables of a board."""
    at = np.zeros(1, TABLES)[0]
    at["foods"] = [pantry.foods[face] for face in FACES]
    for n, name in enumerate(pantry.grid.names):
        at["near"][n] = in_line_with(pantry.grid, pantry.grid.bit[name])
        at["home"][n] = next((item for item in pantry.items if item >> n & 1), 0)
        at["food"][n] = next((k for k, face in enumerate(FACES) if pantry.foods[face] >> n & 1), 0)
    for faces, _ in every_throw():
        at["wanted"][hand(faces)] = wanted(pantry, faces)
    at["rolls"] = [(hand(faces), weight) for faces, weight in every_throw()]
    at["steps"], at["players"], at["in_line"] = pantry.steps, pantry.players, pantry.in_line
    at["squares"] = len(pantry.grid.names)
    return Box(at)


def every_throw() -> Iterator[tuple[tuple[str, ...], int]]:
    """List the throws of three, two and one dice, with their weights."""
    return (throw for dice in (3, 2, 1) for throw in throws(FACES, dice))


def wanted(pantry: Pantry, faces: tuple[str, ...]) -> int:
    """Join the squares of the foods in hand."""
    return sum(pantry.foods[face] for face in set(faces))


def pack(state: State) -> Any:
    """Write a position as a row."""
    row = np.zeros(1, ROW)
    dice = 3 - state.placed.bit_count()
    wanted = sum(state.pantry.foods[face] for face in set(state.hand))
    row[0] = (
        state.free,
        state.placed,
        hand(state.hand),
        dice,
        state.fresh,
        state.cat,
        state.seat,
        reach(state) & wanted,
    )
    return row


def unpack(pantry: Pantry, row: Any) -> State:
    """Read a position from a row."""
    faces = tuple(face for k, face in enumerate(FACES) for _ in range(int(row["hand"]) >> 2 * k & 3))
    free, placed, cat, seat = (int(row[name]) for name in ("free", "placed", "cat", "seat"))
    return State(pantry, seat, free, cat, placed, faces, bool(row["fresh"]))


def code(pantry: Pantry, event: Event) -> int:
    """Write an event as a number."""
    match event:
        case Place():
            return pantry.grid.names.index(event.square)
        case Reroll():
            return REROLL
        case Gather():
            return GATHER
        case Rolled():
            return ROLLED + hand(event.faces)


def hand(faces: tuple[str, ...]) -> int:
    """Count the dice of each face, two bits a face."""
    return sum(1 << 2 * FACES.index(face) for face in faces)


@compiled()
def opened(box, row):
    """The squares that can take a die in hand."""
    squares, placed = box.at.wanted[row.hand] & row.free, row.placed
    while box.at.in_line and placed:
        squares &= box.at.near[lowest(placed)]  # MMM-60
        placed &= placed - 1
    return squares


@compiled()
def turn(box, row):
    """The seat that decides, or CHANCE, or OVER."""
    if row.hand:
        return row.seat
    if row.cat == box.at.steps or not row.free | row.placed:
        return OVER  # MMM-50, MMM-51
    return CHANCE


@compiled()
def options(box, row, codes):
    """Write the codes of the legal actions and return how many there are."""
    n, squares = 0, row.open
    while squares:
        codes[n] = lowest(squares)
        squares &= squares - 1
        n += 1
    if not row.fresh:
        codes[n], codes[n + 1] = REROLL, GATHER  # MMM-17
        n += 2
    return n


@compiled()
def pick(box, row, rng):
    """The code of a random legal action, all equally likely, found without listing them."""
    squares = row.open
    n = count(squares)
    k = below(rng, n if row.fresh else n + 2)
    if k >= n:
        return REROLL + k - n
    for _ in range(k):
        squares &= squares - 1
    return lowest(squares)


@compiled()
def odds(box, row, codes, weights):
    """Write the codes and weights of the outcomes and return how many there are."""
    first, n = START[row.dice], OUTCOMES[row.dice]
    for k in range(n):
        codes[k] = ROLLED + box.at.rolls[first + k, 0]
        weights[k] = box.at.rolls[first + k, 1]
    return n


@compiled()
def luck(box, row, rng):
    """The code of an outcome, drawn by its odds."""
    return FALLEN[row.dice, below(rng, SIXES[row.dice])]


@compiled()
def play(box, row, code):
    """Change the row by one event."""
    if code < REROLL:
        place(box, row, code)
        if row.dice == 0:
            gather(box, row)  # MMM-16
    elif code == REROLL:
        row.hand = row.fresh = row.open = 0
    elif code == GATHER:
        gather(box, row)
    else:
        row.hand = code - ROLLED
        row.fresh = 1
        row.open = opened(box, row)
        if not row.open:
            row.free |= row.placed  # MMM-30
            row.cat += 1  # MMM-31
            pass_on(box, row)


@compiled()
def place(box, row, square):
    """Place one die: it closes its square, the whole food if that was its last square, and whatever is not in line."""
    food = box.at.food[square]
    row.free ^= 1 << square
    row.placed |= 1 << square
    row.hand -= 1 << 2 * food
    row.dice -= 1
    row.fresh = 0
    row.open &= row.free
    if not row.hand >> 2 * food & 3:
        row.open &= ~box.at.foods[food]
    if box.at.in_line:
        row.open &= box.at.near[square]  # MMM-60


@compiled()
def gather(box, row):
    """Replace the placed dice with chips; the cat stays only if an item is complete."""
    placed, done = row.placed, False
    while placed:
        done |= not box.at.home[lowest(placed)] & row.free
        placed &= placed - 1
    if not done:
        row.cat += 1  # MMM-41, MMM-42
    pass_on(box, row)


@compiled()
def pass_on(box, row):
    """Hand the dice to the next seat."""
    row.placed = row.hand = row.fresh = row.open = 0
    row.dice = 3
    row.seat += 1
    if row.seat == box.at.players:
        row.seat = 0


@compiled()
def pay(box, row, out):
    """Write what each seat earns: all win together."""
    value = 0.0 if row.free else 1.0
    for seat in range(box.at.players):
        out[seat] = value


KERNEL = Kernel(
    fits,
    box,
    pack,
    lambda state, row: unpack(state.pantry, row),
    lambda state, event: code(state.pantry, event),
    SQUARES + 2,
)
