"""Perfect play through the real rules, against the value it promises: `./mousehole bench perfect [--games N]`.

Solves both boards of Mmm! where that has not been done, lets the perfect player play, and compares the share of wins
with the exact chance. The last column tells whether it lies within the interval that holds 99 of 100 such counts.
"""

import sys
import time
from argparse import ArgumentParser
from math import sqrt

from mousehole import shelf
from mousehole.players.arena import contest
from mousehole.players.exact import solutions
from mousehole.players.progress import Bar

SURE = 2.575829  # standard deviations that hold 99 of 100
SIDES = ("one_paw", "two_paws")


def main() -> int:
    """Play both boards; fail when a share is out of bounds."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--sides", nargs="*", default=SIDES)
    asked = parser.parse_args()
    good = [played(side, asked.games, asked.processes) for side in asked.sides]
    return 0 if all(good) else 1


def played(side: str, games: int, processes: int) -> bool:
    """Play one board and tell."""
    game = shelf.find("mmm")
    state = game.new(setup := game.setup(side=side))
    bar, start = Bar(sys.stderr), time.process_time()
    chance = game.part("exact").solve(solutions(), state, bar).value(state, 0)
    solving = time.process_time() - start
    start = time.perf_counter()
    tally = contest(game, setup, [("perfect",)], games, processes=processes, progress=bar).tallies[0]
    bar.close()
    reach = SURE * sqrt(chance * (1 - chance) / games)
    good = abs(tally.rate() - chance) <= reach
    print(f"{side:<9} solved in {solving:.1f} CPU seconds (0: kept from before), value {chance:.6f}")
    print(f"{'':<9} {games} games: {tally.rate():.6f}, allowed ±{reach:.6f}, {'within' if good else 'OUTSIDE'}", end="")
    print(f", {(time.perf_counter() - start) / games * 1000:.0f} ms a game")
    return good


if __name__ == "__main__":
    sys.exit(main())
