"""Exact chances and best choices for many positions of a solved board at once, from what a batch shows of them."""

from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mousehole.games.mmm.moves import FACES
from mousehole.games.mmm.solver.choice import PerfectOracle, sorted_items
from mousehole.games.mmm.solver.solution import solution_of
from mousehole.games.mmm.state import State

Chances: TypeAlias = NDArray[np.float64]


class BatchOracle:
    """Knows what every action is worth, wherever somebody decides."""

    def __init__(self, folder: Path, start: State):
        solution = solution_of(folder, start)
        if solution is None:
            raise ValueError("this board is not solved: solve it first")
        self._pantry, self._oracle, items = start.pantry, PerfectOracle(solution), sorted_items(start.pantry)
        self._squares, self._weighed = len(start.pantry.grid.names), len(items) + 2
        homes = [next((n for n, item in enumerate(items) if item >> square & 1), 0) for square in range(self._squares)]
        self._columns = np.array([len(items), len(items) + 1, *homes])  # of reroll, gather, and a die on each square

    def chances(self, observations: NDArray[np.uint8]) -> Chances:
        """The chance to win after each action, by position and id; NaN where an action is not legal."""
        weighed = self._oracle.weighed(self._pantry, self._read(observations).tobytes())
        found: Chances = np.frombuffer(weighed).reshape(-1, self._weighed)[:, self._columns]
        found[:, 2:][observations[:, : self._squares] == 0] = np.nan  # a square that is not free takes no die
        found[found < 0] = np.nan
        return found

    def best(self, observations: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The id of the best action of each position, the first of equal ones."""
        found: NDArray[np.int64] = np.nanargmax(self.chances(observations), axis=1)
        return found

    def values(self, observations: NDArray[np.uint8]) -> NDArray[np.float64]:
        """The chance to win of each position, if everybody then plays perfectly."""
        found: NDArray[np.float64] = np.nanmax(self.chances(observations), axis=1)
        return found

    def regrets(self, observations: NDArray[np.uint8], actions: NDArray[np.integer]) -> NDArray[np.float64]:
        """What an action of each position gives away of its value; NaN where it is not legal."""
        chances = self.chances(observations)
        taken = chances[np.arange(len(chances)), np.asarray(actions).clip(0)]
        found: NDArray[np.float64] = np.nanmax(chances, axis=1) - taken
        return found

    def _read(self, seen: NDArray[np.uint8]) -> NDArray[np.uint64]:
        """Positions as words, as rules.h writes them."""
        size = self._squares
        free, placed, counts = (
            bits(seen[:, :size]),
            bits(seen[:, size : 2 * size]),
            seen[:, 2 * size :].astype(np.uint64),
        )
        turn = counts[:, : len(FACES)] @ (1 << 2 * np.arange(len(FACES), dtype=np.uint64))
        turn |= (3 - seen[:, size : 2 * size].sum(1, dtype=np.uint64)) << np.uint64(12)
        turn |= counts[:, len(FACES)] << np.uint64(14)
        turn |= (np.uint64(self._pantry.steps) - counts[:, len(FACES) + 1]) << np.uint64(16)
        return np.stack([free, placed, turn], 1)


def bits(planes: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """A set of squares as a word, by position."""
    packed = np.zeros((len(planes), 8), np.uint8)
    found = np.packbits(planes, axis=1, bitorder="little")
    packed[:, : found.shape[1]] = found
    return packed.view("<u8")[:, 0]
