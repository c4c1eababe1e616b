"""Solves a board: planes of chances to win, one for each distance of the cat, nearest first."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mousehole.core.exact import Progress
from mousehole.games.mmm.solver.backward_sweep import FREE, NEVER_REROLL, PLACE_ALL, Left, Planes, desk, sweep
from mousehole.games.mmm.solver.lane_tiles import TILE, tiled
from mousehole.games.mmm.solver.position_numbers import half
from mousehole.games.mmm.solver.remaining_food import Layout
from mousehole.games.mmm.solver.simd_lanes import LANES
from mousehole.games.mmm.solver.turn_records import EMPTY

Plane: TypeAlias = NDArray[Any]
POLICIES = {"free": FREE, "never-reroll": NEVER_REROLL, "place-all": PLACE_ALL}
THREADS = 2
PIECES = 8  # parts of a layer: enough for all threads to finish together


def silent(done: int, total: int) -> None:
    """Report nothing."""


class Solver:
    """The numbering and the working memory of one board."""

    def __init__(self, layout: Layout, policy: str = "free", kind: Any = np.float64, threads: int = THREADS):
        self.left = half(layout.left, 0)
        self.right = half(layout.right, sum(len(kind.foods) for kind in layout.left))
        self._policy = POLICIES[policy]
        self._kind = kind
        self._threads = threads
        self._tiles = tiled(self.right)
        most = int(np.diff(self.left.start).max())
        self._records = tuple(cleared(most, len(self._tiles.first), kind) for _ in range(2))

    def planes(self, steps: int, progress: Progress = silent) -> Iterator[Plane]:
        """Solve for the cat 1, 2, ... steps away."""
        last = self._arrived()
        total = steps * last.size
        with ThreadPoolExecutor(self._threads) as pool:
            for step in range(steps):
                here = np.zeros_like(last)
                for done in self._layers(pool, Planes(last, here)):
                    progress(step * last.size + done, total)
                yield here
                last = here

    def plain(self, plane: Plane) -> Plane:
        """A plane in the order of a file, in short numbers."""
        return plane[np.ix_(self.left.number, self.right.number)].astype("<f4")

    def _arrived(self) -> Plane:
        """The plane with the cat in the pantry: a win only where nothing is left."""
        plane = np.zeros((len(self.left.squares), len(self.right.squares)), self._kind)
        plane[0, 0] = 1
        return plane

    def _layers(self, pool: ThreadPoolExecutor, planes: Planes) -> Iterator[int]:
        """Solve a plane, the left numbers with fewest squares first; yields how many positions are done."""
        left = Left(*(getattr(self.left, name) for name in Left._fields))
        for squares, (first, end) in enumerate(pairwise(self.left.start)):
            records = (self._records[1 - squares % 2], self._records[squares % 2])
            cuts = np.unique(np.linspace(first, end, PIECES + 1).astype(int))
            tasks = [
                pool.submit(sweep, left, self._tiles, records, planes, desk(self._policy, self._kind), (int(a), int(b)))
                for a, b in pairwise(cuts)
            ]
            for task in tasks:
                task.result()
            yield int(end) * planes.here.shape[1]


def planes(layout: Layout, steps: int, progress: Progress = silent) -> Iterator[Plane]:
    """Solve a board for a file."""
    solver = Solver(layout)
    return map(solver.plain, solver.planes(steps, progress))


def values(layout: Layout, steps: int, policy: str = "free", progress: Progress = silent) -> list[float]:
    """The chance to win a whole game with the cat 1, 2, ... steps away; a policy restricts what people do."""
    return [float(plane[-1, -1]) for plane in Solver(layout, policy).planes(steps, progress)]


def cleared(most: int, tiles: int, kind: Any) -> NDArray[Any]:
    """Room for the records of so many left numbers, plus the tile that means there is no such way."""
    records = np.zeros((most, (tiles + 1) * TILE), kind)
    records[:, tiles * TILE :] = np.repeat(EMPTY, LANES)
    return records
