"""Pig as OpenSpiel plays it (two seats, 100 points), as a whole kernel: the second game of bench/kernels.py."""

from typing import Any, NamedTuple

import numpy as np

from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.bits import below
from mousehole.compiled.compiler import compiled

ROW = np.dtype([(name, "i8") for name in ("mine", "yours", "pot", "seat", "rolling")])
TABLES = np.dtype([("goal", "i8")])
ROLL, STOP = 0, 1


class Box(NamedTuple):
    """What never changes."""

    at: Any


def box(goal: int = 100) -> Box:
    """Set the goal."""
    tables = np.zeros(1, TABLES)
    tables[0]["goal"] = goal
    return Box(tables[0])


@compiled()
def turn(box, row):
    """The seat that decides, or CHANCE, or OVER; whoever has just stopped is `yours`."""
    if row.yours >= box.at.goal:
        return OVER
    return CHANCE if row.rolling else row.seat


@compiled()
def options(box, row, codes):
    """Write the codes of the legal actions and return how many there are."""
    codes[0], codes[1] = ROLL, STOP
    return 2


@compiled()
def pick(box, row, rng):
    """The code of a random legal action."""
    return below(rng, 2)


@compiled()
def odds(box, row, codes, weights):
    """Write the codes and weights of the outcomes and return how many there are."""
    for n in range(6):
        codes[n], weights[n] = n + 1, 1
    return 6


@compiled()
def luck(box, row, rng):
    """The code of a random outcome."""
    return 1 + below(rng, 6)


@compiled()
def play(box, row, code):
    """Change the row by one event."""
    if row.rolling:
        row.rolling = 0
        if code == 1:
            row.pot = 0
            swap(row)
        else:
            row.pot += code
    elif code == ROLL:
        row.rolling = 1
    else:
        row.mine += row.pot
        row.pot = 0
        swap(row)


@compiled()
def swap(row):
    """Let the other seat play."""
    row.mine, row.yours, row.seat = row.yours, row.mine, 1 - row.seat


@compiled()
def pay(box, row, out):
    """Write what each seat earns."""
    out[1 - row.seat], out[row.seat] = 1.0, 0.0
