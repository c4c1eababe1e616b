"""Sampled chances: every action is followed by simulated games, led by a quick player and cut short by a `value`.

All actions meet the same luck, so their differences are more certain than their chances; the better half is sampled
again and again. It knows what everybody at the table knows: luck is drawn by its odds from a source of its own, never
from the table's seed.
"""

import time
from collections.abc import Callable, Sequence
from math import hypot, inf, sqrt
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from msgspec import Struct

from mousehole.core.game import AnyGame, Chance, Decide, Luck, Over, Player, Seat
from mousehole.players.intervals import NORMAL_95, mean_bounds, paired_lead
from mousehole.players.player import players

HORIZON = 30  # events of a simulated game, if the game can say how good a position looks
MAX_EVENTS = 3000  # events if it cannot
MIN_GAMES = 12  # games for each action before it may be dropped


class Budget(Struct, frozen=True):
    """How much may be spent: simulated games or simulations, and a limit in seconds.

    Without a limit in seconds the same question with the same seed has the same answer.
    """

    games: int = 400  # where rules are simulated
    simulations: int = 160_000  # where trees are compiled
    seconds: float = inf
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
        """A sample whose bounds lie this far from its chance."""
        return cls(chance, max(0.0, chance - reach), min(1.0, chance + reach), max(0.0, loss), clear)

    @classmethod
    def of(cls, scores: Sequence[float], best: Sequence[float], rivals: int, doubt: float) -> "Sample":
        """Sum up the games of an action; its bounds also allow for errors of the guide and of `value`."""
        chance, (low, high) = fmean(scores), mean_bounds(scores)
        low, high = max(0.0, chance - hypot(chance - low, doubt)), min(1.0, chance + hypot(high - chance, doubt))
        if scores is best:
            return cls(chance, low, high, 0.0, False)
        lead = paired_lead(best, scores, rivals)
        return cls(chance, low, high, max(0.0, lead.points), lead.clear)


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
    clock: Callable[[], float] = time.monotonic,
    compare: int | None = None,
) -> tuple[Sample, ...]:
    """Sample every action of a turn; one to `compare` with the best is sampled as often as that, the others less."""
    head, until = _Head(game, turn.seat), clock() + budget.seconds
    n, after = len(turn.actions), _After(game, state, turn, seed)
    fewest = MIN_GAMES if compare is None else MIN_GAMES // 2
    head.fit(after.at(0, 0), Random(f"{seed}/0"), budget.seconds / (n * (fewest + 1)), clock)
    scores: list[list[float]] = [[] for _ in range(n)]
    running = list(range(n))
    share = max(fewest, budget.games // (n * max(1, n.bit_length())))
    while running:
        for number in range(len(scores[running[0]]), len(scores[running[0]]) + share):
            for action in running:
                scores[action].append(head.played(after.at(action, number), Random(f"{seed}/{number}")))
            if clock() >= until:
                break
        if clock() >= until or len(running) == 1 or sum(map(len, scores)) >= budget.games:
            break
        ranked = sorted(running, key=lambda action: -fmean(scores[action]))[: (len(running) + 1) // 2]
        running = ranked if compare is None or compare in ranked else [*ranked, compare]
        share = max(share, (budget.games - sum(map(len, scores))) // (2 * len(running)))
    best, doubt = max(running, key=lambda action: (len(scores[action]), fmean(scores[action]))), game.parts.doubt or 0.0
    return tuple(Sample.of(mine, scores[best], n - 1, doubt) for mine in scores)


def won_by(game: AnyGame, state: Any, seat: Seat, budget: Budget, seed: str) -> float:
    """The chance that a seat wins from a position, whoever decides there, in simulated games."""
    head, until, scores = _Head(game, seat), time.monotonic() + budget.seconds, list[float]()
    while len(scores) < budget.games and (not scores or time.monotonic() < until):
        scores.append(head.played(state, Random(f"{seed}/{len(scores)}")))
    return fmean(scores)


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
        self._events = HORIZON if self._value else MAX_EVENTS

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


FINE = 0.05  # a reach that is good enough
GAMES_PER_LOOK = 4  # games between two looks at the reach


class Prospect(NamedTuple):
    """A chance, and how far off it may be in 95 of 100 cases."""

    chance: float
    reach: float

    def joined(self, other: "Prospect") -> "Prospect":
        """Two estimates combined: the surer one counts more."""
        mine, theirs = self.reach**-2, other.reach**-2
        chance = (mine * self.chance + theirs * other.chance) / (mine + theirs)
        return Prospect(chance, 1 / sqrt(mine + theirs))


def played_out(
    game: AnyGame,
    state: Any,
    seat: Seat,
    guess: Prospect,
    games: int,
    seed: str,
    until: float,
) -> Prospect:
    """Improve on a guess by games to their end, until it is good enough or time is up."""
    wins = played = 0
    found = guess
    while played < games and found.reach > FINE and time.monotonic() < until:
        for _ in range(min(GAMES_PER_LOOK, games - played)):
            wins += won(game, state, seat, Random(f"{seed}/{played}"))
            played += 1
        found = guess.joined(counted(wins, played))
    return found


def opening(game: AnyGame, state: Any, seat: Seat, games: int, seed: str) -> Prospect:
    """The chance at the start of a game: by its value, and by games to their end."""
    value, doubt = game.parts.value, game.parts.doubt
    guess = Prospect(value(state, seat), doubt) if value and doubt else Prospect(0.5, 0.5)
    return played_out(game, state, seat, guess, games, seed, until=inf)


def counted(wins: int, games: int) -> Prospect:
    """The share of games won; two wins and two losses are added, so that a few games never look certain."""
    share = (wins + 2) / (games + 4)
    return Prospect(wins / games, NORMAL_95 * sqrt(share * (1 - share) / (games + 4)))


def won(game: AnyGame, state: Any, seat: Seat, luck: Random) -> bool:
    """Whether a seat wins a game that the guide plays on; one without an end is not won."""
    player = guide(game)
    for _ in range(MAX_EVENTS):
        turn = game.turn(state)
        if isinstance(turn, Over):
            return seat in turn.winners
        event = turn.at(luck.random()) if isinstance(turn, Chance) else player.choose(game, state, turn, luck)
        state = game.apply(state, event)
    return False
