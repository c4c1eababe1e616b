"""Chop! Chop! on whole numbers: the compiled twin of rules.py. A row is a position, a box the tables of one kitchen."""

from typing import Any, NamedTuple

import numpy as np

from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.bits import below, count, lowest
from mousehole.compiled.compiler import compiled
from mousehole.core.kernel import Kernel
from mousehole.games.chopchop.fast.action_shortlist import BOTH, shortlist
from mousehole.games.chopchop.fast.position_rows import (
    CAUGHT,
    FLIP,
    FLIPPED,
    FLOWN,
    FLY,
    FORK,
    HOME,
    LEFT,
    PASSED,
    ROLLED,
    START,
    STARTED,
    STUCK,
    TAKEN,
    code,
    fits,
    pack,
    tables,
    unpack,
)
from mousehole.games.chopchop.fast.reach import flights, movable, walk_ends
from mousehole.games.chopchop.fast.rules import odds, play, turn
from mousehole.games.chopchop.fast.value import guess
from mousehole.games.chopchop.state import State
from mousehole.games.chopchop.walk import LONGEST

# what players/compiled_search.py needs of a game
__all__ = ["CHANCE", "KERNEL", "OVER", "guess", "odds", "play", "shortlist", "turn"]


class Box(NamedTuple):
    """The tables of one kitchen, and which side a search looks ahead for, as compiled functions read them."""

    at: Any
    cats: int  # 0: for the mice, 1: for the cat, BOTH: for nobody


def box(state: State) -> Box:
    """The tables of a position's kitchen, for the side whose turn it is."""
    return Box(tables(state.kitchen), int(state.side == "cat"))


def fair(state: State) -> Box:
    """The tables for judging: both sides' options are treated alike."""
    return Box(tables(state.kitchen), BOTH)


@compiled()
def listed(codes, n, first, spaces):
    """Write a code for each of these spaces and return how many codes there are now."""
    while spaces:
        codes[n] = first + lowest(spaces)
        spaces &= spaces - 1
        n += 1
    return n


@compiled()
def options(box, row, codes):
    """Write the codes of the legal actions and return how many there are."""
    if row.phase == FLY:
        return listed(codes, 0, FLOWN + 64 * row.mover, flights(box, row))
    if row.phase == START:
        return listed(codes, 0, STARTED, box.at.tops)  # CC-06
    n = 0
    if row.phase == FORK:
        n = listed(codes, 0, TAKEN, row.cheese & ~row.cat)  # CC-64
        codes[n] = LEFT
        return n + 1
    for figure in range(5):
        if movable(box, row, figure):
            n = listed(codes, n, 64 * figure, walk_ends(box, row, figure))
    return n


@compiled()
def pick(box, row, rng):
    """The code of a random legal action, all equally likely."""
    codes = np.empty(MOST, np.int64)
    return codes[below(rng, options(box, row, codes))]


@compiled()
def luck(box, row, rng):
    """The code of an outcome, drawn by its odds."""
    if row.phase == STUCK:
        return PASSED
    if row.phase == FLIP:
        point, tile = below(rng, count(row.hidden)), 0
        while point >= row.bag[tile]:
            point -= row.bag[tile]
            tile += 1
        return FLIPPED + tile
    faces = 0
    for value in range(1, LONGEST + 1):
        faces += box.at.dice[row.cats, value]
    point, value = below(rng, faces), 1
    while point >= box.at.dice[row.cats, value]:
        point -= box.at.dice[row.cats, value]
        value += 1
    return ROLLED + value


@compiled()
def pay(box, row, out):
    """Write what each seat earns; a drawn game pays nobody."""
    for nth in range(box.at.mice_players):
        out[box.at.mice_seats[nth]] = 1.0 if row.phase == HOME else 0.0
    out[box.at.cat_seat] = 1.0 if row.phase == CAUGHT else 0.0


def unpacked(state: State, row: Any) -> State:
    """Read a position of the same game from a row."""
    return unpack(state.kitchen, row)


MOST = 256  # actions at once
KERNEL = Kernel(fits, box, pack, unpacked, code, MOST, fair, slow=8, explore=0.07)
