"""Tasks of leaves, turtles and bees."""

from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.tasks.task import Task


class LeafTest(Task, frozen=True):
    """With minions about, a leaf comes loose for a star only."""

    mouse: str


class LeafAim(Task, frozen=True):
    """The party chooses which entry space a falling leaf makes for."""

    mouse: str


class LeafFlight(Task, frozen=True):
    """A leaf flies as far as a die shows."""

    mouse: str
    entry: Name


class LeafDrift(Task, frozen=True):
    """The current carries a leaf at the end of a round."""

    at: Name


class Paddling(Task, frozen=True):
    """A mouse steers the leaf it is on."""

    mouse: str


class Whistling(Task, frozen=True):
    """A mouse calls turtles; their line is chosen."""

    mouse: str


class Buzz(Task, frozen=True):
    """A mouse has ended its turn; bees near it follow."""

    mouse: str


class Flipping(Task, frozen=True):
    """A mouse has stepped on a turtle."""

    mouse: str
