"""Whether reviews of the chapters of Mice and Mystics add up: `./mousehole bench chapter_reviews [--games 20]`.

Companions that make mistakes play every chapter, and each game is reviewed on one core. The chance at the start, luck
and decisions must come to the end of the game. With `--second K`, what decisions cost gets a second opinion: after each
choice that `strong` would not have made, and after the one it would have made, K games are played to their end with
the same luck. Every game is written to `--keep`, so that a run that was broken off goes on where it was.
"""

import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from math import hypot, sqrt
from pathlib import Path
from random import Random
from statistics import mean, variance
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.chapter_hints import CHAPTERS, setup_of
from bench.levels_mystics import lines
from mousehole.core.game import Decide
from mousehole.core.record import Record, plies
from mousehole.games.mystics import GAME
from mousehole.players.arena import played
from mousehole.players.player import find
from mousehole.players.review import review
from mousehole.players.simulated import won

LEVELS = ("easy", "medium")
SURE = 1.96


def main() -> None:
    """Review what is missing, and tell what came of it."""
    ask = ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--games", type=int, default=20)
    ask.add_argument("--second", type=int, default=0, metavar="K", help="games of a second opinion on each choice")
    ask.add_argument("--keep", type=Path, default=Path("build/mystics-reviews.jsonl"), metavar="FILE")
    asked = ask.parse_args()
    asked.keep.parent.mkdir(parents=True, exist_ok=True)
    for number in range(len(lines(asked.keep)), asked.games):
        with asked.keep.open("a") as out:
            print(json.dumps(reviewed(number, asked.second)), file=out)
    tell(lines(asked.keep)[: asked.games])


def reviewed(number: int, second: int) -> dict[str, Any]:
    """Review one game: its sums, how sure they are, and what it took."""
    chapter, level = CHAPTERS[number % len(CHAPTERS)], LEVELS[number // len(CHAPTERS) % len(LEVELS)]
    record, over = played(GAME, setup_of(chapter), (level,), "reviews", number)
    start = time.process_time()
    found = review(GAME, record)
    seconds = time.process_time() - start
    costs = [cost for ply in departures(record) for cost in [opinion(ply, record, second)]] if second else []
    return {
        "game": f"{chapter}, {level}",
        "start": found.start,
        "start_reach": found.start_reach,
        "luck": found.luck,
        "losses": found.losses,
        "losses_reach": found.losses_reach,
        "end": float(bool(over.winners)),
        "events": len(record.events),
        "seconds": seconds,
        "second": sum(cost for cost, _ in costs) if second else None,
        "second_reach": SURE * sqrt(sum(error**2 for _, error in costs)),
    }


def departures(record: Record) -> Iterator[tuple[Any, Any, Any]]:
    """Positions where something else was done than `strong` would have done: both actions."""
    strong = find(GAME, "strong")
    for ply in plies(GAME, record):
        if isinstance(ply.turn, Decide) and ply.number < len(record.events):
            own = strong.choose(GAME, ply.state, ply.turn, Random(f"review/{ply.number}"))
            if own != record.events[ply.number]:
                yield ply.state, own, record.events[ply.number]


def opinion(departure: tuple[Any, Any, Any], record: Record, games: int) -> tuple[float, float]:
    """What a choice cost in games to their end, and the standard error of that."""
    state, own, chosen = departure
    after = [GAME.apply(state, action) for action in (own, chosen)]
    pairs = ([won(GAME, one, 0, Random(f"second/{n}")) for one in after] for n in range(games))
    losses = [float(theirs) - float(mine) for theirs, mine in pairs]
    return mean(losses), sqrt(variance(losses) / games)


def tell(games: list[dict[str, Any]]) -> None:
    """Print every game and what holds for all."""
    for one in games:
        second = (
            f", second opinion {one['second']:.2f} ± {one['second_reach']:.2f}" if one["second"] is not None else ""
        )
        luck = f"luck {one['luck']:+.2f} ± {hypot(one['start_reach'], one['losses_reach']):.2f}"
        cost = f"decisions {-one['losses']:+.2f} ± {one['losses_reach']:.2f}{second}"
        start = f"start {one['start']:.2f} ± {one['start_reach']:.2f}"
        print(f"{one['game']}: {start}, {luck}, {cost}, end {one['end']:.0f}; {one['seconds']:.1f} CPU s")
    off = max(abs(one["start"] + one["luck"] - one["losses"] - one["end"]) for one in games)
    seconds = sorted(one["seconds"] for one in games)
    print(f"{len(games)} games; sums are off by {off:.6f} at most")
    print(f"CPU seconds of a review: {seconds[len(seconds) // 2]:.1f} (median), {seconds[-1]:.1f} at most")
    both = [one for one in games if one["second"] is not None]
    inside = [abs(a["losses"] - a["second"]) <= hypot(a["losses_reach"], a["second_reach"]) for a in both]
    if both:
        print(f"second opinions within the intervals: {sum(inside)} of {len(both)}")


if __name__ == "__main__":
    main()
