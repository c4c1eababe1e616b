"""Chances by a game's own simulations: a short look ahead from each action, all with the same luck, valued at its end.

What the guide would do is always simulated, and stays the best unless another action is clearly better: a hint is never
worse than the player that leads the simulations. What cannot be told apart from the best gets the same chance.
"""

import time
from collections.abc import Sequence
from math import hypot, sqrt
from random import Random
from statistics import fmean as mean
from typing import Any
from zlib import crc32

from mousehole.core.game import AnyGame, Decide
from mousehole.players.estimates.simulated import SURE, Budget, Sample, guide

FEWEST = 6  # simulations for each action before it may be dropped
FEW = 4  # simulations that say nothing about spread
EVEN = 0.02  # smaller differences that may be accidents are not shown
TIE = 1e-9  # what stands behind the guide's own choice among equals
SURELY = (
    1.3  # times the reach by which a game's mistake must be seen: of a hundred decisions, some look bad by accident
)


class Forecast:
    """Simulations after each action of a turn, numbered alike."""

    def __init__(self, game: AnyGame, state: Any, turn: Decide[Any], seed: str) -> None:
        self._game, self._turn, self._first = game, turn, crc32(seed.encode()) % 10_000
        self._after = [None] * len(turn.actions)
        self._state = state
        self.own = turn.actions.index(guide(game).choose(game, state, turn, Random(seed)))
        self.scores: list[list[float]] = [[] for _ in turn.actions]

    def simulate(self, action: int) -> None:
        """Simulate once more what comes after an action."""
        simulation = self._game.parts.simulation
        assert simulation is not None
        if self._after[action] is None:
            self._after[action] = self._game.apply(self._state, self._turn.actions[action])
        number = self._first + len(self.scores[action])
        self.scores[action].append(simulation(self._after[action], self._turn.seat, number))


def forecast(
    game: AnyGame, state: Any, turn: Decide[Any], budget: Budget, seed: str, doubt: float
) -> tuple[Sample, ...]:
    """Value every action of a turn; the better half is simulated again and again, within the budget."""
    work = Forecast(game, state, turn, seed)
    running, until, left = list(range(len(turn.actions))), time.monotonic() + budget.seconds, budget.games
    share = FEWEST
    while running and (left > 0 or not work.scores[running[0]]):
        for _ in range(share):
            for action in running:
                work.simulate(action)
            left -= len(running)
            if time.monotonic() >= until and len(work.scores[running[0]]) > 1:
                left = 0
                break
        if len(running) == 1:
            break
        ranked = sorted(running, key=lambda action: -mean(work.scores[action]))[: max(2, len(running) // 2)]
        running = list(dict.fromkeys((*ranked, work.own)))
        share = FEWEST if len(running) > 3 else 2 * FEWEST
    return weighed(work.scores, work.own, doubt)


def weighed(scores: Sequence[list[float]], own: int, doubt: float) -> tuple[Sample, ...]:
    """Compare all actions with the best: the guide's own unless another one is clearly better."""
    lead = [apart(mine, scores[own]) for mine in scores]
    better = [n for n in range(len(scores)) if n != own and mean(lead[n]) > reach(lead[n])]
    best = max(better, key=lambda n: mean(lead[n]), default=own)
    chance, width = mean(scores[best]), hypot(reach(scores[best]), doubt)
    return tuple(
        sample(mine, scores[best], chance, width, doubt) if n != best else Sample.within(chance, width, 0.0, False)
        for n, mine in enumerate(scores)
    )


def sample(mine: list[float], best: list[float], chance: float, width: float, doubt: float) -> Sample:
    """What is told of an action that is not the best: its own chance if it differs, else that of the best."""
    losses = apart(best, mine)
    loss = mean(losses)
    clear = loss > reach(losses)
    if not clear and loss < EVEN:
        return Sample.within(chance, width, TIE, False)
    return Sample.within(max(0.0, chance - loss), hypot(reach(mine), doubt), max(loss, TIE), clear)


def apart(one: list[float], other: list[float]) -> list[float]:
    """How much better one action is than another, over the luck that both have met."""
    return [a - b for a, b in zip(one, other, strict=False)]


def reach(scores: list[float]) -> float:
    """The distance from the mean that covers the truth in 95 of 100 cases, about; a few samples say little."""
    n = len(scores)
    if n < FEW:
        return 0.5
    middle = mean(scores)
    spread = sqrt(sum((score - middle) ** 2 for score in scores) / (n - 1))
    return (SURE + 3 / n) * spread / sqrt(n)


def blamed(game: AnyGame, state: Any, turn: Decide[Any], chosen: int, games: int, seed: str) -> dict[int, Sample]:
    """Compare what was done with what the guide would have done: unlike the best of many, that is no accident.

    The chance is that of the position as it looks, the loss what both met with the same luck.
    """
    work, value = Forecast(game, state, turn, seed), game.parts.value
    chance = value(state, turn.seat) if value else 0.5
    found = {work.own: Sample.within(chance, 0.0, 0.0, False)}
    if chosen != work.own:
        for _ in range(games):
            work.simulate(work.own)
            work.simulate(chosen)
        losses = apart(work.scores[work.own], work.scores[chosen])
        loss, width = mean(losses), SURELY * reach(losses)
        found[chosen] = Sample.within(max(0.0, chance - max(0.0, loss)), width, max(loss, TIE), loss > width)
    return found
