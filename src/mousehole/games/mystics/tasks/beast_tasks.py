"""Tasks of the cat and the snake."""

from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.tasks.task import Task


class ChaseRoll(Task, frozen=True):
    """The movement dice of a chase."""

    figure: str


class Chasing(Task, frozen=True):
    """A chase goes on, step by step."""

    figure: str
    points: int
    path: tuple[Name, ...]  # from where it began
    aim: str = ""  # the mouse it runs for


class Slither(Task, frozen=True):
    """A snake lays out its body, token by token."""

    figure: str
    drawn: tuple[int, ...] = ()
