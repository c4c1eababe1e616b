"""What comes next, as data: every kind of task that a position may have on its agenda, the last one in hand."""

from typing import TypeAlias

from msgspec import Struct

from mousehole.games.mystics.content.content_types import WayKind
from mousehole.games.mystics.content.effect_types import AnyVerb, AttackKind, Trigger
from mousehole.games.mystics.content.tile_graph import Name


class Task(Struct, frozen=True, gc=False, tag=True, tag_field="task"):
    """Something to do."""

    @property
    def asks_about(self) -> str:
        """The mouse that its question is about, if the task names one."""
        return ""


class MouseTask(Task, frozen=True):
    """Something that a mouse does, or that happens to it."""

    mouse: str

    @property
    def asks_about(self) -> str:
        """That mouse."""
        return self.mouse


class FigureTask(Task, frozen=True):
    """Something that any figure does, or that happens to it."""

    figure: str


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

    @property
    def asks_about(self) -> str:
        """Whoever is chosen, before that whoever shoots."""
        return self.mouse or self.by


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

    @property
    def asks_about(self) -> str:
        """The attacker."""
        return self.fight.by


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

    @property
    def asks_about(self) -> str:
        """The leader."""
        return self.by


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

    @property
    def asks_about(self) -> str:
        """The mouse that lays it."""
        return self.mouse


class Trial(MouseTask, frozen=True):
    """A test for a star."""

    dice: int
    lore: bool
    then: tuple[AnyVerb, ...]
    otherwise: tuple[AnyVerb, ...]
    context: Context
    again: bool = False


class Answering(MouseTask, frozen=True):
    """The party answers a question of the story; the mouse at its head speaks for it."""

    question: str


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


class FirstAbility(MouseTask, frozen=True):
    """A mouse chooses the ability it starts with."""


class Arrive(Task, frozen=True):
    """Mice take their places on these spaces."""

    mice: tuple[str, ...]
    spaces: tuple[Name, ...]

    @property
    def asks_about(self) -> str:
        """The first of them."""
        return self.mice[0] if self.mice else ""


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

    @property
    def asks_about(self) -> str:
        """The mouse that is joined."""
        return self.mouse


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


AnyTask: TypeAlias = (
    MouseTurn | ChaseRoll | Chasing | Slither | MoveDie | Entered | Climb | Drift | Forced | Weapons | Aim
    | CardAttack | Command | Attack | AttackRoll | Defences | Defend | Strike | AfterAttack | Harm | Mark
    | Defeat | Capture | TakeAway | Rescue | FirstAbility | NewRound | NextCard | Close | Arrange | Ambush
    | FoeTurn | Bait | FoeAct | FoeMove | FoeAttack | Reanimate | CharmedMove | CharmedAttack | FriendTurn
    | FriendAct | FriendMove | FriendAttack | Joining | Eaten | Wheel | Surge | SurgeEnds | Time | Check
    | Finish | Keepsake | Enter | DrawEncounter | Meet | Disguise | Arrival | Arrive | Exploring | Landfall
    | Travel | BeforeSearch | SearchRoll | Found | DrawCard | Keep | PackLimit | Sharing | Equipping | Laying
    | TakeUp | Catapult | Launch | Landing | Recovering | RecoverRoll | Buzz | LeafTest | LeafAim | LeafFlight
    | LeafDrift | Paddling | Whistling | Flipping | Fire | React | Perform | Point | Lot | Trial | Again
    | Pushing | LayToken | Hazard | Losing | Relief | Answering
)  # fmt: skip
Agenda: TypeAlias = tuple[AnyTask, ...]  # the last task is the next to be done
