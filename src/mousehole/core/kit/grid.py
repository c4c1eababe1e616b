"""A board of squares named a1 (top left) on: columns are letters, rows are numbers, a set of squares is an int."""

from collections.abc import Iterator
from functools import cache
from string import ascii_lowercase
from typing import TypeAlias

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
