"""Moves a second and their delay with many tables at once, everything durable on disk, server and clients on loopback.

The server has one core (its own process), the clients another; each table has two sockets: one moves, both are told.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import random
from statistics import median

from websockets.asyncio.client import connect

from mousehole.web.access import Keys

TABLES = (10, 100, 500, 1000)


@contextlib.contextmanager
def server(folder):
    """Run a server without brakes, pinned to one core where the system allows it."""
    code = (
        "import asyncio, sys, uvicorn\n"
        "from pathlib import Path\n"
        "from mousehole.host import Host\n"
        "from mousehole.store import SqliteStore\n"
        "from mousehole.web.access import Keys\n"
        "from mousehole.web.app import application\n"
        "from mousehole.web.lobby import Lobby, Settings\n"
        "async def main():\n"
        "    host = Host(await SqliteStore.open(Path(sys.argv[1]) / 'bench.db'))\n"
        "    free = Settings(pace=1e9, patience=10**9, openings=10**9, requests=1e9)\n"
        "    config = uvicorn.Config(application(Lobby(host, Keys(b'k' * 32), free)), port=int(sys.argv[2]),\n"
        "                            log_level='error', ws='websockets-sansio', ws_per_message_deflate=False)\n"
        "    await uvicorn.Server(config).serve()\n"
        "    await host.close()\n"
        "asyncio.run(main())\n"
    )
    port = 18000 + os.getpid() % 2000
    process = subprocess.Popen([sys.executable, "-c", code, str(folder), str(port)])
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(process.pid, {0})
        os.sched_setaffinity(0, {1})
    try:
        yield port, process
    finally:
        process.terminate()
        process.wait()


async def listening(port):
    """Wait until the server answers."""
    for _ in range(200):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        await asyncio.sleep(0.1)


async def opened(port, keys):
    """Open a table by a plain POST and give its id and cookie."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"POST /play/mmm HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    writer.write(head.encode())
    answer = (await reader.read()).decode("latin-1")
    writer.close()
    table = re.search(r"location: /table/(\w+)", answer)[1]
    return table, f"grants={keys.cookie(table, ('owner', 'seat-0', 'watch'), {})}"


class Mover:
    """One table: plays at random, times every acknowledgement."""

    def __init__(self, port, table, cookie):
        self.address, self.headers = f"ws://127.0.0.1:{port}/table/{table}/live", {"Cookie": cookie}
        self.delays, self.moves = [], 0

    async def run(self, until, start, pause):
        """Play from the start signal on until the time is up."""
        options = {"additional_headers": self.headers, "compression": None, "max_queue": None}
        async with connect(self.address, **options) as socket, connect(self.address, **options) as friend:
            await friend.send('{"type":"hello","version":1}')
            listening = asyncio.create_task(self._listen(friend))
            await socket.send('{"type":"hello","version":1}')
            entry, turn = self._seen(await self._heard(socket))
            await start.wait()
            await asyncio.sleep(pause * random())  # people do not all move at the same moment
            while time.perf_counter() < until() and turn["kind"] != "over":
                entry, turn = await self._move(socket, entry, turn)
                await asyncio.sleep(pause)
            listening.cancel()

    async def _move(self, socket, entry, turn):
        kind = "throw" if turn["kind"] == "chance" else "play"
        message = {"type": kind, "seat": 0, "entry": entry, "ticket": f"t{entry}"}
        sent = time.perf_counter()
        await socket.send(json.dumps(message if kind == "throw" else {**message, "action": 0}))
        acked, seen = False, None
        while not (acked and seen):
            text = await socket.recv()
            if text.startswith('{"type":"ack"'):
                acked = True
                self.delays.append(time.perf_counter() - sent)
                self.moves += 1
            elif text.startswith('{"type":"frames"'):
                seen = self._seen(json.loads(text)["frames"][-1])
        return seen

    @staticmethod
    def _seen(frame):
        return frame["entry"], frame["turn"]

    @staticmethod
    async def _heard(socket):
        while True:
            message = json.loads(await socket.recv())
            if message["type"] == "welcome":
                return message["frame"]

    @staticmethod
    async def _listen(socket):
        with contextlib.suppress(Exception):
            async for _ in socket:
                pass


def memory(process):
    """Read the resident memory of the server in KiB, where the system tells it."""
    status = Path(f"/proc/{process.pid}/status")
    return int(re.search(r"VmRSS:\s+(\d+)", status.read_text())[1]) if status.exists() else 0


async def measured(port, process, tables, seconds, pause):
    """Let so many tables play for some seconds."""
    keys, before = Keys(b"k" * 32), memory(process)
    places = [await opened(port, keys) for _ in range(tables)]
    idle = (memory(process) - before) / tables
    end, start = [0.0], asyncio.Event()
    movers = [Mover(port, *place) for place in places]
    tasks = [asyncio.create_task(mover.run(lambda: end[0], start, pause)) for mover in movers]
    await asyncio.sleep(2 + tables / 200)
    begun, end[0] = time.perf_counter(), time.perf_counter() + seconds
    start.set()
    await asyncio.gather(*tasks)
    taken = time.perf_counter() - begun
    delays = sorted(delay for mover in movers for delay in mover.delays)
    moves = sum(mover.moves for mover in movers)
    return moves / min(taken, seconds), median(delays) * 1e3, delays[int(len(delays) * 0.99)] * 1e3, idle


async def main():
    """Measure each number of tables with a server of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, nargs="*", default=TABLES)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rate", type=float, default=0, help="moves a second wished in all; 0 is as fast as they can")
    asked = parser.parse_args()
    print(f"{'tables':>7} {'moves/s':>9} {'p50 ms':>8} {'p99 ms':>8} {'KiB/idle table':>15}")
    for tables in asked.tables:
        with tempfile.TemporaryDirectory() as folder, server(folder) as (port, process):
            await listening(port)
            pause = tables / asked.rate if asked.rate else 0
            rate, half, worst, idle = await measured(port, process, tables, asked.seconds, pause)
            print(f"{tables:>7} {rate:>9.0f} {half:>8.1f} {worst:>8.1f} {idle:>15.1f}", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
