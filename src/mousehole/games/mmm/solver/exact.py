"""Mmm! solved: the part `exact` of the game. The in-line variant is not: there, squares are not interchangeable."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from mousehole.compiled import graphics_card
from mousehole.compiled.compiler import fast, needed
from mousehole.core.exact import On, Oracle, Progress
from mousehole.core.words import Line, Trouble, line
from mousehole.games.mmm.look_ahead import exact, looked
from mousehole.games.mmm.solver.position_chances import MmmOracle
from mousehole.games.mmm.solver.remaining_food import Layout, layout
from mousehole.games.mmm.solver.solution import BadSolution, Solution, file_size, place, solution_of, write
from mousehole.games.mmm.state import Pantry, State

MOST = 20_000_000  # positions; the shipped boards have 5 and 3 million


class MmmExact:
    """Finds solved boards, and solves new ones."""

    policies = ("never-reroll", "place-all")

    def obstacle(self, state: State, on: On = "cpu") -> Line | None:
        """Say why a board cannot be solved there, if so."""
        if state.pantry.in_line:
            return line("a board can only be solved without the in-line rule")
        if (found := layout(state.pantry.board).positions) > MOST:
            return line("this board has {n} positions; more than {most} cannot be solved", n=found, most=MOST)
        if on == "gpu":
            return graphics_card.obstacle()
        return None if fast() else needed()

    def usual(self, state: State) -> bool:
        """Whether it is a board that comes with the game, with the cat where it begins."""
        setup = state.pantry.setup
        return setup.board is None and setup.steps is None and not setup.in_line

    def size(self, state: State) -> int:
        """The bytes that a solution takes: a number for each position and distance of the cat."""
        return file_size(layout(state.pantry.board), state.pantry.steps)

    def open(self, folder: Path, state: State) -> Oracle | None:
        """Find the solution of a board, if it covers the cat's distance; in line, a few squares need none."""
        if state.pantry.in_line:
            return looked(state, folder) if exact(state, folder) else None
        solution = solution_of(folder, state)
        return MmmOracle(solution) if solution else None

    def solve(self, folder: Path, state: State, progress: Progress, on: On = "cpu") -> Oracle:
        """Solve a board and save the solution; an existing one is reused."""
        if found := self._found(folder, state):
            return found
        self._possible(state, on)
        folder.mkdir(parents=True, exist_ok=True)
        box = state.pantry
        write(place(folder, box), layout(box.board), solver(on)(layout(box.board), box.steps, progress))
        return MmmOracle(Solution(place(folder, box), layout(box.board)))

    def survey(
        self, folder: Path, state: State, policy: str, progress: Progress, on: On = "cpu"
    ) -> tuple[tuple[Line, float], ...]:
        """The chance to win for every distance of the cat."""
        box = state.pantry
        if policy:
            self._possible(state)
            found = restricted(box, policy, progress)
        else:
            oracle = self.solve(folder, state, progress, on)
            found = [oracle.value(replace(state, cat=box.steps - steps), 0) for steps in range(1, box.steps + 1)]
        return tuple((distance(steps), value) for steps, value in enumerate(found, 1))

    def _possible(self, state: State, on: On = "cpu") -> None:
        if reason := self.obstacle(state, on):
            raise Trouble(reason)

    def _found(self, folder: Path, state: State) -> Oracle | None:
        """Open an earlier solution; one that cannot be read is ignored."""
        try:
            return None if state.pantry.in_line else self.open(folder, state)
        except BadSolution:
            return None


def solver(on: On) -> Callable[[Layout, int, Progress], Iterator[Any]]:
    """Choose the solver for a processor or a graphics card."""
    if on == "gpu":
        from mousehole.games.mmm.solver import gpu

        return gpu.planes
    from mousehole.games.mmm.solver import solve

    return solve.planes


def restricted(box: Pantry, policy: str, progress: Progress) -> list[float]:
    """Solve a board for people who never re-roll, or who place every die that fits; nothing is saved."""
    from mousehole.games.mmm.solver.solve import values

    return values(layout(box.board), box.steps, policy, progress)


def distance(steps: int) -> Line:
    """Say how far away the cat is."""
    return line("cat {n} step away", plural="cat {n} steps away", n=steps)


EXACT = MmmExact()
