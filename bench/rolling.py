"""A rolling restart from one version to the next and back, on one PostgreSQL and one Redis, while people play.

`./mousehole bench rolling --before COMMIT`; the exit code is 1 if a table lost a move, plays one twice or gets stuck.
People change between the servers all the time, so that each version reads what the other has just written.
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.checkouts import ROOT, checked_out
from bench.kills import Player
from bench.load import free_port, listening, opened
from mousehole.cli.stores import verify
from mousehole.store import open_store
from mousehole.web.rights.access import Keys
from tests.servers import Postgres, Redis, place

SECRET = bytes(range(32))
STUCK_AFTER = 60.0  # seconds until somebody without an answer counts as stuck
STAY = 1.5  # seconds with one server, about


class House:
    """Servers of any version on one database."""

    def __init__(self, folder, store, bus):
        self.folder, self.store, self.bus = folder, store, bus
        self.running = {}  # by the port
        self.playing = True

    async def start(self, tree):
        """Start a server of the version in a folder, and wait until it answers."""
        port = free_port()
        env = {**os.environ, "MOUSEHOLE_DATA": str(self.folder), "PYTHONPATH": str(tree / "src")}
        limits = [
            f"--limit={name}=100000" for name in ("openings", "requests", "sockets_address", "connections_address")
        ]
        command = [sys.executable, "-P", "-m", "mousehole", "web", "--no-browser", "--port", str(port), *limits]
        command += ["--limit=wait_seconds=60", "--store", self.store, "--bus", self.bus]
        process = await asyncio.to_thread(subprocess.Popen, command, env=env, stdout=subprocess.DEVNULL, cwd=tree)
        await listening(port)
        self.running[port] = process
        return port

    async def stop(self, port):
        """End a server as an update does: with SIGTERM; how it left, and after how many seconds."""
        process, began = self.running.pop(port), time.perf_counter()
        process.send_signal(signal.SIGTERM)
        code = await asyncio.to_thread(process.wait, 60)
        return code, time.perf_counter() - began

    async def visit(self, player):
        """Play on, now at one server and now at another."""
        while self.playing:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(STAY * (0.5 + random.random())):
                    await player.play(random.choice([*self.running]))
            await asyncio.sleep(0.02)

    def kill(self):
        """Leave nothing behind."""
        for process in self.running.values():
            process.kill()
            process.wait()


async def rolled(house, before, tables, seconds, say):
    """From the version before to this one and back, under play; what is wrong with it."""
    old = await house.start(before)
    players = [Player(*await opened(old, Keys(SECRET))) for _ in range(tables)]
    playing = [asyncio.create_task(house.visit(player)) for player in players]
    stuck = await stage(players, seconds, "the version before alone", say)
    new = await house.start(ROOT)
    stuck += await stage(players, seconds, "both at once", say)
    say(f"the one before left with {_left(await house.stop(old))}")
    stuck += await stage(players, seconds, "this version alone", say)
    old = await house.start(before)
    stuck += await stage(players, seconds, "both at once again", say)
    say(f"this one left with {_left(await house.stop(new))}")
    stuck += await stage(players, seconds, "the version before alone again", say)
    house.playing = False
    await asyncio.gather(*playing)
    await house.stop(old)
    return {**await judged(house, players), "stuck": stuck}


async def stage(players, seconds, name, say):
    """Let everybody play for a while, and until everybody has been answered; how many never were."""
    before, most = [len(player.acked) for player in players], time.monotonic() + STUCK_AFTER
    await asyncio.sleep(seconds)
    while waiting(players, before) and time.monotonic() < most:  # noqa: ASYNC110 (players note what they hear)
        await asyncio.sleep(0.05)
    say(f"{name}: {sum(len(player.acked) for player in players):,} moves acknowledged")
    return waiting(players, before)


def waiting(players, before):
    """How many were not answered since."""
    return sum(len(player.acked) <= known for player, known in zip(players, before, strict=True))


async def judged(house, players):
    """How many moves were lost or doubled, and faults that an audit of all tables finds."""
    store = await open_store(house.store)
    found = [await player.faults(store) for player in players]
    audit = await verify(store, lambda done, total: None)
    await store.close()
    return {
        "lost": sum(fault[0] for fault in found),
        "doubled": sum(fault[1] for fault in found),
        "faults": len(audit.faults),
    }


def _left(how):
    code, seconds = how
    return f"{code} after {seconds:.1f} s"


async def main():
    """Roll, look, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", default="HEAD~1", help="the commit to come from (default: %(default)s)")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=8, help="of each of the five stages")
    asked = parser.parse_args()
    with place() as one, place() as two, tempfile.TemporaryDirectory() as data, checked_out(asked.before) as tree:
        (Path(data) / "web.secret").write_bytes(SECRET)
        postgres, redis = Postgres(one), Redis(two)
        house = House(data, postgres.fresh(), redis.address)
        try:
            found = await rolled(house, tree, asked.tables, asked.seconds, print)
        finally:
            house.kill()
            redis.server.stop(signal.SIGKILL)
            postgres.server.stop(signal.SIGQUIT)
    print(f"{asked.tables} tables: " + ", ".join(f"{count} {what}" for what, count in found.items()))
    return int(any(found.values()))


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
