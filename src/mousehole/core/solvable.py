"""What a game offers that can be solved exactly, and positions and boards put together by hand.

A sketch is a scene whose offers are changes, named by the fields of an address, so that one page serves every game.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from mousehole.core.scene import Scene
from mousehole.core.words import Line

__all__ = ["Exact", "Fields", "ManyOracle", "On", "Oracle", "Progress", "Sketch", "Sketcher", "Sweep", "Swept"]

Progress: TypeAlias = Callable[[int, int], None]  # how much is done, and of how much
On: TypeAlias = Literal["cpu", "gpu"]  # the processor, or a GPU


class Oracle(Protocol):
    """Knows the chances of one board."""

    def value(self, state: Any, seat: int) -> float:
        """The chance that a seat wins from here, if everybody plays perfectly."""

    def choices(self, state: Any) -> tuple[float, ...]:
        """The chance of the seat that decides, for each action of its turn."""


class ManyOracle(Protocol):
    """Knows the chances of many positions of one board at once, from what a batch shows of them, as arrays."""

    def chances(self, observations: Any) -> Any:
        """The chance after each action, by position and id; NaN where an action is not legal."""

    def values(self, observations: Any) -> Any:
        """The chance of each position, if everybody then plays perfectly."""

    def best(self, observations: Any) -> Any:
        """The id of the best action of each position, the first of equal ones."""

    def regrets(self, observations: Any, actions: Any) -> Any:
        """What an action of each position gives away of its value."""


@runtime_checkable
class Exact(Protocol):
    """The part `exact` of a game: finds solved boards, and solves new ones."""

    @property
    def policies(self) -> tuple[str, ...]:
        """Ways to restrict play whose exact chances can be computed."""

    def obstacle(self, state: Any, on: On = "cpu") -> Line | None:
        """Say why the board of a position cannot be solved there, if so."""

    def usual(self, state: Any) -> bool:
        """Whether the board of a position is one that many play on: worth solving before anybody asks."""

    def size(self, state: Any) -> int:
        """The bytes that the solution of a board takes on disk."""

    def open(self, folder: Path, state: Any) -> Oracle | None:
        """Find the solution of the board in a folder, if it has been solved."""

    def solve(self, folder: Path, state: Any, progress: Progress, on: On = "cpu") -> Oracle:
        """Solve the board and save the solution in a folder."""

    def survey(
        self, folder: Path, state: Any, policy: str, progress: Progress, on: On = "cpu"
    ) -> tuple[tuple[Line, float], ...]:
        """How good the start of the board is under several circumstances; an empty policy restricts nothing."""


class Sweep(Struct, frozen=True):
    """A board as a module solves it where Python should not wait for it; offline/shell/sweep.js reads it."""

    module: bytes
    board: tuple[int, ...]  # as the module reads it
    lefts: int  # how many left numbers a plane has
    row: int  # bytes of a left number
    steps: int  # distances of the cat, a plane each
    pieces: int  # of a plane, between two words of progress
    file: str  # the name of the solution
    header: str  # what the file begins with; checksums and `]}` follow
    page: int  # the bytes of its header


@runtime_checkable
class Swept(Protocol):
    """What a part `exact` offers besides, where a script can solve its boards without Python."""

    def sweep(self, state: Any) -> Sweep:
        """What there is to do; a board that cannot be solved raises `UserError`."""

    def told(self, values: Sequence[float]) -> tuple[tuple[Line, float], ...]:
        """What a survey says, from the chances at the beginning of each distance."""


Fields: TypeAlias = Mapping[str, str]


class Sketch(Struct, frozen=True):
    """A sketch as it is drawn: `changes` are the fields that each offer of the scene leads to, by its action."""

    fields: Fields
    scene: Scene
    changes: tuple[Fields, ...]
    setup: Any = None  # what a new table would begin with
    state: Any = None  # the position, where it is complete
    note: Line | None = None  # what is missing or wrong
    text: str = ""  # the field that may also be edited as text
    wrong: bool = False  # the note tells a mistake, not how to begin


@runtime_checkable
class Sketcher(Protocol):
    """The part `explorer` or `designer` of a game."""

    def sketch(self, fields: Fields) -> Sketch:
        """Draw what the fields name; empty ones name the usual beginning, wrong ones are told in the note."""

    def fields(self, setup: Any, state: Any) -> Fields:
        """Name a position of a game, or its board."""
