"""Where things stand in the picture of Mmm!: the hallway on top, the pantry below it, the dice tray at the bottom."""

from functools import lru_cache

from mousehole.core.kit.grid import Square
from mousehole.core.scene import Point
from mousehole.games.mmm.state import Pantry

MARGIN, HALL, TRAY, PAWS_A_ROW = 0.3, 1.15, 1.5, 6


@lru_cache(256)
def size(pantry: Pantry) -> Point:
    """The size of the whole picture, in squares."""
    return width(pantry), tray_top(pantry) + TRAY


def width(pantry: Pantry) -> float:
    """The width; a narrow board still leaves room for the hallway."""
    return max(pantry.grid.columns, 7) + 2 * MARGIN


def corner(pantry: Pantry) -> Point:
    """The top left corner of the pantry."""
    rows = -(-(pantry.steps + 1) // PAWS_A_ROW)
    return (width(pantry) - pantry.grid.columns) / 2, rows * HALL + 2 * MARGIN


def tray_top(pantry: Pantry) -> float:
    """The upper edge of the dice tray."""
    return corner(pantry)[1] + pantry.grid.rows


def wings(pantry: Pantry) -> Point:
    """How much of the picture lies above and below the cupboard."""
    return corner(pantry)[1] - MARGIN, TRAY - MARGIN


@lru_cache(20_000)
def square_at(pantry: Pantry, square: Square) -> Point:
    """The centre of a square."""
    (x, y), (column, row) = corner(pantry), pantry.grid.at(square)
    return x + column + 0.5, y + row + 0.5


def paw_at(pantry: Pantry, step: int) -> Point:
    """The centre of a step: odd rows run backwards, so that the path never jumps."""
    row, column = divmod(step, PAWS_A_ROW)
    if row % 2:
        column = PAWS_A_ROW - 1 - column
    pitch = (width(pantry) - 2 * MARGIN) / PAWS_A_ROW
    return MARGIN + (column + 0.5) * pitch, MARGIN + (row + 0.5) * HALL
