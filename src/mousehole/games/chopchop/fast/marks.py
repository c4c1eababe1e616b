"""What a learned value reads of a row: the twin of card/marks.cu. Marks are places in a list, facts are counts."""

from mousehole.compiled.bits import count, lowest
from mousehole.compiled.compiler import compiled
from mousehole.games.chopchop.fast.position_rows import BONUS, CHEESE, FLIP, FORK, MOVE
from mousehole.games.chopchop.fast.reach import mice_spaces
from mousehole.games.chopchop.fast.tensor import HOLES, TILE_COUNT
from mousehole.games.chopchop.fast.value import rolls_next, strikes, way
from mousehole.games.chopchop.moves import CAT
from mousehole.games.chopchop.tensor import ROLLS
from mousehole.games.chopchop.value import FAR

PLANE, PLANES, SHARES, SIDE = 64, 5, 64, 62
REST_AT = PLANES * PLANE
PHASE_AT, STEPS_AT, HALF_AT, FACTS_AT = REST_AT + HOLES, REST_AT + 24, REST_AT + 40, REST_AT + 44
FACT_COUNT, MARK_COUNT, PAIR_COUNT, MOST_MARKS = TILE_COUNT + 13, REST_AT + 64, SIDE * SIDE + 1, 256


@compiled(inline="always", cache=False)
def plane(spaces, places, n, at):
    """List the spaces of a set and return how many marks there are now."""
    while spaces:
        places[n] = at + lowest(spaces)
        spaces &= spaces - 1
        n += 1
    return n


@compiled()
def marked(box, row, places):
    """List what is where and how far the turn has come; return how many marks there are."""
    bound = row.phase == FLIP or BONUS <= row.phase <= FORK or row.half == 2
    place = row.cat if row.mover == CAT else row.mice[row.mover]
    n = plane(mice_spaces(row), places, 0, 0)
    n = plane(place if bound else 0, places, n, PLANE)
    n = plane(row.cat, places, n, 2 * PLANE)
    n = plane(row.hidden, places, n, 3 * PLANE)
    n = plane(row.cheese, places, n, 4 * PLANE)
    n = plane(row.opened >> box.at.spaces - HOLES, places, n, REST_AT)
    places[n] = PHASE_AT + 2 * row.phase + row.cats
    n += 1
    if row.phase in (MOVE, BONUS):
        places[n] = STEPS_AT + 2 * (row.steps & 7) + row.cats
        n += 1
    if row.half:
        places[n] = HALF_AT + 2 * (row.half - 1) + row.cats
        n += 1
    return n


@compiled()
def paired(row, pairs):
    """List the cat with each mouse, as rows of a table, and return how many pairs there are."""
    n = 0
    for mouse in range(4):
        if row.cat and row.mice[mouse]:
            pairs[n] = lowest(row.cat) * SIDE + lowest(row.mice[mouse])
            n += 1
    return n


@compiled()
def facts(box, row, counts):
    """Write what can be counted: the facts of value.py, as whole numbers."""
    mice, lying = mice_spaces(row), row.cheese & ~row.cat
    alive, to_take = count(mice), row.bag[CHEESE] + count(row.cheese)
    some, each, _ = strikes(box, row, mice)
    cat_rolls = rolls_next(row) == 1
    for tile in range(TILE_COUNT):
        counts[tile] = row.bag[tile]
    n = TILE_COUNT
    counts[n], counts[n + 1], counts[n + 2], counts[n + 3] = to_take, to_take == 0, alive, alive == 1
    counts[n + 4], counts[n + 5] = to_take * (4 - alive), some if cat_rolls else 0
    counts[n + 6], counts[n + 7] = 0 if cat_rolls else some, each - some
    counts[n + 8] = nearness(box, row, lying) if lying else 0
    counts[n + 9] = FAR - way(box.at.cat_within, row.cat, mice) if row.cat else 0
    counts[n + 10] = 0 if to_take else homeward(box, row, mice)
    counts[n + 11] = SHARES * row.bag[CHEESE] // max(1, count(row.hidden))
    counts[n + 12] = row.turns // ROLLS


@compiled()
def homeward(box, row, mice):
    """How near the mice are to a hole; one that is inside has to go out and come back."""
    return FAR - 2 if mice & box.at.holes else nearness(box, row, box.at.holes)


@compiled()
def nearness(box, row, goals):
    """How near the nearest mouse is to a goal, in steps."""
    least = FAR
    for mouse in range(4):
        if row.mice[mouse]:
            least = min(least, way(box.at.mice_within, row.mice[mouse], goals))
    return FAR - least
