"""Tasks of attacks, wounds and what follows from them."""

from msgspec import Struct

from mousehole.games.mystics.content.selectors import AttackKind
from mousehole.games.mystics.tasks.task import Task


class Fight(Struct, frozen=True):
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


class Weapons(Task, frozen=True):
    """A mouse chooses the weapon of its attack."""

    mouse: str
    fight: Fight
    choices: tuple[str, ...] = ()


class Aim(Task, frozen=True):
    """A mouse chooses whom to attack, and may use an ability before."""

    fight: Fight


class CardAttack(Task, frozen=True):
    """A mouse chooses whom a card goes against."""

    fight: Fight
    blast: bool = False  # everybody on the target's space


class Command(Task, frozen=True):
    """A leader chooses who attacks now."""

    mice: tuple[str, ...]
    by: str


class Attack(Task, frozen=True):
    """An attack is declared."""

    fight: Fight


class AttackRoll(Task, frozen=True):
    """The dice of an attack."""

    fight: Fight


class Defences(Task, frozen=True):
    """Everybody attacked defends, if there is a hit."""

    fight: Fight


class Defend(Task, frozen=True):
    """The dice of one defender."""

    fight: Fight
    figure: str


class Strike(Task, frozen=True):
    """What was not blocked wounds."""

    fight: Fight
    figure: str
    wounds: int


class AfterAttack(Task, frozen=True):
    """An attack is over."""

    fight: Fight


class Harm(Task, frozen=True):
    """Wounds, one after the other."""

    figure: str
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


class Defeat(Task, frozen=True):
    """A minion leaves the board."""

    figure: str
    by: str = ""


class Capture(Task, frozen=True):
    """A mouse is captured."""

    mouse: str


class TakeAway(Task, frozen=True):
    """What a capture costs; `spared`: the cards stay, and the mouse comes back at once."""

    mouse: str
    spared: bool = False


class Rescue(Task, frozen=True):
    """A mouse comes back beside another one."""

    mouse: str
    at: str = ""  # where it was captured
