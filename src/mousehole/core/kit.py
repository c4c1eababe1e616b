"""Components that games share: throws of dice, bags of counts, grids of squares, and values derived from a set-up."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from string import ascii_lowercase
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr

__all__ = [
    "Bag",
    "Derived",
    "F",
    "Grid",
    "Square",
    "Squares",
    "bag_count",
    "bag_has_any",
    "draw_one",
    "drawable",
    "grid",
    "set_derived",
    "throw_weight",
    "throws",
    "without_die",
]

F = TypeVar("F")


@cache
def throws(faces: tuple[F, ...], dice: int) -> tuple[tuple[tuple[F, ...], int], ...]:
    """List all throws of equally likely faces, in face order; the weights add up to len(faces) ** dice."""
    return tuple((throw, throw_weight(throw)) for throw in combinations_with_replacement(faces, dice))


def throw_weight(throw: Sequence[object]) -> int:
    """Count the orders in which dice can show a throw."""
    return factorial(len(throw)) // prod(map(factorial, Counter(throw).values()))


@cache
def without_die(hand: tuple[F, ...], face: F) -> tuple[F, ...]:
    """Take one die with that face out of a hand."""
    at = hand.index(face)
    return hand[:at] + hand[at + 1 :]


T = TypeVar("T")
Bag: TypeAlias = tuple[tuple[T, int], ...]  # kinds in a fixed order with their counts, zeros included


def bag_count(bag: Bag[T]) -> int:
    """Count what is in the bag."""
    return sum(count for _, count in bag)


def bag_has_any(bag: Bag[T]) -> bool:
    """Whether anything is left in the bag."""
    return any(count for _, count in bag)


def drawable(bag: Bag[T]) -> Bag[T]:
    """List the kinds that can still be drawn, with their counts as weights."""
    return tuple([(kind, count) for kind, count in bag if count])


def draw_one(bag: Bag[T], kind: T) -> Bag[T]:
    """Take one thing of a kind out of the bag."""
    return tuple([(one, count - (one == kind)) for one, count in bag])


Square: TypeAlias = str
Squares: TypeAlias = int  # one bit a square, in reading order


class Grid:
    """The squares of a rectangle; one Grid a size, so identity is equality."""

    def __init__(self, columns: int, rows: int):
        self.columns = columns
        self.rows = rows
        letters = ascii_lowercase[:columns]
        self.names: tuple[Square, ...] = tuple(f"{c}{r}" for r in range(1, rows + 1) for c in letters)
        self.bit: dict[Square, Squares] = {name: 1 << n for n, name in enumerate(self.names)}
        self.lines: tuple[Squares, ...] = (*map(self._column, range(columns)), *map(self._row, range(rows)))

    def at(self, square: Square) -> tuple[int, int]:
        """The column and row of a square, from 0."""
        return divmod(self.bit[square].bit_length() - 1, self.columns)[::-1]

    def named(self, squares: Squares) -> Iterator[Square]:
        """Name the squares of a set, in reading order."""
        return (name for name, bit in self.bit.items() if bit & squares)

    def near(self, square: Square) -> tuple[Square, ...]:
        """List the orthogonal neighbours: up, left, right, down."""
        x, y = self.at(square)
        steps = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
        return tuple(self.names[r * self.columns + c] for c, r in steps if 0 <= c < self.columns and 0 <= r < self.rows)

    def _column(self, column: int) -> Squares:
        return sum(1 << row * self.columns + column for row in range(self.rows))

    def _row(self, row: int) -> Squares:
        return ((1 << self.columns) - 1) << row * self.columns


@cache
def grid(columns: int, rows: int) -> Grid:
    """The one grid of that size."""
    return Grid(columns, rows)


class Derived:
    """Names what follows as slots; a Struct that inherits from it takes them when it is made."""

    __slots__: tuple[str, ...] = ()

    def __copy__(self: T) -> T:
        return self

    def __deepcopy__(self: T, memo: dict[int, Any]) -> T:
        return self


def set_derived(struct: Struct, found: Derived) -> None:
    """Give a struct what follows from its fields."""
    for name in type(found).__slots__:
        force_setattr(struct, name, getattr(found, name))
