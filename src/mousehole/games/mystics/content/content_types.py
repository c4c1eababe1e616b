"""The types of the content files: heroes, minions, items, abilities, tiles, chapters."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from mousehole.games.mystics.content.effect_types import AnyVerb, AttackKind, Effect, When
from mousehole.games.mystics.content.references import (
    AbilityName,
    ChapterName,
    EncounterName,
    HeroName,
    ItemName,
    MinionName,
    Ref,
    SideName,
    SpaceName,
    SpaceNames,
    SpeakerName,
    TerrainName,
    TokenName,
)

Class: TypeAlias = Literal["leader", "warrior", "tinkerer", "healer", "scamp", "mystic", "archer", "wild"]
Slot: TypeAlias = Literal["head", "body", "charm", "paw"]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Page: TypeAlias = Annotated[int, Meta(ge=1, le=8)]
WayKind: TypeAlias = Literal["exit", "flip", "gear", "gecko", "hook", "tree", "leaf"]
Effects: TypeAlias = tuple[Effect, ...]
Habit: TypeAlias = Literal["bait", "reanimate", "melee", "ranged", "pounce", "chase", "strike", "coil"]


class ContentEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every table of content has: a name that people read."""

    name: str


class IllustratedEntry(ContentEntry, frozen=True, kw_only=True):
    """What has a picture: its own, or that of a thing of the game that it looks like."""

    looks: str = ""


class Innate(ContentEntry, frozen=True):
    """What only this hero can do."""

    words: str
    effects: Effects = ()
    climber: bool = False  # gecko prints cost it nothing extra


class Hero(IllustratedEntry, frozen=True):
    """A mouse that can join the party; `call` is what its friends call it."""

    call: str
    words: str
    classes: tuple[Class, ...]
    battle: Count
    defence: Count
    lore: Count
    move: Count
    life: Annotated[int, Meta(ge=1, le=12)]
    items: tuple[ItemName, ...]
    innate: Innate
    tail: str = ""  # the tag of items that fit its tail
    first: AbilityName = ""  # the ability that is offered to beginners


class MinionCard(Struct, frozen=True, forbid_unknown_fields=True):
    """One initiative card of a minion."""

    battle: Count
    defence: Count
    life: Annotated[int, Meta(ge=0, le=12)] = 1
    name: str = ""
    behaviour: tuple[Habit, ...] = ("melee",)
    effects: Effects = ()


class Minion(IllustratedEntry, frozen=True):
    """A creature that fights the mice, or for them."""

    words: str
    kinds: tuple[str, ...]
    size: Literal["small", "large", "token"]  # a token takes no room; otherwise it counts as large
    attack: AttackKind
    most: Annotated[int, Meta(ge=1, le=12)]
    cards: Annotated[tuple[MinionCard, ...], Meta(min_length=1)]
    flying: bool = False
    boss: bool = False
    tale: str = ""  # told when it comes, of a boss
    friend: Literal["ally", "pet"] | None = None  # it fights for the mice and has no initiative card
    stacked: bool = False  # one place on the track: only the top card acts and is wounded
    ordered: bool = False  # its cards lie on the track in this order
    together: bool = False  # its cards go only when all of them are defeated
    body: tuple[Annotated[int, Meta(ge=1, le=4)], ...] = ()  # the lengths of a snake's body tokens


class Item(IllustratedEntry, frozen=True):
    """A search card or a piece of starting equipment."""

    words: str
    kind: Literal["weapon", "armour", "accessory", "scroll", "trick", "party", "event"]
    slot: Slot | None = None
    paws: Annotated[int, Meta(ge=1, le=2)] = 1
    classes: tuple[Class, ...] = ()
    attack: AttackKind | None = None
    close: AttackKind | None = None  # what it is against a target on the own space
    tags: tuple[str, ...] = ()
    effects: Effects = ()
    copies: Count = 0  # in the search deck
    token: TokenName = ""


class Ability(ContentEntry, frozen=True):
    """An ability card."""

    words: str
    kind: Literal["action", "free", "replace_battle", "reaction"]
    cost: Annotated[int, Meta(ge=0, le=6)]
    effects: Annotated[Effects, Meta(min_length=1)]
    classes: tuple[Class, ...] = ()  # none: any mouse
    cheaper: dict[Class, int] = field(default_factory=dict)
    most: Annotated[int, Meta(ge=1, le=6)] = 1  # how often one use may be paid for
    copies: Annotated[int, Meta(ge=1, le=4)] = 1


class Recover(Struct, frozen=True, forbid_unknown_fields=True):
    """How the Recover action takes a condition off."""

    dice: Count = 0  # 0: no roll
    helpers: bool = False  # one die more for every other mouse on the space
    wet: bool = False  # no roll in water or in the rain
    on: tuple[TokenName, ...] = ()  # only on a space with one of these tokens


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """Another body: its values replace the mouse's own, its equipment and weapons."""

    battle: Count
    defence: Count
    attack: AttackKind = "melee"


class Condition(IllustratedEntry, frozen=True):
    """A marker on a figure."""

    words: str
    negative: bool = False
    until: Literal["turn", "round", "own_turn"] | None = None
    bars: tuple[Literal["move", "action"], ...] = ()
    effects: Effects = ()
    recover: Recover | None = None
    form: Form | None = None
    unseen: bool = False  # nobody can choose it as a target
    sure: bool = False  # its next test succeeds
    glides: bool = False  # lines and water do not hinder it
    cheese: Literal["wheel"] | None = None  # where the cheese it rolls goes
    puppet: bool = False  # it takes its turn as a minion


class Terrain(IllustratedEntry, frozen=True):
    """What a space is made of."""

    words: str
    enter: Literal["free", "ends_move", "forbidden", "deadly", "gap"] = "free"
    climbs: bool = False  # leaving it takes the whole move and a star
    wet: bool = False
    free_actions: bool = True
    limit: bool = True  # false: any number of figures
    blocks_sight: bool = False
    blocks_flight: bool = False


class TokenKind(IllustratedEntry, frozen=True):
    """A thing on the board that is no figure."""

    words: str
    kind: Literal["trap", "hazard", "mortar", "feature", "fork", "hook", "grape", "leaf", "turtle"]
    item: ItemName = ""  # the party item it is
    minions: bool = False  # it works on minions too
    bee: bool = False  # a bee lives in it, in the Downwood
    effects: Effects = ()


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Minions that come together."""

    minions: dict[MinionName, Annotated[int, Meta(ge=1, le=12)]]
    page: Page = 1  # from this page on
    greedy: bool = False


class Encounter(ContentEntry, frozen=True):
    """An encounter card."""

    bands: Annotated[tuple[Group, ...], Meta(min_length=1)]
    surge: Group
    ambush: bool = False
    rain: bool = False
    night: bool = False


class Achievement(ContentEntry, frozen=True):
    """What the first mouse of a chapter can earn."""

    words: str
    earn: Annotated[Effects, Meta(min_length=1)]
    effects: Effects = ()


class TilePlacement(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile of the chapter: where it lies, and which side is up."""

    tile: str
    up: SideName
    at: tuple[int, int]


class StartSpaces(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the mice begin."""

    side: str
    spaces: Annotated[tuple[SpaceName, ...], Meta(min_length=1)]


class Post(Struct, frozen=True, forbid_unknown_fields=True):
    """A minion that the chapter puts on a certain space."""

    minion: MinionName
    at: SpaceName


class TokenPlacement(Struct, frozen=True, forbid_unknown_fields=True):
    """A token that lies on a space."""

    token: TokenName
    at: SpaceName


class SideSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a chapter does when a side is entered for the first time."""

    side: str
    draws: bool = True  # an encounter card
    groups: tuple[Group, ...] = ()
    posts: tuple[Post, ...] = ()
    tokens: tuple[TokenPlacement, ...] = ()
    ambush: bool = False
    story: str = ""
    do: tuple[AnyVerb, ...] = ()  # what happens before the minions come
    when: When = When()  # of several for one side, the first that fits counts


class Speaker(IllustratedEntry, frozen=True):
    """Somebody who speaks in the story, with a portrait."""


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What the party can answer to a question, and what comes of it at once."""

    words: str
    told: str  # what is read aloud then
    do: tuple[AnyVerb, ...] = ()
    liked: Annotated[int, Meta(ge=1, le=9)] = 1  # how much companions are inclined to it, against the others


class StoryQuestion(ContentEntry, frozen=True):
    """A question that the story asks the party once; the answer is remembered in the whole campaign."""

    words: str
    answers: dict[str, Answer]  # two or three
    speaker: SpeakerName = ""


class Ending(ContentEntry, frozen=True):
    """What is told after a victory, if what the party has done fits it."""

    words: str
    when: When = When()


class Journey(Struct, frozen=True, forbid_unknown_fields=True):
    """A way to explore, and the side it leads to."""

    by: WayKind
    to: str


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """How a chapter is won."""

    words: str
    defeated: tuple[MinionName, ...] = ()
    journeys: tuple[Journey, ...] = ()  # ways that the party must have gone
    carries: ItemName = ""  # a party item that has to be in the stash
    side: str = ""
    colour: str = ""  # all mice next to this exit

    @property
    def asks(self) -> bool:
        """Whether it asks for something itself; one that does not is reached by the verb win alone."""
        return bool(self.defeated or self.journeys or self.carries or self.side)


class Chapter(ContentEntry, frozen=True):
    """A chapter: tiles, deck, set-ups, goals and story."""

    intro: str
    victory: str
    defeat: str
    party: Annotated[int, Meta(ge=1, le=6)]
    tiles: Annotated[tuple[TilePlacement, ...], Meta(min_length=1)]
    start: StartSpaces
    end_page: Annotated[int, Meta(ge=2, le=8)]
    encounters: tuple[EncounterName, ...]
    goal: Goal
    needs: tuple[HeroName, ...] = ()
    cheese: Count = 0
    aside: tuple[str, ...] = ()  # search cards that stay in the box
    overlays: tuple[str, ...] = ()  # branches that are laid over tiles
    gifts: dict[str, str] = field(default_factory=dict)  # party items to start with, by story token
    places: tuple[SideSetup, ...] = ()
    effects: Effects = ()
    story: dict[str, str] = field(default_factory=dict)
    voices: dict[str, SpeakerName] = field(default_factory=dict)  # who speaks in which moment
    questions: dict[str, StoryQuestion] = field(default_factory=dict)
    endings: tuple[Ending, ...] = ()
    night_sight: Annotated[int, Meta(ge=1, le=9)] | None = None  # how many spaces one sees at night
    surge: Effects = ()
    surge_also: bool = False  # the encounter card's surge comes beside the chapter's


class CampaignSheet(ContentEntry, frozen=True):
    """The chapters in order."""

    chapters: tuple[ChapterName, ...]
    tokens: dict[str, str] = field(default_factory=dict)  # story tokens and what they are called


class Difficulty(Struct, frozen=True, forbid_unknown_fields=True):
    """By how much chapters are easier or harder than they are written."""

    battle: Annotated[int, Meta(ge=-6, le=6)] = 0  # of everybody who fights against the mice


class RuleNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the rules."""

    wheel: int
    pages: int
    pack: int
    level_cost: int
    space_limit: int
    yellow_up: int
    mortar_dice: int
    drift: int
    drift_rain: int
    hook_reach: int
    search_cards: int  # all copies together
    turtles: dict[Literal["shell", "bubbles", "snapper"], Annotated[int, Meta(ge=1, le=9)]]
    sight_radius: float
    supply: int
    gentle: Difficulty = Difficulty()
    grim: Difficulty = Difficulty()


Edge: TypeAlias = Literal["north", "east", "south", "west"]


class Space(Struct, frozen=True, forbid_unknown_fields=True):
    """A space of a tile side; one unit is about the way from a space to the next."""

    x: float
    y: float
    terrain: TerrainName = "floor"
    current: str = ""  # the space it flows to, or "off"
    size: float = 1.0


class Seam(Struct, frozen=True, forbid_unknown_fields=True):
    """A line between two neighbouring spaces; `up` is the space that is hard to reach."""

    between: Annotated[tuple[str, str], Ref("spaces")]
    kind: Literal["yellow", "red"]
    up: str = ""
    gecko: bool = False


class Exit(Struct, frozen=True, forbid_unknown_fields=True):
    """A way off the tile."""

    colour: str
    edge: Edge
    near: Annotated[SpaceNames, Meta(min_length=1)]


class Symbol(Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol that only some mice can explore."""

    kind: Literal["gear", "gecko", "hook", "tree"]
    near: Annotated[SpaceNames, Meta(min_length=1)]
    leads: SideName
    arrive: Annotated[tuple[str, ...], Meta(min_length=1)]


class LeafLanding(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a leaf from a branch begins its flight: beside the tree, on the side below."""

    side: str
    at: str


class TileSide(IllustratedEntry, frozen=True):
    """One side of a tile: a graph of spaces."""

    tile: str
    words: str
    spaces: dict[str, Space]
    paths: tuple[tuple[SpaceName, ...], ...]  # chains of neighbours
    entries: Annotated[tuple[SpaceName, ...], Meta(min_length=1)]
    lines: tuple[Seam, ...] = ()
    walls: tuple[tuple[float, float, float, float], ...] = ()
    exits: tuple[Exit, ...] = ()
    flips: tuple[SpaceName, ...] = ()
    points: tuple[Symbol, ...] = ()
    tokens: tuple[TokenPlacement, ...] = ()
    arrow: Literal["none", "green", "blue"] = "none"
    overlay: bool = False  # a branch that is laid over a tile
    drop: LeafLanding | None = None  # where its leaves come down
    lanes: tuple[SpaceNames, ...] = ()  # straight rows of water
