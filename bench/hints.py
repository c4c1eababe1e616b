"""How long a hint takes, exact and estimated: `./mousehole bench hints [--positions N] [--side SIDE]`.

Asks about random positions of played games one after another: in this process, and through the host's worker process,
as a table asks. Solves the board if that has not been done.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any

from mousehole import shelf
from mousehole.cli.progress_bar import Bar
from mousehole.core.game import AnyGame, Chance, Decide, Over
from mousehole.folders import solutions
from mousehole.host.advice import Advice
from mousehole.host.jobs import position_of
from mousehole.host.processes import OwnProcesses
from mousehole.players.hints import hints
from mousehole.players.perfect_play import oracle
from mousehole.table import Chair, DrawLuck, Play, Sit, Table


def main() -> int:
    """Measure and report."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--side", default="two_paws")
    asked = parser.parse_args()
    game = shelf.find("mmm")
    setup = game.setup(side=asked.side)
    bar = Bar(sys.stderr)
    game.parts.solvable.exact.solve(solutions(), game.new(setup), bar)
    bar.close()
    tables = [deciding(game, setup, f"bench/{n}") for n in range(asked.positions)]
    told("exact, in this process", [here(table) for table in tables])
    told("exact, through a worker", asyncio.run(through_workers(tables)))
    with tempfile.TemporaryDirectory() as nowhere:
        few = [here(table, Path(nowhere)) for table in tables[:10]]
    told("estimated, in this process", few)
    return 0


def deciding(game: AnyGame, setup: Any, seed: str) -> Table:
    """Play at random to a decision somewhere in a game."""
    luck, table = Random(seed), Table(seed, game, setup, seed.encode())
    table.add(table.propose(Sit(0, Chair("person"))))
    wanted = luck.randrange(60)
    while table.ply < wanted or not isinstance(table.turn, Decide):
        if isinstance(table.turn, Over):
            return deciding(game, setup, seed + "+")
        if isinstance(table.turn, Chance):
            table.add(table.propose(DrawLuck(table.entry)))
        else:
            table.add(table.propose(Play(0, table.entry, luck.randrange(len(table.turn.actions)), "")))
    return table


def here(table: Table, folder: Path | None = None) -> float:
    """Time one hint."""
    start = time.perf_counter()
    found = hints(table.game, table.state, folder=folder)
    spent = time.perf_counter() - start
    if found[0].exact != (folder is None) or (oracle(table.game, table.state, folder) is None) != (folder is not None):
        raise AssertionError("the wrong kind of hint")
    return spent


async def through_workers(tables: list[Table]) -> list[float]:
    """Time hints as a table asks for them, without a quota; the first one starts the worker and is not counted."""
    jobs, times = OwnProcesses(), list[float]()
    advice = Advice(jobs, rate=1e9, burst=1e9)
    await advice.hints(tables[0], [0])
    for table in tables[1:]:
        start = time.perf_counter()
        await advice.at(position_of(table), table.id)
        times.append(time.perf_counter() - start)
    advice.close()
    await jobs.close()
    return times


def told(what: str, times: list[float]) -> None:
    """Print the spread of some times."""
    ordered = sorted(times)
    p95, last = ordered[int(0.95 * (len(ordered) - 1))], ordered[-1]
    print(
        f"{what:<28} median {1000 * statistics.median(times):7.1f} ms, 95 % {1000 * p95:7.1f}, worst {1000 * last:7.1f}"
    )


if __name__ == "__main__":
    sys.exit(main())
