"""The backward sweep, compiled: a position's chance to win from the records of the positions one die away.

Positions that share the left number are solved side by side, a tile of lanes at once. After a die of the left half the
records lie side by side too; after one of the right half they are scattered and have to be collected. A failed roll
falls back to the position at the start of the turn with the cat one step nearer; how many faces fail depends only on
square counts, so that value enters in one place.
"""

from typing import Any, NamedTuple

import numpy as np

from mousehole.compiled.compiler import compiled
from mousehole.games.mmm.solver.position_numbers import FOODS
from mousehole.games.mmm.solver.simd_lanes import FAST, LANES, get, high, kept, lift, part, put, spread
from mousehole.games.mmm.solver.throw_values import (
    DOUBLE,
    FAILING,
    SINGLE,
    SIXTH,
    pairs,
    pairs_forced,
    roll,
    roll_forced,
)
from mousehole.games.mmm.solver.turn_records import (
    BARRED,
    FIRST_PAIR,
    FIRST_TRIPLE,
    LAST,
    NEVER,
    ONE,
    PAIR,
    PAIRS,
    ROWS,
    SHORT,
    SOURCES,
    STOP,
    SUM,
    TAKEN,
    TRIPLES,
    TWO,
)

FREE, NEVER_REROLL, PLACE_ALL = 0, 1, 2


class Left(NamedTuple):
    """The left half as the sweep reads it; see halves.Half."""

    start: Any
    squares: Any
    room: Any
    after: Any
    done: Any
    order: Any


class Tiles(NamedTuple):
    """The right half in tiles of lanes; all positions of a tile have equally many squares left."""

    first: Any  # [tile]: its first right number
    count: Any  # [tile]: how many there are
    room: Any  # [tile, food, lane]: squares left
    ways: Any  # [tile, food, way]: where to collect from, or -1
    where: Any  # [number, row and lane]: the index into the records of the same left number


class Planes(NamedTuple):
    """Chances to win by left and right number: with the cat one step nearer, and here."""

    nearer: Any
    here: Any


class Desk(NamedTuple):
    """Working memory of one thread for a tile, all in rows of lanes."""

    policy: int
    got: Any  # a record one die away, and its short form
    then: Any  # after a second die, by food: stop, or roll the last one
    faces: Any  # how many faces fail; which foods have one square left; which two; a sixth of a failed roll's value
    one: Any  # best after placing one die of the first roll, by food
    two: Any
    three: Any
    pair: Any
    total: Any


def desk(policy: int, kind: Any) -> Desk:
    """An empty desk."""
    sizes = (TAKEN, FOODS, SIXTH + 1, FOODS, len(PAIRS), len(TRIPLES), len(PAIRS), 1)
    return Desk(policy, *(np.zeros(rows * LANES, kind) for rows in sizes))


@compiled(**FAST)
def sweep(left, tiles, records, planes, desk, span):
    """Solve all positions of some left numbers with equally many squares; records: those with one less, and theirs."""
    below, here = records
    for n in range(span[0], span[1]):
        mine = here[n - left.start[left.squares[n]]]
        for tile in range(len(tiles.first)):
            solve(left, tiles, below, mine, planes, desk, (n, tile))


@compiled(**FAST)
def solve(left, tiles, below, mine, planes, desk, at):
    """Solve one tile of a left number."""
    n, tile = at
    first, end = tiles.first[tile], tiles.first[tile] + tiles.count[tile]
    record = part(mine, tile * 2 * ROWS, 2 * ROWS)
    prepare(left.room[n], tiles.room[tile], planes.nearer[n, first:end], desk, record)
    for food in range(FOODS):
        eat_left(left, below, desk, record, at, food)
        for way in range(tiles.ways.shape[2]):
            if tiles.ways[tile, food, way] >= 0:
                collect(mine, tiles.where[tiles.ways[tile, food, way]], desk.got)
                weigh(desk, desk.got, part(desk.got, ROWS, SHORT), record, food)
    if desk.policy == PLACE_ALL:
        roll_forced(desk)
    else:
        roll(desk)
    keep(planes.here[n, first:end], desk.total, record)


@compiled(**FAST)
def eat_left(left, below, desk, record, at, food):
    """Weigh every die of a food of the left half."""
    n, tile = at
    for way in range(left.after.shape[2]):
        to = left.after[n, food, way]
        if to >= 0:
            source = part(below[to - left.start[left.squares[to]]], tile * 2 * ROWS, 2 * ROWS)
            done, order = left.done[n, food, way], left.order[n, food, way]
            if order == 0:
                weigh(desk, part(source, done * ROWS, ROWS), part(source, ROWS, SHORT), record, food)
            else:
                fetch(source, SOURCES[done, order], desk.got)
                weigh(desk, desk.got, part(desk.got, ROWS, SHORT), record, food)


@compiled(**FAST)
def prepare(room, more, nearer, desk, record):
    """Clear the desk and count the faces that fail."""
    for x in range(len(nearer)):
        desk.faces[SIXTH * LANES + x] = nearer[x] / 6
        record[STOP * LANES + x] = nearer[x]
    for x in range(LANES):
        failing = 1
        for food in range(FOODS):
            left = room[food] + more[food, x]
            failing += left == 0
            desk.faces[(SINGLE + food) * LANES + x] = left == 1
            desk.faces[(DOUBLE + food) * LANES + x] = left == 2
        desk.faces[FAILING * LANES + x] = failing
    never = spread(get(desk.faces, 0), NEVER)
    for rows in (desk.one, desk.two, desk.three):
        for row in range(len(rows) // LANES):
            put(rows, row, never)
    barred = spread(never, BARRED)
    for row in range(ONE, ROWS):
        put(record, row, barred if LAST <= row < TWO else never)
        put(record, ROWS + row, barred if LAST <= row < TWO else never)


@compiled(**FAST)
def fetch(source, rows, got):
    """Take a record whose foods stand in another order."""
    for row in range(TAKEN):
        put(got, row, get(source, rows[row]))


@compiled(**FAST)
def collect(mine, where, got):
    """Gather the records after a die of the right half."""
    for n in range(TAKEN * LANES):
        got[n] = mine[where[n]]


@compiled(**FAST)
def weigh(desk, got, full, record, food):
    """Take into account where one die of a food leads, for this turn and for the record."""
    stop, again = get(got, STOP), go_on(desk, got, food)
    lift(desk.one, food, kept(stop, high(stop, again), stop))
    for other in range(food, FOODS):
        pair = PAIR[food, other]
        lift(desk.two, pair, get(desk.then, other))
        lift(record, TWO + pair, get(got, ONE + other))
        lift(record, ROWS + TWO + pair, get(full, ONE + other))
    shift = FIRST_TRIPLE[food] - FIRST_PAIR[food]
    for pair in range(FIRST_PAIR[food], len(PAIRS)):
        lift(desk.three, shift + pair, get(got, TWO + pair))
    lift(record, ONE + food, stop)
    lift(record, LAST + food, get(got, SUM))
    lift(record, ROWS + ONE + food, get(full, STOP))
    lift(record, ROWS + LAST + food, get(full, SUM))


@compiled(**FAST)
def go_on(desk, got, food):
    """Value rolling the other two dice after one of a food and, as a by-product, a second die of each food."""
    sixth = get(desk.faces, SIXTH)
    failing = get(desk.faces, FAILING) + get(desk.faces, SINGLE + food)
    lost = failing * sixth
    for other in range(FOODS):
        empty = get(desk.faces, DOUBLE + food if other == food else SINGLE + other)
        again = get(got, LAST + other) + lost + empty * sixth
        stop = get(got, ONE + other)
        put(desk.then, other, stop if desk.policy == NEVER_REROLL else high(stop, again))
    if desk.policy == NEVER_REROLL:
        return get(got, STOP)
    if desk.policy == PLACE_ALL:
        return (pairs_forced(desk.then, got) + failing * lost * 6) * (1 / 36)
    return (pairs(desk.then, got) + failing * lost * 6) * (1 / 36)


@compiled(**FAST)
def keep(here, total, record):
    """Store the chances and finish the record."""
    for x in range(len(here)):
        here[x] = total[x]
    value = get(total, 0)
    put(record, ROWS + STOP, value)
    zero = spread(value, 0.0)
    for start in (0, ROWS):
        ones = zero
        for food in range(FOODS):
            ones += high(get(record, start + ONE + food), zero)
        put(record, start + SUM, ones * (1 / 6))
