"""Walks and flights of Chop! Chop! on whole numbers: the compiled twin of walk.py and reach.py."""

from mousehole.compiled.bits import lowest
from mousehole.compiled.compiler import compiled
from mousehole.games.chopchop.fast.position_rows import BONUS
from mousehole.games.chopchop.moves import CAT


@compiled()
def ends(near, start, steps, closed, barred):
    """The spaces where a walk of exactly so many steps can end; see walk.py."""
    if steps == 1:
        return near[lowest(start)] & ~barred  # CC-20, CC-21
    onward, found = near[lowest(start)] & ~closed, 0  # CC-22
    while onward:
        space = onward & -onward
        onward ^= space
        found |= ends(near, space, steps - 1, closed | start, barred | start)  # CC-23
    return found


@compiled()
def mice_spaces(row):
    """All spaces with a mouse."""
    return row.mice[0] | row.mice[1] | row.mice[2] | row.mice[3]


@compiled()
def mouse_ends(box, row, start, steps):
    """Where a mouse can stop: never on another piece."""
    barred = mice_spaces(row) | row.cat  # CC-24, CC-25, CC-57
    closed = barred if box.at.friends_block else row.cat  # CC-22, CC-44
    return ends(box.at.mice_near, start, steps, closed, barred)  # CC-28, CC-30, CC-42, CC-59


@compiled()
def cat_ends(box, row, steps):
    """Where the cat can stop: mice stop it, face-up cheese keeps it away."""
    mice = mice_spaces(row)
    barred = row.cheese | guarded(box, mice)  # CC-30, CC-45
    return ends(box.at.cat_near, row.cat, steps, mice | row.cheese, barred)  # CC-22, CC-26, CC-27, CC-43, CC-46


@compiled()
def guarded(box, mice):
    """The square in front of the hole that holds the last mouse."""
    return box.at.front[lowest(mice)] if mice & (mice - 1) == 0 else 0  # CC-45


@compiled()
def walk_ends(box, row, figure):
    """The spaces where a piece can end its move."""
    if figure == CAT:
        return cat_ends(box, row, row.steps)
    return mouse_ends(box, row, row.mice[figure], row.steps)


@compiled()
def movable(box, row, figure):
    """Whether a piece may move now."""
    if row.cats:
        return figure == CAT  # CC-12
    if row.phase == BONUS or (row.half == 2 and row.mover != CAT):
        return figure == row.mover  # CC-58, CC-67
    return figure != CAT and row.mice[figure] != 0  # CC-03


@compiled()
def flights(box, row):
    """Where the arrow may take the piece."""
    mice = mice_spaces(row)
    if row.mover != CAT:
        return box.at.floor & ~(mice | row.cat | row.cheese)  # CC-61, CC-63
    taboo = row.cat | row.cheese | guarded(box, mice) | (0 if box.at.arrow_catches else mice)  # CC-45
    return box.at.roamed & ~taboo  # CC-62, CC-63
