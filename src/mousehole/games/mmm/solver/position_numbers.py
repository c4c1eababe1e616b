"""The numbering of positions: a board's foods in two halves, so that a position is a pair of small numbers."""

from collections.abc import Sequence
from itertools import combinations_with_replacement, permutations
from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mousehole.games.mmm.solver.solution import Kind, bites, leftovers

FOODS = 5
Ints: TypeAlias = NDArray[np.int32]

ORDERS = np.array(list(permutations(range(FOODS))), np.int32)


class Half(NamedTuple):
    """Everything that can be left of some foods, sorted by squares left, and where one more die leads."""

    start: Ints  # [squares]: the first number with so many squares left; one extra entry at the end
    squares: Ints  # [number]: squares left in all
    room: Ints  # [number, place]: squares left of each food
    after: Ints  # [number, place, way]: the number after one more die of that food; -1 where there is no such way
    done: Ints  # likewise: whether it completes an item
    order: Ints  # likewise: which of ORDERS says where each food moves
    number: NDArray[np.int64]  # from plain numbers to numbers sorted by squares


def half(kinds: Sequence[Kind], first: int, alike: bool = True) -> Half:
    """Number a half whose foods take the places from `first` on, with alike or neighbouring positions side by side."""
    left = shelves(kinds)
    starts = [kind.start for kind in kinds for _ in kind.foods]
    room = np.zeros((len(left), FOODS), np.int32)
    for place, start in enumerate(starts):
        room[:, first + place] = np.array([sum(one) for one in leftovers(start)])[left[:, place]]
    squares = room.sum(1, dtype=np.int32)
    by_squares = np.lexsort((*(variety(left, starts) if alike else room.T), squares))
    number = np.empty(len(left), np.int64)
    number[by_squares] = np.arange(len(left))
    left, squares, room = left[by_squares], squares[by_squares], room[by_squares]
    first_of = np.searchsorted(squares, np.arange(squares[-1] + 2)).astype(np.int32)
    return Half(first_of, squares, room, *moves(kinds, left, first, number), number)


def shelves(kinds: Sequence[Kind]) -> NDArray[np.int64]:
    """List, by plain number, what can be left of each food of a half, as indexes into its leftovers."""
    left = np.zeros((1, 0), np.int64)
    for kind in kinds:
        ranks = range(len(leftovers(kind.start)))
        some = np.array(list(combinations_with_replacement(ranks, len(kind.foods))), np.int64)
        some = some[np.argsort(plain(some))]
        left = np.hstack([np.repeat(left, len(some), 0), np.tile(some, (len(left), 1))])
    return left


def plain(some: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number rising rows of numbers without gaps."""
    number = np.zeros(len(some), np.int64)
    for n, column in enumerate(some.T):
        number += choose(column + n, n + 1)
    return number


def choose(n: NDArray[np.int64], k: int) -> NDArray[np.int64]:
    """Count the ways to choose k out of n, for each n."""
    return np.array([comb(one, k) for one in range(int(n.max(initial=0)) + 1)], np.int64)[n]


def variety(left: NDArray[np.int64], starts: Sequence[tuple[int, ...]]) -> list[NDArray[np.int64]]:
    """Count the different sizes of each food, so that alike positions can stand side by side."""
    return [
        np.array([len(set(one)) for one in leftovers(start)])[column]
        for start, column in zip(starts, left.T, strict=True)
    ]


def moves(
    kinds: Sequence[Kind], left: NDArray[np.int64], first: int, number: NDArray[np.int64]
) -> tuple[Ints, Ints, Ints]:
    """Find where one die of each food leads: the number, whether it completes an item, and the foods' new order."""
    most = max((len(bites(one)) for kind in kinds for one in leftovers(kind.start)), default=0) or 1
    shape = (len(left), FOODS, most)
    after, done, order = np.full(shape, -1, np.int32), np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    starts = [kind.start for kind in kinds for _ in kind.foods]
    for place, start in enumerate(starts):
        rest, complete = eaten(start, most)
        for way in range(most):
            ok = rest[left[:, place], way] >= 0
            moved = left[ok]
            moved[:, place] = rest[moved[:, place], way]
            done[ok, first + place, way] = complete[left[ok, place], way]
            tidied, places = tidy(kinds, moved)
            after[ok, first + place, way] = number[numbered(kinds, tidied)]
            order[ok, first + place, way] = orders(places, first)
    return after, done, order


def eaten(start: tuple[int, ...], most: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Tabulate what one die leaves of a food, as indexes into its leftovers, and whether it completes an item."""
    listed = leftovers(start)
    rest, complete = np.full((len(listed), most), -1), np.zeros((len(listed), most), np.int64)
    for n, one in enumerate(listed):
        for way, (less, item) in enumerate(bites(one)):
            rest[n, way], complete[n, way] = listed.index(less), item
    return rest, complete


def tidy(kinds: Sequence[Kind], left: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Put equal foods into rising order; returns what is left of each, and where each food moved."""
    left, places, at = left.copy(), np.empty_like(left), 0
    for kind in kinds:
        columns = slice(at, at + len(kind.foods))
        old = np.argsort(left[:, columns], axis=1, kind="stable")
        places[:, columns] = at + np.argsort(old, axis=1)
        left[:, columns] = np.take_along_axis(left[:, columns], old, 1)
        at = columns.stop
    return left, places


def numbered(kinds: Sequence[Kind], left: NDArray[np.int64]) -> NDArray[np.int64]:
    """The plain numbers of tidy rows."""
    number, at = np.zeros(len(left), np.int64), 0
    for kind in kinds:
        number = number * kind.states + plain(left[:, at : at + len(kind.foods)])
        at += len(kind.foods)
    return number


def orders(places: NDArray[np.int64], first: int) -> Ints:
    """Name the order of all five foods when only one half changes."""
    whole = np.tile(np.arange(FOODS), (len(places), 1))
    whole[:, first : first + places.shape[1]] = first + places
    digits = FOODS ** np.arange(FOODS)
    known = np.full(FOODS**FOODS, -1, np.int32)
    known[ORDERS @ digits] = np.arange(len(ORDERS), dtype=np.int32)
    named: Ints = known[whole @ digits]
    return named
