"""A position: figures, cards, tokens, the track, and the agenda of what comes next."""

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import astuple, force_setattr

from mousehole.core.game import Problem, Turn
from mousehole.core.kit import Bag, Derived, set_derived
from mousehole.core.words import line
from mousehole.games.mystics.content.content_types import Chapter, Effects, Hero, Journey
from mousehole.games.mystics.content.pack import Pack, find, fitted
from mousehole.games.mystics.content.tile_graph import Ground, Name
from mousehole.games.mystics.moves import Event, Setup
from mousehole.games.mystics.tasks import Agenda, AnyTask

SLOTS = ("head", "body", "charm", "left", "right", "tail")


class ChapterLayout(Derived):
    """What follows from a set-up."""

    __slots__ = ("chapter", "heroes", "on", "pack", "place", "seat", "wild")
    pack: Pack
    chapter: Chapter
    heroes: dict[str, Hero]
    on: dict[str, Effects]  # what the chapter does, by trigger
    place: dict[str, int]  # of a mouse in the party
    seat: dict[str, int]  # who steers which mouse
    wild: bool  # whether somebody of the party is


class Box(ChapterLayout, Struct, frozen=True, cache_hash=True):
    """What never changes during a game."""

    setup: Setup

    def __post_init__(self) -> None:
        set_derived(self, chapter_layout(self.setup))


@lru_cache(1024)
def chapter_layout(setup: Setup) -> ChapterLayout:
    """Lay out what a set-up fixes."""
    layout = ChapterLayout()
    layout.pack = pack = fitted(find(setup.pack), setup.difficulty)
    layout.chapter = pack.chapters[setup.chapter]
    effects = layout.chapter.effects
    layout.on = {trigger: tuple(e for e in effects if e.on == trigger) for trigger in {e.on for e in effects}}
    layout.heroes = {hero: pack.heroes[hero] for hero in setup.party}
    layout.wild = any("wild" in hero.classes for hero in layout.heroes.values())
    layout.place = {name: n for n, name in enumerate(setup.party)}
    steers = setup.steers or tuple(n % setup.players for n in range(len(setup.party)))
    layout.seat = dict(zip(setup.party, steers, strict=True))
    return layout


class Mouse(Struct, frozen=True, gc=False):
    """A mouse of the party; `at` is empty while it is captured or lost."""

    id: str
    at: Name = ""
    wounds: int = 0
    poison: int = 0
    cheese: int = 0
    marks: tuple[str, ...] = ()
    worn: tuple[str, ...] = ("",) * 6  # by slot
    pack: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()  # the sides where its search is spent
    captures: int = 0
    lost: bool = False


class Foe(Struct, frozen=True, gc=False):
    """A minion on the board."""

    id: str
    kind: str
    at: Name
    wounds: tuple[int, ...] = (0,)  # on each of its cards
    marks: tuple[str, ...] = ()
    body: tuple[Name, ...] = ()  # the spaces a snake lies on, from its tail to its head


class Friend(Foe, frozen=True):
    """An ally or a pet: it fights like a minion, but for the mice."""

    owner: str = ""  # the mouse whose player chooses for it


class Token(Struct, frozen=True, gc=False):
    """A thing on the board; a hook and thread lies on two spaces."""

    kind: str
    at: Name
    end: Name = ""


class Bee(Struct, frozen=True, gc=False):
    """A bee: its flower, and the figure it follows."""

    home: Name
    host: str = ""


Prey: TypeAlias = Mouse | Friend


class Acting(Struct, frozen=True, gc=False):
    """What the card in turn has done so far."""

    card: str = ""
    rolled: bool = False
    moving: str = ""  # "move" or "scurry" while points are left
    fresh: bool = True  # no step of this move is made yet
    points: int = 0
    bonus: int = 0
    actions: int = 0
    over: bool = False
    ends: Literal["", "arrival", "journey"] = ""  # why the round is over with this turn
    last: bool = False  # of the mice in a round that is over so
    used: tuple[str, ...] = ()
    spoken: tuple[str, ...] = ()  # mice that have used an ability in this turn
    attacked: tuple[str, ...] = ()  # mice and their friends that this card has attacked


NewsKind: TypeAlias = Literal[
    "again", "ambush", "answers", "asks", "attacks", "award", "bee", "blocks", "blow", "breaks", "bubbles", "bursts",
    "captured", "chases", "cheese", "climbs", "coils", "comes", "cursed_cheese", "defeated", "disguised", "dives",
    "does", "drifts", "drops", "eaten", "encounter", "ends", "enthralled", "explores", "fails", "falls", "finds",
    "flies", "gift", "gives", "gives_cheese", "goes", "heals", "hits", "hurt", "idle", "joins", "keeps", "later",
    "launches", "lays", "leaf_drifts", "leaf_flies", "leaf_lost", "leaf_stays", "leaps", "learns", "loot", "lost",
    "marked", "misses", "mortar", "night", "no_way", "nothing", "order", "ordered", "page", "parts", "passes", "plays",
    "poisoned", "pounces", "prevented", "pushes_up", "puts_away", "puts_on", "quiet", "rain", "recovers", "removed",
    "rescued", "roams", "robbed", "rolls", "rolls_down", "round", "searches", "sells", "shell", "shifts", "shoved",
    "shrugs", "skips", "slips", "snapper", "snaps", "splat", "stands", "stashes", "steps_in", "story", "strikes",
    "suffers", "surge", "takes_up", "throws", "token", "turn", "turtle_drifts", "turtles", "uses", "waits", "walks",
    "washed_off", "weather", "wheel", "wilder", "wounded",
]  # fmt: skip


class News(Struct, frozen=True, gc=False):
    """Something that happened while an event was carried out."""

    what: NewsKind
    who: str = ""
    other: str = ""
    n: int = 0


class TurnSlot:
    """The question that a finished position asks, kept with it."""

    __slots__ = ("turn",)
    turn: Turn[Event]


class State(TurnSlot, Struct, frozen=True, gc=False):
    """One position; nothing in it leads back to it, so no collector has to look for circles."""

    box: Box  # the set-up, and what follows from it
    mice: tuple[Mouse, ...]  # the party, in its order
    side: str  # the side of a tile that the party is on
    up: tuple[str, ...]  # which side of each tile lies up
    end: int  # the page on which the chapter ends
    supply: int  # cheese beside the board
    search: Bag[str]  # search cards that nobody has seen, as counts
    deck: Bag[str]  # encounter cards that nobody has seen, as counts
    foes: tuple[Foe, ...] = ()  # minions on the board
    friends: tuple[Friend, ...] = ()  # allies and pets
    track: tuple[str, ...] = ()  # initiative cards in their order
    place: int = -1  # of the card in turn
    done: tuple[str, ...] = ()  # cards that have had their turn in this round
    acting: Acting = Acting()  # what the card in turn has done so far
    wheel: int = 0  # cheese on the minions' wheel
    page: int = 1  # where the hourglass stands
    night: bool = False
    rain: bool = False
    explored: tuple[str, ...] = ()  # sides where the party has been
    tokens: tuple[Token, ...] = ()  # what lies on the board
    bees: tuple[Bee, ...] = ()
    stash: tuple[str, ...] = ()  # cards that the party shares
    bin: tuple[str, ...] = ()  # discarded search cards
    spent: tuple[str, ...] = ()  # discarded encounter cards
    card: str = ""  # the encounter card that lies face up
    greedy: tuple[str, ...] = ()
    awards: tuple[tuple[str, str], ...] = ()  # achievements and their holders
    story: tuple[str, ...] = ()  # story tokens
    answers: tuple[tuple[str, str], ...] = ()  # questions of the story, each with its answer
    told: tuple[str, ...] = ()  # story moments
    tally: tuple[tuple[str, str], ...] = ()  # (mouse, kind) for each minion defeated in this encounter
    fallen: tuple[str, ...] = ()  # bosses defeated
    shaken: tuple[tuple[str, str], ...] = ()  # bosses from whom the party has flown, and the sides where they wait
    journeys: tuple[Journey, ...] = ()  # how the party has come to which sides
    fired: tuple[str, ...] = ()  # what works once per round and has worked
    agenda: Agenda = ()  # what comes next
    news: tuple[News, ...] = ()  # what happened while the last event was carried out

    @property
    def ground(self) -> Ground:
        """The tile side that the mice are on."""
        return self.box.pack.grounds[self.side]


class Draft(Struct, gc=False):
    """A position while an event is carried out: the only form in which it changes. Its fields are those of `State`."""

    box: Box
    mice: tuple[Mouse, ...]
    side: str
    up: tuple[str, ...]
    end: int
    supply: int
    search: Bag[str]
    deck: Bag[str]
    foes: tuple[Foe, ...]
    friends: tuple[Friend, ...]
    track: tuple[str, ...]
    place: int
    done: tuple[str, ...]
    acting: Acting
    wheel: int
    page: int
    night: bool
    rain: bool
    explored: tuple[str, ...]
    tokens: tuple[Token, ...]
    bees: tuple[Bee, ...]
    stash: tuple[str, ...]
    bin: tuple[str, ...]
    spent: tuple[str, ...]
    card: str
    greedy: tuple[str, ...]
    awards: tuple[tuple[str, str], ...]
    story: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    told: tuple[str, ...]
    tally: tuple[tuple[str, str], ...]
    fallen: tuple[str, ...]
    shaken: tuple[tuple[str, str], ...]
    journeys: tuple[Journey, ...]
    fired: tuple[str, ...]
    agenda: list[AnyTask]
    news: list[News]

    @property
    def ground(self) -> Ground:
        """The tile side that the mice are on."""
        return self.box.pack.grounds[self.side]


AnyState: TypeAlias = State | Draft  # for those that only read


def begin_draft(state: State) -> Draft:
    """Begin to change a position; the news of the last event are gone."""
    draft = Draft(*astuple(state))
    draft.agenda, draft.news = list(state.agenda), []
    return draft


def finish_draft(draft: Draft, turn: Turn[Event]) -> State:
    """Freeze a draft, with the question that it asks."""
    fields = astuple(draft)[:-2]
    state = State(*(*fields, tuple(draft.agenda), tuple(draft.news)))
    force_setattr(state, "turn", turn)
    return state


def faults(state: State) -> tuple[Problem, ...]:
    """What is wrong with a position that somebody wrote."""
    pack, party = state.box.pack, state.box.setup.party
    if state.side not in pack.grounds:
        return (Problem("side", line("there is no side {name}", name=state.side)),)
    sites = {"", *state.ground.sites}
    holds = (
        ("mice", tuple(mouse.id for mouse in state.mice) == party, line("they are those of the party, in its order")),
        ("mice", all(mouse.at in sites for mouse in state.mice), line("there is no such space on this side")),
        ("foes", all(foe.kind in pack.minions for foe in state.foes), line("there is no such minion")),
        ("foes", all(foe.at in sites for foe in state.foes), line("there is no such space on this side")),
    )
    return tuple(Problem(field, reason) for field, held, reason in holds if not held)
