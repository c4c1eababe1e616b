"""A game is three pure functions: new, turn and apply. This module names what they speak, and who plays them."""

from abc import abstractmethod
from bisect import bisect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.resources.abc import Traversable
from itertools import accumulate
from pathlib import Path
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, overload, runtime_checkable

from msgspec import Struct

from mousehole.core.content import BadContent
from mousehole.core.kernel import GpuKernel, WasmKernel
from mousehole.core.puzzles import Puzzles
from mousehole.core.scene import DieFace, Offer, Row, Scene, Spot, Throw
from mousehole.core.solvable import Exact, ManyOracle, Sketcher
from mousehole.core.tensor import Tensor
from mousehole.core.words import Line, Voice, Who, line, plain

__all__ = [
    "Adventure",
    "AnyGame",
    "Campaign",
    "Chance",
    "Decide",
    "Extension",
    "Face",
    "Field",
    "Finished",
    "Game",
    "Hidden",
    "Lazy",
    "Luck",
    "MapChapter",
    "Odds",
    "Over",
    "Parts",
    "Player",
    "Problem",
    "Rehearsal",
    "Result",
    "Seat",
    "SeatKind",
    "Setup",
    "Simulation",
    "Solvable",
    "Stage",
    "State",
    "Tip",
    "Traveller",
    "Trophy",
    "Turn",
    "check_place",
    "event_name",
    "load_part",
    "no_problems",
    "no_title",
    "plain_ending",
    "plain_scene",
    "plain_story",
    "player_name",
    "same_again",
    "won_or_lost",
]


def plain_scene(state: Any, turn: Any, viewer: int | None, last: Any) -> Scene:
    """Offer what can be done, on an empty table."""
    actions = getattr(turn, "actions", ())
    offers = tuple(Offer(number, (), plain(event_name(action))) for number, action in enumerate(actions))
    throw = Throw((), line("Roll")) if hasattr(turn, "odds") else None
    return Scene((1.0, 1.0), (Spot("table", (0.5, 0.5)),), (), _prompt(turn), offers, throw)


def plain_story(before: Any, event: Any, after: Any, viewer: int | None) -> tuple[Line, ...]:
    """Tell an event by its name."""
    return (plain(event_name(event)),)


def plain_ending(over: Any) -> Line:
    """Say who has won."""
    if not over.winners:
        return line("Nobody wins: {reason}.", reason=over.reason)
    return line("{who} wins.", who=tuple(line("{who}", who=Who(seat)) for seat in over.winners))


def event_name(event: Any) -> str:
    """Name an event by its type and its fields: `place fish a5`."""
    fields = (getattr(event, name) for name in getattr(event, "__struct_fields__", ()))
    return " ".join([type(event).__name__.lower(), *map(str, fields)])


def _prompt(turn: Any) -> Line:
    if hasattr(turn, "winners"):
        return plain_ending(turn)
    seat = getattr(turn, "seat", getattr(turn, "thrower", None))
    return line("Your turn, {who}.", who=Who(seat)) if seat is not None else line("One moment…")


T = TypeVar("T")


class Lazy(Generic[T]):
    """A field of a dataclass: written as "module:name", read as what stands there, or None where nothing is named."""

    name: str

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, parts: None, owner: type) -> "Lazy[T]": ...
    @overload
    def __get__(self, parts: object, owner: type) -> T | None: ...
    def __get__(self, parts: object | None, owner: type) -> "Lazy[T] | T | None":
        if parts is None:
            return self
        place: str | None = parts.__dict__.get(self.name)
        return load_part(place) if place else None

    def __set__(self, parts: object, place: "str | Lazy[T]") -> None:
        if isinstance(place, str):  # otherwise it is the field's own default: nothing is named
            parts.__dict__[self.name] = check_place(self.name, place)


@cache
def load_part(place: str) -> Any:
    """Load what stands at "module:name"."""
    module, name = place.split(":")
    return getattr(import_module(module), name)


def check_place(name: str, place: str) -> str:
    """Refuse what can name no place."""
    module, _, attribute = place.partition(":")
    if not (attribute.isidentifier() and all(step.isidentifier() for step in module.split("."))):
        raise ValueError(f'{name}: expected "module:name", found {place!r}')
    return place


Setup = TypeVar("Setup")
State = TypeVar("State")
E = TypeVar("E")

Seat: TypeAlias = int
Odds: TypeAlias = tuple[tuple[E, int], ...]


class Decide(Struct, Generic[E], frozen=True, omit_defaults=True):
    """A seat chooses one of the actions; they are never empty, and their order is their number.

    Where several seats choose at the same time, `others` holds the decisions of those that come after the first: any
    of them may answer next, and no event is an action of two seats.
    """

    seat: Seat
    actions: tuple[E, ...]
    others: tuple["Decide[E]", ...] = ()

    @property
    def asked(self) -> "tuple[Decide[E], ...]":
        """The decisions of all seats that are asked now."""
        return (self, *self.others)

    def of(self, seat: Seat) -> "Decide[E] | None":
        """The decision of a seat, if it is asked."""
        return self if seat == self.seat else next((other for other in self.others if other.seat == seat), None)

    def answered_by(self, event: E) -> "Decide[E]":
        """The decision that an event answers; the first where it answers none."""
        return next((other for other in self.others if event in other.actions), self) if self.others else self


class Chance(Struct, Generic[E], frozen=True, dict=True):
    """Luck with whole-number weights; `thrower` is the seat whose throw it is, None when it just happens."""

    odds: Odds[E]
    thrower: Seat | None = None

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The running sums of the weights."""
        return tuple(accumulate([weight for _, weight in self.odds]))

    def at(self, point: float) -> E:
        """Name the event at a point 0 <= point < 1 of the odds."""
        steps = self.steps
        return self.odds[bisect(steps, point * steps[-1])][0]


class Over(Struct, frozen=True):
    """The game has ended, and why."""

    winners: tuple[Seat, ...]  # nobody, where all have lost
    reason: str  # a short name of the ending, the same in every language
    score: int = 0
    rating: str = ""  # how good a win it is, where the game tells them apart
    drawn: bool = False  # nobody wins, and nobody loses either: `winners` is then empty, and a `value` is 0 for all
    points: tuple[float, ...] = ()  # by seat, where the game pays more than victory and defeat
    places: tuple[int, ...] = ()  # by seat, from 1; equal ones share a place

    def payoffs(self, teams: Sequence[str]) -> tuple[float, ...]:
        """What every seat gets, by the teams of all seats: its points, or 1 for a win, -1 for a loss, 0 for a draw.

        Rivals who all win have drawn.
        """
        if self.points:
            return tuple(map(float, self.points))
        shared = len(set(teams)) > 1 and len(self.winners) == len(teams)
        if self.drawn or shared:
            return (0.0,) * len(teams)
        return tuple(1.0 if seat in self.winners else -1.0 for seat in range(len(teams)))

    def stated(self) -> dict[str, Any]:
        """What is written of it: points and places only where the game has them."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: value for name, value in fields.items() if value or name not in ("points", "places")}

    def ranking(self, teams: Sequence[str]) -> tuple[int, ...]:
        """The place of every seat, from 1: as the game says, or by its payoffs."""
        paid = self.payoffs(teams)
        return self.places or tuple(1 + sum(other > mine for other in paid) for mine in paid)


Turn: TypeAlias = Decide[E] | Chance[E] | Over


class SeatKind(Struct, frozen=True):
    """What a seat is called and which team it belongs to."""

    name: Line
    team: str


class Result(Struct, frozen=True):
    """How one table of a group ended; `clean` when nobody took back past luck."""

    setup: Any
    over: Over
    clean: bool = True


class Problem(Struct, frozen=True):
    """What is wrong with a set-up, and at which field; a notice is worth saying but stops nothing."""

    field: str
    line: Line
    notice: bool = False
    mend: tuple[str, ...] = ()  # an answer, or several, with which it would be right


def no_problems(setup: Any) -> tuple[Problem, ...]:
    """Find nothing wrong with a set-up."""
    return ()


def same_again(setup: Any, state: Any, results: tuple[Result, ...]) -> Any:
    """Play the same once more."""
    return setup


def won_or_lost(setup: Any) -> tuple[float, float]:
    """A loss and a win: what a game without points pays."""
    return (-1.0, 1.0)


def no_title(results: tuple[Result, ...]) -> Line | None:
    """Award no title."""
    return None


class Face(Struct, frozen=True):
    """A choice as a portrait: its picture, and what one should know before choosing it."""

    sprite: str
    words: Line
    facts: Line | None = None


class Field(Struct, frozen=True):
    """How a form explains one field of a set-up."""

    label: Line
    help: Line | None = None
    choices: tuple[tuple[Any, Line], ...] = ()
    hidden: bool = False
    open: bool = False  # other values than the choices are possible: a content pack may bring them
    faces: Mapping[str, Face] = {}  # of choices that are better seen than read
    pictured: bool = False  # each choice is shown as the board that a game with it begins on
    replaces: str = ""  # an answer here takes the place of the answer to another field
    seats: bool = False  # the choices are seats: only those that play are offered


class Luck(Protocol):
    """A player's own source of chance, such as `random.Random`."""

    def random(self) -> float:
        """Draw a number from 0 up to 1, all equally likely."""

    def choice(self, seq: Sequence[T], /) -> T:
        """Draw one of several things, all equally likely."""

    def getrandbits(self, k: int, /) -> int:
        """Draw a whole number of so many bits."""


@dataclass(frozen=True, eq=False)
class Hidden(Generic[State, E]):
    """What seats keep from each other; None stands for a spectator. Whatever anybody is shown went through these."""

    view: Callable[[State, Seat | None], State]  # a position with blanks for all that a viewer cannot know
    seen: Callable[[E, Seat | None], E]  # an event with blanks for all that a viewer cannot see
    world: Callable[[State, Seat, "Luck"], State]  # fills the blanks of a seat's view, every way equally likely


@runtime_checkable
class Player(Protocol):
    """Chooses actions; its luck is its own, never the table's seed. A class that inherits gets all but two for free."""

    rank: int  # how strong it is among the players of a game: only the order counts
    quick: bool = False  # whether it may lead simulated games
    guesses: bool = False  # whether it fills the blanks of hidden hands by itself; others get positions without blanks

    @abstractmethod
    def choose(self, game: "AnyGame", state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose one of the turn's actions."""

    def caveat(self, game: "AnyGame", state: Any) -> Line | None:
        """Say where it is less than its name promises; nothing where it keeps its word."""
        return None

    def remark(self, game: "AnyGame", state: Any, turn: Decide[Any], action: Any) -> Line | None:
        """What it says aloud with an action, in words everybody at the table hears; mostly nothing."""
        return None

    def beside(self, people: Collection[Seat]) -> "Player":
        """Sit down with people in these seats, where it cares."""
        return self

    def __repr__(self) -> str:
        return player_name(self)


def player_name(player: "str | Player") -> str:
    """Name a player: one of your own by its attribute `name`, or else by its class."""
    return player if isinstance(player, str) else str(getattr(player, "name", type(player).__name__))


@runtime_checkable
class Simulation(Protocol):
    """Plays on for a while and looks at where that leads."""

    def __call__(self, state: Any, action: Any, seat: Seat, luck: int, far: bool, /) -> float:
        """The chance of a seat after an action and some rounds, or many rounds, with the luck that a number names."""


class Tip(Struct, frozen=True):
    """What somebody who knows the game would do now, and why, in a sentence."""

    words: Line
    action: Any
    keys: tuple[str, ...] = ()  # what it speaks of, in the scene


class SideLook(Struct, frozen=True):
    """What a figure makes of a side from one space, each space by its short name."""

    sight: tuple[str, ...]
    reach: Mapping[str, int]  # spaces or points to get there
    danger: Mapping[str, int]  # dice with which it could strike there


class Course(Struct, frozen=True):
    """What came of one game that companions have played on trial; or, of none, everything that could come."""

    won: bool = False
    page: int = 0
    fell: tuple[str, ...] = ()  # where somebody was captured: "SIDE/SPACE"
    entered: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    endings: tuple[str, ...] = ()


@runtime_checkable
class Workshop(Protocol):
    """What a game offers to people who draw an adventure for it; drafts need not be sound."""

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds of files that are edited."""

    @property
    def sheets(self) -> Sequence[str]:
        """Of these, those that hold one table instead of one for each name."""

    def schemas(self, say: Voice) -> Mapping[str, Mapping[str, Any]]:
        """What may stand in each kind of file, as JSON Schema in the words of a language."""

    def base(self) -> Mapping[str, Any]:
        """What the game brings itself, by kind."""

    def choices(self) -> Mapping[str, Sequence[tuple[str, Line]]]:
        """The things of the game that others may name, with what people call them."""

    def side(self, folder: Traversable, side: str) -> tuple[Scene, Mapping[str, Sequence[str]]]:
        """A side as it looks at the table, and the neighbours of its spaces."""

    def look(self, folder: Traversable, side: str, space: str, figure: str) -> SideLook:
        """What a figure sees from a space, how far it has to anywhere, and where it could strike."""

    def examples(self) -> Sequence[Mapping[str, bytes]]:
        """The files of adventures to begin with."""

    def at_hand(self, folder: Traversable) -> str:
        """Have an adventure without mistakes at hand in this process for a while; the hash of its files."""

    def setup(self, sha256: str, chapter: str) -> Any:
        """The set-up of a chapter of an adventure that is at hand; of the first one without a name."""

    def possible(self, setup: Any) -> Course:
        """Everything that could come of a game."""

    def course(self, states: Sequence[Any], events: Sequence[Any], over: Over) -> Course:
        """What came of a game."""


@runtime_checkable
class Rehearsal(Protocol):
    """Tries out a content pack: who plays, what is played, and a report of it."""

    @property
    def player(self) -> str:
        """The name of the player that takes all seats."""

    def setups(self, folder: Path) -> Mapping[str, Any]:
        """Everything that a pack brings to play, by name."""

    def report(self, setup: Any, ends: Sequence[tuple[Over, Any]]) -> Sequence[Line]:
        """How the games went, by their endings and last positions."""


class Finished(Struct, frozen=True):
    """A game that has ended, as one person who played it looks back at it."""

    states: Sequence[Any]  # every position, the start first
    events: Sequence[Any]  # between them
    movers: Sequence[int | None]  # who made each event; None is luck
    seats: tuple[int, ...]  # of the person who looks back
    won: bool
    reason: str
    score: int = 0
    rating: str = ""
    title: str = ""  # what the group has earned with this game, in its English words


class Trophy(Struct, frozen=True):
    """A trophy of one game; `earned` is asked only about games in which luck was never taken back."""

    key: str  # by which albums know it; never changes
    name: Line
    words: Line  # what has to be done for it
    sprite: str
    earned: Callable[[Finished], bool]
    titled: bool = False  # it comes with a title of the group, which the album shows with a crown


class MapChapter(Struct, frozen=True):
    """A chapter as the map of a campaign shows it."""

    key: str
    name: Line
    words: Line  # how it begins
    sprite: str
    figure: str = ""  # who waits there


class Traveller(Struct, frozen=True):
    """Somebody of a party, with all that it brings along."""

    name: Line
    sprite: str
    luggage: tuple[Line, ...] = ()
    home: bool = False  # it stays there in this chapter


class Stage(Struct, frozen=True):
    """A step of a campaign, and whether it has been taken."""

    name: Line
    won: bool


@runtime_checkable
class Campaign(Protocol):
    """What a game tells about its campaign; which chapters were played and won, the house knows by itself."""

    @property
    def between(self) -> Sequence[str]:
        """The fields of the set-up that can change between chapters, such as the difficulty."""

    def beginnings(self) -> Sequence[Any]:
        """The set-ups with which the campaigns that come with the game begin, the first of them first."""

    def title(self, setup: Any) -> Line:
        """What the campaign of a set-up is called."""

    def chapters(self, setup: Any) -> tuple[MapChapter, ...]:
        """The chapters of the campaign of a set-up, in their order."""

    def chapter(self, setup: Any) -> str:
        """The key of the chapter that a set-up plays."""

    def party(self, setup: Any) -> tuple[Traveller, ...]:
        """Who goes along, and who stays at home with its luggage."""

    def gains(self, state: Any) -> tuple[Line, ...]:
        """What was won in a game besides the game: titles and treasures."""

    def standing(self, state: Any) -> Line:
        """How far a chapter has come that is being played: "Down the Brook, page 3 of 7"."""

    def stars(self, state: Any) -> tuple[int, int]:
        """How many stars a won chapter has earned, of how many."""

    def stages(self, won: Sequence[Any]) -> Sequence[Stage]:
        """How far somebody is who has won with these set-ups, the first of them first."""


class Extension:
    """Things that a game may offer, each named as "module:name" and loaded when somebody first asks for it."""

    def __contains__(self, part: Lazy[Any]) -> bool:
        return part.name in self.__dict__

    def load(self, part: Lazy[T]) -> T:
        """What is offered under a name, such as `Parts.value`; what is not raises `LookupError`."""
        if part not in self:
            raise LookupError(f"there is no part {part.name}; there are {', '.join(self.places()) or 'none'}")
        found: T = load_part(self.__dict__[part.name])
        return found

    def places(self) -> dict[str, str]:
        """Where each thing that is offered stands, by its name."""
        return {name: place for name, place in self.__dict__.items() if isinstance(place, str)}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Solvable(Extension):
    """What a game offers whose boards can be solved, or put together by hand."""

    exact: Lazy[Exact] = Lazy()
    many: Lazy[Callable[[Path, Any], ManyOracle]] = Lazy()
    explorer: Lazy[Sketcher] = Lazy()
    designer: Lazy[Sketcher] = Lazy()
    board: Lazy[Callable[[str, str], object]] = Lazy()


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Adventure(Extension):
    """What a game offers that goes on in chapters, and takes content packs with more of them."""

    simulation: Lazy[Simulation] = Lazy()
    tip: Lazy[Callable[[Any, Decide[Any]], Tip | None]] = Lazy()
    taste: Lazy[Callable[[Any], Line | None]] = Lazy()
    campaign: Lazy[Campaign] = Lazy()
    closing: Lazy[Callable[[Any], Sequence[Line]]] = Lazy()
    first: Lazy[Callable[[], Any]] = Lazy()  # the set-up of a game that begins with one press
    fields: Lazy[Callable[[], Mapping[str, Field]]] = Lazy()
    complete: Lazy[Callable[[Any], Any]] = Lazy()
    add_pack: Lazy[Callable[[Traversable], object]] = Lazy()
    look_in: Lazy[Callable[[Callable[[str], Traversable | None]], None]] = Lazy()  # for packs by their hash
    faults: Lazy[Callable[[Traversable], Sequence[BadContent]]] = Lazy()
    notes: Lazy[Callable[[Traversable], Sequence[BadContent]]] = Lazy()
    atlas: Lazy[Callable[[Path], Mapping[str, Scene]]] = Lazy()
    rehearsal: Lazy[Rehearsal] = Lazy()
    workshop: Lazy[Workshop] = Lazy()
    catalogue: Lazy[Callable[[Path, str], tuple[str, int, int]]] = Lazy()
    scenario: Lazy[Callable[[list[str], str], int]] = Lazy()
    schemas: Lazy[Callable[[], Mapping[str, Mapping[str, Any]]]] = Lazy()


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Parts(Extension):
    """What a game may offer beside its rules; `Parts.kernel in game.parts` loads nothing."""

    value: Lazy[Callable[[Any, Seat], float]] = Lazy()
    doubt: Lazy[float] = Lazy()
    kernel: Lazy[WasmKernel] = Lazy()
    gpu: Lazy[GpuKernel] = Lazy()
    tensor: Lazy[Tensor] = Lazy()
    players: Lazy[Mapping[str, Player]] = Lazy()
    reason: Lazy[Callable[[Any, Any], Line | None]] = Lazy()
    puzzles: Lazy[Puzzles] = Lazy()
    trophies: Lazy[Sequence[Trophy]] = Lazy()
    board_name: Lazy[Callable[[Any], Line]] = Lazy()
    explanation: Lazy[Callable[[Any, str], Line | None]] = Lazy()
    dice: Lazy[Callable[[Any, Any], Sequence[DieFace]]] = Lazy()
    figures: Lazy[Callable[[Any], Sequence[Row]]] = Lazy()
    position_faults: Lazy[Callable[[Any], Sequence[Problem]]] = Lazy()
    solvable: Solvable = field(default_factory=Solvable)
    adventure: Adventure = field(default_factory=Adventure)


@dataclass(frozen=True, eq=False)
class Game(Generic[Setup, State, E]):
    """A record of functions: everything a table, a painter or a player asks of a game."""

    name: str  # what records and commands call it
    title: Line
    blurb: Line  # what is on the lid of its box
    edition: int  # raised when play changes
    package: str  # where its words, art, ledger and lessons are
    setup: type[Setup]
    event: Any  # the union of all events, by which records are read
    new: Callable[[Setup], State]
    turn: Callable[[State], Decide[E] | Chance[E] | Over]
    apply: Callable[[State, E], State]  # trusts its caller: the event is legal
    seats: Callable[[Setup], tuple[SeatKind, ...]]
    scene: Callable[[State, Decide[E] | Chance[E] | Over, Seat | None, E | None], Scene] = plain_scene  # what is seen
    tell: Callable[[State, E, State, Seat | None], tuple[Line, ...]] = plain_story  # an event in words
    ending: Callable[[Over], Line] = plain_ending  # how the game ended, in a sentence
    check: Callable[[Setup], tuple[Problem, ...]] = no_problems  # what is wrong beyond the types of fields
    sequel: Callable[[Setup, State, tuple[Result, ...]], Setup | None] = same_again  # what "play again" begins
    title_of: Callable[[tuple[Result, ...]], Line | None] = no_title  # what a group has earned with its games
    fields: Mapping[str, Field] = field(default_factory=dict)  # how a form explains the fields of the set-up
    parts: Parts = field(default_factory=Parts)
    age: int = 0  # from which people can play it; 0: the lid does not say
    minutes: tuple[int, int] | None = None  # how long a game takes, about
    hidden: Hidden[State, E] | None = None  # what seats keep from each other; without it one scene serves everybody
    stakes: Callable[[Setup], tuple[float, float]] = won_or_lost  # the least and the most that a seat can be paid
    longest: Callable[[Setup], int] | None = None  # decisions that no game exceeds, where the rules bound them


AnyGame: TypeAlias = Game[Any, Any, Any]
