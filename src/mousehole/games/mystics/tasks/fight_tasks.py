"""Tasks of attacks, wounds and what follows from them."""

from msgspec import Struct

from mousehole.games.mystics.content.selectors import AttackKind
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.tasks.task import FigureTask, MouseTask, Task


class Fight(Struct, frozen=True, gc=False):
    """An attack: one roll, against which everybody attacked defends alone."""

    by: str
    at: tuple[str, ...] = ()
    kind: AttackKind = "melee"
    weapon: str = ""
    dice: int | None = None  # instead of the battle value
    more: int = 0
    less: int = 0  # dice that defenders lose
    guard: tuple[tuple[str, int], ...] = ()  # dice that one of several defenders has gained
    doubled: bool = False
    sure: bool = False
    sight: bool = True
    again: bool = False  # thrown a second time
    double_block: bool = False
    roll: tuple[int, ...] = ()
    hits: int = 0


class FightTask(Task, frozen=True):
    """A stage of an attack."""

    fight: Fight


class Weapons(FightTask, frozen=True):
    """A mouse chooses the weapon of its attack."""

    choices: tuple[str, ...] = ()


class Aim(FightTask, frozen=True):
    """A mouse chooses whom to attack, and may use an ability before."""


class CardAttack(FightTask, frozen=True):
    """A mouse chooses whom a card goes against."""

    blast: bool = False  # everybody on the target's space


class Command(Task, frozen=True):
    """A leader chooses who attacks now."""

    mice: tuple[str, ...]
    by: str


class Attack(FightTask, frozen=True):
    """An attack is declared."""


class AttackRoll(FightTask, frozen=True):
    """The dice of an attack."""


class Defences(FightTask, frozen=True):
    """Everybody attacked defends, if there is a hit."""


class Defend(FightTask, frozen=True):
    """The dice of one defender."""

    figure: str


class Strike(FightTask, frozen=True):
    """What was not blocked wounds."""

    figure: str
    wounds: int


class AfterAttack(FightTask, frozen=True):
    """An attack is over."""

    bees: tuple[Name, ...] = ()  # the flowers of those that were about whoever was attacked


class Harm(FigureTask, frozen=True):
    """Wounds, one after the other."""

    n: int
    by: str = ""
    cause: str = ""
    poison: bool = False
    first: bool = True
    roll: tuple[int, ...] = ()
    kind: AttackKind | None = None
    weapon: str = ""


class Mark(Task, frozen=True):
    """One wound is put on a figure."""

    harm: Harm


class Defeat(FigureTask, frozen=True):
    """A minion leaves the board."""

    by: str = ""


class Capture(MouseTask, frozen=True):
    """A mouse is captured."""


class TakeAway(MouseTask, frozen=True):
    """What a capture costs; `spared`: the cards stay, and the mouse comes back at once."""

    spared: bool = False


class Rescue(MouseTask, frozen=True):
    """A mouse comes back beside another one."""

    at: str = ""  # where it was captured
