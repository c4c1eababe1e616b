"""Where things stand in the picture of Mmm!: the hallway on top, the pantry below it, the dice tray at the bottom."""

from functools import lru_cache

from mousehole.core.kit.grid import Square
from mousehole.core.scene import Point
from mousehole.games.mmm.state import Pantry

MARGIN, HALL, TRAY, PAWS_A_ROW = 0.3, 1.15, 1.5, 6


def size(box: Pantry) -> Point:
    """The size of the whole picture, in squares."""
    return width(box), tray_top(box) + TRAY


def width(box: Pantry) -> float:
    """The width; a narrow board still leaves room for the hallway."""
    return max(box.grid.columns, 7) + 2 * MARGIN


def corner(box: Pantry) -> Point:
    """The top left corner of the pantry."""
    rows = -(-(box.steps + 1) // PAWS_A_ROW)
    return (width(box) - box.grid.columns) / 2, rows * HALL + 2 * MARGIN


def tray_top(box: Pantry) -> float:
    """The upper edge of the dice tray."""
    return corner(box)[1] + box.grid.rows


@lru_cache(20_000)
def square_at(box: Pantry, square: Square) -> Point:
    """The centre of a square."""
    (x, y), (column, row) = corner(box), box.grid.at(square)
    return x + column + 0.5, y + row + 0.5


def paw_at(box: Pantry, step: int) -> Point:
    """The centre of a step: odd rows run backwards, so that the path never jumps."""
    row, column = divmod(step, PAWS_A_ROW)
    if row % 2:
        column = PAWS_A_ROW - 1 - column
    pitch = (width(box) - 2 * MARGIN) / PAWS_A_ROW
    return MARGIN + (column + 0.5) * pitch, MARGIN + (row + 0.5) * HALL
