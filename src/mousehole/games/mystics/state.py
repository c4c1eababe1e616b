"""A position: figures, cards, tokens, the track, and the agenda of what comes next."""

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from mousehole.core.kit.bag import Bag
from mousehole.core.kit.derived import Derived, take
from mousehole.games.mystics.content.content_types import Chapter, Hero, Journey, Minion
from mousehole.games.mystics.content.news_kinds import NewsKind
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.packs_at_hand import find
from mousehole.games.mystics.content.tile_graph import Ground, Name
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.tasks.agenda import Agenda

SLOTS = ("head", "body", "charm", "left", "right", "tail")
CAPTURED, LOST = "captured", "lost"


class Laid(Derived):
    """What follows from a set-up."""

    __slots__ = ("chapter", "heroes", "pack", "seat")
    pack: Pack
    chapter: Chapter
    heroes: dict[str, Hero]
    seat: dict[str, int]  # who steers which mouse


class Box(Laid, Struct, frozen=True, cache_hash=True):
    """What never changes during a game."""

    setup: Setup

    def __post_init__(self) -> None:
        take(self, laid(self.setup))


@lru_cache(1024)
def laid(setup: Setup) -> Laid:
    """Lay out what a set-up fixes."""
    laid = Laid()
    laid.pack = pack = find(setup.pack)
    laid.chapter = pack.chapters[setup.chapter]
    laid.heroes = {hero: pack.heroes[hero] for hero in setup.party}
    steers = setup.steers or tuple(n % setup.players for n in range(len(setup.party)))
    laid.seat = dict(zip(setup.party, steers, strict=True))
    return laid


class Mouse(Struct, frozen=True):
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


class Foe(Struct, frozen=True):
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


class Token(Struct, frozen=True):
    """A thing on the board; a hook and thread lies on two spaces."""

    kind: str
    at: Name
    end: Name = ""


class Bee(Struct, frozen=True):
    """A bee: its flower, and the figure it follows."""

    home: Name
    host: str = ""


Prey: TypeAlias = Mouse | Friend


class Acting(Struct, frozen=True):
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


class News(Struct, frozen=True):
    """Something that happened while an event was carried out."""

    what: NewsKind
    who: str = ""
    other: str = ""
    n: int = 0


class State(Struct, frozen=True, dict=True):
    """One position."""

    box: Box
    mice: tuple[Mouse, ...]
    side: str
    up: tuple[str, ...]  # which side of each tile lies up
    end: int  # the page on which the chapter ends
    supply: int
    search: Bag[str]
    deck: Bag[str]
    foes: tuple[Foe, ...] = ()
    friends: tuple[Friend, ...] = ()
    track: tuple[str, ...] = ()
    place: int = -1  # of the card in turn
    done: tuple[str, ...] = ()  # cards that have had their turn in this round
    acting: Acting = Acting()
    wheel: int = 0
    page: int = 1
    night: bool = False
    rain: bool = False
    explored: tuple[str, ...] = ()
    tokens: tuple[Token, ...] = ()
    bees: tuple[Bee, ...] = ()
    stash: tuple[str, ...] = ()
    bin: tuple[str, ...] = ()  # discarded search cards
    spent: tuple[str, ...] = ()  # discarded encounter cards
    card: str = ""  # the encounter card that lies face up
    greedy: tuple[str, ...] = ()
    awards: tuple[tuple[str, str], ...] = ()  # achievements and their holders
    story: tuple[str, ...] = ()  # story tokens
    told: tuple[str, ...] = ()  # story moments
    tally: tuple[tuple[str, str], ...] = ()  # (mouse, kind) for each minion defeated in this encounter
    fallen: tuple[str, ...] = ()  # bosses defeated
    shaken: tuple[tuple[str, str], ...] = ()  # bosses from whom the party has flown, and the sides where they wait
    journeys: tuple[Journey, ...] = ()  # how the party has come to which sides
    fired: tuple[str, ...] = ()  # what works once per round and has worked
    agenda: Agenda = ()
    news: tuple[News, ...] = ()

    @property
    def ground(self) -> Ground:
        """The tile side that the mice are on."""
        return self.box.pack.grounds[self.side]


def mouse(state: State, name: str) -> Mouse:
    """Find a mouse of the party."""
    for one in state.mice:
        if one.id == name:
            return one
    raise KeyError(name)


def foe(state: State, name: str) -> Foe | None:
    """Find a minion, if it is still on the board."""
    for one in state.foes:
        if one.id == name:
            return one
    return None


def friend(state: State, name: str) -> Friend | None:
    """Find an ally or a pet on the board."""
    for one in state.friends:
        if one.id == name:
            return one
    return None


def figure(state: State, name: str) -> Mouse | Foe | None:
    """Find a figure on the board."""
    for one in state.mice:
        if one.id == name:
            return one if one.at else None
    return foe(state, name) or friend(state, name)


def is_mouse(state: State, name: str) -> bool:
    """Whether an id is a mouse of the party."""
    return name in state.box.seat


def active(state: State) -> list[Mouse]:
    """List the mice on the board."""
    return [one for one in state.mice if one.at]  # MM-B52


def minion(state: State, kind: str) -> Minion:
    """Look a minion up in the bestiary."""
    return state.box.pack.minions[kind]


def lowest(state: State) -> str:
    """Name the mouse lowest on the track."""
    for card in reversed(state.track):
        if card in state.box.seat:
            return card
    return state.mice[0].id


def keeper(state: State) -> int:
    """Name the seat that carries out what minions do."""
    return state.box.seat[lowest(state)]  # MM-B13


def seat(state: State, figure: str) -> int:
    """Name the seat that decides for a figure."""
    found = state.box.seat.get(figure)
    if found is None and state.friends:
        ally = friend(state, figure)
        found = state.box.seat[ally.owner] if ally else None  # MM-027
    return keeper(state) if found is None else found


def rank(state: State, figure: str) -> int:
    """The place of a figure's card on the track; the first card of a minion counts."""
    kind = figure.rpartition("-")[0]
    for place, card in enumerate(state.track):
        if card in (figure, kind) or (kind and card.startswith(f"{kind}/")):
            return place
    ally = friend(state, figure)
    return rank(state, ally.owner) if ally else len(state.track)  # MM-296
