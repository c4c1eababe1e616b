"""A sheet of character cells: what stands in each, in which colours, and which keys of the scene lie there."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

Rect = tuple[int, int, int, int]  # left, top, and one past right and bottom
OUTLINE = {"light": tuple("╭─╮│╰╯"), "heavy": tuple("╔═╗║╚╝")}


class Cell(Struct):
    """One character with its colours; an empty colour is the terminal's own."""

    char: str = " "
    ink: str = ""
    paper: str = ""
    strong: bool = False
    keys: tuple[str, ...] = ()  # the topmost first


BLANK = Cell()


class Run(Struct, frozen=True):
    """Neighbouring characters of one look."""

    text: str
    ink: str = ""
    paper: str = ""
    strong: bool = False


class Canvas:
    """Cells by column and row; unwritten ones are blank."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Cell] = {}
        self.places: dict[str, tuple[int, int]] = {}

    def cell(self, x: int, y: int) -> Cell:
        """The cell at a column and row, for writing."""
        return self.cells.setdefault((x, y), Cell())

    def at(self, x: int, y: int) -> Cell:
        """The cell at a column and row, for reading only."""
        return self.cells.get((x, y), BLANK)

    def put(self, x: int, y: int, text: str, ink: str = "", strong: bool = False) -> None:
        """Write a text starting at a cell; the paper under it stays."""
        for n, char in enumerate(text):
            cell = self.cell(x + n, y)
            cell.char, cell.ink, cell.strong = char, ink, strong

    def fill(self, rect: Rect, paper: str, ink: str = "") -> None:
        """Colour the paper of a rectangle, and the ink of what is written there later."""
        for x, y in inside(rect):
            cell = self.cell(x, y)
            cell.paper, cell.ink = paper, ink

    def claim(self, rect: Rect, key: str) -> None:
        """Let a rectangle belong to a key, on top of what was there."""
        for x, y in inside(rect):
            cell = self.cell(x, y)
            cell.keys = (key, *cell.keys)

    def box(self, rect: Rect, style: str, ink: str = "") -> None:
        """Draw the outline of a rectangle."""
        left, top, right, bottom = rect
        nw, across, ne, down, sw, se = OUTLINE[style]
        self.put(left, top, nw + across * (right - left - 2) + ne, ink)
        self.put(left, bottom - 1, sw + across * (right - left - 2) + se, ink)
        for y in range(top + 1, bottom - 1):
            self.put(left, y, down, ink)
            self.put(right - 1, y, down, ink)

    def free(self, x: int, y: int, width: int) -> bool:
        """Whether nothing is written on some cells of a row."""
        return all(self.at(x + n, y).char == " " for n in range(width))

    @property
    def width(self) -> int:
        """The columns from 0 to the last one in use."""
        return max((x for x, _ in self.cells), default=-1) + 1

    @property
    def height(self) -> int:
        """The rows from 0 to the last one in use."""
        return max((y for _, y in self.cells), default=-1) + 1

    def rows(self) -> list[str]:
        """The characters alone, row by row."""
        width = self.width
        return ["".join(self.at(x, y).char for x in range(width)).rstrip() for y in range(self.height)]

    def runs(self) -> Iterator[list[Run]]:
        """Yield every row as runs of one look."""
        width = self.width
        for y in range(self.height):
            yield runs_of([self.at(x, y) for x in range(width)])

    def keys_at(self, x: int, y: int) -> tuple[str, ...]:
        """Name what is at a cell, topmost first."""
        return self.at(x, y).keys

    def moved(self, rows: dict[int, int], dx: int) -> "Canvas":
        """Copy the canvas with its rows in new places; rows without one are dropped."""
        new = Canvas()
        new.cells = {(x + dx, rows[y]): cell for (x, y), cell in self.cells.items() if y in rows}
        new.places = {key: (x + dx, rows[y]) for key, (x, y) in self.places.items() if y in rows}
        return new


def inside(rect: Rect) -> Iterator[tuple[int, int]]:
    """List the cells of a rectangle."""
    left, top, right, bottom = rect
    return ((x, y) for y in range(top, bottom) for x in range(left, right))


def runs_of(cells: Iterable[Cell]) -> list[Run]:
    """Join neighbouring cells of one look."""
    runs: list[Run] = []
    for cell in cells:
        last = runs[-1] if runs else None
        if last and (last.ink, last.paper, last.strong) == (cell.ink, cell.paper, cell.strong):
            runs[-1] = Run(last.text + cell.char, cell.ink, cell.paper, cell.strong)
        else:
            runs.append(Run(cell.char, cell.ink, cell.paper, cell.strong))
    return runs
