"""Perfect play, compiled: the best action in a row of the kernel, from the chances between turns.

Whatever is still rolled leads to positions one, two or three dice away. So it is enough to know, one die away, what a
second die of each food can achieve, for each face the third may show.
"""

from math import comb, prod
from typing import Any, NamedTuple

import numpy as np

from mousehole.compiled import OVER
from mousehole.compiled.bits import count, lowest
from mousehole.compiled.compiler import compiled
from mousehole.games.mmm.fast import GATHER, REROLL, luck, play, turn
from mousehole.games.mmm.moves import FOODS
from mousehole.games.mmm.solver.remaining_food import Kind, layout, leftovers, total
from mousehole.games.mmm.solver.solution import Solution
from mousehole.games.mmm.state import Pantry

X = len(FOODS)
NEVER = -1.0


class Lens(NamedTuple):
    """A board and its solution, as compiled functions read them; items are sorted by food."""

    items: Any  # [item]: its squares
    food: Any  # [item]
    stride: Any  # [item]: what one of its squares adds to the key of its food
    first: Any  # [food]: its first item; one extra entry at the end
    rank: Any  # [food, key]: the number for what is left of a food
    kind: Any  # [food]: which foods it is interchangeable with
    order: Any  # [place]: foods, those of a kind side by side
    kinds: Any  # [kind]: its first place, and the one after its last
    weight: Any  # [kind]: what its number is worth in that of the position
    ways: Any  # [n, k]: k out of n
    table: Any  # [steps - 1, position]


class Desk(NamedTuple):
    """Working memory for one choice."""

    rest: Any  # [item]: squares left
    keys: Any  # [food]
    ranks: Any  # [place]
    plain: Any  # [kind]: the number for what is left of it
    then: Any  # [food, face]: best after a second die of a food, with that face in hand
    once: Any  # [food]: best after one more die
    turn: Any  # steps of the cat; the value of a failed roll


def desk(lens: Lens) -> Desk:
    """An empty desk."""
    rest, keys, ranks, plain = (np.zeros(n, np.int64) for n in (len(lens.items), X, X, len(lens.kinds)))
    return Desk(rest, keys, ranks, plain, np.zeros((X, X + 1)), np.zeros(X), np.zeros(2))


def lens(box: Pantry, solution: Solution) -> Lens:
    """Look at a board through its solution."""
    items = sorted(box.board.items, key=lambda item: FOODS.index(item.food))
    foods = np.array([FOODS.index(item.food) for item in items])
    sizes = [[item.squares.bit_count() for item in items if item.food == food] for food in FOODS]
    left, right = layout(box.board)
    kinds = (*left, *right)
    ends = np.cumsum([len(kind.foods) for kind in kinds])
    most = max(len(leftovers(kind.start)) for kind in kinds) + X
    return Lens(
        items=np.array([item.squares for item in items], np.int64),
        food=foods,
        stride=np.concatenate([strides(some) for some in sizes]),
        first=np.searchsorted(foods, np.arange(X + 1)),
        rank=ranks(sizes),
        kind=np.array([next(n for n, kind in enumerate(kinds) if food in kind.foods) for food in range(X)]),
        order=np.array([food for kind in kinds for food in kind.foods]),
        kinds=np.stack([np.concatenate([[0], ends[:-1]]), ends], 1),
        weight=np.array([*weights(left, total(right)), *weights(right, 1)]),
        ways=np.array([[comb(n, k) for k in range(X + 1)] for n in range(most)]),
        table=np.frombuffer(solution.table(), "<f4").reshape(solution.steps, -1),
    )


def weights(half: tuple[Kind, ...], whole: int) -> list[int]:
    """The weight of each kind of a half in the number of a position."""
    return [whole * total(half[n + 1 :]) for n in range(len(half))]


def strides(sizes: list[int]) -> Any:
    """The weights that turn squares left of several items into a key."""
    return np.cumprod([1, *(size + 1 for size in sizes)])[: len(sizes)].astype(np.int64)


def ranks(sizes: list[list[int]]) -> Any:
    """Tabulate what each key of each food stands for."""
    table = np.zeros((X, max(prod(size + 1 for size in some) for some in sizes)), np.int64)
    for food, some in enumerate(sizes):
        listed = leftovers(tuple(sorted(some, reverse=True)))
        for key, left in enumerate(np.ndindex(*(size + 1 for size in reversed(some)))):
            table[food, key] = listed.index(tuple(sorted(filter(None, left), reverse=True)))
    return table


@compiled()
def chance(lens, desk, steps):
    """The chance to win between two turns."""
    number = 0
    for kind in range(len(lens.kinds)):
        number += desk.plain[kind] * lens.weight[kind]
    if steps == 0 or number == 0:
        return 0.0 if number else 1.0
    return np.float64(lens.table[steps - 1, number])


@compiled()
def number(lens, desk, kind):
    """The number for what is left of the foods of a kind, whatever their order."""
    start, end = lens.kinds[kind, 0], lens.kinds[kind, 1]
    for place in range(start, end):
        rank, at = lens.rank[lens.order[place], desk.keys[lens.order[place]]], place
        while at > start and desk.ranks[at - 1] > rank:
            desk.ranks[at] = desk.ranks[at - 1]
            at -= 1
        desk.ranks[at] = rank
    desk.plain[kind] = 0
    for n in range(end - start):
        desk.plain[kind] += lens.ways[desk.ranks[start + n] + n, n + 1]


@compiled()
def stop(lens, desk, done):
    """The chance after gathering."""
    return chance(lens, desk, np.int64(desk.turn[0]) - (not done))  # MMM-41, MMM-42


@compiled()
def differs(lens, desk, item):
    """Whether a die on this item leads somewhere that no earlier item does."""
    if desk.rest[item] == 0:
        return False
    same = False
    for other in range(lens.first[lens.food[item]], item):
        same |= desk.rest[other] == desk.rest[item]
    return not same


@compiled()
def lay(lens, desk, item):
    """Place a die on an item and return what was left of its kind before."""
    food = lens.food[item]
    before = desk.plain[lens.kind[food]]
    desk.rest[item] -= 1
    desk.keys[food] -= lens.stride[item]
    number(lens, desk, lens.kind[food])
    return before


@compiled()
def lift(lens, desk, item, before):
    """Take the die up again."""
    food = lens.food[item]
    desk.rest[item] += 1
    desk.keys[food] += lens.stride[item]
    desk.plain[lens.kind[food]] = before


@compiled()
def one_more(lens, desk, done, food):
    """The best chance after one more die of a food."""
    best = NEVER
    for item in range(lens.first[food], lens.first[food + 1]):
        if differs(lens, desk, item):
            before = lay(lens, desk, item)
            best = max(best, stop(lens, desk, done or desk.rest[item] == 0))
            lift(lens, desk, item, before)
    return best


@compiled()
def one_die(lens, desk, done):
    """The chance before the last die is rolled; as a by-product, after one more die of each food."""
    total = desk.turn[1]
    for food in range(X):
        desk.once[food] = one_more(lens, desk, done, food)
        total += desk.once[food] if desk.once[food] >= 0 else desk.turn[1]  # MMM-30
    return total / 6


@compiled()
def two_dice(lens, desk, done):
    """The chance before two dice are rolled; as a by-product, after each that is placed, with the other in hand."""
    for food in range(X):
        desk.then[food] = NEVER
        for item in range(lens.first[food], lens.first[food + 1]):
            if differs(lens, desk, item):
                before = lay(lens, desk, item)
                second(lens, desk, done or desk.rest[item] == 0, food)
                lift(lens, desk, item, before)
    total = desk.turn[1]  # two crosses
    for a in range(X):
        for b in range(a, X + 1):
            best = both(desk, a, b)
            total += (best if best >= 0 else desk.turn[1]) * (1 if a == b else 2)
    return total / 36


@compiled()
def second(lens, desk, done, food):
    """Weigh a second die of a food for each face in hand."""
    rest = max(one_die(lens, desk, done), stop(lens, desk, done))
    for other in range(X):
        desk.then[food, other] = max(desk.then[food, other], rest, desk.once[other])
    desk.then[food, X] = max(desk.then[food, X], rest)


@compiled()
def both(desk, a, b):
    """The best chance with two faces in hand, one of which must be placed."""
    best = desk.then[a, b] if a < X else NEVER
    return max(best, desk.then[b, a]) if b < X else best


@compiled()
def after(lens, desk, done, dice, a, b):
    """The best chance after a die was placed, with so many in hand."""
    best = stop(lens, desk, done)
    if dice == 1:
        best = max(best, one_die(lens, desk, done))
        return max(best, desk.once[a]) if a < X else best
    if dice == 2:
        best = max(best, two_dice(lens, desk, done))
        return max(best, both(desk, a, b))
    return best


@compiled()
def look(lens, desk, free):
    """Count what is left of each item."""
    desk.keys[:] = 0
    for item in range(len(lens.items)):
        desk.rest[item] = count(lens.items[item] & free)
        desk.keys[lens.food[item]] += desk.rest[item] * lens.stride[item]
    for kind in range(len(lens.kinds)):
        number(lens, desk, kind)


@compiled()
def choice(box, lens, desk, row):
    """The code of the best action, and its chance."""
    steps = box.at.steps - row.cat
    look(lens, desk, row.free | row.placed)
    desk.turn[0], desk.turn[1] = steps, chance(lens, desk, steps - 1)
    look(lens, desk, row.free)
    done = False
    for item in range(len(lens.items)):
        done |= lens.items[item] & row.placed != 0 and desk.rest[item] == 0
    code, best = 0, NEVER
    if not row.fresh:
        code, best = GATHER, stop(lens, desk, done)
        again = one_die(lens, desk, done) if row.dice == 1 else two_dice(lens, desk, done)
        if again > best:
            code, best = REROLL, again
    for item in range(len(lens.items)):
        food = lens.food[item]
        if row.hand >> 2 * food & 3 and differs(lens, desk, item):
            hand = row.hand - (1 << 2 * food)
            a = lowest(hand) >> 1 if hand else X
            hand -= 1 << 2 * a if hand else 0
            b = lowest(hand) >> 1 if hand else X
            before = lay(lens, desk, item)
            value = after(lens, desk, done or desk.rest[item] == 0, row.dice - 1, a, b)
            lift(lens, desk, item, before)
            if value > best:
                code, best = lowest(lens.items[item] & row.free), value
    return code, best


@compiled()
def games(box, lens, desk, rows, rng, codes, ends):
    """Play perfectly from rows[0], one game per end, and write the codes of all events, game after game."""
    row, at, won = rows[1], 0, 0
    for game in range(len(ends)):
        rows[1] = rows[0]
        who = turn(box, row)
        while who != OVER:
            codes[at] = choice(box, lens, desk, row)[0] if who >= 0 else luck(box, row, rng)
            play(box, row, codes[at])
            at += 1
            who = turn(box, row)
        ends[game] = at
        won += row.free == 0
    return won
