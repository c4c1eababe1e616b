"""Perfect play through the real rules, against the value it promises: `./mousehole bench perfect [--games N]`.

Solves both boards of Mmm! where that has not been done. Perfect play chooses from the solution, compiled, and plays in
the kernel; every event of every game then goes through the readable rules, which must allow it and must end the game
the same way. The share of wins must lie within the interval that holds 99 of 100 such counts.
"""

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import sqrt
from typing import Any

import numpy as np

from mousehole import shelf
from mousehole.core.game import Chance, Decide, Over
from mousehole.core.kit.dice import throws
from mousehole.games.mmm import fast
from mousehole.games.mmm.moves import FACES, Gather, Place, Reroll, Rolled
from mousehole.games.mmm.solver import EXACT
from mousehole.games.mmm.solver.choice import desk, games, lens
from mousehole.games.mmm.state import Pantry
from mousehole.players.exact import solutions
from mousehole.players.progress import Bar

SURE = 2.575829  # standard deviations that hold 99 of 100
SIDES = ("one_paw", "two_paws")
BATCH, LONGEST = 2000, 400  # games at once, and events of a game
SEED = 88172645463325252
MMM = shelf.find("mmm")


def main() -> int:
    """Play both boards; fail when a share is out of bounds."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--sides", nargs="*", default=SIDES)
    asked = parser.parse_args()
    good = [proven(side, asked.games) for side in asked.sides]
    return 0 if all(good) else 1


def proven(side: str, wanted: int) -> bool:
    """Play one board and tell."""
    state, bar, start = MMM.new(MMM.setup(side=side)), Bar(sys.stderr), time.process_time()
    chance = EXACT.solve(solutions(), state, bar).value(state)
    ends: Counter[str] = Counter()
    events = named(state.pantry)
    for codes in played(state, wanted):
        ends[replayed(state, codes, events)] += 1
        bar(ends.total(), wanted)
    bar.close()
    share = sum(number for rating, number in ends.items() if rating.startswith("win")) / wanted
    reach = SURE * sqrt(chance * (1 - chance) / wanted)
    good = abs(share - chance) <= reach
    told = f"{wanted} games won {share:.6f}, allowed ±{reach:.6f}: {'within' if good else 'OUTSIDE'}"
    print(f"{side}: value {chance:.6f}; {told}")
    print("  " + ", ".join(f"{rating} {number / wanted:.4f}" for rating, number in sorted(ends.items(), reverse=True)))
    print(f"  {time.process_time() - start:.0f} CPU seconds", flush=True)
    return good


def played(state: Any, wanted: int) -> Iterator[list[int]]:
    """Play perfectly; the codes of the events of each game."""
    solution = EXACT.opened(solutions(), state)
    assert solution
    eye = lens(state.pantry, solution)
    box, rows, rng = fast.box(state), np.concatenate([fast.pack(state)] * 2), np.array([SEED], np.uint64)
    work, codes, ends = desk(eye), np.zeros(BATCH * LONGEST, np.int64), np.zeros(BATCH, np.int64)
    for start in range(0, wanted, BATCH):
        some = ends[: min(BATCH, wanted - start)]
        games(box, eye, work, rows, rng, codes, some)
        for first, end in zip([0, *some[:-1]], some, strict=True):
            yield codes[first:end].tolist()


def replayed(state: Any, codes: list[int], events: dict[int, Any]) -> str:
    """Play a game again through the readable rules; how it ended."""
    for code in codes:
        turn, event = MMM.turn(state), events[code]
        assert event in turn.actions if isinstance(turn, Decide) else event in rolls(turn)
        state = MMM.apply(state, event)
    over = MMM.turn(state)
    assert isinstance(over, Over)
    return over.rating


def named(box: Pantry) -> dict[int, Any]:
    """Name all events of a board by their codes."""
    squares = [Place(item.food, square) for item in box.board.items for square in box.grid.named(item.squares)]
    thrown = [Rolled(faces) for dice in (1, 2, 3) for faces, _ in throws(FACES, dice)]
    return {fast.code(box, event): event for event in (*squares, Reroll(), Gather(), *thrown)}


@cache
def rolls(turn: Chance[Any]) -> frozenset[Any]:
    """List the rolls of so many dice."""
    return frozenset(event for event, _ in turn.odds)


if __name__ == "__main__":
    sys.exit(main())
