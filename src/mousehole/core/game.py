"""A game is three pure functions: new, turn and apply. This module names what they speak."""

from bisect import bisect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from itertools import accumulate
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from mousehole.core.scene import Scene
from mousehole.core.words import Line

Setup = TypeVar("Setup")
State = TypeVar("State")
E = TypeVar("E")

Seat: TypeAlias = int
Odds: TypeAlias = tuple[tuple[E, int], ...]


class Decide(Struct, Generic[E], frozen=True):
    """A seat chooses one of the actions; they are never empty, and their order is their number."""

    seat: Seat
    actions: tuple[E, ...]


class Chance(Struct, Generic[E], frozen=True, dict=True):
    """Luck with whole-number weights; `thrower` is the seat whose throw it is, None when it just happens."""

    odds: Odds[E]
    thrower: Seat | None = None

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The running sums of the weights."""
        return tuple(accumulate(weight for _, weight in self.odds))

    def at(self, point: float) -> E:
        """Name the event at a point 0 <= point < 1 of the odds."""
        steps = self.steps
        return self.odds[bisect(steps, point * steps[-1])][0]


class Over(Struct, frozen=True):
    """The game has ended, and why."""

    winners: tuple[Seat, ...]
    reason: str
    score: int = 0
    rating: str = ""
    drawn: bool = False


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


def no_problems(setup: Any) -> tuple[Problem, ...]:
    """Find nothing wrong with a set-up."""
    return ()


def same_again(setup: Any, state: Any, results: tuple[Result, ...]) -> Any:
    """Play the same once more."""
    return setup


def no_title(results: tuple[Result, ...]) -> Line | None:
    """Award no title."""
    return None


class Field(Struct, frozen=True):
    """How a form explains one field of a set-up."""

    label: Line
    help: Line | None = None
    choices: tuple[tuple[Any, Line], ...] = ()
    hidden: bool = False
    open: bool = False  # other values than the choices are possible: a content pack may bring them


@dataclass(frozen=True)
class Game(Generic[Setup, State, E]):
    """A record of functions: everything a table, a painter or a player asks of a game."""

    name: str
    title: Line
    blurb: Line
    edition: int
    package: str
    setup: type[Setup]
    event: Any
    new: Callable[[Setup], State]
    turn: Callable[[State], Decide[E] | Chance[E] | Over]
    apply: Callable[[State, E], State]
    scene: Callable[[State, Decide[E] | Chance[E] | Over, Seat | None, E | None], Scene]
    tell: Callable[[State, E, State, Seat | None], tuple[Line, ...]]
    seats: Callable[[Setup], tuple[SeatKind, ...]]
    ending: Callable[[Over], Line]
    check: Callable[[Setup], tuple[Problem, ...]] = no_problems
    sequel: Callable[[Setup, State, tuple[Result, ...]], Setup | None] = same_again
    title_of: Callable[[tuple[Result, ...]], Line | None] = no_title
    fields: Mapping[str, Field] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)
    secrets: bool = False  # whether viewers see different scenes; when not, one scene serves everybody

    def part(self, name: str) -> Any:
        """Load an optional part ("module:name") of the game, or None when it has none."""
        where = self.parts.get(name)
        if where is None:
            return None
        module, attribute = where.split(":")
        return getattr(import_module(module), attribute)


AnyGame: TypeAlias = Game[Any, Any, Any]
