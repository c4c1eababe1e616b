"""What may be done and what luck brings in Chop! Chop!, on a row, one of it at random, and who earns what."""

import numpy as np

from mousehole.compiled.bits import below, count, lowest
from mousehole.compiled.compiler import compiled
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
)
from mousehole.games.chopchop.fast.reach import flights, movable, walk_ends
from mousehole.games.chopchop.walk import LONGEST

MOST = 256  # actions at once


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
