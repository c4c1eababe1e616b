"""What a crowd at one table costs the server in CPU seconds: to enter, to see a move, to leave."""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.load import SECRET, Line, listening, memory, opened, server, upgrade, used
from mousehole.web.live.wire import VERSION
from mousehole.web.rights.access import Keys
from mousehole.web.server.connections import run

CROWDS = (250, 500, 1000, 2000)
AT_ONCE = 50  # watchers on their way in


class Watcher:
    """Somebody who watches a table, and waits for kinds of messages."""

    def __init__(self, port: int, asked: bytes, source: str = "127.0.0.1") -> None:
        self.port, self.source, self.line = port, source, Line(asked, VERSION, self._hear)
        self.heard: dict[bytes, asyncio.Event] = {}

    async def enter(self) -> None:
        """Come in, and wait to be welcomed."""
        welcomed = self.awaited(b"welcome")
        loop, whence = asyncio.get_running_loop(), (self.source, 0)
        await loop.create_connection(lambda: self.line, "127.0.0.1", self.port, local_addr=whence)
        await welcomed.wait()

    def awaited(self, kind: bytes) -> asyncio.Event:
        """What will be set when a message of a kind comes."""
        return self.heard.setdefault(kind, asyncio.Event())

    def _hear(self, message: bytes, size: int) -> None:
        kind = message[9 : message.index(b'"', 9)]
        if kind in self.heard:
            self.heard[kind].set()


async def calm(process) -> None:
    """Wait until the server has nothing left to do."""
    before = -1.0
    while used(process) - before > 0.02:
        before = used(process)
        await asyncio.sleep(1.0)


async def measured(port, process, crowd):
    """Let a crowd enter, see a move and leave."""
    keys = Keys(SECRET)
    table, cookie = await opened(port, keys)
    player = Watcher(port, upgrade(port, table, cookie))
    await player.enter()
    watch = f"grants={keys.cookie(table, ('watch',), {})}"
    watchers = [Watcher(port, upgrade(port, table, watch)) for _ in range(crowd)]
    idle, begun = used(process), time.perf_counter()
    for first in range(0, crowd, AT_ONCE):
        await asyncio.gather(*(watcher.enter() for watcher in watchers[first : first + AT_ONCE]))
    wall = time.perf_counter() - begun
    await calm(process)
    entered = used(process)
    seen = [watcher.awaited(b"frames") for watcher in watchers]
    player.line.send(b'{"type":"throw","seat":0,"entry":1,"ticket":"t"}')
    begun = time.perf_counter()
    await asyncio.gather(*(event.wait() for event in seen))
    shown = time.perf_counter() - begun
    await calm(process)
    moved, size = used(process), memory(process)
    for watcher in watchers:
        watcher.line.transport.abort()
    await calm(process)
    return entered - idle, wall, moved - entered, shown, used(process) - moved, size


async def idle(port, process, sockets, tables):
    """Open very many live connections over some tables, and say what they take."""
    keys, before = Keys(SECRET), memory(process)
    places = [await opened(port, keys) for _ in range(tables)]
    people = [Watcher(port, upgrade(port, *places[n % tables]), f"127.0.4.{n // 5000 + 1}") for n in range(sockets)]
    for first in range(0, sockets, AT_ONCE):
        await asyncio.gather(*(person.enter() for person in people[first : first + AT_ONCE]))
    await calm(process)
    after = memory(process)
    print(
        f"{sockets} live connections at {tables} tables: {after / 1024:.0f} MB, {before / 1024:.0f} MB before;", end=" "
    )
    print(f"{(after - before) / sockets:.1f} KiB each", flush=True)


async def main():
    """Measure each crowd with a server of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crowds", type=int, nargs="*", default=CROWDS)
    parser.add_argument("--idle", type=int, help="instead, the memory of so many connections that only listen")
    parser.add_argument("--tables", type=int, default=1000, help="tables that these are spread over")
    asked = parser.parse_args()
    if asked.idle:
        with tempfile.TemporaryDirectory() as folder, server(folder) as (port, process):
            await listening(port)
            return await idle(port, process, asked.idle, asked.tables)
    print("watchers  enter CPU s  wall s  a move CPU s  until all saw it s  leave CPU s  server MB")
    for crowd in asked.crowds:
        with tempfile.TemporaryDirectory() as folder, server(folder) as (port, process):
            await listening(port)
            enter, wall, move, shown, leave, size = await measured(port, process, crowd)
            print(f"{crowd:>8} {enter:>12.2f} {wall:>7.1f} {move:>13.2f} {shown:>19.2f}", end="")
            print(f" {leave:>12.2f} {size / 1024:>10.0f}", flush=True)
    return None


if __name__ == "__main__":
    run(main())
