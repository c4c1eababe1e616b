"""What a record holds: the best that the dice still to come can make of a position within the turn.

A record has one row for each of these: stop here; one more die of a food, then stop; the sum of those over the foods;
one more die, then that sum, which values rolling the last die; two more dice, then stop. With the records of the
positions one die away, placements of two or three dice never have to be listed.
"""

from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from mousehole.games.mmm.solver.position_numbers import FOODS, ORDERS

PAIRS = tuple(combinations_with_replacement(range(FOODS), 2))
TRIPLES = tuple(combinations_with_replacement(range(FOODS), 3))

STOP, ONE, SUM, LAST, TWO = 0, 1, 6, 7, 12
ROWS = TWO + len(PAIRS)
SHORT = SUM + 1  # the rows also needed as if an item were already complete

NEVER, BARRED = -1.0, -2.0  # no such way: below every chance, even with a failed roll added

PAIR = np.array([[PAIRS.index((min(a, b), max(a, b))) for b in range(FOODS)] for a in range(FOODS)])
FIRST_PAIR = np.array([PAIRS.index((food, food)) for food in range(FOODS)])  # of pairs without an earlier food
FIRST_TRIPLE = np.array([TRIPLES.index((food, food, food)) for food in range(FOODS)])
IN_PAIR = np.array(PAIRS)
IN_TRIPLE = np.array(TRIPLES)
ORDERINGS = np.array([{1: 1, 2: 3, 3: 6}[len(set(triple))] for triple in TRIPLES])


def reordered() -> NDArray[np.int64]:
    """Tabulate where the rows of a record are, for each order of the foods."""
    rows = np.tile(np.arange(ROWS), (len(ORDERS), 1))
    rows[:, ONE : ONE + FOODS] = ONE + ORDERS
    rows[:, LAST : LAST + FOODS] = LAST + ORDERS
    for n, (a, b) in enumerate(PAIRS):
        rows[:, TWO + n] = TWO + PAIR[ORDERS[:, a], ORDERS[:, b]]
    return rows


def sources() -> NDArray[np.int64]:
    """Tabulate the rows to take, by whether the die completes an item and by order: a record and its short form."""
    rows = reordered()
    return np.array([np.hstack([done * ROWS + rows, ROWS + rows[:, :SHORT]]) for done in (0, 1)])


SOURCES = sources()
TAKEN = ROWS + SHORT
EMPTY = np.array([BARRED if row % ROWS == SUM or LAST <= row % ROWS < TWO else NEVER for row in range(2 * ROWS)])
