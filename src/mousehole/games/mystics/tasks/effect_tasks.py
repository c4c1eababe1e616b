"""Tasks of effects: triggers, reactions and verbs."""

from msgspec import Struct

from mousehole.games.mystics.content.selectors import AttackKind, Trigger
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.content.verb_types import AnyVerb
from mousehole.games.mystics.tasks.task import FigureTask, MouseTask, Task


class Context(Struct, frozen=True, gc=False):
    """Around what an effect happens: whose it is, who stands on the other side, and what was rolled."""

    me: str
    other: str = ""
    source: str = ""
    roll: tuple[int, ...] = ()
    attack: AttackKind | None = None
    weapon: str = ""
    own: bool = False  # the attack is its own
    cause: str = ""  # of a wound
    poison: bool = False
    first: bool = False
    at: Name = ""
    left: str = ""  # the side an explore came from
    figures: tuple[str, ...] = ()  # minions that have just come


class Fire(Task, frozen=True):
    """The effects of a figure at a trigger."""

    trigger: Trigger
    context: Context


class React(Task, frozen=True):
    """Mice may react, one after the other."""

    trigger: Trigger
    mice: tuple[str, ...]
    context: Context


class Perform(Task, frozen=True):
    """Verbs, one after the other."""

    verbs: tuple[AnyVerb, ...]
    context: Context


class Point(Task, frozen=True):
    """A figure is chosen for a verb."""

    verb: AnyVerb
    choices: tuple[str, ...]
    context: Context
    left: int = 1  # how many more may be chosen
    may: bool = False  # stopping is allowed


class Lot(Task, frozen=True):
    """A figure is drawn by lot for a verb."""

    verb: AnyVerb
    choices: tuple[str, ...]
    context: Context


class Pushing(FigureTask, frozen=True):
    """A space is chosen for a figure: next to it wherever that leads, or somewhere in sight."""

    chooser: str
    leap: bool = False


class LayToken(Task, frozen=True):
    """A space is chosen for a token: the mouse's own, or one nearby."""

    token: str
    mouse: str
    near: bool = False


class Trial(MouseTask, frozen=True):
    """A test for a star."""

    dice: int
    lore: bool
    then: tuple[AnyVerb, ...]
    otherwise: tuple[AnyVerb, ...]
    context: Context
    again: bool = False


class Losing(MouseTask, frozen=True):
    """A card of the pack is lost, chosen by its owner."""


class Relief(FigureTask, frozen=True):
    """What to relieve a figure of is chosen."""

    chooser: str


class Hazard(Task, frozen=True):
    """A hazard comes up to so many spaces closer to a mouse."""

    token: str
    at: Name
    mouse: str
    spaces: int
    wounds: int


class Again(MouseTask, frozen=True):
    """An ability may be paid for and done once more."""

    ability: str
    left: int
    context: Context
