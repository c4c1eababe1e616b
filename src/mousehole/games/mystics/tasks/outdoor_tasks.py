"""Tasks of leaves, turtles and bees."""

from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.tasks.task import MouseTask, Task


class LeafTest(MouseTask, frozen=True):
    """With minions about, a leaf comes loose for a star only."""


class LeafFlight(MouseTask, frozen=True):
    """A leaf flies as far as a die shows."""


class LeafAim(MouseTask, frozen=True):
    """The party chooses which entry space a flying leaf makes for."""

    spaces: int


class LeafDrift(Task, frozen=True):
    """The current carries a leaf at the end of a round."""

    at: Name


class Paddling(MouseTask, frozen=True):
    """A mouse steers the leaf it is on."""


class Whistling(MouseTask, frozen=True):
    """A mouse calls turtles; their line is chosen."""


class Buzz(MouseTask, frozen=True):
    """A mouse has ended its turn; bees near it follow."""


class Flipping(MouseTask, frozen=True):
    """A mouse has stepped on a turtle."""
