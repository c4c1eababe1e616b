"""How good a position of Chop! Chop! looks, on whole numbers: the compiled twin of value.py."""

from math import exp

from mousehole.compiled.bits import count, lowest
from mousehole.compiled.compiler import compiled
from mousehole.games.chopchop.fast.position_rows import BONUS, CAUGHT, CHEESE, FLY, FORK, HOME, MOVE, ROLL, STUCK
from mousehole.games.chopchop.fast.reach import cat_ends, mice_spaces
from mousehole.games.chopchop.rules import CAP
from mousehole.games.chopchop.value import FAR
from mousehole.games.chopchop.walk import LONGEST


@compiled()
def guess(box, row, rng, out):
    """Write what each seat may expect from here: its team's chance to win, as value.py sees it."""
    mice, cat = 0.0, 0.0
    if row.phase in (HOME, CAUGHT):
        mice, cat = (1.0, 0.0) if row.phase == HOME else (0.0, 1.0)
    elif row.turns < CAP or row.phase != ROLL:  # CC-91
        mice = 1 / (1 + exp(-score(box, row)))
        cat = 1 - mice
    for nth in range(box.at.mice_players):
        out[box.at.mice_seats[nth]] = mice
    out[box.at.cat_seat] = cat


@compiled()
def score(box, row):
    """Weigh what matters from the mice's point of view, in the order of the weights."""
    mice, weights = mice_spaces(row), box.at.weights
    alive, to_take = count(mice), row.bag[CHEESE] + count(row.cheese)
    lying, mine = row.cheese & ~row.cat, -1 if row.cats else 1
    cat_rolls = rolls_next(row) == 1
    some, each = hits(box, row, mice)
    total = weights[0] + weights[1] * to_take + weights[3] * alive + weights[5] * to_take * (4 - alive)
    total += weights[6] * some if cat_rolls else weights[7] * some
    total += weights[8] * (each - some) + weights[9] * count(lying) + weights[11] * (4 - count(row.opened))
    total += weights[13] * count(mice & ~box.at.roamed)
    total += weights[14] * row.bag[CHEESE] / max(1, count(row.hidden))
    if to_take == 0:
        total += weights[2] + weights[15] * near_home(box, row, mice)
    if alive == 1:
        total += weights[4]
    if lying:
        total += weights[10] * near(box, row, lying)
    if row.cat:
        total += weights[12] * (1 - way(box.at.cat_within, row.cat, mice) / FAR)
    if row.half == 1:
        total += weights[16] * mine
    if row.phase in (BONUS, FLY, FORK):
        total += weights[17] * mine
    return total


@compiled()
def rolls_next(row):
    """Whether the cat rolls next, or has just rolled and is about to move."""
    if row.phase in (ROLL, MOVE, STUCK) or row.half == 1:
        return row.cats
    return 1 - row.cats


@compiled()
def hits(box, row, mice):
    """The chance that the cat, rolling now, could catch some mouse, and the sum over all mice."""
    some, each, faces = strikes(box, row, mice)
    return some / faces, each / faces


@compiled()
def strikes(box, row, mice):
    """How many faces of its die let the cat catch some mouse, the sum over all mice, and how many faces there are."""
    some = each = faces = 0
    rolled = row.cats and row.phase in (MOVE, STUCK)
    for value in range(1, LONGEST + 1):
        weight, steps = box.at.dice[1, value], row.steps if rolled else value
        faces += weight
        if weight and row.cat and box.at.cat_within[steps, lowest(row.cat)] & mice:
            struck = cat_ends(box, row, steps) & mice
            some += weight if struck else 0
            each += weight * count(struck)
    return some, each, faces


@compiled()
def way(within, start, goals):
    """Count the steps to the nearest goal."""
    for steps in range(FAR):
        if within[steps, lowest(start)] & goals:
            return steps
    return FAR


@compiled()
def near_home(box, row, mice):
    """How near the mice are to a hole; one that is inside has to go out and come back."""
    return 1 - 2 / FAR if mice & box.at.holes else near(box, row, box.at.holes)


@compiled()
def near(box, row, goals):
    """How near the nearest mouse is to a goal, from 0 (far) to 1 (there)."""
    least = FAR
    for mouse in range(4):
        if row.mice[mouse]:
            least = min(least, way(box.at.mice_within, row.mice[mouse], goals))
    return 1 - least / FAR
