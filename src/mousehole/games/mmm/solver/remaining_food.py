"""What food is left: for each food, the sizes of its unfinished items. Where they lie does not matter."""

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from math import comb, prod
from typing import NamedTuple, TypeAlias

from mousehole.games.mmm.board import Board
from mousehole.games.mmm.moves import FOODS

WIELDY = 25_000
Sizes: TypeAlias = tuple[int, ...]  # squares left of each unfinished item, largest first


class Kind(NamedTuple):
    """Foods that start with the same items, and are therefore interchangeable."""

    start: Sizes
    foods: tuple[int, ...]  # numbers in the order of FOODS

    @property
    def states(self) -> int:
        """How many combinations can be left of these foods."""
        return comb(len(leftovers(self.start)) + len(self.foods) - 1, len(self.foods))


class Layout(NamedTuple):
    """The foods in two halves, so that a position is a pair of small numbers."""

    left: tuple[Kind, ...]
    right: tuple[Kind, ...]

    @property
    def positions(self) -> int:
        """Count the positions between turns, wherever the cat is."""
        return total(self.left) * total(self.right)


def kinds(board: Board) -> tuple[Kind, ...]:
    """Group the foods of a board by the items they start with."""
    starts = [sizes(board, food) for food in FOODS]
    return tuple(
        Kind(start, tuple(n for n, other in enumerate(starts) if other == start))
        for start in sorted(set(starts), reverse=True)
    )


def sizes(board: Board, food: str) -> Sizes:
    """List the sizes of a food's items."""
    return tuple(sorted((item.squares.bit_count() for item in board.items if item.food == food), reverse=True))


def total(kinds: Iterable[Kind]) -> int:
    """How many combinations can be left of several kinds of food."""
    return prod(kind.states for kind in kinds)


def layout(board: Board) -> Layout:
    """Split the foods into two halves of about the same size, the larger one second."""
    halves: tuple[list[Kind], list[Kind]] = ([], [])
    for kind in sorted(parts(kinds(board)), key=lambda kind: kind.states, reverse=True):
        min(halves, key=total).append(kind)
    first, second = sorted(halves, key=total)
    return Layout(tuple(first), tuple(second))


def parts(kinds: Iterable[Kind]) -> Iterator[Kind]:
    """Split kinds that would make a half too large."""
    for kind in kinds:
        if kind.states > WIELDY and len(kind.foods) > 1:
            middle = len(kind.foods) // 2
            yield from parts((Kind(kind.start, kind.foods[:middle]), Kind(kind.start, kind.foods[middle:])))
        else:
            yield kind


def numbers(layout: Layout, left: tuple[Sizes, ...]) -> tuple[int, int]:
    """The plain numbers of both halves, by what is left of each food."""
    first, second = (_plain(half, left) for half in layout)
    return first, second


def mark(board: Board) -> str:
    """Name what the solution depends on: boards whose foods have the same sizes share one."""
    text = "/".join(",".join(map(str, kind.start)) + f"x{len(kind.foods)}" for kind in kinds(board))
    return blake2b(text.encode(), digest_size=8).hexdigest()


@cache
def leftovers(start: Sizes) -> tuple[Sizes, ...]:
    """List everything that can be left of a food, the least first."""
    found: set[Sizes] = {()}
    for size in start:
        found = {tuple(sorted((*one, left), reverse=True)) for one in found for left in range(size + 1)}
    return tuple(sorted({tuple(filter(None, one)) for one in found}, key=lambda one: (sum(one), one)))


def bites(left: Sizes) -> tuple[tuple[Sizes, bool], ...]:
    """List what one die can leave of a food, and whether it completes an item."""
    return tuple((taken(left, size), size == 1) for size in sorted(set(left), reverse=True))


@cache
def taken(left: Sizes, size: int) -> Sizes:
    """Take one square off an item of that size."""
    at = left.index(size)
    rest = (*left[:at], *left[at + 1 :], size - 1)
    return tuple(sorted(filter(None, rest), reverse=True))


def _plain(half: tuple[Kind, ...], left: tuple[Sizes, ...]) -> int:
    number = 0
    for kind in half:
        ranks = sorted(leftovers(kind.start).index(left[food]) for food in kind.foods)
        number = number * kind.states + sum(comb(rank + n, n + 1) for n, rank in enumerate(ranks))
    return number
