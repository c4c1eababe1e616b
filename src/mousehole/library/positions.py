"""Games for your own programs: a position that knows its game, checks every event, and draws itself."""

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar, overload

import msgspec

from mousehole import shelf
from mousehole.core import record
from mousehole.core.game import AnyGame, Chance, Decide, Game, Over, Problem, Seat, Turn
from mousehole.core.knowledge import scene_for, story_for
from mousehole.core.record import BadRecord, BadSetup, Illegal, Record, draw, objection, read_setup
from mousehole.core.setups import most_seats
from mousehole.core.words import UserError, languages, line, voice
from mousehole.library.notation import events_of, meant, spelled
from mousehole.library.position_text import (
    BadPosition,
    read_position,
    read_position_json,
    write_position,
    write_position_json,
)
from mousehole.paint import svg
from mousehole.paint import text as letters
from mousehole.players.hints import Hint, hints
from mousehole.players.simulated import Budget

if TYPE_CHECKING:
    import typing_extensions

    from mousehole.games.chopchop.moves import Event as ChopchopEvent
    from mousehole.games.chopchop.state import Kitchen
    from mousehole.games.mmm.moves import Event as MmmEvent
    from mousehole.games.mmm.state import State as MmmState
    from mousehole.games.mousewarming.moves import Event as MousewarmingEvent
    from mousehole.games.mousewarming.state import State as MousewarmingState
    from mousehole.games.mystics.moves import Event as MysticsEvent
    from mousehole.games.mystics.state import State as MysticsState

    S = typing_extensions.TypeVar("S", default=Any)  # a `Position` alone is one of any game
    E = typing_extensions.TypeVar("E", default=Any)
else:
    S, E = TypeVar("S"), TypeVar("E")

__all__ = [
    "AnyPosition",
    "Position",
    "begun_with",
    "game_of",
    "load",
    "picture",
    "play",
    "position",
    "seated",
    "spoken",
    "start",
]


class Position(Generic[S, E]):
    """A position and its game: never changes, equal where game and state are.

    `play` and `roll` check what they are given and return the position that follows.
    """

    __slots__ = ("__dict__", "game", "state")

    def __init__(self, game: Game[Any, S, E], state: S, turn: Turn[E] | None = None) -> None:
        self.game = game
        self.state = state
        if turn is not None:  # known from elsewhere
            self.__dict__["turn"] = turn

    @cached_property
    def turn(self) -> Turn[E]:
        """Whose turn it is: a `Decide`, a `Chance` or an `Over`."""
        return self.game.turn(self.state)

    @property
    def seat(self) -> Seat | None:
        """The seat that decides now; None where luck comes or the game is over."""
        return self.turn.seat if isinstance(self.turn, Decide) else None

    @property
    def actions(self) -> tuple[E, ...]:
        """The actions to choose from; none where luck comes or the game is over."""
        return self.turn.actions if isinstance(self.turn, Decide) else ()

    @property
    def odds(self) -> tuple[tuple[E, int], ...]:
        """What luck may bring, with whole-number weights; nothing where somebody decides or the game is over."""
        return self.turn.odds if isinstance(self.turn, Chance) else ()

    @property
    def over(self) -> Over | None:
        """How the game ended, once it has."""
        return self.turn if isinstance(self.turn, Over) else None

    @property
    def chances(self) -> tuple[tuple[E, Fraction], ...]:
        """What luck may bring, each with its exact probability."""
        total = sum(weight for _, weight in self.odds)
        return tuple((event, Fraction(weight, total)) for event, weight in self.odds)

    def spell(self, event: E) -> str:
        """An event that may happen now in a few words, such as `fish a5`; `play` takes them."""
        if reason := objection(self.turn, event):
            raise Illegal(None, reason)
        return spelled(event, events_of(self.turn))

    def legal(self, event: E) -> bool:
        """Whether an event may happen now: an action of this turn, or an outcome of its luck."""
        return objection(self.turn, event) is None

    def play(self, event: E | str) -> "Position[S, E]":
        """The position after an event, or after the one that some words mean, such as `fish a5`.

        What the rules do not allow now raises `Illegal`, and so do words that mean none of the moves, or several.
        """
        meaning: E = meant(self.game, self.state, self.turn, event) if isinstance(event, str) else event
        if reason := objection(self.turn, meaning):
            raise Illegal(None, reason)
        return Position(self.game, self.game.apply(self.state, meaning))

    def roll(self, luck: Random | bytes, ply: int = 0) -> "Position[S, E]":
        """The position after luck, drawn from a `Random`, or from the seed of a record and the number of a ply."""
        if not isinstance(self.turn, Chance):
            raise Illegal(None, line("no luck is due now"))
        if not isinstance(luck, bytes) and not hasattr(luck, "random"):
            raise TypeError(f"luck is a random.Random, or the bytes of a seed, not {luck!r}")
        event = draw(self.turn.odds, luck, ply) if isinstance(luck, bytes) else self.turn.at(luck.random())
        return Position(self.game, self.game.apply(self.state, event))

    def hints(
        self,
        *,
        seat: Seat | None = None,
        folder: Path | None = None,
        budget: Budget | None = None,
        seed: str | int = "hints",
        compare: E | None = None,
    ) -> tuple[Hint, ...]:
        """What every action is worth to the seat that decides: see `mousehole.hints`.

        Nothing where luck comes or the game is over; a seat that is not asked raises `UserError`.
        """
        if seat is not None and isinstance(self.turn, Decide) and not self.turn.of(seat):
            seats = ", ".join(str(one.seat) for one in self.turn.asked)
            raise UserError(line("seat {seat} decides nothing here; it is up to {seats}", seat=seat, seats=seats))
        return hints(self.game, self.state, seat=seat, folder=folder, budget=budget, seed=seed, compare=compare)

    def story(self, event: E | str, language: str = "en") -> tuple[str, ...]:
        """Tell an event in words."""
        say = voice(spoken(language), self.game.package)
        meaning = meant(self.game, self.state, self.turn, event) if isinstance(event, str) else event
        return tuple(map(say, story_for(self.game, None, self.state, meaning, self.play(meaning).state)))

    def picture(self, language: str = "en", viewer: Seat | None = None) -> str:
        """Draw the position as SVG."""
        scene = scene_for(self.game, self.state, self.turn, seated(self.game, viewer))
        return svg.paint(self.game, scene, spoken(language))

    def drawing(self, language: str = "en", width: int = 80, viewer: Seat | None = None) -> str:
        """Draw the position in letters, for a terminal."""
        scene = scene_for(self.game, self.state, self.turn, seated(self.game, viewer))
        return letters.paint(scene, voice(spoken(language), self.game.package), width)

    @property
    def text(self) -> str:
        """The position as one short line, for links and issues: `position` reads it back."""
        return write_position(self.game, self.state)

    @property
    def json(self) -> bytes:
        """The position as JSON, to be read and edited: `position` reads it back."""
        return write_position_json(self.game, self.state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.game.name, self.state) == (other.game.name, other.state)

    def __hash__(self) -> int:
        return hash((self.game.name, self.state))

    def __repr__(self) -> str:
        return f"<mousehole.Position {self.text}>"

    def __str__(self) -> str:
        return self.drawing()

    def __reduce__(self) -> tuple[Callable[[str], "Position[Any, Any]"], tuple[str]]:
        return position, (self.text,)


AnyPosition: TypeAlias = Position[Any, Any]


def spoken(language: str) -> str:
    """Let a language of the house pass, or say which there are."""
    if language not in languages():
        words = "there is no language {language}; the languages are {names}"
        raise UserError(line(words, language=language, names=", ".join(languages())))
    return language


def seated(game: AnyGame, viewer: Seat | None) -> Seat | None:
    """Let a seat pass that a table of the game can have, or nobody."""
    last = len(most_seats(game)) - 1
    if viewer is not None and viewer not in range(last + 1):
        reason = line("there are seats 0 to {last}", last=last)
        raise UserError(line("{field}: {reason}", field="viewer", reason=reason))
    return viewer


SetupOf = TypeVar("SetupOf")
StateOf = TypeVar("StateOf")
EventOf = TypeVar("EventOf")


@overload
def start(game: Literal["mmm"], setup: Any = ..., /, **fields: Any) -> "Position[MmmState, MmmEvent]": ...
@overload
def start(game: Literal["chopchop"], setup: Any = ..., /, **fields: Any) -> "Position[Kitchen, ChopchopEvent]": ...
@overload
def start(
    game: Literal["mousewarming"], setup: Any = ..., /, **fields: Any
) -> "Position[MousewarmingState, MousewarmingEvent]": ...
@overload
def start(game: Literal["mystics"], setup: Any = ..., /, **fields: Any) -> "Position[MysticsState, MysticsEvent]": ...
@overload
def start(
    game: Game[SetupOf, StateOf, EventOf], setup: Any = ..., /, **fields: Any
) -> "Position[StateOf, EventOf]": ...
@overload
def start(game: AnyGame | str, setup: Any = ..., /, **fields: Any) -> "AnyPosition": ...
def start(game: AnyGame | str, setup: Any = None, /, **fields: Any) -> "AnyPosition":
    """Begin a game, by its name or itself: with a set-up, a dict of its fields, or the fields themselves.

    A wrong set-up raises `BadSetup`, an unknown name `NoSuchGame`.
    """
    found = game_of(game)
    return Position(found, found.new(_setup(found, setup, fields)))


def begun_with(game: AnyGame | str, setup: Any) -> tuple[AnyGame, Any]:
    """A game, by its name or itself, and a checked set-up of it; None is the plain one."""
    found = game_of(game)
    return found, _setup(found, setup, {})


def game_of(game: AnyGame | str) -> AnyGame:
    """A game by its name, or itself."""
    if not isinstance(game, str | Game):
        raise TypeError(f"a game, or the name of one, is needed, not {game!r}")
    return shelf.find(game) if isinstance(game, str) else game


def position(text: str | bytes) -> AnyPosition:
    """Read a position from its short text or from its JSON.

    What is none raises `BadPosition`, one of a game that is not on the shelf `NoSuchGame`.
    """
    if not isinstance(text, str | bytes):
        raise TypeError(f"the text of a position, or its JSON, is needed, not {text!r}")
    json = text.lstrip()[:1] in ("{", b"{")
    if not json and isinstance(text, bytes):
        raise BadPosition(line("that is not the text of a position: it looks like mmm.1.eNqr…"))
    return Position(*(read_position_json(text, shelf.find) if json else read_position(str(text), shelf.find)))


def load(data: bytes | str | Path) -> tuple[AnyGame, Record]:
    """Read a record, from the Path of a file or from its JSON, and find its game.

    What cannot be read raises `BadRecord`, a record of a game that is not on the shelf `NoSuchGame`, and a file that
    is not there `FileNotFoundError`.
    """
    if not isinstance(data, bytes | str | Path):
        raise TypeError(f"the Path of a record, or its JSON, is needed, not {data!r}")
    if isinstance(data, Path):
        data = data.read_bytes()
    if isinstance(data, str) and not data.lstrip().startswith("{"):
        raise BadRecord(line("that is no record; for a file, give its Path"))
    return record.load(data.encode() if isinstance(data, str) else data, shelf.find)


def picture(game: AnyGame, state: Any, language: str = "en", viewer: Seat | None = None) -> str:
    """Draw a state as SVG."""
    return Position(game, state).picture(language, viewer)


def play(game: AnyGame, state: Any, event: Any) -> Any:
    """The state after an event, checked: what the rules do not allow now raises `Illegal`; `game.apply` trusts you."""
    return Position(game, state).play(event).state


def _setup(game: AnyGame, setup: Any, fields: dict[str, Any]) -> Any:
    """Take a set-up, or make one of its fields, and check it by types and by rules."""
    if setup is not None and fields:
        raise TypeError("give a set-up or its fields, not both")
    if isinstance(setup, dict):
        setup, fields = None, setup
    known = game.setup.__struct_fields__
    if unknown := [name for name in fields if name not in known]:
        words = "there is no field {name}; the fields are {names}"
        reasons = (line(words, name=name, names=", ".join(known)) for name in unknown)
        raise BadSetup(tuple(map(Problem, unknown, reasons)))
    if setup is not None and not isinstance(setup, game.setup):
        raise TypeError(f"a set-up of {game.name} is a {game.setup.__qualname__}, not {setup!r}")
    return read_setup(game, msgspec.json.encode(fields if setup is None else setup))
