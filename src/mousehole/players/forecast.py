"""Chances by a game's own simulations: a short look ahead from each action, all with the same luck, valued at its end.

What the guide would do is always simulated, and stays the best unless another action is clearly better, and still is
when both are simulated much farther: a hint is never worse than the player that leads the simulations. What cannot be
told apart from the best gets the same chance. A short look tells actions apart, but how good the best of them is only
games to their end can say: they get the rest of the time.
"""

import time
from collections.abc import Sequence
from math import hypot
from random import Random
from statistics import fmean
from typing import Any
from zlib import crc32

from msgspec import Struct

from mousehole.core.game import AnyGame, Decide
from mousehole.players.intervals import NORMAL_95, standard_error
from mousehole.players.simulated import Budget, Prospect, Sample, guide, played_out

MIN_SIMULATIONS = 6  # simulations for each action before it may be dropped
SPREADLESS = 4  # simulations that say nothing about spread
EVEN = 0.02  # smaller differences that may be accidents are not shown
TIE = 1e-9  # what stands behind the guide's own choice among equals
TRIFLE = 0.01  # by which another action must be better than the guide's own, to be recommended
SURELY = 1.3  # times the reach by which it must, and by which a mistake must be seen: of many, some look so by accident
COMPARING = 0.3  # of the time
LASTING = 0.6  # of the time is over when it is settled whether another action stays better
FAR_SIMULATIONS = 32  # far simulations of both
SIMULATIONS_PER_LOOK = 8  # of them between two looks
GAIN = 0.02  # by which it must stay better
FRESH = 20_000  # beyond all numbers of luck that were met before
GOOD = 0.65  # chances above it were 4 points off by a short look, those below 14 (421 positions of chapters)
SHAKY = 1.75  # times the usual doubt
PAIRS = 8  # simulations of what was done and of what might have been done, at first
MOST_PAIRS = 40
FINE = 0.01  # a standard error that is small enough


class Forecast:
    """Simulations after each action of a turn, numbered alike."""

    def __init__(self, game: AnyGame, state: Any, turn: Decide[Any], seed: str) -> None:
        self._game, self._turn, self._first = game, turn, crc32(seed.encode()) % 10_000
        self._state = state
        self.own = turn.actions.index(guide(game).choose(game, state, turn, Random(seed)))
        self.scores: list[list[float]] = [[] for _ in turn.actions]

    def simulate(self, action: int) -> None:
        """Simulate once more what comes after an action."""
        self.scores[action].append(self.simulated(action, len(self.scores[action]), far=False))

    def simulated(self, action: int, number: int, far: bool) -> float:
        """What comes after an action with the luck of a number, soon or much later."""
        simulation = self._game.parts.adventure.simulation
        assert simulation is not None
        return simulation(self._state, self._turn.actions[action], self._turn.seat, self._first + number, far)


def forecast(
    game: AnyGame, state: Any, turn: Decide[Any], budget: Budget, seed: str, doubt: float
) -> tuple[Sample, ...]:
    """Value every action of a turn within the budget: compare them first, then play on from the best to the end."""
    began, work = time.monotonic(), Forecast(game, state, turn, seed)
    explore(work, budget.games, began + COMPARING * budget.seconds)
    best = leading(work.scores, work.own)
    if best != work.own and not lasts(work, best, began + LASTING * budget.seconds):
        best = work.own
    guess = guessed(work.scores[best], doubt)
    after = game.apply(state, turn.actions[best])
    found = played_out(game, after, turn.seat, guess, budget.ends, seed, began + budget.seconds)
    return weighed(work.scores, best, found)


def guessed(scores: list[float], doubt: float) -> Prospect:
    """What short simulations say of a chance: in positions that are not good they are farther off."""
    chance = fmean(scores)
    return Prospect(chance, max(TIE, hypot(reach(scores), doubt if chance > GOOD else SHAKY * doubt)))


def explore(work: Forecast, games: int, until: float) -> None:
    """Simulate every action; the better half, and the guide's own, again and again."""
    running, left, share = list(range(len(work.scores))), games, MIN_SIMULATIONS
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
        ranked = sorted(running, key=lambda action: -fmean(work.scores[action]))[: max(2, len(running) // 2)]
        running = list(dict.fromkeys((*ranked, work.own)))
        share = MIN_SIMULATIONS if len(running) > 3 else 2 * MIN_SIMULATIONS


def leading(scores: Sequence[list[float]], own: int) -> int:
    """The best action: the guide's own unless another one is clearly better, and by more than a trifle."""
    lead = [apart(mine, scores[own]) for mine in scores]
    better = [n for n in range(len(scores)) if n != own and fmean(lead[n]) > max(TRIFLE, SURELY * reach(lead[n]))]
    return max(better, key=lambda n: fmean(lead[n]), default=own)


def lasts(work: Forecast, action: int, until: float) -> bool:
    """Whether an action is still better than the guide's own much later, with luck that neither has met."""
    lead = list[float]()
    while len(lead) < FAR_SIMULATIONS and time.monotonic() < until:
        number = FRESH + len(lead)
        lead.append(work.simulated(action, number, far=True) - work.simulated(work.own, number, far=True))
        if len(lead) % SIMULATIONS_PER_LOOK == 0 and fmean(lead) <= GAIN:
            return False
    return len(lead) >= SIMULATIONS_PER_LOOK and fmean(lead) > GAIN


def weighed(scores: Sequence[list[float]], best: int, found: Prospect) -> tuple[Sample, ...]:
    """Compare all actions with the best, whose chance is known."""
    return tuple(
        sample(apart(scores[best], mine), found) if n != best else Sample.within(found.chance, found.reach, 0.0, False)
        for n, mine in enumerate(scores)
    )


def sample(losses: list[float], best: Prospect) -> Sample:
    """What is told of an action that is not the best: its own chance if it differs, else that of the best."""
    loss, off = fmean(losses), reach(losses)
    clear = loss > off
    if not clear and loss < EVEN:
        return Sample.within(best.chance, best.reach, TIE, False)
    return Sample.within(max(0.0, best.chance - loss), hypot(best.reach, off), max(loss, TIE), clear)


def apart(one: list[float], other: list[float]) -> list[float]:
    """How much better one action is than another, over the luck that both have met."""
    return [a - b for a, b in zip(one, other, strict=False)]


def reach(scores: list[float]) -> float:
    """The distance from the mean that covers the truth in 95 of 100 cases, about; a few samples say little."""
    n = len(scores)
    if n < SPREADLESS:
        return 0.5
    return (NORMAL_95 + 3 / n) * standard_error(scores)


class Cost(Struct, frozen=True):
    """What a choice cost against that of the guide, over the luck that both met: less than nothing where it gained."""

    points: float
    error: float  # of the average, a standard one


def blamed(game: AnyGame, state: Any, turn: Decide[Any], chosen: int, seed: str) -> tuple[dict[int, Sample], Cost]:
    """Compare what was done with what the guide would have done: unlike the best of many, that is no accident.

    The chance is that of the position as it looks, the loss what both met with the same luck. Where luck makes the
    difference, more of it is looked at.
    """
    work, value = Forecast(game, state, turn, seed), game.parts.value
    chance = value(state, turn.seat) if value else 0.5
    found = {work.own: Sample.within(chance, 0.0, 0.0, False)}
    if chosen == work.own:
        return found, Cost(0.0, 0.0)
    losses = list[float]()
    while len(losses) < PAIRS or (len(losses) < MOST_PAIRS and standard_error(losses) > FINE):
        for _ in range(PAIRS):
            work.simulate(work.own)
            work.simulate(chosen)
        losses = apart(work.scores[work.own], work.scores[chosen])
    loss, width = fmean(losses), SURELY * reach(losses)
    found[chosen] = Sample.within(max(0.0, chance - max(0.0, loss)), width, max(loss, TIE), loss > width)
    return found, Cost(loss, standard_error(losses))
