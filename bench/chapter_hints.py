"""How good hints for the chapters of Mice and Mystics are: `./mousehole bench chapter_hints widths|follow`.

`widths` asks about positions of real games as a table asks, through two worker processes that are both busy, and tells
how wide the interval of the best action is, how long an answer took, and how often actions could be told apart. On a
machine that is busy with other things, `--cpu` asks in this process and counts its CPU seconds, as if it were alone.

`follow` plays whole games by the best hint of every decision, and compares them with games of `strong` that meet the
same luck, one by one. A hint behind a decision gets fewer simulated games than at a table, so that a game takes
seconds: that is the harder case; and none to its end, which would only say how good the best action is. Games are
written down below `--keep`: a run that was broken off goes on.
"""

import asyncio
import json
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from random import Random
from statistics import median
from types import SimpleNamespace
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.companions import PARTIES
from bench.levels_mystics import lines
from mousehole.core.game import AnyGame, Decide, Luck, Player
from mousehole.core.record import plies
from mousehole.games.mystics import GAME
from mousehole.games.mystics.moves import Setup
from mousehole.host.advice import Advice
from mousehole.host.jobs import PositionRef, reach_position
from mousehole.host.processes import OwnProcesses
from mousehole.players import forecast, simulated
from mousehole.players.arena import played
from mousehole.players.hints import Hint, best_of, hints
from mousehole.players.intervals import gap, wilson
from mousehole.players.simulated import Budget

CHAPTERS = ("c1", "c2", "c3")
WORKERS = 2


def main() -> None:
    """Measure what is asked for."""
    ask = ArgumentParser(description=__doc__.splitlines()[0])
    kinds = ask.add_subparsers(required=True)
    width = kinds.add_parser("widths")
    width.add_argument("--positions", type=int, default=60)
    width.add_argument("--cpu", action="store_true", help="count CPU seconds of this process alone")
    width.set_defaults(measure=widths)
    followed = kinds.add_parser("follow")
    followed.add_argument("--games", type=int, default=100, help="of every chapter (default %(default)s)")
    followed.add_argument("--simulated", type=int, default=24, help="games behind a hint (default %(default)s)")
    followed.add_argument("--seconds", type=float, default=float("inf"), help="stop playing after so long")
    followed.add_argument("--keep", type=Path, default=Path("build/mystics-hints"))
    followed.set_defaults(measure=follow)
    asked = ask.parse_args()
    asked.measure(asked)


def setup_of(chapter: str) -> Setup:
    """A chapter from its own start."""
    return Setup(chapter=chapter, party=PARTIES.get(chapter, Setup().party))


def widths(asked: Namespace) -> None:
    """Print how wide intervals are, and how long hints took."""
    positions = [position(number) for number in range(asked.positions)]
    found = [alone(where) for where in positions] if asked.cpu else asyncio.run(advised(positions))
    reaches = sorted((best.high - best.low) / 2 for _, best, _ in found)
    seconds = sorted(spent for spent, _, _ in found)
    groups = sum(several for _, _, several in found)
    narrow, wide = reaches[len(reaches) // 20], reaches[-1 - len(reaches) // 20]
    print(f"± {median(reaches):.1%} (median of {len(found)}), 90 of 100 between ± {narrow:.1%} and ± {wide:.1%}")
    print(f"{median(seconds):.2f} s (median), {seconds[-1]:.2f} s at most; {groups} told actions apart")


def position(number: int) -> PositionRef:
    """A decision somewhere in a game of `strong`, the chapters in turn."""
    setup = setup_of(CHAPTERS[number % len(CHAPTERS)])
    record, _ = played(GAME, setup, ("strong",), "widths", number)
    asked = [ply.number for ply in plies(GAME, record) if isinstance(ply.turn, Decide) and len(ply.turn.actions) > 1]
    events = record.events[: Random(number).choice(asked)]
    return PositionRef(
        GAME.name, msgspec.json.encode(setup), b"".join(msgspec.json.encode(one) + b"\n" for one in events)
    )


def alone(where: PositionRef) -> tuple[float, Hint, bool]:
    """CPU seconds of a hint whose clock is the CPU time of this process, the best action, and what is told apart."""
    forecast.time = simulated.time = SimpleNamespace(monotonic=time.process_time)
    start = time.process_time()
    told = hints(*reach_position(where))
    return time.process_time() - start, best_of(told), any(hint.clear for hint in told)


async def advised(positions: list[PositionRef]) -> list[tuple[float, Hint, bool]]:
    """Ask as tables do, two at a time; the first hints start the workers and are not counted."""
    jobs = OwnProcesses(WORKERS)
    advice, found = Advice(jobs, rate=1e9, burst=1e9), list[tuple[float, Hint, bool]]()
    await asyncio.gather(*(advice.at(where.at(0), str(n)) for n, where in enumerate(positions[:WORKERS])))
    for start in range(0, len(positions), WORKERS):
        found += await asyncio.gather(*(timed(advice, where) for where in positions[start : start + WORKERS]))
    advice.close()
    await jobs.close()
    return found


async def timed(advice: Advice, where: PositionRef) -> tuple[float, Hint, bool]:
    """Seconds of a hint, the best action, and whether another one is told apart from it."""
    start = time.perf_counter()
    told = await advice.at(where, "bench")
    return time.perf_counter() - start, best_of(told), any(hint.clear for hint in told)


class Follower(Player):
    """Does what the best hint says."""

    def __init__(self, simulated: int) -> None:
        self.rank, self.budget = 0, Budget(games=simulated, seconds=float("inf"), ends=0)

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Take the action of the best hint."""
        if len(turn.actions) == 1:
            return turn.actions[0]
        return turn.actions[best_of(hints(game, state, budget=self.budget, seed=str(luck.random()))).action]


def follow(asked: Namespace) -> None:
    """Play what is missing, a game of each chapter in turn, and tell how it compares."""
    asked.keep.mkdir(parents=True, exist_ok=True)
    files = {chapter: asked.keep / f"follow-{asked.simulated}-{chapter}.jsonl" for chapter in CHAPTERS}
    until = time.monotonic() + asked.seconds
    for number in range(asked.games):
        for chapter, file in files.items():
            if time.monotonic() < until and len(lines(file)) == number:
                with file.open("a") as out:
                    print(json.dumps(pair(chapter, asked.simulated, number)), file=out)
    for chapter, file in files.items():
        if found := lines(file):
            print(compared(chapter, found))


def pair(chapter: str, simulated: int, number: int) -> dict[str, Any]:
    """Play one game by hints, and one by `strong`; who won, and what the first cost."""
    setup, start = setup_of(chapter), time.process_time()
    _, mine = played(GAME, setup, (Follower(simulated),), "follow", number)
    spent = time.process_time() - start
    _, theirs = played(GAME, setup, ("strong",), "follow", number)
    return {"followed": bool(mine.winners), "strong": bool(theirs.winners), "seconds": round(spent, 3)}


def compared(chapter: str, found: list[dict[str, Any]]) -> str:
    """Say how often hints won and how often `strong` did, with the same luck."""
    shares = []
    for who in ("followed", "strong"):
        wins = sum(one[who] for one in found)
        low, high = wilson(wins, len(found))
        shares.append(f"{who} {wins / len(found):.1%} ({low:.1%} - {high:.1%})")
    between = gap((one["followed"] for one in found), (one["strong"] for one in found))
    gained, low, high = (100 * share for share in (between.rate(), *between.interval()))
    cost = sum(one["seconds"] for one in found) / len(found)
    gain = f"{gained:+.1f} points ({low:+.1f} to {high:+.1f})"
    return f"{chapter}, {len(found)} games: {', '.join(shares)}; {gain}; {cost:.1f} CPU seconds a game"


if __name__ == "__main__":
    main()
