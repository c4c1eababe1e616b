"""What strangers do to a server that once froze every table: each a round of `bench/guard.py`."""

import asyncio
import contextlib
import json
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from websockets.asyncio.client import connect

from bench.watchers import Watcher, head
from bench.web import opened
from mousehole.core.record import Record, dump
from mousehole.web.wire import VERSION
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
    people = [Watcher(they.port, head(they.port, table, cookie), f"127.0.2.{n // 100 + 1}") for n in range(crowd)]
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


ROUNDS = (loads, old_hellos, uploads, forks, lessons, looks, watchers, reviews, solves, silence, fuzz)
