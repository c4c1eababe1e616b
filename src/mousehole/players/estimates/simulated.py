"""Sampled chances: every action is followed by simulated games, led by a quick player and cut short by a `value`.

All actions meet the same luck, so their differences are more certain than their chances; the better half is sampled
again and again. It knows what everybody at the table knows: luck is drawn by its odds from a source of its own, never
from the table's seed.
"""

import time
from collections.abc import Callable
from math import hypot, sqrt
from random import Random
from typing import Any

from msgspec import Struct

from mousehole.core.game import AnyGame, Chance, Decide, Luck, Over, Player, Seat
from mousehole.players.player import players

SURE = 1.96  # standard deviations that hold 95 of 100
STUDENT = {3: 4.30, 4: 3.18, 5: 2.78}  # the same for a few samples
HORIZON = 30  # events of a simulated game, if the game can say how good a position looks
LONG = 3000  # events if it cannot
FEWEST = 6  # games for each action before it may be dropped


class Budget(Struct, frozen=True):
    """How much may be spent: simulated games or simulations, and seconds; only counts give reproducible answers."""

    games: int = 400  # where rules are simulated
    simulations: int = 160_000  # where trees are compiled
    seconds: float = 1.5
    ends: int = 400  # games to their end, where a short look is simulated


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
    game: AnyGame,
    state: Any,
    turn: Decide[Any],
    budget: Budget,
    seed: str,
    doubt: float,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[Sample, ...]:
    """Sample every action of a turn."""
    head, until = _Head(game, turn.seat), clock() + budget.seconds
    n, after = len(turn.actions), _After(game, state, turn, seed)
    head.fit(after.at(0, 0), Random(f"{seed}/0"), budget.seconds / (n * (FEWEST + 1)), clock)
    scores: list[list[float]] = [[] for _ in range(n)]
    running = list(range(n))
    share = max(FEWEST, budget.games // (n * max(1, n.bit_length())))
    while running:
        for number in range(len(scores[running[0]]), len(scores[running[0]]) + share):
            for action in running:
                scores[action].append(head.played(after.at(action, number), Random(f"{seed}/{number}")))
            if clock() >= until:
                break
        if clock() >= until or len(running) == 1 or sum(map(len, scores)) >= budget.games:
            break
        running = sorted(running, key=lambda action: -_mean(scores[action]))[: (len(running) + 1) // 2]
        share = max(share, (budget.games - sum(map(len, scores))) // (2 * len(running)))
    return _weighed(scores, running, doubt)


def won_by(game: AnyGame, state: Any, seat: Seat, budget: Budget, seed: str) -> float:
    """The chance that a seat wins from a position, whoever decides there, in simulated games."""
    head, until, scores = _Head(game, seat), time.monotonic() + budget.seconds, list[float]()
    while len(scores) < budget.games and (not scores or time.monotonic() < until):
        scores.append(head.played(state, Random(f"{seed}/{len(scores)}")))
    return _mean(scores)


class _After:
    """The positions after each action: with hidden hands, of another world for every simulated game."""

    def __init__(self, game: AnyGame, state: Any, turn: Decide[Any], seed: str):
        self._game, self._state, self._turn, self._seed = game, state, turn, seed
        self._known: dict[tuple[int, int], Any] = {}

    def at(self, action: int, number: int) -> Any:
        """The position that a simulated game begins at."""
        key = (action, number if self._game.hidden else 0)
        if key not in self._known:
            self._known[key] = self._game.apply(self._world(number), self._turn.actions[action])
        return self._known[key]

    def _world(self, number: int) -> Any:
        hidden, seat = self._game.hidden, self._turn.seat
        return hidden.world(self._state, seat, Random(f"{self._seed}/world/{number}")) if hidden else self._state


class _Head:
    def __init__(self, game: AnyGame, seat: Seat):
        self._game = game
        self._seat = seat
        self._guide = guide(game)
        self._value = game.parts.value
        self._events = HORIZON if self._value else LONG

    def fit(self, state: Any, luck: Luck, seconds: float, clock: Callable[[], float]) -> None:
        """End games earlier, where one of them takes longer than it may and the game can judge positions."""
        began = clock()
        self.played(state, luck)
        spent = clock() - began
        if self._value and spent > seconds:
            self._events = max(1, int(self._events * seconds / spent))

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
    if n not in STUDENT and n < FEWEST:
        return 0.5
    mean = _mean(scores)
    spread = sqrt(sum((score - mean) ** 2 for score in scores) / (n - 1))
    reach = STUDENT.get(n, SURE) * max(spread, 0.5 / n) / sqrt(n)
    judged = reach < 0.5 and any(score % 1 for score in scores)  # a few wins and losses alone say little
    return reach if n >= FEWEST or judged else 0.5
