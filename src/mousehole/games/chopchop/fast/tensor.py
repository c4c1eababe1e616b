"""Chop! Chop! as numbers, on a row: the compiled twin of tensor.py."""

from mousehole.compiled.bits import count, lowest, one_of, spread
from mousehole.compiled.compiler import compiled
from mousehole.games.chopchop.fast.position_rows import (
    BONUS,
    CHEESE,
    FLOWN,
    FLY,
    FORK,
    LEFT,
    MOVE,
    START,
    STARTED,
    STUCK,
    TAKEN,
)
from mousehole.games.chopchop.moves import CAT, FIGURES, MICE, TILES
from mousehole.games.chopchop.tensor import ROLLS

NOWHERE = -1
FIGURE_COUNT, MOUSE_COUNT, TILE_COUNT, HOLES = len(FIGURES), len(MICE), len(TILES), 4


@compiled()
def number(box, code):
    """The id of an action."""
    spaces = box.at.spaces
    if code < TAKEN:
        code = code if code < FLOWN else code - FLOWN
        return (code >> 6) * spaces + (code & 63)
    if code == LEFT:
        return (FIGURE_COUNT + 1) * spaces
    return FIGURE_COUNT * spaces + code - TAKEN if code < STARTED else CAT * spaces + code - STARTED


@compiled()
def code(box, row, number):
    """The code of the action with an id: how a figure goes to a space depends on what is decided."""
    figure = number // box.at.spaces
    space = number - figure * box.at.spaces
    if figure > FIGURE_COUNT:
        return LEFT
    if figure == FIGURE_COUNT:
        return TAKEN + space
    if row.phase == START:
        return STARTED + space
    return 64 * figure + space + (FLOWN if row.phase == FLY else 0)


@compiled()
def observe(box, row, seat, out):
    """Write what a seat sees, as far as it changes during a game."""
    spaces, at = box.at.spaces, 0
    for mouse in range(MOUSE_COUNT):
        at = one_of(place(row.mice[mouse]), out, at, spaces)
    at = one_of(place(row.cat), out, at, spaces)
    at = spread(row.hidden, out, at, spaces)
    at = spread(row.cheese, out, at, spaces)
    at = spread(row.opened >> spaces - HOLES, out, at, HOLES)
    for tile in range(TILE_COUNT):
        out[at + tile] = row.bag[tile]
    at = one_of(decision(row.phase), out, at + TILE_COUNT, 5)
    at = one_of(row.mover, out, at, FIGURE_COUNT)
    at = one_of(row.half - 1, out, at, 2)
    out[at] = row.steps
    out[at + 1] = box.at.cheeses - row.bag[CHEESE] - count(row.cheese)
    out[at + 2] = row.turns // ROLLS
    out[at + 3] = row.cats
    out[at + 4] = seat == box.at.cat_seat
    out[at + 5] = seat == (box.at.cat_seat if row.cats else box.at.mice_seats[row.nth])


@compiled(inline="always", cache=False)
def place(space):
    """The number of a space, or NOWHERE."""
    return lowest(space) if space else NOWHERE


@compiled(inline="always", cache=False)
def decision(phase):
    """What is decided, in the order of the spec; nothing where luck falls or all is over."""
    if phase in (MOVE, STUCK):
        return 1
    if phase == START:
        return 0
    return phase - BONUS + 2 if BONUS <= phase <= FORK else NOWHERE
