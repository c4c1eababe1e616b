"""Moves per CPU second of one and two server processes on PostgreSQL and Redis, and of one on SQLite, in turns.

The crowd keeps a fixed pace and is counted apart, as are PostgreSQL and Redis. Two servers are measured twice: each
with tables of its own, and with a table's mover at one of them and its friend at the other, the dearest way, where both
follow every move. The end says what docs/scale.md computes: medians, and what 100,000 tables at once need by them.
`--apart` measures the bare costs of a commit, of a piece of news and of a lease.
"""

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import load
from bench.load import SECRET, Player, free_port, listening, opened, upgrade, used
from mousehole.web.live.wire import VERSION
from mousehole.web.rights.access import Keys
from mousehole.web.server.connections import run
from tests.servers import Postgres, Redis, place

NAMES = {
    "sqlite": "1 server, SQLite",
    "one": "1 server, PostgreSQL, Redis",
    "two": "2 servers, a table at one",
    "both": "2 servers, a table at both",
}
MANY = 25_000  # entries a second at 100,000 tables, one every four seconds


class Measured(NamedTuple):
    """What a house did: moves a second, their delays, and shares of a core."""

    rate: float
    half: float
    tail: float
    servers: float
    postgres: float
    redis: float
    crowd: float


@contextlib.contextmanager
def running(folder, number, store="", bus=""):
    """Run some servers; say where they are."""
    ports = [free_port() for _ in range(number)]
    asked = [sys.executable, load.__file__, "--serve", str(folder), "--store", store, "--bus", bus, "--port"]
    processes = [subprocess.Popen([*asked, str(port)]) for port in ports]
    try:
        yield ports, processes
    finally:
        for process in processes:
            process.terminate()
            process.wait()


def family(process):
    """CPU seconds of a process and its children, those that have ended included."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    ended = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[13:15]
    running_ = sum(used(Child(int(child))) for child in children)
    return used(process) + running_ + sum(map(int, ended)) / os.sysconf("SC_CLK_TCK")


class Child(NamedTuple):
    """A process of somebody else."""

    pid: int


async def measured(ports, processes, engines, both, asked):
    """Let so many tables play at a pace, each with its two people at one server or at both."""
    tables, seconds = asked.tables, asked.seconds
    for port in ports:
        await listening(port)
    keys = Keys(SECRET)
    players = []
    for number in range(tables):
        first, second = ports[number % len(ports)], ports[(number + both) % len(ports)]
        name, cookie = await opened(first, keys)
        player = Player(first, name, cookie, VERSION)
        player.friend.head = upgrade(second, name, cookie)
        await sit(player, first, second)
        players.append(player)
    await asyncio.sleep(2)
    before = [sum(map(family, processes)), *map(family, engines), time.process_time()]
    begun, period = time.perf_counter() + 0.05, tables / asked.rate
    for number, player in enumerate(players):
        player.start(begun + period * number / tables, period, begun + seconds)
    await asyncio.sleep(seconds + 0.05)
    taken = time.perf_counter() - begun
    after = [sum(map(family, processes)), *map(family, engines), time.process_time()]
    spent = [(late - early) / taken for early, late in zip(before, after, strict=True)]
    spent = [spent[0], *(spent[1:-1] or (0.0, 0.0)), spent[-1]]
    delays = sorted(delay for player in players for delay in player.delays)
    tail = delays[int(len(delays) * 0.99)]
    return Measured(len(delays) / taken, median(delays) * 1e3, tail * 1e3, *spent)


async def sit(player, first, second):
    """Open both sockets, each at its own server."""
    loop = asyncio.get_running_loop()
    player.welcome = asyncio.Event()
    for line, port in ((player.friend, second), (player.mover, first)):
        await loop.create_connection(lambda line=line: line, "127.0.0.1", port)
    await player.welcome.wait()


async def apart(store, bus):
    """Measure the bare costs."""
    from mousehole.bus import open_bus
    from mousehole.store import open_store

    kept, news, other = await open_store(store), await open_bus(bus), await open_bus(bus)
    await commits(kept)
    await questions(kept)
    await told(news, other)
    for each in (news, other, kept):
        await each.close()


async def commits(kept):
    """Moves of as many tables side by side."""
    from mousehole.store import TableRow

    for side in (1, 10, 50):
        names = [f"{side}-{n}" for n in range(side)]
        for name in names:
            await kept.create(TableRow(name, "g", "mmm", 1, "", b"{}", None, b"{}", 0.0, 0.0))
        begun, entries, own = time.perf_counter(), 0, time.process_time()
        while time.perf_counter() - begun < 3:
            await asyncio.gather(*(kept.append(name, entries, [b'{"type":"play"}' * 4]) for name in names))
            entries += 1
        spent, own = time.perf_counter() - begun, time.process_time() - own
        each = 1e6 * own / entries / side
        print(f"commits, {side:>2} side by side: {side * entries / spent:.0f} a second, {each:.0f} us of CPU here")


async def questions(kept):
    """What a server asks again and again."""
    names = [f"t{n}" for n in range(200)]
    for what, ask in (
        ("leases of 200", lambda: kept.lease("a", names, 60)),
        ("marks of 200", lambda: kept.marks(names)),
    ):
        begun, times = time.perf_counter(), 0
        while time.perf_counter() - begun < 1:
            await ask()
            times += 1
        print(f"{what}: {1e3 * (time.perf_counter() - begun) / times:.2f} ms")


async def told(news, other):
    """News from one server to another: of tables that the other has, and of others, which cost it nothing."""
    for what, names in (("heard", [f"t{n}" for n in range(2_000)]), ("not heard", ["last"])):
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(other.subscribe(name)) for name in names]
            begun, own = time.perf_counter(), time.process_time()
            for n in range(20_000):
                await news.publish(f"t{n % 2_000}", n)
                if n % 500 == 499:
                    await asyncio.sleep(0)
            await news.publish(names[-1], 20_000)
            async for newest in lines[-1]:
                if newest == 20_000:
                    break
        spent, cpu = time.perf_counter() - begun, time.process_time() - own
        print(f"news, {what}: {20_000 / spent:.0f} a second; {1e6 * cpu / 20_000:.0f} us of CPU each, to say and hear")


async def main():
    """Measure each kind of house in turn."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rate", type=float, default=200, help="moves a second in all")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--apart", action="store_true", help="the bare costs of commits, news and leases")
    asked = parser.parse_args()
    with place() as there, place() as beside:
        postgres, redis = Postgres(there), Redis(beside)
        try:
            await compared(asked, postgres, redis)
        finally:
            for each in (postgres, redis):
                each.server.stop(9)


async def compared(asked, postgres, redis):
    """Let the kinds take turns."""
    if asked.apart:
        await apart(postgres.fresh(), redis.address)
        return
    engines = (postgres.server.process, redis.server.process)
    print(f"{'':<28} moves/s   p50 ms   p99 ms  moves/CPU s of servers  servers  PostgreSQL  Redis  crowd")
    found = {kind: [] for kind in NAMES}
    for _ in range(asked.rounds):
        for kind, name in NAMES.items():
            shared = () if kind == "sqlite" else (postgres.fresh(), redis.address)
            with tempfile.TemporaryDirectory() as folder, running(folder, servers_of(kind), *shared) as (ports, run):
                m = await measured(ports, run, engines, kind == "both", asked)
            found[kind].append(m)
            print(
                f"{name:<28} {m.rate:>7.0f} {m.half:>8.1f} {m.tail:>8.1f} {m.rate / m.servers:>23.0f}"
                f" {m.servers:>8.0%} {m.postgres:>11.0%} {m.redis:>6.0%} {m.crowd:>6.0%}",
                flush=True,
            )
    show_needs(found)


def servers_of(kind):
    """How many servers a kind of house has."""
    return 2 if kind in ("two", "both") else 1


def show_needs(found):
    """Say what each kind comes to, by medians, and what very many tables would need."""
    for kind, rounds in found.items():
        each = median(m.rate / m.servers for m in rounds)
        postgres = median(1e3 * m.postgres / m.rate for m in rounds)
        redis = median(1e3 * m.redis / m.rate for m in rounds)
        print(
            f"{NAMES[kind]:<28} median {each:.0f} moves per CPU second, {1e3 / each:.2f} ms a move;"
            f" PostgreSQL {postgres:.2f} ms, Redis {redis:.3f} ms; at {MANY} a second"
            f" {MANY / each:.0f}, {MANY * postgres / 1e3:.1f} and {MANY * redis / 1e3:.1f} cores"
        )


if __name__ == "__main__":
    run(main())
