"""Chooses with a learned value: what looks good at once is looked at again, over every next roll and reply.

Without recursion, as look_ahead.py.
"""

import numpy as np

from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.compiler import compiled
from mousehole.games.mousewarming.fast.carry_out import play
from mousehole.games.mousewarming.fast.choices import options, pay, turn
from mousehole.games.mousewarming.fast.event_codes import CLOSING, DOOR, ROLL
from mousehole.games.mousewarming.fast.learned import chance
from mousehole.games.mousewarming.fast.look_ahead import desk, fold, open_up
from mousehole.games.mousewarming.fast.luck_odds import luck

FEW, CLOSE = 4, 0.05  # how many actions are looked at again, and how much worse than the best they may look at first
TRIED = -1.0


@compiled()
def chosen(box, start):
    """The code of the action with the best prospect."""
    work = desk()
    work[0][0] = start[0]
    return choice(box, work)


@compiled()
def parties(box, start, seeds, wins):
    """Play a whole game for every seed, note whether it was won, and return how many decisions there were."""
    work, out, rng, decisions = desk(), np.zeros(8), np.zeros(1, np.uint64), 0
    row = work[0][0]
    for number in range(len(seeds)):
        work[0][0], rng[0] = start[0], seeds[number]
        who = turn(box, row)
        while who != OVER:
            play(box, row, luck(box, row, rng) if who == CHANCE else choice(box, work))
            decisions += who != CHANCE
            who = turn(box, row)
        pay(box, row, out)
        wins[number] = out[0]
    return decisions


@compiled()
def choice(box, work):
    """The code of the action with the best prospect; one that looks best by far needs no second look."""
    codes = work[1][0]
    n = options(box, work[0][0], codes)
    looks, again = np.empty(n), np.full(n, TRIED)
    for k in range(n):
        looks[k] = looked(box, work, k, 0) if n > 1 else 0.0
    least = looks.max() - CLOSE
    if (looks >= least).sum() == 1:
        return codes[looks.argmax()]
    for _ in range(FEW):
        top = looks.argmax()
        if looks[top] >= least:
            looks[top], again[top] = TRIED, looked(box, work, top, 1)
    return codes[again.argmax()]


@compiled()
def looked(box, work, k, rolls):
    """How good an action looks: at once, or after so many more rolls."""
    rows = work[0]
    rows[1] = rows[0]
    play(box, rows[1], work[1][0, k])
    return outlook(box, work, 1, rolls) if rolls else chance(box, rows[1])


@compiled()
def outlook(box, work, top, rolls):
    """Estimate the chance to win of a row, over everything up to the actions after so many more rolls."""
    rows, shelves = work[0], work[3]
    depth, shelves[top].rolls = top, rolls
    while True:
        while not settled(rows[depth], shelves[depth].rolls, turn(box, rows[depth])):
            open_up(box, work, depth)
            depth = down(box, work, depth)
        depth, value = up(box, work, depth, top, chance(box, rows[depth]))
        if depth == top:
            return value


@compiled()
def settled(row, rolls, who):
    """Whether a row is judged as it stands."""
    return who == OVER or row.stage == CLOSING or rolls < 0 or (who == CHANCE and rolls == 0)


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
def down(box, work, depth):
    """Let the next of these events happen, and return the depth of the row it leads to; a door is the last luck."""
    rows, shelves = work[0], work[3]
    row, shelf, below = rows[depth], shelves[depth], shelves[depth + 1]
    rows[depth + 1] = row
    ended = row.stage == ROLL or (shelf.who != CHANCE and shelf.rolls == 0)
    below.rolls = 0 if row.stage == DOOR else shelf.rolls - ended
    play(box, rows[depth + 1], work[1][depth, shelf.k])
    return depth + 1
