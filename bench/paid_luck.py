"""A bound on what any play can win: players who see all luck beforehand, but pay for it.

    ./mousehole bench paid_luck --games 1000 --wide 64 --share 0.5

Every piece of luck is a number that is drawn before the game. When it falls, the players pay a share of what it changes
in the estimated chance to win, compared with the average of all that might have fallen instead. Whoever does not see
the luck pays nothing on average, so nobody wins more often than those who see it can earn on balance (Brown, Smith and
Sun 2010, "Information relaxations and duality in stochastic dynamic programs"). The better the estimate, the less
there is to gain by seeing, and any share gives a bound: with nothing to pay it is the one of known_luck.py. A beam
looks for the most that can be earned; what it misses, the bound misses too, so look at wider ones before you trust it.
"""

import argparse
from collections.abc import Callable
from functools import partial
from heapq import nlargest
from random import Random
from statistics import fmean, stdev
from typing import Any

from mousehole import shelf
from mousehole.compiled.rules import rules
from mousehole.core.game import AnyGame, Chance, Decide, Over
from mousehole.games.mousewarming.kernel import LEARNED
from mousehole.players.intervals import NORMAL_95
from mousehole.players.parallel import spread

LUCK, EACH = 600, 256  # events of luck in a game, and the most new positions from each
NOTHING = -1e9
Likely = Callable[[Any], float]  # the estimated chance to win of a position


def fallen(game: AnyGame, state: Any, chance: Chance[Any], point: float, likely: Likely) -> tuple[Any, float]:
    """Let the luck at a point of its odds fall; by how much more what it leads to is worth than the average."""
    after = game.apply(state, chance.at(point))
    if len(chance.odds) == 1:
        return after, 0.0
    whole = chance.steps[-1]
    mean = sum(weight / whole * likely(game.apply(state, event)) for event, weight in chance.odds)
    return after, likely(after) - mean


def decided(game: AnyGame, state: Any) -> list[tuple[Any, Any]]:
    """The positions that decisions lead to before luck falls again, and what follows there."""
    stack, ends = [state], dict[Any, Any]()
    while stack and len(ends) < EACH:
        now = stack.pop()
        turn = game.turn(now)
        if isinstance(turn, Decide):
            stack += [game.apply(now, action) for action in turn.actions]
        else:
            ends[now] = turn
    return list(ends.items())


def most_earned(game: AnyGame, state: Any, likely: Likely, number: int, wide: int, share: float) -> float:
    """What can be earned from a position where luck falls next, with the luck of a number."""

    def worth(at: Any) -> float:
        turn = game.turn(at)
        return float(0 in turn.winners) if isinstance(turn, Over) else likely(at)

    luck, best, beam = Random(number), NOTHING, list[tuple[Any, Any, float]]([(state, game.turn(state), 0.0)])
    for _ in range(LUCK):
        point, after = luck.random(), dict[Any, tuple[float, Any, float]]()
        for at, chance, sums in beam:
            state, gain = fallen(game, at, chance, point, worth)
            left = sums - share * gain
            for end, turn in decided(game, state):
                look = left + worth(end)
                if isinstance(turn, Over):
                    best = max(best, look)
                elif end not in after or look > after[end][0]:
                    after[end] = (look, turn, left)
        best_looking = nlargest(wide, after, key=lambda end: after[end][0])
        beam = [(end, *after[end][1:]) for end in best_looking]
    return best


def balance_of(wide: int, share: float, number: int) -> float:
    """What can be earned in a standard game of Mousewarming Party."""
    game = shelf.find("mousewarming")
    return most_earned(game, game.new(game.setup()), learned, number, wide, share)


def learned(state: Any) -> float:
    """The chance to win as it was learned."""
    return rules(LEARNED, state).guess()[0]


def main() -> None:
    """Print the bound."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=1000)
    ask.add_argument("--wide", type=int, default=64)
    ask.add_argument("--share", type=float, default=0.5)
    ask.add_argument("--processes", type=int, default=1)
    told, sums = ask.parse_args(), list[float]()
    for balance in spread(partial(balance_of, told.wide, told.share), range(told.games), told.processes):
        sums.append(balance)
        if len(sums) % 50 == 0:
            mean, off = 100 * fmean(sums), 100 * NORMAL_95 * stdev(sums) / len(sums) ** 0.5
            print(f"{len(sums)} games: {mean:.1f} % ({mean - off:.1f} - {mean + off:.1f})", flush=True)


if __name__ == "__main__":
    main()
