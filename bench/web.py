"""Moves a second and their delay with many tables at once, everything durable on disk, server and crowd on loopback.

The server has one core (its own process), the crowd another; each table has two sockets: one moves, both hear about it.
"""

import argparse
import asyncio
import contextlib
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from msgspec.structs import replace

from bench.crowd import Player
from bench.plot import Panel, Series, plot
from mousehole.web.edge import fair_loop
from mousehole.web.rights.access import Keys
from mousehole.web.wire import VERSION

TABLES = (10, 100, 500, 1000)
SECRET = b"k" * 32
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


@contextlib.contextmanager
def server(folder, script=Path(__file__), more=("--wait", "1e9"), env=None):
    """Run a server without rate limits, pinned to one core where the system allows it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    asked = ["--serve", str(folder), "--port", str(port), *more]
    process = subprocess.Popen([sys.executable, str(script), *asked], env=env)
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(process.pid, {0})
        os.sched_setaffinity(0, {1})
    try:
        yield port, process
    finally:
        process.terminate()
        process.wait()


async def serve(folder, port, wait):
    """Be the server: the product's own, without its rate limits; a move that would wait longer is refused."""
    import uvicorn

    from mousehole.host import Host
    from mousehole.store import SqliteStore
    from mousehole.web.app import application
    from mousehole.web.edge.settings import unlimited
    from mousehole.web.serve import config, spare_the_collector
    from mousehole.web.server_state import ServerState

    spare_the_collector()
    host = Host(await SqliteStore.open(Path(folder) / "bench.db"))
    free = replace(unlimited(), wait_seconds=wait)
    chosen = config(application(ServerState(host, Keys(SECRET), free)), free)
    chosen.port = port
    await uvicorn.Server(chosen).serve()
    await host.close()


async def listening(port):
    """Wait until the server answers."""
    for _ in range(200):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        await asyncio.sleep(0.1)


async def opened(port, keys):
    """Open a table with a plain POST and return its id and cookie."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"POST /play/mmm HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    writer.write(head.encode())
    answer = (await reader.read()).decode("latin-1")
    writer.close()
    table = re.search(r"location: /table/(\w+)", answer)[1]
    return table, f"grants={keys.cookie(table, ('owner', 'seat-0', 'watch'), {})}"


def memory(process):
    """Read the resident memory of the server in KiB, where the system tells it."""
    status = Path(f"/proc/{process.pid}/status")
    return int(re.search(r"VmRSS:\s+(\d+)", status.read_text())[1]) if status.exists() else 0


def used(process):
    """Read the CPU seconds the server has used, where the system tells it."""
    stat = Path(f"/proc/{process.pid}/stat")
    fields = stat.read_text().rpartition(")")[2].split() if stat.exists() else []
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


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
    parser.add_argument("--plot", type=Path, help="draw moves/s and delays over the number of tables, as SVG")
    parser.add_argument(
        "--overload", action="store_true", help="twice the load it can carry: who is refused, who waits"
    )
    parser.add_argument("--wait", type=float, default=1e9, help=argparse.SUPPRESS)
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        return await serve(asked.serve, asked.port, asked.wait)
    if asked.overload:
        return await overload(asked.tables[0], asked.seconds)
    print("tables  moves/s   p50 ms   p99 ms  KiB/idle table  bytes/frame  moves/CPU s  server CPU  crowd CPU")
    found = []
    for tables in asked.tables:
        with tempfile.TemporaryDirectory() as folder, server(folder) as (port, process):
            await listening(port)
            m = await measured(port, process, tables, asked.seconds, asked.rate)
            print(
                f"{m.tables:>6} {m.rate:>8.0f} {m.half:>8.1f} {m.worst:>8.1f} {m.idle:>15.1f} {m.told:>12.0f}"
                f" {m.rate / m.server:>12.0f} {m.server:>11.0%} {m.crowd:>10.0%}",
                flush=True,
            )
            found.append(m)
    if asked.plot:
        asked.plot.write_text(drawn(found))
    return None


def drawn(found):
    """Plot moves a second and their delays."""
    rates = Series("", [(m.tables, m.rate) for m in found])
    half, worst = [Series(name, [(m.tables, getattr(m, name)) for m in found]) for name in ("half", "worst")]
    delays = [half._replace(name="p50"), worst._replace(name="p99")]
    aims = (600, "aim: 600"), (50, "aim: p99 under 50")
    return plot(
        [Panel("moves a second", [rates], aims[0]), Panel("delay, ms", delays, aims[1])], "tables of two sockets"
    )


if __name__ == "__main__":
    fair_loop.run(main())
