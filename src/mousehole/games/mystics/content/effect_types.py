"""Effects as data: triggers, conditions, selectors, and the verbs of which cards, tokens and creatures are made."""

from typing import Literal, TypeAlias

from msgspec import Struct

from mousehole.games.mystics.content.references import ConditionName, ItemName, MinionName, SideName, TokenName

AttackKind: TypeAlias = Literal["melee", "ranged"]
Trigger: TypeAlias = Literal[
    "use", "before_attack", "after_attack", "before_search", "after_search",  # when its owner may use it
    "attacks", "defends", "moves", "searches",  # while a pool is counted
    "attacked", "friend_attacked", "wound", "placed",  # when its owner may react
    "attack_rolled", "defence_rolled", "tested", "move_rolled", "search_rolled", "wheel",
    "wounds", "wounded", "defeats", "captured", "entered", "passed", "trap",
    "turn_start", "turn_end", "card_end",
    "explored", "surge", "page", "drawn",
]  # fmt: skip


class Match(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a figure must be like; everything said must hold."""

    size: Literal["small", "large"] | None = None
    kinds: tuple[str, ...] = ()
    minion: MinionName = ""  # this very creature, boss or not
    classes: tuple[str, ...] = ()
    mouse: bool | None = None
    boss: bool | None = None
    lower: bool | None = None  # on the initiative track than the one whose effect it is
    apart: bool | None = None  # on another space than the one whose effect it is
    mark: ConditionName = ""
    without: ConditionName = ""  # a marker that it may not have
    wounded: bool | None = None
    hurt: bool | None = None  # wounded other than by poison
    ailing: bool | None = None  # poisoned, or with a bad marker
    poisoned: bool | None = None
    cheese: bool | None = None
    cards: bool | None = None  # has a card in its pack that is no trick


class When(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """When an effect applies; everything said must hold."""

    attack: AttackKind | None = None
    weapon: bool = False  # only in an attack made with this very card
    me: Match | None = None
    other: Match | None = None
    own: bool | None = None  # whether the attack is its own
    miss: bool | None = None
    stars: int = 0
    cheese: int = 0
    bows: int = 0
    number: int | None = None  # of the movement die
    source: str = ""  # of a wound
    poison: bool | None = None  # what a wound is
    first: bool = False  # only the first wound of an attack
    outdoor: bool | None = None
    rain: bool | None = None
    night: bool | None = None
    captures: int = 0
    tally: tuple[str, int] | None = None  # so many creatures of a kind defeated in this encounter
    page: int = 0  # from this page of the hourglass on
    side: SideName = ""
    left: SideName = ""  # the side an explore came from
    stash: ItemName = ""
    answers: tuple[tuple[str, str], ...] = ()  # what the party has answered: each question with its answer
    earned: str = ""  # a story token that the party has
    moving: bool | None = None  # its move is still to come or going on


class Selector(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Figures, seen from the one whose effect it is."""

    of: Literal["mice", "minions", "figures"] = "mice"
    where: Literal["space", "near", "next", "tile", "seen", "other_space", "new"] = "space"
    others: bool = False  # not the one whose effect it is
    another: bool = False  # not the one on the other side
    match: Match | None = None
    how: Literal["one", "all", "lore", "lot"] = "one"  # lore: up to as many as its lore; lot: one drawn at random


Who: TypeAlias = Literal["self", "other"] | Selector
Purse: TypeAlias = Literal["self", "other", "supply", "wheel", "loot"]


class Verb(Struct, frozen=True, tag_field="verb", forbid_unknown_fields=True, omit_defaults=True):
    """What every verb has in common."""


class AddDice(Verb, frozen=True, tag="add_dice"):
    """More dice (or fewer) in the pool of its owner or of the other side."""

    count: int = 1
    pool: Literal["own", "other"] = "own"
    per: Selector | None = None  # once for each of these


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

    mark: ConditionName
    who: Who = "self"


class Relieve(Verb, frozen=True, tag="relieve"):
    """Take a condition off; without a name, one negative condition or poison wound of choice."""

    who: Who = "self"
    mark: ConditionName = ""


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
    to: Purse | Selector = "self"


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

    minions: dict[MinionName, int]
    greedy: bool = False
    ambush: bool = False


class Battle(Verb, frozen=True, tag="attack"):
    """Attack now: one roll against one figure, against all of them, or against everybody on its space."""

    who: Selector | None = None  # none: as in the Battle action
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

    card: ItemName


class Lay(Verb, frozen=True, tag="lay"):
    """Lay a token on the own or a neighbouring space."""

    token: TokenName
    near: bool = False


class Remove(Verb, frozen=True, tag="remove"):
    """Take the token away whose effect this is."""


class OfferUse(Verb, frozen=True, tag="offer"):
    """The mouse may use what it has for this occasion."""

    on: Trigger


class Break(Verb, frozen=True, tag="break"):
    """The card whose effect this is goes to the discards."""


class Reprieve(Verb, frozen=True, tag="rescue"):
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


class Ask(Verb, frozen=True, tag="ask"):
    """Ask the party a question of the chapter."""

    question: str


class ForceSurge(Verb, frozen=True, tag="force_surge"):
    """The surge comes at once."""


class Join(Verb, frozen=True, tag="join"):
    """An ally or a pet joins a mouse."""

    friend: MinionName
    who: Who = "self"


class Win(Verb, frozen=True, tag="win"):
    """The chapter is won."""


AnyVerb: TypeAlias = (
    AddDice | Double | Sure | Reroll | DoubleBlock | Wound | Poison | Prevent | Soften | Heal | Afflict | Relieve
    | KnockDown | Points | Push | Leap | ShiftCard | Swap | Cheese | Weather | Hourglass | ChapterEnd | Spawn | Battle
    | Join | Hit | Extra | EndTurn | Draw | LoseCard | Gain | Lay | Remove | OfferUse | Break | Reprieve | Lose | Test
    | Retarget | Approach | Search | Grant
    | Award | Tell | Ask | ForceSurge | Win
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
