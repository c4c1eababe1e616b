"""Whether anything a stranger sends holds up the others: the longest block of the event loop, and pings meanwhile.

A server with the limits it has in public runs in a process of its own with a watchdog on its loop; somebody at another
table pings all the time. Round after round something is done that once froze every table.
"""

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from pathlib import Path
from random import Random

from websockets.asyncio.client import connect

from bench.load import SECRET, free_port, listening, memory, opened, upgrade, used
from bench.watchers import Watcher
from mousehole import shelf
from mousehole.core.game import Chance, Decide, Over
from mousehole.core.record import Record, dump
from mousehole.table import LuckDrawn, Played, Undone, encode
from mousehole.testing import random_record
from mousehole.web.live.wire import VERSION
from mousehole.web.server.connections import run
from tests.web.rubbish import rubbish


class Strangers:
    """Whoever asks, each from an address of its own."""

    def __init__(self, port, keys):
        self.port, self.keys = port, keys
        self.statuses = []

    def cookie(self, table, *roles):
        """What a browser with some roles at a table sends."""
        return f"grants={self.keys.cookie(table, roles or ('owner', 'seat-0', 'watch'), {})}"

    async def ask(self, path, number=0, body=None, cookie=""):
        """Ask for a page, or send something; read the answer whole."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(f"127.0.1.{number + 1}", 0))
        method = "GET" if body is None else "POST"
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Connection: close", f"Cookie: {cookie}"]
        lines += [f"Content-Length: {len(body or b'')}", "Content-Type: application/x-www-form-urlencoded", "", ""]
        writer.write("\r\n".join(lines).encode() + (body or b""))
        answer = await reader.read()
        writer.close()
        self.statuses.append(int(answer[9:12] or 0))
        return answer

    async def asks(self, paths, body=None, cookies=None):
        """Ask for several things at once, each from another address."""
        work = [self.ask(path, number, body, cookies[number] if cookies else "") for number, path in enumerate(paths)]
        return await asyncio.gather(*work)


async def old_hellos(they, long, finished, records):
    """Come back to long tables after a very long time, again and again."""
    for table in (long[0], finished[0]):
        address = f"ws://127.0.0.1:{they.port}/table/{table}/live"
        async with connect(address, additional_headers={"Cookie": they.cookie(table)}, max_queue=None) as line:
            for _ in range(40):
                await line.send(json.dumps({"type": "hello", "version": VERSION, "known": 0}))
                await asyncio.sleep(0.06)


async def loads(they, long, finished, records):
    """Open long tables, all at once."""
    await they.asks([f"/table/{table}" for table in long], cookies=[they.cookie(table) for table in long])


async def uploads(they, long, finished, records):
    """Bring long games, all at once, and one that is much too long."""
    pages = [dump(record) for record in records]
    await asyncio.gather(*(they.ask("/upload", number, pages[number % len(pages)]) for number in range(16)))
    last = records[-1]
    huge = Record(last.game, last.edition, last.setup, last.events * (49_000 // len(last.events)), None, last.content)
    await they.ask("/upload", 20, dump(huge))


async def forks(they, long, finished, records):
    """Play on from late in long games, all at once."""
    tables = [finished[number % len(finished)] for number in range(16)]
    cookies = [they.cookie(table) for table in tables]
    await they.asks([f"/table/{table}/fork" for table in tables], b"ply=300", cookies)


async def lessons(they, long, finished, records):
    """Ask for lessons down sixteen connections."""
    paths = [f"/learn/{name}/frames.json" for name in ("chopchop/mouse", "chopchop/cat", "mystics/first", "mmm/first")]
    paths += ["/learn/mystics", "/learn/chopchop", "/learn/chopchop/mouse/9.svg", "/learn/mystics/first/9.svg"]
    for _ in range(10):
        await they.asks(paths * 2)


async def looks(they, long, finished, records):
    """Walk through long games."""
    for table in finished:
        paths = [f"frames.json?from={n}&to={n + 59}{way}" for n in (0, 60, 120) for way in ("", "&changes")]
        paths += ["scene.json?ply=77", "check", "record.json", "replay", "links"]
        await they.asks([f"/table/{table}/{path}" for path in paths], cookies=[they.cookie(table)] * len(paths))


async def watchers(they, long, finished, records, crowd=500):
    """Watch one table in a crowd, come and go."""
    table, cookie = finished[1], they.cookie(finished[1], "watch")
    people = [Watcher(they.port, upgrade(they.port, table, cookie), f"127.0.2.{n // 100 + 1}") for n in range(crowd)]
    for first in range(0, crowd, 25):
        await asyncio.gather(*(person.enter() for person in people[first : first + 25]))
    await asyncio.sleep(1)
    for person in people:
        person.line.transport.abort()
    await asyncio.sleep(1)


async def reviews(they, long, finished, records):
    """Have long games reviewed side by side, and ask how far they are."""
    cookies = [they.cookie(table) for table in finished]
    for _ in range(12):
        await they.asks([f"/table/{table}/review.json" for table in finished], cookies=cookies)
        await asyncio.sleep(0.5)


async def solves(they, long, finished, records):
    """Have boards solved."""
    boards = ("steps%20%3D%201%0Apantry%20%3D%20%22%22%22%0AB%20B%20F%0A%22%22%22", "")
    for board in boards:
        await they.ask(f"/explore/mmm/solve?board={board}", 3, b"")
        for _ in range(10):
            await they.ask(f"/explore/mmm/look.json?board={board}", 3)
            await asyncio.sleep(0.2)


async def silence(they, long, finished, records):
    """Hold connections and say nothing."""
    held = [
        await asyncio.open_connection("127.0.0.1", they.port, local_addr=(f"127.0.3.{n // 90 + 1}", 0))
        for n in range(270)
    ]
    await asyncio.sleep(2)
    for _, writer in held:
        writer.close()


async def unfinished(they, long, finished, records, bodies=40):
    """Bring files that never end."""
    head = f"POST /upload HTTP/1.1\r\nHost: 127.0.0.1:{they.port}\r\nContent-Length: 8000000\r\n\r\n".encode()
    held = [await asyncio.open_connection("127.0.0.1", they.port, local_addr=("127.0.4.1", 0)) for _ in range(bodies)]
    for _, writer in held:
        with contextlib.suppress(ConnectionError):  # no more fits
            writer.write(head + bytes(4_000_000))
            await writer.drain()
    await asyncio.sleep(2)
    for _, writer in held:
        writer.close()


async def unread(they, long, finished, records, lines=100, hellos=100):
    """Say hello down many connections, and read nothing."""
    head, hello = upgrade(they.port, finished[0], they.cookie(finished[0])), b'{"type":"hello","version":%d}' % VERSION
    held = [
        await asyncio.open_connection("127.0.0.1", they.port, local_addr=("127.0.5.1", 0), limit=1)
        for _ in range(lines)
    ]
    for _, writer in held:
        writer.write(head)
    for _ in range(hellos):
        for _, writer in held:
            writer.write(bytes((0x81, 0x80 | len(hello))) + bytes(4) + hello)
        await asyncio.sleep(0.06)
    for _, writer in held:
        writer.transport.abort()


async def fuzz(they, long, finished, records, count=4000):
    """Send nonsense down live connections."""
    luck = Random(1)
    table, cookie = await opened(they.port, they.keys)
    address = f"ws://127.0.0.1:{they.port}/table/{table}/live"
    sent = 0
    while sent < count:
        with contextlib.suppress(Exception):  # a line that is cut for nonsense is opened again
            async with connect(address, additional_headers={"Cookie": cookie}, max_queue=None) as line:
                for _ in range(50):
                    sent += 1
                    await line.send(rubbish(luck).encode("utf-8", "replace"))
                await asyncio.sleep(0.05)


ROUNDS = (
    loads,
    old_hellos,
    uploads,
    forks,
    lessons,
    looks,
    watchers,
    reviews,
    solves,
    silence,
    unfinished,
    unread,
    fuzz,
)


LONG = 19_000  # entries of a long table
AIMS = "aims: 50 ms of CPU, 100 ms at a calm moment"


@contextlib.contextmanager
def guarded(folder):
    """Run a server with a watchdog, which writes down what it saw whenever it is asked."""
    port = free_port()
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
    from mousehole.host.limits import Heartbeat
    from mousehole.store import SqliteStore
    from mousehole.web.app import application
    from mousehole.web.rights.access import Keys
    from mousehole.web.serve import config, tune_garbage_collection, warm
    from mousehole.web.server.settings import Settings
    from mousehole.web.server_state import ServerState

    os.environ["MOUSEHOLE_DATA"] = str(folder)
    tune_garbage_collection()
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
    finished = [await host.import_record(dump(record), lambda seats: (me,) * seats) for record in records]
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
        table.add(table.step(Played(0, event) if isinstance(table.turn, Decide) else LuckDrawn(event)))
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
            print("round         longest block CPU ms  ping p50 ms  p99 ms  server CPU s  MB  answers")
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
    print(
        f"{waits[int(len(waits) * 0.99)] * 1e3:>7.1f} {spent:>13.2f} {memory(process) >> 10:>3}  {answers or ''}",
        flush=True,
    )


if __name__ == "__main__":
    run(main())
