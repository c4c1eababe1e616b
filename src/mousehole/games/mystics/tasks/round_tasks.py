"""Tasks of rounds, turns, encounters and time."""

from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.tasks.task import FigureTask, MouseTask, Task


class FirstAbility(MouseTask, frozen=True):
    """A mouse chooses the ability it starts with."""


class Arrive(Task, frozen=True):
    """Mice take their places on these spaces."""

    mice: tuple[str, ...]
    spaces: tuple[Name, ...]


class Enter(Task, frozen=True):
    """The party is on a side; the first time something happens."""


class DrawEncounter(Task, frozen=True):
    """An encounter card is drawn."""

    ambush: bool = False


class Meet(Task, frozen=True):
    """An encounter card is carried out."""

    card: str
    ambush: bool = False


class Arrival(Task, frozen=True):
    """Minions come: which, still to be placed, and what is to be done with their cards."""

    kinds: tuple[str, ...]
    greedy: bool = False
    ambush: bool = False
    fresh: bool = False  # there was nobody on the board before
    came: tuple[str, ...] = ()  # figures placed so far


class Disguise(Task, frozen=True):
    """The party may go unnoticed by rats."""

    arrival: "Arrival"


class Arrange(Task, frozen=True):
    """The order of cards is drawn."""

    cards: tuple[str, ...]
    came: tuple[str, ...]
    fresh: bool
    ambush: bool


class Ambush(Task, frozen=True):
    """New minion cards move up the track."""

    cards: tuple[str, ...]


class NewRound(Task, frozen=True):
    """A round begins at the top of the track."""


class NextCard(Task, frozen=True):
    """The next card of the track has its turn."""


class MouseTurn(MouseTask, frozen=True):
    """A mouse does what it wants."""


class Close(Task, frozen=True):
    """The turn of a card is over."""

    card: str


class FoeTurn(Task, frozen=True):
    """The figures of a minion card act one by one."""

    card: str
    acted: tuple[str, ...] = ()


class Bait(Task, frozen=True):
    """The grape may be laid out before roaches act."""

    card: str


class FoeAct(FigureTask, frozen=True):
    """One minion acts."""


class FoeMove(FigureTask, frozen=True):
    """The movement die of a minion."""


class FoeAttack(FigureTask, frozen=True):
    """A minion attacks whom it must."""


class Reanimate(FigureTask, frozen=True):
    """A mindless rat that lies down pulls itself together, or bursts."""


class CharmedMove(MouseTask, frozen=True):
    """A charmed mouse moves like a minion."""


class CharmedAttack(MouseTask, frozen=True):
    """A charmed mouse attacks like a minion."""


class FriendTurn(MouseTask, frozen=True):
    """The allies and pets of a mouse act one by one."""

    acted: tuple[str, ...] = ()


class FriendAct(FigureTask, frozen=True):
    """An ally or a pet acts; its player chooses between minions that are equally near."""


class FriendMove(FigureTask, frozen=True):
    """The movement die of an ally or a pet."""

    at: str  # the minion it goes for


class FriendAttack(FigureTask, frozen=True):
    """An ally or a pet attacks the nearest minion."""


class Joining(Task, frozen=True):
    """An ally or a pet joins a mouse."""

    kind: str
    mouse: str


class Eaten(Task, frozen=True):
    """Those that reached the grape go with it."""

    card: str


class Wheel(Task, frozen=True):
    """Cheese goes on the minion wheel."""

    n: int = 1


class Surge(Task, frozen=True):
    """The wheel is full."""


class SurgeEnds(Task, frozen=True):
    """The surge is over: card and wheel are cleared."""


class Time(Task, frozen=True):
    """The hourglass moves."""

    by: int = 1


class Check(Task, frozen=True):
    """Perhaps the chapter is won."""


class Keepsake(MouseTask, frozen=True):
    """A mouse chooses the search card that it takes along to the next chapter."""


class Finish(Task, frozen=True):
    """The chapter is over."""

    won: bool
    reason: str
