"""Chances by games that a guide plays to their end: nothing about them is guessed, but it takes many."""

import time
from math import inf, sqrt
from random import Random
from typing import Any, NamedTuple

from mousehole.core.game import AnyGame, Chance, Over, Seat
from mousehole.players.estimates.simulated import LONG, SURE, guide

FINE = 0.05  # a reach that is good enough
TOGETHER = 4  # games between two looks at the reach


class Prospect(NamedTuple):
    """A chance, and how far off it may be in 95 of 100 cases."""

    chance: float
    reach: float

    def joined(self, other: "Prospect") -> "Prospect":
        """What two opinions say together: the surer one counts more."""
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
        for _ in range(min(TOGETHER, games - played)):
            wins += won(game, state, seat, Random(f"{seed}/{played}"))
            played += 1
        found = guess.joined(counted(wins, played))
    return found


def opening(game: AnyGame, state: Any, seat: Seat, games: int, seed: str) -> Prospect:
    """The chance at the start of a game: as it looks, and by games to their end."""
    value, doubt = game.parts.value, game.parts.doubt
    guess = Prospect(value(state, seat), doubt) if value and doubt else Prospect(0.5, 0.5)
    return played_out(game, state, seat, guess, games, seed, until=inf)


def counted(wins: int, games: int) -> Prospect:
    """The share of games won; two wins and two losses are added, so that a few games never look certain."""
    share = (wins + 2) / (games + 4)
    return Prospect(wins / games, SURE * sqrt(share * (1 - share) / (games + 4)))


def won(game: AnyGame, state: Any, seat: Seat, luck: Random) -> bool:
    """Whether a seat wins a game that the guide plays on; one without an end is not won."""
    player = guide(game)
    for _ in range(LONG):
        turn = game.turn(state)
        if isinstance(turn, Over):
            return seat in turn.winners
        event = turn.at(luck.random()) if isinstance(turn, Chance) else player.choose(game, state, turn, luck)
        state = game.apply(state, event)
    return False
