"""Moves a second and their delay with many tables at once, everything durable on disk, server and crowd on loopback.

The server has one core (its own process), the crowd another; each table has two sockets: one moves, both hear about it.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))


from bench.load import SECRET, Player, listening, memory, opened, server, used
from mousehole.web.live.wire import VERSION
from mousehole.web.rights.access import Keys
from mousehole.web.server.connections import run

TABLES = (10, 100, 500, 1000)
WAIT = 0.25  # seconds, as a server has it
GRACE = 6  # seconds in which moves that were refused are taken


class Measured(NamedTuple):
    """What a number of tables did."""

    tables: int
    rate: float
    half: float
    worst: float
    idle: float
    told: float
    server: float
    crowd: float


async def measured(port, process, tables, seconds, rate, version=VERSION):
    """Let so many tables play for some seconds."""
    keys, before = Keys(SECRET), memory(process)
    places = [await opened(port, keys) for _ in range(tables)]
    idle = (memory(process) - before) / tables
    players = [Player(port, *place, version) for place in places]
    for player in players:
        await player.sit()
    await asyncio.sleep(1)
    period, busy, own = tables / rate if rate else 0, used(process), time.process_time()
    begun = time.perf_counter() + 0.05
    for number, player in enumerate(players):
        player.start(begun + period * number / tables, period, begun + seconds)
    await asyncio.sleep(seconds + 0.05)
    taken, busy, own = time.perf_counter() - begun, used(process) - busy, time.process_time() - own
    delays = sorted(delay for player in players for delay in player.delays)
    told = sum(player.told for player in players) / len(delays) / 2
    tail = delays[int(len(delays) * 0.99)]
    return Measured(
        tables, len(delays) / taken, median(delays) * 1e3, tail * 1e3, idle, told, busy / taken, own / taken
    )


async def overload(tables, seconds):
    """Find what a server can carry, and bring twice as much: a move is taken in time, or refused and taken later."""
    with tempfile.TemporaryDirectory() as folder, server(folder) as (port, process):
        await listening(port)
        most = (await measured(port, process, tables // 10, seconds, 0)).rate
    with tempfile.TemporaryDirectory() as folder, server(folder, more=("--wait", str(WAIT))) as (port, process):
        await listening(port)
        players = await seated(port, tables)
        begun, period = time.perf_counter() + 0.05, tables / most / 2
        for number, player in enumerate(players):
            player.start(begun + period * number / tables, period, begun + seconds)
        await asyncio.sleep(seconds + GRACE)
    delays = sorted(delay for player in players for delay in player.delays)
    refused, open_ = sum(player.refused for player in players), sum(player.waits > 0 for player in players)
    lost = sum(player.entry != 1 + len(player.delays) for player in players)
    print(f"{tables} tables; it carries {most:.0f} moves/s; {2 * most:.0f} moves/s were brought for {seconds:.0f} s")
    print(
        f"taken {len(delays)}, p50 {median(delays) * 1e3:.0f} ms, p99 {delays[int(len(delays) * 0.99)] * 1e3:.0f} ms;",
        end=" ",
    )
    print(f"busy {refused} times; moves still refused or unanswered {open_}; tables that lost or doubled a move {lost}")


async def seated(port, tables):
    """Open tables with two sockets each."""
    players = [Player(port, *await opened(port, Keys(SECRET)), VERSION) for _ in range(tables)]
    for player in players:
        await player.sit()
    await asyncio.sleep(1)
    return players


async def main():
    """Measure each number of tables with a server of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, nargs="*", default=TABLES)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rate", type=float, default=0, help="moves a second wished in all; 0 is as fast as they can")
    parser.add_argument(
        "--overload", action="store_true", help="twice the load it can carry: who is refused, who waits"
    )
    asked = parser.parse_args()
    if asked.overload:
        return await overload(asked.tables[0], asked.seconds)
    print("tables  moves/s   p50 ms   p99 ms  KiB/idle table  bytes/frame  moves/CPU s  server CPU  crowd CPU")
    for tables in asked.tables:
        with tempfile.TemporaryDirectory() as folder, server(folder) as (port, process):
            await listening(port)
            m = await measured(port, process, tables, asked.seconds, asked.rate)
            print(
                f"{m.tables:>6} {m.rate:>8.0f} {m.half:>8.1f} {m.worst:>8.1f} {m.idle:>15.1f} {m.told:>12.0f}"
                f" {m.rate / m.server:>12.0f} {m.server:>11.0%} {m.crowd:>10.0%}",
                flush=True,
            )
    return None


if __name__ == "__main__":
    run(main())
