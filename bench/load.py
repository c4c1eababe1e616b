"""What all load tests share: a server without rate limits, and a crowd of players on raw sockets.

The crowd is as cheap as Python allows, so that the server is measured and not the crowd.
"""

import argparse
import asyncio
import base64
import contextlib
import os
import random
import re
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from msgspec.structs import replace

from mousehole.web.rights.access import Keys
from mousehole.web.server.connections import run

SECRET = b"k" * 32  # of the grants of a server
TURN = re.compile(rb'"turn":\{"kind":"(\w+)"')
ENTRY = re.compile(rb'"entry":(\d+)')
PLY = re.compile(rb'"entry":\d+,"ply":(\d+)')
BACK = 12  # plies after which a game is taken back to its beginning: one that is over stays over
HELLO = b'{"type":"hello","version":%d}'
BUSY = b'{"type":"refused","reason":"busy"'
ACK, FRAMES, WELCOME = b'{"type":"ack"', b'{"type":"frames"', b'{"type":"welcome"'
PING, TEXT = 0x9, 0x1


class Line(asyncio.Protocol):
    """One WebSocket: shakes hands, cuts the stream into messages, reads no more of them than it must."""

    def __init__(self, head: bytes, version: int, hear: Callable[[bytes, int], None]) -> None:
        self.head, self.version, self.hear = head, version, hear
        self.rest = bytearray()
        self.open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.head)

    def data_received(self, data: bytes) -> None:
        """Pass on every complete message."""
        self.rest += data
        if not self.open:
            self._opened()
        for opcode, message, size in self._messages() if self.open else ():
            if opcode == TEXT:
                self.hear(message, size)
            elif opcode == PING:
                self.send(message, 0x8A)

    def send(self, message: bytes, first: int = 0x81) -> None:
        """Send a short message, masked with zeros: allowed, and costs nothing."""
        size = len(message)
        head = bytes((first, 0x80 | size)) if size < 126 else struct.pack("!BBH", first, 0x80 | 126, size)
        self.transport.write(head + b"\0\0\0\0" + message)

    def _opened(self) -> None:
        end = self.rest.find(b"\r\n\r\n")
        if end < 0:
            return
        assert self.rest.startswith(b"HTTP/1.1 101"), bytes(self.rest[:end])
        del self.rest[: end + 4]
        self.open = True
        self.send(HELLO % self.version)

    def _messages(self) -> Iterator[tuple[int, bytes, int]]:
        rest, start = self.rest, 0
        while len(rest) - start >= 2:
            size, body = rest[start + 1], start + 2
            if size == 126:
                size, body = int.from_bytes(rest[start + 2 : start + 4], "big"), start + 4
            elif size == 127:
                size, body = int.from_bytes(rest[start + 2 : start + 10], "big"), start + 10
            if len(rest) < body + size:
                break
            yield rest[start] & 15, bytes(rest[body : body + size]), size
            start = body + size
        del rest[:start]


def upgrade(port: int, table: str, cookie: str) -> bytes:
    """Ask for the live channel of a table."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /table/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
    ).encode()


class Player:
    """One table with two sockets: one moves, both hear about it; every acknowledgement is timed."""

    def __init__(self, port: int, table: str, cookie: str, version: int) -> None:
        head = upgrade(port, table, cookie)
        self.port = port
        self.mover = Line(head, version, self._hear)
        self.friend = Line(head, version, self._overhear)
        self.delays: list[float] = []
        self.refused = 0  # times the server was busy; the same move is sent again
        self.told = 0  # bytes of frames that came down both sockets
        self.entry = self.ply = 0
        self.kind = b""
        self.due = self.period = self.until = 0.0
        self.waits = 0  # what is still missing of the last move: its acknowledgement, its frame

    async def sit(self) -> None:
        """Open both sockets, and wait to be welcomed."""
        loop = asyncio.get_running_loop()
        self.welcome = asyncio.Event()
        for line in (self.friend, self.mover):
            await loop.create_connection(lambda line=line: line, "127.0.0.1", self.port)
        await self.welcome.wait()

    def start(self, first: float, period: float, until: float) -> None:
        """Move from a moment on, once in every period, or as soon as the last move is shown."""
        self.due, self.period, self.until = first, period, until
        self._wait()

    def _wait(self) -> None:
        pause = self.due - time.perf_counter()
        if pause > 0:
            asyncio.get_running_loop().call_later(pause, self._move)
        else:
            self._move()

    def _move(self) -> None:
        now = time.perf_counter()
        if now > self.until:
            return
        self.due = max(self.due, now) if not self.period else self.due
        self.waits = 2
        move = b'"throw"' if self.kind == b"chance" else b'"play","action":0'
        move = b'"undo","to":0' if self.ply >= BACK else move
        self.move = b'{"type":%b,"seat":0,"entry":%d,"ticket":"t%d"}' % (move, self.entry, self.entry)
        self._send()

    def _send(self) -> None:
        """Send the move, for the first time or again."""
        self.sent = time.perf_counter()
        self.mover.send(self.move)

    def _hear(self, message: bytes, size: int) -> None:
        if message.startswith(ACK):
            self.delays.append(time.perf_counter() - self.sent)
            self._seen()
        elif message.startswith(FRAMES):
            self.told += size
            self._look(message)
            self._seen()
        elif message.startswith(WELCOME):
            self._look(message)
            self.welcome.set()
        elif message.startswith(BUSY):
            self.refused += 1
            asyncio.get_running_loop().call_later(0.3 + 0.3 * random.random(), self._send)
        elif message.startswith(b'{"type":"refused"'):
            raise SystemExit(message.decode())

    def _overhear(self, message: bytes, size: int) -> None:
        if message.startswith(FRAMES):
            self.told += size

    def _look(self, message: bytes) -> None:
        self.entry, self.kind = int(ENTRY.findall(message)[-1]), TURN.findall(message)[-1]
        self.ply = int(PLY.findall(message)[-1])

    def _seen(self) -> None:
        self.waits -= 1
        if not self.waits:
            self.due += self.period
            self._wait()


def free_port():
    """Find a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def server(folder, script=Path(__file__), more=("--wait", "1e9"), env=None):
    """Run a server without rate limits, pinned to one core where the system allows it."""
    port = free_port()
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


async def serve(folder, port, wait=1e9, store="", bus=""):
    """Be a server: the product's own, without its rate limits; a move that would wait longer is refused."""
    import uvicorn

    from mousehole.bus import open_bus
    from mousehole.host import Host
    from mousehole.store import SqliteStore, open_store
    from mousehole.web.app import application
    from mousehole.web.serve import config, tune_garbage_collection
    from mousehole.web.server.settings import no_limits
    from mousehole.web.server_state import ServerState

    tune_garbage_collection()
    kept = await open_store(store) if store else await SqliteStore.open(Path(folder) / "bench.db")
    host = Host(kept, await open_bus(bus))
    free = replace(no_limits(), wait_seconds=wait)
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


async def main() -> None:
    """Be the server that `server` starts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--serve", metavar="FOLDER", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--wait", type=float, default=1e9)
    parser.add_argument("--store", default="")
    parser.add_argument("--bus", default="")
    asked = parser.parse_args()
    await serve(asked.serve, asked.port, asked.wait, asked.store, asked.bus)


if __name__ == "__main__":
    run(main())
