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
from functools import partial
from typing import Any

import numpy as np

from mousehole import shelf
from mousehole.compiled import OVER
from mousehole.compiled.compiler import compiled
from mousehole.games.mousewarming.fast import LEARNED
from mousehole.players.compiled_search import guess, odds, options, pay, play, turn
from mousehole.players.estimates.intervals import SURE
from mousehole.players.parallel import spread

LUCK, STACK, EACH = 600, 256, 64  # events of luck in a game, positions to come back to, and new ones from each
NOTHING = -1e9


@compiled(cache=False)
def likely(box, row, out, draw):
    """The estimated chance to win; exact at the end."""
    if turn(box, row) == OVER:
        pay(box, row, out)
    else:
        guess(box, row, draw, out)
    return out[0]


@compiled(cache=False)
def fallen(box, row, point, work):
    """Let the luck at a point of its odds fall on a row; returns by how much more it is worth than the average."""
    codes, weights, spare, out, draw = work
    n, mean, whole, at, left = odds(box, row[0], codes, weights), 0.0, 0.0, 0, 0.0
    for k in range(n):
        whole += weights[k]
    left = point * whole
    while at + 1 < n and left >= weights[at]:
        left -= weights[at]
        at += 1
    code = codes[at]
    for k in range(n if n > 1 else 0):
        spare[0] = row[0]
        play(box, spare[0], codes[k])
        mean += weights[k] / whole * likely(box, spare[0], out, draw)
    play(box, row[0], code)
    return likely(box, row[0], out, draw) - mean if n > 1 else 0.0


@compiled(cache=False)
def decided(box, row, ends, work):
    """Write every position that decisions lead to before luck falls again; returns how many there are."""
    codes, stack = work
    stack[0], high, n = row[0], 1, 0
    now = np.empty_like(row)
    while high:
        high -= 1
        now[0] = stack[high]
        if turn(box, now[0]) < 0:
            ends[n] = now[0]
            n += n + 1 < len(ends)
            continue
        for k in range(options(box, now[0], codes)):
            stack[high] = now[0]
            play(box, stack[high], codes[k])
            high += high + 1 < len(stack)
    return n


@compiled(cache=False)
def earned(box, start, points, wide, share):
    """The most that a beam so wide finds to earn in a game with this luck, less what is paid."""
    some, many, best = np.zeros(EACH, np.int64), 1, NOTHING
    out, draw, spare, now = np.zeros(8), np.ones(1, np.uint64), np.repeat(start, 1), np.repeat(start, 1)
    work, more = (some, some.copy(), spare, out, draw), (some.copy(), np.repeat(start, STACK))
    beam, sums, ends = np.repeat(start, wide), np.zeros(wide), np.repeat(start, 4 * EACH)
    after, balance, looks = np.repeat(start, wide * EACH), np.empty(wide * EACH), np.empty(wide * EACH)
    for point in points:
        found = 0
        for k in range(many):
            now[0] = beam[k]
            left = sums[k] - share * fallen(box, now, point, work)
            for n in range(decided(box, now, ends, more)):
                look = left + likely(box, ends[n], out, draw)
                if turn(box, ends[n]) == OVER:
                    best = max(best, look)
                elif found < len(after):
                    after[found], balance[found], looks[found] = ends[n], left, look
                    found += 1
        many, last = 0, NOTHING
        for k in np.argsort(-looks[:found]):
            if many < wide and looks[k] != last:  # what looks the same to the last digit is the same
                beam[many], sums[many], last = after[k], balance[k], looks[k]
                many += 1
        if many == 0:
            break
    return best


def balance_of(wide: int, share: float, number: int) -> float:
    """What can be earned in a standard game of Mousewarming Party."""
    game = shelf.find("mousewarming")
    return most_earned(LEARNED, game.new(game.setup()), number, wide, share)


def most_earned(kernel: Any, state: Any, number: int, wide: int, share: float) -> float:
    """What can be earned from a position where luck falls next, with the luck of a number."""
    points = np.random.default_rng(number).random(LUCK)
    return float(earned(kernel.box(state), kernel.pack(state), points, wide, share))


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
            mean, off = 100 * np.mean(sums), 100 * SURE * np.std(sums, ddof=1) / len(sums) ** 0.5
            print(f"{len(sums)} games: {mean:.1f} % ({mean - off:.1f} - {mean + off:.1f})", flush=True)


if __name__ == "__main__":
    main()
