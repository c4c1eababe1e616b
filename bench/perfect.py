"""Perfect play by the real rules, compared with the value it promises: `./mousehole bench perfect [--games N]`.

Solves both boards of Mmm! if that has not been done. Perfect play chooses from the solution, compiled, and plays in the
kernel; every event of every game then goes through the readable rules, which must allow it and must end the game the
same way. The share of wins must be within the interval that holds 99 of 100 such counts. Results are saved batch by
batch in a file, so that an interrupted run can be resumed.
"""

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bench.pantry import SIDES, THROWN, By, Games
from mousehole import shelf
from mousehole.cli.progress_bar import Bar
from mousehole.core.game import Chance, Decide, Over
from mousehole.core.kit import throws
from mousehole.folders import solutions
from mousehole.games.mmm.kernel import KERNEL
from mousehole.games.mmm.moves import FACES, Rolled
from mousehole.games.mmm.solver.exact import EXACT
from mousehole.games.mmm.solver.solution import solution_of

SURE = 2.575829  # standard deviations that hold 99 of 100
BATCH, LONGEST = 2000, 400  # games at once, and events of a game
MMM = shelf.find("mmm")


class Batch(Struct, frozen=True):
    """How the games of a batch ended."""

    side: str
    ends: dict[str, int]
    seconds: float


def main() -> int:
    """Play both boards; fail if a share is out of bounds."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--sides", nargs="*", default=SIDES)
    parser.add_argument("--keep", type=Path, default=Path("build/perfect.jsonl"), help="where batches are kept")
    asked = parser.parse_args()
    asked.keep.parent.mkdir(parents=True, exist_ok=True)
    good = [proven(side, asked.games // BATCH, asked.keep) for side in asked.sides]
    return 0 if all(good) else 1


def proven(side: str, batches: int, keep: Path) -> bool:
    """Play one board and report."""
    state, bar = MMM.new(MMM.setup(side=side)), Bar(sys.stderr)
    chance = EXACT.solve(solutions(), state, bar).value(state)
    known = [kept for kept in read(keep) if kept.side == side][:batches]
    with keep.open("ab") as file:
        for kept in played(state, side, range(len(known), batches)):
            file.write(msgspec.json.encode(kept) + b"\n")
            file.flush()
            known.append(kept)
            bar(len(known), batches)
    bar.close()
    return told(side, chance, known)


def told(side: str, chance: float, known: list[Batch]) -> bool:
    """Compare the share of wins with the chance, and print both."""
    ends: Counter[str] = Counter()
    for kept in known:
        ends.update(kept.ends)
    games = ends.total()
    share = sum(number for rating, number in ends.items() if rating.startswith("win")) / games
    reach = SURE * sqrt(chance * (1 - chance) / games)
    good = abs(share - chance) <= reach
    words = f"{games} games won {share:.6f}, allowed ±{reach:.6f}: {'within' if good else 'OUTSIDE'}"
    print(f"{side}: value {chance:.6f}; {words}")
    print("  " + ", ".join(f"{rating} {number / games:.4f}" for rating, number in sorted(ends.items(), reverse=True)))
    print(f"  {sum(kept.seconds for kept in known):.0f} CPU seconds", flush=True)
    return good


def read(keep: Path) -> list[Batch]:
    """Read what was played before."""
    lines = keep.read_bytes().splitlines() if keep.exists() else []
    return [msgspec.json.decode(line, type=Batch) for line in lines]


def played(state: Any, side: str, batches: range) -> Iterator[Batch]:
    """Play perfectly, and again by the readable rules; each batch has its own luck."""
    solution = solution_of(solutions(), state)
    assert solution
    games, events = Games(state, solution.table()), named(state)
    for batch in batches:
        start = time.process_time()
        seed = int.from_bytes(blake2b(f"{side}/{batch}".encode(), digest_size=8).digest()) | 1
        found = games.play(BATCH, By.BEST, luck=seed, longest=LONGEST)
        ratings = Counter(replayed(state, codes, events) for codes in found.events)
        assert found.won == sum(number for rating, number in ratings.items() if rating.startswith("win"))
        yield Batch(side, dict(ratings), time.process_time() - start)


def replayed(state: Any, codes: list[int], events: dict[int, Any]) -> str:
    """Play a game again by the readable rules; returns how it ended."""
    for code in codes:
        turn, event = MMM.turn(state), events[code]
        assert event in turn.actions if isinstance(turn, Decide) else event in rolls(turn)
        state = MMM.apply(state, event)
    over = MMM.turn(state)
    assert isinstance(over, Over)
    return over.rating


def named(state: Any) -> dict[int, Any]:
    """Name all events of a board by their numbers in a log."""
    thrown = [Rolled(faces) for dice in (1, 2, 3) for faces, _ in throws(FACES, dice)]
    hands = {THROWN + sum(1 << 2 * FACES.index(face) for face in event.faces): event for event in thrown}
    return {number: action for action, number in KERNEL.numbers(state).items()} | hands


@cache
def rolls(turn: Chance[Any]) -> frozenset[Any]:
    """List the rolls of so many dice."""
    return frozenset(event for event, _ in turn.odds)


if __name__ == "__main__":
    sys.exit(main())
