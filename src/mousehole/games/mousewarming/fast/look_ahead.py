"""Looks ahead to the end of one turn or more, and plays on by always choosing what looks best at the end.

Without recursion: numba cannot reload what it has cached of a function that calls itself.
"""

import numpy as np

from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.compiler import compiled
from mousehole.games.mousewarming.fast.carry_out import play
from mousehole.games.mousewarming.fast.choices import options, pay, turn
from mousehole.games.mousewarming.fast.event_codes import CLOSING, MOST, OPENING, ROLL
from mousehole.games.mousewarming.fast.luck_odds import luck, odds
from mousehole.games.mousewarming.fast.position_rows import ROW
from mousehole.games.mousewarming.fast.value import enough, judged

DEEP = 40  # events: about ten in each turn of lookahead
SHELF = np.dtype([("who", "i8"), ("n", "i8"), ("k", "i8"), ("rolls", "i8"), ("value", "f8"), ("whole", "f8")])


@compiled()
def desk():
    """Room to look ahead: the path down as rows, what may happen at each, and how far each has been tried."""
    codes, weights = np.empty((DEEP, MOST), np.int64), np.empty((DEEP, MOST), np.int64)
    return np.empty(DEEP, ROW), codes, weights, np.empty(DEEP, SHELF)


@compiled()
def chosen(box, start, rolls):
    """The code of the action that looks best after so many more rolls."""
    work = desk()
    work[0][0] = start[0]
    return choice(box, work, rolls)


@compiled()
def guess(box, row, rng, out):
    """Play the game to its end, and write what each seat earns."""
    work = desk()
    work[0][0] = row
    play_on(box, work, rng, out)


@compiled()
def parties(box, start, seeds, wins):
    """Play a whole game for every seed, and note whether it was won."""
    work, out, rng = desk(), np.zeros(8), np.zeros(1, np.uint64)
    for number in range(len(seeds)):
        work[0][0], rng[0] = start[0], seeds[number]
        play_on(box, work, rng, out)
        wins[number] = out[0]


@compiled()
def play_on(box, work, rng, out):
    """Play greedily from the first row to the end."""
    row = work[0][0]
    who = turn(box, row)
    while who != OVER:
        play(box, row, luck(box, row, rng) if who == CHANCE else choice(box, work, 0))
        who = turn(box, row)
    pay(box, row, out)


@compiled()
def choice(box, work, rolls):
    """The code of the action with the best prospect after so many more rolls."""
    rows, codes = work[0], work[1]
    n, best, at = options(box, rows[0], codes[0]), -1.0, 0
    for k in range(n):
        rows[1] = rows[0]
        play(box, rows[1], codes[0, k])
        value = outlook(box, work, 1, rolls) if n > 1 else 0.0
        if value > best:
            best, at = value, k
    return codes[0, at]


@compiled()
def outlook(box, work, top, rolls):
    """Estimate the chance to win of a row, looking at everything to the end of a turn after so many more rolls."""
    rows, shelves = work[0], work[3]
    depth, shelves[top].rolls = top, rolls
    while True:
        while not settled(rows[depth], shelves[depth].rolls, turn(box, rows[depth])):
            open_up(box, work, depth)
            depth = down(box, work, depth)
        value = estimated(box, rows[depth])
        depth, value = up(box, work, depth, top, value)
        if depth == top:
            return value


@compiled()
def up(box, work, depth, top, value):
    """Carry a value back to the rows above, and go down again where something is left to look at."""
    while depth > top:
        depth -= 1
        shelf = work[3][depth]
        fold(shelf, value, work[2][depth, shelf.k])
        shelf.k += 1
        if shelf.k < shelf.n:
            return down(box, work, depth), value
        value = shelf.value / shelf.whole if shelf.who == CHANCE else shelf.value
    return top, value


@compiled()
def settled(row, rolls, who):
    """Whether a row is judged as it stands."""
    return who == OVER or row.stage in (CLOSING, OPENING) or (row.stage == ROLL and rolls == 0)


@compiled()
def estimated(box, row):
    """Estimate the chance to win as things stand; exact at the end."""
    if row.stage in (ROLL, OPENING):
        return judged(box, row)
    if row.stage == CLOSING:
        return enough(box, row.crowd, row.served)
    out = np.zeros(8)
    pay(box, row, out)
    return out[0]


@compiled()
def open_up(box, work, depth):
    """List what may happen at a row."""
    rows, codes, weights, shelves = work
    row, shelf = rows[depth], shelves[depth]
    shelf.who, shelf.k, shelf.value, shelf.whole = turn(box, row), 0, 0.0, 0.0
    if shelf.who == CHANCE:
        shelf.n = odds(box, row, codes[depth], weights[depth])
    else:
        shelf.n = options(box, row, codes[depth])


@compiled()
def down(box, work, depth):
    """Let the next of these events happen, and return the depth of the row it leads to."""
    rows, shelves = work[0], work[3]
    rows[depth + 1] = rows[depth]
    shelves[depth + 1].rolls = shelves[depth].rolls - (rows[depth].stage == ROLL)
    play(box, rows[depth + 1], work[1][depth, shelves[depth].k])
    return depth + 1


@compiled()
def fold(shelf, value, weight):
    """Take the value of one event into account."""
    if shelf.who == CHANCE:
        shelf.value += weight * value
        shelf.whole += weight
    else:
        shelf.value = max(shelf.value, value)
