"""Sampled chances: every action is followed by simulated games, led by a quick player and cut short by a `value`.

All actions meet the same luck, so their differences are more certain than their chances; the better half is sampled
again and again. It knows what everybody at the table knows: luck is drawn by its odds from a source of its own, never
from the table's seed.
"""

import time
from math import hypot, sqrt
from random import Random
from typing import Any

from msgspec import Struct

from mousehole.core.game import AnyGame, Chance, Decide, Luck, Over, Player, Seat
from mousehole.players.player import players

SURE = 1.96  # standard deviations that hold 95 of 100
HORIZON = 30  # events of a simulated game, if the game can say how good a position looks
LONG = 3000  # events if it cannot
FEWEST = 6  # games for each action before it may be dropped


class Budget(Struct, frozen=True):
    """How much may be spent: simulated games or simulations, and seconds; only counts give reproducible answers."""

    games: int = 400
    simulations: int = 160_000  # where trees are compiled
    seconds: float = 1.5


class Sample(Struct, frozen=True):
    """What simulated games say about an action."""

    chance: float
    low: float
    high: float
    loss: float  # against the best action, over the luck that both have met
    clear: bool  # the loss is no accident of the samples

    @classmethod
    def within(cls, chance: float, reach: float, loss: float, clear: bool) -> "Sample":
        """A sample whose bounds lie so far from its chance."""
        return cls(chance, max(0.0, chance - reach), min(1.0, chance + reach), max(0.0, loss), clear)


def guide(game: AnyGame) -> Player:
    """Find the player that leads simulated games: the strongest quick one."""
    quick = [player for player in players(game).values() if player.quick]
    return max(quick, key=lambda player: player.rank)


def sampled(
    game: AnyGame, state: Any, turn: Decide[Any], budget: Budget, seed: str, doubt: float
) -> tuple[Sample, ...]:
    """Sample every action of a turn."""
    head = _Head(game, turn.seat)
    after = [game.apply(state, action) for action in turn.actions]
    scores: list[list[float]] = [[] for _ in after]
    running, until = list(range(len(after))), time.monotonic() + budget.seconds
    share = max(FEWEST, budget.games // (len(after) * max(1, len(after).bit_length())))
    while running:
        for number in range(len(scores[running[0]]), len(scores[running[0]]) + share):
            for action in running:
                scores[action].append(head.played(after[action], Random(f"{seed}/{number}")))
            if time.monotonic() >= until:
                break
        if time.monotonic() >= until or len(running) == 1 or sum(map(len, scores)) >= budget.games:
            break
        running = sorted(running, key=lambda action: -_mean(scores[action]))[: (len(running) + 1) // 2]
        share = max(share, (budget.games - sum(map(len, scores))) // (2 * len(running)))
    return _weighed(scores, running, doubt)


class _Head:
    def __init__(self, game: AnyGame, seat: Seat):
        self._game = game
        self._seat = seat
        self._guide = guide(game)
        self._value = game.parts.value
        self._events = HORIZON if self._value else LONG

    def played(self, state: Any, luck: Luck) -> float:
        """Play on for a while, and estimate the seat's chance to win from there."""
        for _ in range(self._events):
            turn = self._game.turn(state)
            if isinstance(turn, Over):
                return float(self._seat in turn.winners)
            if isinstance(turn, Chance):
                event = turn.at(luck.random())
            else:
                event = self._guide.choose(self._game, state, turn, luck)
            state = self._game.apply(state, event)
        return self._value(state, self._seat) if self._value else 0.5


def _weighed(scores: list[list[float]], running: list[int], doubt: float) -> tuple[Sample, ...]:
    best = max(running, key=lambda action: (len(scores[action]), _mean(scores[action])))
    return tuple(_sample(mine, scores[best], doubt) for mine in scores)


def _sample(mine: list[float], best: list[float], doubt: float) -> Sample:
    """Sum up the games of an action; its bounds also allow for errors of the guide and of `value`."""
    apart = [other - own for other, own in zip(best, mine, strict=False)]
    loss = _mean(apart)
    return Sample.within(_mean(mine), hypot(_reach(mine), doubt), loss, mine is not best and loss > _reach(apart))


def _mean(scores: list[float]) -> float:
    return sum(scores) / len(scores)


def _reach(scores: list[float]) -> float:
    """The distance from the mean that covers the truth in 95 of 100 cases; a few samples say little."""
    n = len(scores)
    if n < FEWEST:
        return 0.5
    mean = _mean(scores)
    spread = sqrt(sum((score - mean) ** 2 for score in scores) / (n - 1))
    return SURE * max(spread, 0.5 / n) / sqrt(n)
