"""Exact chances for your own programs: a board is solved once, and whatever is asked about it is checked."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mousehole.core.game import AnyGame, Decide
from mousehole.core.solvable import On, Oracle
from mousehole.core.words import UserError, line
from mousehole.library.positions import Position, start
from mousehole.players.hints import nobody_decides
from mousehole.players.perfect_play import Solver

__all__ = ["CheckedOracle", "solve"]


def solve(
    game: AnyGame | str,
    setup: Any = None,
    /,
    *,
    folder: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    on: On = "cpu",
    **fields: Any,
) -> Oracle:
    """Find the exact chances of a board: solved now, or found in the folder of solutions, where hints see it too.

    A set-up is given as to `start`. What cannot be solved raises `UserError`.
    """
    begun = start(game, setup, **fields)
    solver = Solver(begun.game, folder)
    solver.solve(begun.state, progress, on)
    return CheckedOracle(begun, solver)


class CheckedOracle:
    """Knows the chances of all boards that are solved in a folder, and refuses positions of others."""

    def __init__(self, begun: Position, solver: Solver):
        self._begun, self._solver = begun, solver

    def value(self, state: Any, seat: int) -> float:
        """The chance that a seat wins from here, a state or a position, if everybody plays perfectly."""
        state = self._state(state)
        return self._oracle(state).value(state, seat)

    def choices(self, state: Any) -> tuple[float, ...]:
        """The chance of the seat that decides, for each action of its turn."""
        state = self._state(state)
        if not isinstance(self._begun.game.turn(state), Decide):
            raise nobody_decides()
        return self._oracle(state).choices(state)

    def _state(self, given: Any) -> Any:
        state = given.state if isinstance(given, Position) else given
        if not isinstance(state, type(self._begun.state)):
            raise UserError(line("that is not a position of {game}", game=self._begun.game.name))
        return state

    def _oracle(self, state: Any) -> Oracle:
        found = self._solver.oracle(state)
        if found is None:
            raise UserError(line("this position is of another board, which is not solved yet"))
        return found
