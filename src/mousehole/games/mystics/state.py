"""A position: figures, cards, tokens, the track, and the agenda of what comes next."""

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from mousehole.core.game import Chance, Decide, Over, Problem
from mousehole.core.kit.bag import Bag
from mousehole.core.kit.derived import Derived, take
from mousehole.core.words import line
from mousehole.games.mystics.content.chapter_difficulty import fitted
from mousehole.games.mystics.content.content_types import Chapter, Effects, Hero, Journey
from mousehole.games.mystics.content.news_kinds import NewsKind
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.packs_at_hand import find
from mousehole.games.mystics.content.tile_graph import Ground, Name
from mousehole.games.mystics.moves import Event, Setup
from mousehole.games.mystics.tasks.agenda import Agenda

SLOTS = ("head", "body", "charm", "left", "right", "tail")
CAPTURED, LOST = "captured", "lost"


class Laid(Derived):
    """What follows from a set-up."""

    __slots__ = ("chapter", "heroes", "on", "pack", "place", "seat", "wild")
    pack: Pack
    chapter: Chapter
    heroes: dict[str, Hero]
    on: dict[str, Effects]  # what the chapter does, by trigger
    place: dict[str, int]  # of a mouse in the party
    seat: dict[str, int]  # who steers which mouse
    wild: bool  # whether somebody of the party is


class Box(Laid, Struct, frozen=True, cache_hash=True):
    """What never changes during a game."""

    setup: Setup

    def __post_init__(self) -> None:
        take(self, laid(self.setup))


@lru_cache(1024)
def laid(setup: Setup) -> Laid:
    """Lay out what a set-up fixes."""
    laid = Laid()
    laid.pack = pack = fitted(find(setup.pack), setup.difficulty)
    laid.chapter = pack.chapters[setup.chapter]
    effects = laid.chapter.effects
    laid.on = {trigger: tuple(e for e in effects if e.on == trigger) for trigger in {e.on for e in effects}}
    laid.heroes = {hero: pack.heroes[hero] for hero in setup.party}
    laid.wild = any("wild" in hero.classes for hero in laid.heroes.values())
    laid.place = {name: n for n, name in enumerate(setup.party)}
    steers = setup.steers or tuple(n % setup.players for n in range(len(setup.party)))
    laid.seat = dict(zip(setup.party, steers, strict=True))
    return laid


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


class News(Struct, frozen=True, gc=False):
    """Something that happened while an event was carried out."""

    what: NewsKind
    who: str = ""
    other: str = ""
    n: int = 0


class Known:
    """What is worked out of a position and kept with it."""

    __slots__ = ("turn",)
    turn: Decide[Event] | Chance[Event] | Over


class State(Known, Struct, frozen=True, gc=False):
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
