"""Searched chances: several compiled trees grow independently, and what they agree on is an estimate.

Each tree meets its own luck, so the spread between them says how far off their mean may be; the error of the game's
guess at the leaves is measured. All trees are drawn to what looks best, so their chances are those of strong play on
all sides.
"""

import time
from collections.abc import Sequence
from math import hypot, isfinite
from random import Random
from statistics import fmean
from typing import Any

from mousehole.compiled.kernels import kernel_of
from mousehole.core.game import AnyGame, Decide, Solvable
from mousehole.core.kernel import WasmKernel
from mousehole.players.intervals import standard_error
from mousehole.players.mcts import compiled_look
from mousehole.players.simulated import Budget, Sample

TREES = 8
EVEN = 0.3  # of the simulations is shared evenly: two tries of an action tell nothing
SMALLEST_LOSS = 0.01  # a smaller loss is not a mistake
STUDENT_95 = 2.365  # standard deviations of the mean that cover 95 of 100, by Student for eight trees
CERTAIN = 3.499  # the same for 99 of 100


def growing(game: AnyGame, state: Any) -> WasmKernel | None:
    """Find what grows compiled trees from a position; a game to be solved has no guess to end them with."""
    kernel = kernel_of(game) if Solvable.exact not in game.parts.solvable else None
    return kernel.at_its_best(state) if kernel and kernel.fits(state) else None


def searched(
    kernel: WasmKernel, state: Any, turn: Decide[Any], budget: Budget, seed: str, doubt: float
) -> tuple[Sample, ...]:
    """Estimate every action of a turn."""
    kernel = kernel.judging()
    compiled_look(kernel, state, turn, Random(seed), (1, None), EVEN)  # what a module loads does not count
    until = time.monotonic() + budget.seconds
    simulations = max(len(turn.actions), budget.simulations // (TREES * kernel.slow))
    visits, shares = [0] * len(turn.actions), list[list[float]]()
    for tree in range(TREES):
        now = time.monotonic()
        stop = now + max(0.0, until - now) / (TREES - tree) if isfinite(until) else None
        found = compiled_look(kernel, state, turn, Random(f"{seed}/{tree}"), (simulations, stop), EVEN)
        visits = [sum(pair) for pair in zip(visits, (tried for tried, _ in found), strict=True)]
        shares.append([share for _, share in found])
    columns = list(zip(*shares, strict=True))
    best = columns[visits.index(max(visits))]
    return tuple(_sample(mine, best, doubt) for mine in columns)


def certain_leads(
    kernel: WasmKernel, state: Any, turn: Decide[Any], simulations: int, seed: str
) -> tuple[list[float], list[float]]:
    """What each action is worth when all are searched alike, and by how much the best leads each in 99 of 100 cases."""
    kernel = kernel.judging()
    budget = (max(len(turn.actions), simulations // TREES), None)
    looks = [compiled_look(kernel, state, turn, Random(f"{seed}/{tree}"), budget, 1.0) for tree in range(TREES)]
    columns = list(zip(*([share for _, share in look] for look in looks), strict=True))
    means = [fmean(mine) for mine in columns]
    best = columns[means.index(max(means))]
    leads = [_bounds([a - b for a, b in zip(best, mine, strict=True)], CERTAIN) for mine in columns]
    return means, [lead - reach for lead, reach in leads]


def _sample(mine: Sequence[float], best: Sequence[float], doubt: float) -> Sample:
    chance, reach = _bounds(mine)
    loss, least = _bounds([other - own for other, own in zip(best, mine, strict=True)])
    return Sample.within(chance, hypot(reach, doubt), loss, mine is not best and loss > max(least, SMALLEST_LOSS))


def _bounds(values: Sequence[float], sure: float = STUDENT_95) -> tuple[float, float]:
    """The mean of some trees, and how far off it may be."""
    return fmean(values), sure * standard_error(values)
