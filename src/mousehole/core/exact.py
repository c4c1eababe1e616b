"""What a game that can be solved offers: chances to win that are exact, for every position and every choice."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from mousehole.core.words import Line

Progress: TypeAlias = Callable[[int, int], None]  # so much is done, of so much
On: TypeAlias = Literal["cpu", "gpu"]  # the processor, or a graphics card


class Oracle(Protocol):
    """Knows the chances of one board."""

    def value(self, state: Any, seat: int) -> float:
        """Give the chance that a seat wins from here, if everybody plays as well as can be."""

    def choices(self, state: Any) -> tuple[float, ...]:
        """Give the chance of the seat that decides, for each action of its turn."""


@runtime_checkable
class Exact(Protocol):
    """The part `exact` of a game: finds what was solved, and solves."""

    @property
    def policies(self) -> tuple[str, ...]:
        """Ways to restrict play whose exact worth can be told."""

    def obstacle(self, state: Any, on: On = "cpu") -> Line | None:
        """Say why the board of a position can not be solved there, or nothing."""

    def open(self, folder: Path, state: Any) -> Oracle | None:
        """Find the solution of the board in a folder, or nothing when it has not been solved yet."""

    def solve(self, folder: Path, state: Any, progress: Progress, on: On = "cpu") -> Oracle:
        """Solve the board and keep the solution in a folder."""

    def survey(
        self, folder: Path, state: Any, policy: str, progress: Progress, on: On = "cpu"
    ) -> tuple[tuple[Line, float], ...]:
        """Tell how good the start of the board is under several circumstances; an empty policy restricts nothing."""
