"""Where things stand in the picture: walls with holes around the floor, the raised table, the sideboard below."""

from mousehole.core.scene import Point
from mousehole.games.chopchop.moves import Name
from mousehole.games.chopchop.state import Kitchen

WALL, SIDEBOARD = 0.85, 1.75
RAISED = 0.26  # of the table top, so that what is under it stays visible
DEEP = 0.04  # how far a hole extends over the edge of the floor
TURN = {"n": 0.0, "e": 90.0, "s": 180.0, "w": 270.0}


def size(box: Kitchen) -> Point:
    """The size of the whole picture, in squares."""
    return box.board.grid.columns + 2 * WALL, box.board.grid.rows + 2 * WALL + SIDEBOARD


def at(box: Kitchen, name: Name) -> Point:
    """The centre of a space."""
    kind, _, rest = name.rpartition("-")
    if kind == "hole":
        return hole_at(box, rest)
    x, y = square_at(box, rest)
    return (x, y - RAISED) if kind == "top" else (x, y)


def square_at(box: Kitchen, square: Name) -> Point:
    """The centre of a square of the grid."""
    column, row = box.board.grid.at(square)
    return WALL + column + 0.5, WALL + row + 0.5


def hole_at(box: Kitchen, wall: str) -> Point:
    """The centre of a hole: in its wall, beside its front square."""
    x, y = square_at(box, box.names[box.front[box.bit[f"hole-{wall}"]]])
    out = 0.5 + WALL / 2 - DEEP
    return {"n": (x, y - out), "e": (x + out, y), "s": (x, y + out), "w": (x - out, y)}[wall]


def table_at(box: Kitchen) -> tuple[Point, Point]:
    """The centre and the size of the table, its top and what shows of its legs."""
    squares = [square_at(box, name) for name in box.board.grid.named(box.board.table)]
    left, right = min(x for x, _ in squares) - 0.5, max(x for x, _ in squares) + 0.5
    top, bottom = min(y for _, y in squares) - 0.5 - RAISED, max(y for _, y in squares) + 0.5
    return ((left + right) / 2, (top + bottom) / 2), (right - left, bottom - top)


def below(box: Kitchen) -> float:
    """The middle of the sideboard."""
    return size(box)[1] - SIDEBOARD / 2 - 0.05
