"""Tasks of moving, searching, cards and exploring."""

from mousehole.games.mystics.content.content_types import WayKind
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.tasks.task import Task


class MoveDie(Task, frozen=True):
    """The movement die of a mouse."""

    mouse: str
    how: str  # "move", "scurry", or "idle" when the turn ends without a move


class Entered(Task, frozen=True):
    """A mouse has come to a space."""

    mouse: str


class Climb(Task, frozen=True):
    """A mouse tries to leave the water."""

    mouse: str
    to: Name


class Drift(Task, frozen=True):
    """The current carries a mouse."""

    mouse: str


class Forced(Task, frozen=True):
    """A figure has been moved to a space against its will."""

    figure: str


class BeforeSearch(Task, frozen=True):
    """A mouse may use something before it searches."""

    mouse: str
    dice: int = 1


class SearchRoll(Task, frozen=True):
    """A mouse searches."""

    mouse: str
    dice: int = 1
    again: bool = False


class Found(Task, frozen=True):
    """A search has succeeded, or not."""

    mouse: str
    stars: int
    cards: int = 1  # to draw, of which one is kept


class DrawCard(Task, frozen=True):
    """A search card is drawn."""

    mouse: str
    n: int = 1
    seen: tuple[str, ...] = ()


class Keep(Task, frozen=True):
    """A found card goes to the pack or is worth one cheese."""

    mouse: str
    card: str


class PackLimit(Task, frozen=True):
    """A pack may hold only so much."""

    mouse: str


class Sharing(Task, frozen=True):
    """Two mice exchange cards and cheese."""

    mouse: str
    partner: str
    cards: tuple[str, ...] = ()  # those that have moved
    given: int = 0
    taken: int = 0


class Equipping(Task, frozen=True):
    """A mouse moves cards between slots and pack."""

    mouse: str
    cards: tuple[str, ...] = ()  # those that have moved


class Laying(Task, frozen=True):
    """The second end of the hook is laid."""

    token: str
    at: Name


class Recovering(Task, frozen=True):
    """A mouse chooses what to recover from."""

    mouse: str


class RecoverRoll(Task, frozen=True):
    """The dice of a Recover action."""

    mouse: str
    mark: str


class Catapult(Task, frozen=True):
    """A mouse is shot through the air: first who, then where to."""

    by: str
    mouse: str = ""


class TakeUp(Task, frozen=True):
    """A mouse puts a party item back into the stash."""

    mouse: str


class Launch(Task, frozen=True):
    """The grape is launched at a minion."""

    mouse: str


class Landing(Task, frozen=True):
    """The launched grape lands, one side up."""

    by: str
    at: Name


class Exploring(Task, frozen=True):
    """A mouse chooses the way to explore."""

    mouse: str


class Travel(Task, frozen=True):
    """The party goes to another side."""

    mouse: str
    side: str
    spaces: tuple[Name, ...]
    by: WayKind = "flip"


class Landfall(Task, frozen=True):
    """The party chooses one of several flip spaces."""

    mouse: str
    side: str
    spaces: tuple[Name, ...]
