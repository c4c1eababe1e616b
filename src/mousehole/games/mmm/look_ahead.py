"""Looking ahead in Mmm! to the end of the turn; a guide estimates what comes after it.

Solved boards need no guide. With the in-line rule, where no board can be solved as a whole, the guide is what was
learned about the board, or else the solution without that rule; once few squares are left it knows the exact chances,
and so does whoever looks ahead. Where nothing is learned or solved, the guide is the estimate of `value`.
"""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from msgspec.structs import replace

from mousehole.compiled.compiler import fast
from mousehole.core.exact import Oracle
from mousehole.core.game import Decide, Over
from mousehole.core.kit.grid import Squares
from mousehole.games.mmm.rules import apply, options, turn
from mousehole.games.mmm.solver.position_chances import Left, MmmOracle, left_of
from mousehole.games.mmm.solver.solution import solution_of
from mousehole.games.mmm.state import Pantry, State
from mousehole.games.mmm.value import chance, likely

Guide: TypeAlias = Callable[[State], float]  # knows the chance to win between two turns
FEW = 16  # squares: few enough to look at every position to the end


class Ahead:
    """Knows the chances within a turn, by the rules, as well as its guide knows those between turns."""

    def __init__(self, guide: Guide):
        self._guide = guide
        self._known: dict[State, float] = {}

    def value(self, state: State, seat: int = 0) -> float:
        """The chance to win; everybody wins together."""
        if state not in self._known:
            self._known[state] = self._weighed(state)
        return self._known[state]

    def choices(self, state: State) -> tuple[float, ...]:
        """The chance to win after each action of a turn."""
        return tuple(self.value(apply(state, action)) for action in options(state))

    def _weighed(self, state: State) -> float:
        now = turn(state)
        if isinstance(now, Over):
            return float(bool(now.winners))
        if not (state.hand or state.placed):
            return self._guide(state)
        if isinstance(now, Decide):
            return max(self.choices(state))
        return sum(weight * self.value(apply(state, event)) for event, weight in now.odds) / now.steps[-1]


class Estimate:
    """Estimates chances between turns where squares are interchangeable."""

    def chance(self, left: Left, steps: int) -> float:
        """The chance to win, by what is left of each food and the cat's steps."""
        return likely(steps, sum(map(len, left)), [sum(sizes) for sizes in left])


def exact(state: State, folder: Path) -> bool:
    """Whether looking ahead gives the exact chances of a position, and so of all that follow."""
    if state.pantry.in_line:
        return fast() and (state.free | state.placed).bit_count() <= FEW
    return solution_of(folder, state) is not None


def looked(state: State, folder: Path | None) -> Oracle:
    """Look ahead from a position; solved boards are in the folder, and without one everything is estimated."""
    if state.pantry.in_line:
        return in_line(state.pantry, state.free | state.placed, state.cat, folder)
    solution = solution_of(folder, state) if folder else None
    return MmmOracle(solution or Estimate())


@lru_cache(16)
def in_line(pantry: Pantry, squares: Squares, cat: int, folder: Path | None) -> Ahead:
    """Look ahead over a turn that began with these squares; results are cached for its later decisions."""
    return Ahead(guide(pantry, squares, cat, folder) if folder else lambda state: chance(pantry, state.free, state.cat))


def guide(pantry: Pantry, squares: Squares, cat: int, folder: Path) -> Guide:
    """Find the guide that knows most about what comes after the turn."""
    if squares.bit_count() <= FEW and fast():
        from mousehole.games.mmm.solver.in_line import LineChances

        return LineChances(pantry, squares, pantry.steps - cat).chance
    return learned_guide(pantry) or loose_guide(pantry, squares, folder)


def learned_guide(pantry: Pantry) -> Guide | None:
    """What was learned about a board, if anything."""
    if not fast():
        return None
    from mousehole.games.mmm.fast import learned

    weights = learned.weights_of(pantry)
    return (lambda state: learned.chance(state, weights)) if weights else None


def loose_guide(pantry: Pantry, squares: Squares, folder: Path) -> Guide:
    """The solution of a board without the in-line rule, or else the estimate."""
    loose = Pantry(replace(pantry.setup, in_line=False))
    if solution := solution_of(folder, State(loose, 0, squares)):
        return lambda state: solution.chance(left_of(pantry, state.free), pantry.steps - state.cat)
    return lambda state: chance(pantry, state.free, state.cat)
