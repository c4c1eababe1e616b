"""Whether anything a stranger sends holds up the others: the longest block of the event loop, and pings meanwhile.

A server with the limits it has in public runs in a process of its own with a watchdog on its loop; somebody at another
table pings all the time. Round after round something is done that once froze every table.
"""

import argparse
import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from websockets.asyncio.client import connect

from bench.strangers import ROUNDS, Strangers
from bench.web import SECRET, listening, opened, used
from mousehole import shelf
from mousehole.core.game import Chance, Decide, Over
from mousehole.core.record import dump
from mousehole.table import Fell, Played, Undone, encode
from mousehole.testing import random_record
from mousehole.web.edge import fair_loop
from mousehole.web.wire import VERSION

LONG = 19_000  # entries of a long table
AIMS = "aims: 50 ms of CPU, 100 ms at a calm moment"


@contextlib.contextmanager
def guarded(folder):
    """Run a server with a watchdog, which writes down what it saw whenever it is asked."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, __file__, "--serve", str(folder), "--port", str(port)])
    try:
        yield port, process
    finally:
        process.terminate()
        process.wait()


async def serve(folder, port):
    """Be the server: the product's own, with its limits, and a watchdog that a file reads out."""
    import uvicorn

    from mousehole.host import Host
    from mousehole.host.flow.heartbeat import Heartbeat
    from mousehole.store import SqliteStore
    from mousehole.web.app import application
    from mousehole.web.edge.settings import Settings
    from mousehole.web.rights.access import Keys
    from mousehole.web.serve import config, spare_the_collector
    from mousehole.web.server_state import ServerState
    from mousehole.web.telling.warming import warm

    os.environ["MOUSEHOLE_DATA"] = str(folder)
    spare_the_collector()
    host, limits = Host(await SqliteStore.open(Path(folder) / "guard.db")), Settings(openings=10_000)
    warm()
    pulse = Heartbeat(every=0.005)
    pulse.start()

    async def told():
        while True:
            await asyncio.sleep(0.05)
            if (asked := Path(folder) / "ask").exists():
                (Path(folder) / "longest").write_text(str(pulse.longest))
                pulse.longest = 0.0
                asked.unlink()

    telling = asyncio.create_task(told())
    chosen = config(application(ServerState(host, Keys(SECRET), limits)), limits)
    chosen.port = port
    await uvicorn.Server(chosen).serve()
    telling.cancel()
    await host.close()


async def longest(folder):
    """Ask the watchdog for the longest block since it was asked last, in CPU milliseconds."""
    found = Path(folder) / "longest"
    found.unlink(missing_ok=True)
    (Path(folder) / "ask").touch()
    text = ""
    while not text:
        await asyncio.sleep(0.02)
        text = found.read_text() if found.exists() else ""
    return 1e3 * float(text)


async def prepared(folder):
    """Keep long tables and finished games in a fresh store; name them."""
    from mousehole.host import Host
    from mousehole.store import SqliteStore
    from mousehole.table import Chair

    host, me = Host(await SqliteStore.open(Path(folder) / "guard.db")), Chair("person")
    long = [await lengthened(host, me) for _ in range(4)]
    records = [random_record(game, game.setup(), bytes([n]))[0] for game, n in played()]
    finished = [await host.take_in(dump(record), lambda seats: (me,) * seats) for record in records]
    await host.close()
    return long, [table.id for table in finished], records


def played():
    """Long games to bring and to look at."""
    return [(shelf.find(name), n) for name in ("mystics", "chopchop") for n in range(3)]


async def lengthened(host, me):
    """Make a table with a long log: played and taken back again and again."""
    game = shelf.find("mmm")
    table = await host.open(game, game.setup(), (me,))
    while table.entry < LONG:
        event = table.turn.odds[0][0] if isinstance(table.turn, Chance) else table.turn.actions[0]
        table.add(table.step(Played(0, event) if isinstance(table.turn, Decide) else Fell(event)))
        if table.ply == 12 or isinstance(table.turn, Over):
            table.add(table.step(Undone(0, 0)))
    await host.store.append(table.id, 1, [encode(entry) for entry in table.log[1:]])
    return table.id


async def pinged(port, keys, delays):
    """Ping at another table all the time."""
    table, cookie = await opened(port, keys)
    address = f"ws://127.0.0.1:{port}/table/{table}/live"
    async with connect(address, additional_headers={"Cookie": cookie}, local_addr=("127.0.9.9", 0)) as line:
        await line.send(json.dumps({"type": "hello", "version": VERSION}))
        while True:
            begun = time.perf_counter()
            await line.send('{"type":"ping"}')
            while '"pong"' not in await line.recv():
                pass
            delays.append(time.perf_counter() - begun)
            await asyncio.sleep(0.06)


async def main():
    """Do what strangers do, round after round."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", default=[do.__name__ for do in ROUNDS])
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        return await serve(asked.serve, asked.port)
    from mousehole.web.rights.access import Keys

    with tempfile.TemporaryDirectory() as folder:
        known = await prepared(folder)
        with guarded(folder) as (port, process):
            await listening(port)
            delays, they = [], Strangers(port, Keys(SECRET))
            pinging = asyncio.create_task(pinged(port, they.keys, delays))
            await asyncio.sleep(2)
            print("round         longest block CPU ms  ping p50 ms  p99 ms  server CPU s  answers")
            for do in (None, *(do for do in ROUNDS if do.__name__ in asked.only)):
                await measured(do, they, known, folder, process, delays)
            pinging.cancel()
    print(AIMS)
    return None


async def measured(do, they, known, folder, process, delays):
    """Do one thing, and say what it did to the others."""
    await longest(folder)
    delays.clear()
    they.statuses.clear()
    before = used(process)
    await (do(they, *known) if do else asyncio.sleep(3))
    await asyncio.sleep(0.3)
    spent, held, waits = used(process) - before, await longest(folder), sorted(delays)
    answers = {status: they.statuses.count(status) for status in sorted(set(they.statuses))}
    print(f"{do.__name__ if do else 'nothing':<12} {held:>21.0f} {median(waits) * 1e3:>12.1f}", end=" ")
    print(f"{waits[int(len(waits) * 0.99)] * 1e3:>7.1f} {spent:>13.2f}  {answers or ''}", flush=True)


if __name__ == "__main__":
    fair_loop.run(main())
