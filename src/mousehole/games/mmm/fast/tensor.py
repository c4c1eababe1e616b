"""Mmm! as numbers, on a row: the compiled twin of tensor.py."""

from mousehole.compiled.bits import spread
from mousehole.compiled.compiler import compiled
from mousehole.games.mmm.fast import REROLL, pick
from mousehole.games.mmm.moves import FACES
from mousehole.games.mmm.tensor import PLACE

KINDS = len(FACES)


@compiled()
def number(box, code):
    """The id of an action."""
    return code + PLACE if code < REROLL else code - REROLL


@compiled()
def code(box, row, number):
    """The code of the action with an id."""
    return number - PLACE if number >= PLACE else number + REROLL


@compiled()
def allow(box, row, codes, mask, draw):
    """Mark the legal actions; one of them, all equally likely."""
    mask[0] = mask[1] = 1 - row.fresh
    spread(row.open, mask, PLACE, box.at.squares)
    return number(box, pick(box, row, draw))


@compiled()
def observe(box, row, seat, out):
    """Write what a seat sees, as far as it changes during a game."""
    size = box.at.squares
    at = spread(row.placed, out, spread(row.free, out, 0, size), size)
    for face in range(KINDS):
        out[at + face] = row.hand >> 2 * face & 3
    out[at + KINDS] = row.fresh
    out[at + KINDS + 1] = box.at.steps - row.cat
    out[at + KINDS + 2] = seat == row.seat
