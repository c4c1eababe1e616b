"""How many jobs workers do in a second, how long an answer takes, and how long where a worker is killed meanwhile.

`./mousehole bench workers`: PostgreSQL, Redis, two workers; choices of a bot at the first decision of a game, each a
question of its own. The exit code is 1 if a worker's death left a question without an answer.
"""

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import msgspec

from bench.house_parts import Parts
from mousehole.bus import open_bus
from mousehole.core.game import Chance, Decide
from mousehole.host.job_queue import AskingWorkers
from mousehole.host.jobs import MOVE, Answers, PositionRef, choice
from mousehole.host.processes import OwnProcesses
from mousehole.shelf import find
from mousehole.store import open_store
from tests.servers import place


async def main() -> int:
    """Ask, kill and tell."""
    asked = arguments()
    where, seat = position(asked.game)
    choice(where, seat, asked.level, "", ())  # compiled before the clock runs
    with house(asked.workers) as parts:
        store, bus = await open_store(parts.store), await open_bus(parts.bus)
        jobs = await AskingWorkers.open(parts.store, Answers(store, bus), OwnProcesses(1))
        await answered(jobs, where, seat, asked.level, ["first"], 1)
        show("one after the other", await answered(jobs, where, seat, asked.level, lucks("a", asked.jobs // 4), 1))
        times = await answered(jobs, where, seat, asked.level, lucks("b", asked.jobs), asked.at_once)
        show(f"{asked.at_once} side by side", times)
        killing = asyncio.create_task(killed(parts))
        times = await answered(jobs, where, seat, asked.level, lucks("c", asked.jobs), asked.at_once)
        show("a worker killed and started again meanwhile", times)
        await killing
        await jobs.close()
        await store.close()
        await bus.close()
    return int(len(times[0]) != asked.jobs)


def arguments() -> argparse.Namespace:
    """Read what is wished."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=200)
    parser.add_argument("--at-once", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--game", default="mmm")
    parser.add_argument("--level", default="medium")
    return parser.parse_args()


@contextmanager
def house(workers: int) -> Iterator[Parts]:
    """PostgreSQL, Redis and workers, without servers."""
    with place() as folder:
        parts = Parts(folder, 1, workers)
        running = [parts.postgres, parts.redis, *parts.workers]
        try:
            for part in running:
                part.start()
            yield parts
        finally:
            for part in reversed(running):
                part.kill()


def position(name: str) -> tuple[PositionRef, int]:
    """The first decision of a game, and whose it is."""
    game, luck, lines = find(name), random.Random(0), []
    setup = game.setup()
    state = game.new(setup)
    while not isinstance(turn := game.turn(state), Decide) or len(turn.actions) < 2:
        event = turn.at(luck.random()) if isinstance(turn, Chance) else turn.actions[0]
        state = game.apply(state, event)
        lines.append(msgspec.json.encode(event) + b"\n")
    return PositionRef(name, msgspec.json.encode(setup), b"".join(lines)), turn.seat


def lucks(name: str, count: int) -> list[str]:
    """Names of as many questions."""
    return [f"{name}/{number}" for number in range(count)]


async def answered(
    jobs: AskingWorkers, where: PositionRef, seat: int, level: str, names: list[str], at_once: int
) -> tuple[list[float], float]:
    """Ask everything; how long each answer took, and all of them together."""
    gate, took, began = asyncio.Semaphore(at_once), list[float](), time.monotonic()

    async def ask(name: str) -> None:
        async with gate:
            asked = time.monotonic()
            await jobs.do(MOVE, where, seat, level, name, ())
            took.append(time.monotonic() - asked)

    await asyncio.gather(*map(ask, names))
    return took, time.monotonic() - began


async def killed(parts: Parts) -> None:
    """Kill a worker while it works, and start it again."""
    await asyncio.sleep(0.5)
    await asyncio.to_thread(parts.workers[0].kill)
    await asyncio.sleep(1.0)
    await asyncio.to_thread(parts.workers[0].start)


def show(what: str, found: tuple[list[float], float]) -> None:
    """Print how quick it was."""
    took, seconds = sorted(found[0]), found[1]
    middle, late = took[len(took) // 2], took[int(len(took) * 0.95)]
    print(f"{what}: {len(took)} jobs, {len(took) / seconds:.1f} a second; ", end="")
    print(f"an answer after {1000 * middle:.0f} ms (p50), {1000 * late:.0f} (p95), {1000 * took[-1]:.0f} (longest)")


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
