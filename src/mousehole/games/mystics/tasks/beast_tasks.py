"""Tasks of the cat and the snake."""

from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.tasks.task import FigureTask


class ChaseRoll(FigureTask, frozen=True):
    """The movement dice of a chase."""


class Chasing(FigureTask, frozen=True):
    """A chase goes on, step by step."""

    points: int
    path: tuple[Name, ...]  # from where it began
    aim: str = ""  # the mouse it runs for


class Slither(FigureTask, frozen=True):
    """A snake lays out its body, token by token."""

    drawn: tuple[int, ...] = ()
