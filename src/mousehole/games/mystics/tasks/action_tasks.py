"""Tasks of moving, searching, cards and exploring."""

from mousehole.games.mystics.content.content_types import WayKind
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.tasks.task import FigureTask, MouseTask, Task


class MoveDie(MouseTask, frozen=True):
    """The movement die of a mouse."""

    how: str  # "move", "scurry", or "idle" when the turn ends without a move


class Entered(MouseTask, frozen=True):
    """A mouse has come to a space."""


class Climb(MouseTask, frozen=True):
    """A mouse tries to leave the water."""

    to: Name


class Drift(MouseTask, frozen=True):
    """The current carries a mouse."""


class Forced(FigureTask, frozen=True):
    """A figure has been moved to a space against its will."""


class BeforeSearch(MouseTask, frozen=True):
    """A mouse may use something before it searches."""

    dice: int = 1


class SearchRoll(MouseTask, frozen=True):
    """A mouse searches."""

    dice: int = 1


class Found(MouseTask, frozen=True):
    """A search has succeeded, or not."""

    stars: int
    cards: int = 1  # to draw, of which one is kept


class DrawCard(MouseTask, frozen=True):
    """A search card is drawn."""

    n: int = 1
    seen: tuple[str, ...] = ()


class Keep(MouseTask, frozen=True):
    """A found card goes to the pack or is worth one cheese."""

    card: str


class PackLimit(MouseTask, frozen=True):
    """A pack may hold only so much."""


class Sharing(MouseTask, frozen=True):
    """Two mice exchange cards and cheese."""

    partner: str
    cards: tuple[str, ...] = ()  # those that have moved
    given: int = 0
    taken: int = 0


class Equipping(MouseTask, frozen=True):
    """A mouse moves cards between slots and pack."""

    cards: tuple[str, ...] = ()  # those that have moved


class Laying(Task, frozen=True):
    """The second end of the hook is laid."""

    token: str
    at: Name


class Recovering(MouseTask, frozen=True):
    """A mouse chooses what to recover from."""


class RecoverRoll(MouseTask, frozen=True):
    """The dice of a Recover action."""

    mark: str


class Catapult(Task, frozen=True):
    """A mouse is shot through the air: first who, then where to."""

    by: str
    mouse: str = ""


class TakeUp(MouseTask, frozen=True):
    """A mouse puts a party item back into the stash."""


class Launch(MouseTask, frozen=True):
    """The grape is launched at a minion."""


class Landing(Task, frozen=True):
    """The launched grape lands, one side up."""

    by: str
    at: Name


class Exploring(MouseTask, frozen=True):
    """A mouse chooses the way to explore."""


class Travel(MouseTask, frozen=True):
    """The party goes to another side."""

    side: str
    spaces: tuple[Name, ...]
    by: WayKind = "flip"


class Landfall(MouseTask, frozen=True):
    """The party chooses one of several flip spaces."""

    side: str
    spaces: tuple[Name, ...]
