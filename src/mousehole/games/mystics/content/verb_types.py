"""The verbs of which cards, tokens and creatures are made: effects are declared as tables, never as code."""

from typing import Literal, TypeAlias

from msgspec import Struct

from mousehole.games.mystics.content.selectors import AttackKind, Pick, Purse, Trigger, When, Who


class Verb(Struct, frozen=True, tag_field="verb", forbid_unknown_fields=True, omit_defaults=True):
    """What every verb has in common."""


class AddDice(Verb, frozen=True, tag="add_dice"):
    """More dice (or fewer) in the pool of its owner or of the other side."""

    count: int = 1
    pool: Literal["own", "other"] = "own"
    per: Pick | None = None  # once for each of these


class Double(Verb, frozen=True, tag="double"):
    """The battle value counts twice in this attack."""


class Sure(Verb, frozen=True, tag="sure"):
    """Every die of this attack shows a plain bow."""


class Reroll(Verb, frozen=True, tag="reroll"):
    """The roll just made is thrown again: all of it, or the worst dice."""

    dice: int = 0


class DoubleBlock(Verb, frozen=True, tag="double_block"):
    """A shield with a star blocks two hits."""


class Wound(Verb, frozen=True, tag="wound"):
    """Wounds without a defence roll."""

    who: Who = "self"
    n: int = 1
    poison: bool = False
    source: str = ""


class Poison(Verb, frozen=True, tag="poison"):
    """The wounds its owner deals are poison."""


class Prevent(Verb, frozen=True, tag="prevent"):
    """The wound does not happen."""


class Soften(Verb, frozen=True, tag="soften"):
    """The poison wound is a normal one."""


class Heal(Verb, frozen=True, tag="heal"):
    """Take wounds off; poison only where it says so."""

    who: Who = "self"
    n: int = 1
    wounds: Literal["normal", "poison", "any"] = "normal"


class Afflict(Verb, frozen=True, tag="afflict"):
    """Give a condition."""

    mark: str
    who: Who = "self"


class Relieve(Verb, frozen=True, tag="relieve"):
    """Take a condition off; without a name, one negative condition or poison wound of choice."""

    who: Who = "self"
    mark: str = ""


class KnockDown(Verb, frozen=True, tag="knock_down"):
    """Lay a small figure on its side."""

    who: Who = "self"


class Points(Verb, frozen=True, tag="points"):
    """More move points in this turn."""

    n: int = 1


class Push(Verb, frozen=True, tag="push"):
    """Shove figures one space, wherever that leads."""

    who: Who = "self"


class Leap(Verb, frozen=True, tag="leap"):
    """Stand on any space in sight that may be entered."""

    who: Who = "self"


class ShiftCard(Verb, frozen=True, tag="shift_card"):
    """Move the initiative card of a figure down (or up, when negative)."""

    who: Who = "self"
    by: int = 1


class Swap(Verb, frozen=True, tag="swap"):
    """Swap the initiative card with the one above."""


class Cheese(Verb, frozen=True, tag="cheese"):
    """Cheese goes from one purse to another."""

    n: int = 1
    of: Purse = "supply"
    to: Purse | Pick = "self"


class Weather(Verb, frozen=True, tag="weather"):
    """Rain or night begins or ends."""

    rain: bool | None = None
    night: bool | None = None


class Hourglass(Verb, frozen=True, tag="hourglass"):
    """Time passes."""

    by: int = 1


class ChapterEnd(Verb, frozen=True, tag="chapter_end"):
    """The chapter ends later."""

    by: int = 1


class Spawn(Verb, frozen=True, tag="spawn"):
    """Minions come."""

    minions: dict[str, int]
    greedy: bool = False
    ambush: bool = False


class Battle(Verb, frozen=True, tag="attack"):
    """Attack now: one roll against one figure, against all of them, or against everybody on its space."""

    who: Pick | None = None  # none: as in the Battle action
    by: Who = "self"
    dice: Literal["battle", "lore"] = "battle"
    attack: AttackKind | None = None  # none: as the weapon says
    sight: bool = True
    blast: bool = False
    weapons: str = ""  # once with each equipped weapon of this tag


class Hit(Verb, frozen=True, tag="hit"):
    """Automatic hits, against which everybody defends."""

    who: Who
    n: int = 1


class Extra(Verb, frozen=True, tag="extra"):
    """One more action in this turn."""

    n: int = 1


class EndTurn(Verb, frozen=True, tag="end_turn"):
    """The turn ends."""


class Draw(Verb, frozen=True, tag="draw"):
    """Draw search cards and keep one."""

    n: int = 1


class LoseCard(Verb, frozen=True, tag="lose_card"):
    """Lose a card of the pack, chosen by its owner."""

    who: Who = "other"


class Gain(Verb, frozen=True, tag="gain"):
    """Put a card into the pack."""

    card: str


class Lay(Verb, frozen=True, tag="lay"):
    """Lay a token on the own or a neighbouring space."""

    token: str
    near: bool = False


class Remove(Verb, frozen=True, tag="remove"):
    """Take the token away whose effect this is."""


class Offer(Verb, frozen=True, tag="offer"):
    """The mouse may use what it has for this occasion."""

    on: Trigger


class Break(Verb, frozen=True, tag="break"):
    """The card whose effect this is goes to the discards."""


class Rescue(Verb, frozen=True, tag="rescue"):
    """A captured mouse keeps its cards and comes back at once."""


class Lose(Verb, frozen=True, tag="lose_way"):
    """The mouse is lost until somebody finds it."""

    who: Who = "self"


class Test(Verb, frozen=True, tag="test"):
    """Roll for a star."""

    pool: Literal["move", "lore", "trap"] | int
    then: tuple["AnyVerb", ...] = ()
    otherwise: tuple["AnyVerb", ...] = ()


class Retarget(Verb, frozen=True, tag="retarget"):
    """The attack goes against another figure."""

    who: Who = "self"


class Approach(Verb, frozen=True, tag="approach"):
    """The hazard comes closer and wounds every small figure it touches."""

    spaces: int
    wounds: int = 1


class Search(Verb, frozen=True, tag="search"):
    """Search once more."""


class Grant(Verb, frozen=True, tag="grant"):
    """The achievement whose effect this is."""


class Award(Verb, frozen=True, tag="award"):
    """A story token for the party."""

    token: str


class Tell(Verb, frozen=True, tag="tell"):
    """Read a story moment."""

    moment: str


class Surge(Verb, frozen=True, tag="force_surge"):
    """The surge comes at once."""


class Join(Verb, frozen=True, tag="join"):
    """An ally or a pet joins a mouse."""

    friend: str
    who: Who = "self"


class Win(Verb, frozen=True, tag="win"):
    """The chapter is won."""


AnyVerb: TypeAlias = (
    AddDice | Double | Sure | Reroll | DoubleBlock | Wound | Poison | Prevent | Soften | Heal | Afflict | Relieve
    | KnockDown | Points | Push | Leap | ShiftCard | Swap | Cheese | Weather | Hourglass | ChapterEnd | Spawn | Battle
    | Join | Hit | Extra | EndTurn | Draw | LoseCard | Gain | Lay | Remove | Offer | Break | Rescue | Lose | Test
    | Retarget | Approach | Search | Grant
    | Award | Tell | Surge | Win
)  # fmt: skip


class Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a card or creature does: at its trigger, if the conditions hold, these verbs in order."""

    on: Trigger
    do: tuple[AnyVerb, ...]
    when: When = When()
    instead: bool = False  # it replaces what would happen
    optional: bool = False  # its owner may decline
    once: Literal["turn", "round", "attack"] | None = None
    cost: int = 0
