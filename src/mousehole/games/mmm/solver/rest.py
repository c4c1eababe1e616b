"""What can still follow a position, solved in memory: late in a game a matter of seconds, without a solved board."""

import struct
from collections.abc import Iterator

from mousehole.games.mmm.solver.solution import WIDTH, Left, layout_of, left_of, leftovers, numbers, total
from mousehole.games.mmm.solver.sweep import Plane, Solver
from mousehole.games.mmm.state import State

SOON = 1_000_000  # positions, with all distances of the cat, that take less than a second


class Rest:
    """The chances between turns from here to the end, as far as they are worked out."""

    def __init__(self, state: State):
        box = state.pantry
        self._start = left_of(box, state.free | state.placed)
        self._layout = layout_of(self._start)
        self._steps = box.steps - state.cat
        self._planes: list[Plane] = []

    def covers(self, state: State) -> bool:
        """Whether a position of such a board follows from here."""
        left = left_of(state.pantry, state.free | state.placed)
        fits = all(some in leftovers(start) for some, start in zip(left, self._start, strict=True))
        return fits and state.pantry.steps - state.cat <= self._steps

    @property
    def soon(self) -> bool:
        """Whether it is little enough to be worked out while somebody waits."""
        return self._layout.positions * self._steps <= SOON

    def slices(self) -> Iterator[tuple[int, int]]:
        """Work it out bit by bit: how much is done, and of how much."""
        for done, whole, plane in Solver(self._layout, workers=1).slices(self._steps):
            self._planes += [plane] if plane else []
            yield done, whole

    def chance(self, left: Left, steps: int) -> float:
        """The chance to win between two turns, by what is left of each food and the cat's steps."""
        if not any(left) or not steps:
            return float(not any(left))
        first, second = numbers(self._layout, left)
        at = (first * total(self._layout.right) + second) * WIDTH
        found: float = struct.unpack_from("<f", self._planes[steps - 1], at)[0]
        return found


LATEST: list[Rest] = []  # what was worked out last: later positions of the same game need nothing more


def rest_of(state: State) -> Rest | None:
    """What can still follow a position, worked out if that is soon done."""
    if LATEST and LATEST[0].covers(state):
        return LATEST[0]
    rest = Rest(state)
    if not rest.soon:
        return None
    for _ in rest.slices():
        pass
    LATEST[:] = [rest]
    return rest
