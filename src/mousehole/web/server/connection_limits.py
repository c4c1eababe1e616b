"""How many live connections there may be: in all, from one address, at one table, over all servers."""

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b

import msgspec
from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from mousehole.bus import HOUSE
from mousehole.core.words import Line, line, voice
from mousehole.web.server.sealed_words import SealedWords
from mousehole.web.server.settings import Settings
from mousehole.web.server.visitor import address, language_of

FULL = 4429  # closes a socket for lack of room; the page tries again by itself
SHARE_TO_REPORT = 0.1  # of a limit: smaller counts are not worth a message to other servers
REPORT_SECONDS = 2.0  # between two reports
REPORT_LIFETIME = 3 * REPORT_SECONDS  # after which a silent server counts as empty


class ConnectionCounter:
    """Counts connections by name, up to a limit in all and a limit for each name."""

    def __init__(self, limit: float, limit_each: float, remote_count: Callable[[str], int] = lambda name: 0) -> None:
        self._limit, self._limit_each, self._remote_count = limit, limit_each, remote_count
        self._inside: Counter[str] = Counter()
        self.count = 0

    def enter(self, name: str, free: bool = False) -> bool:
        """Count one more if there is room; `free` ones count in all but not against their name."""
        if self.count >= self._limit or (self._full(name) and not free):
            self._drop_empty(name)
            return False
        self._inside[name] += 1
        self.count += 1
        return True

    def leave(self, name: str) -> None:
        """Count one less."""
        self._inside[name] -= 1
        self.count -= 1
        self._drop_empty(name)

    def largest(self, share: float) -> dict[str, int]:
        """The names with more than this share of what one name may have."""
        return {name: inside for name, inside in self._inside.items() if inside > share * self._limit_each}

    def _full(self, name: str) -> bool:
        return self._inside[name] + self._remote_count(name) >= self._limit_each

    def _drop_empty(self, name: str) -> None:
        if not self._inside[name]:
            del self._inside[name]


class ConnectionReport(Struct, frozen=True, tag="inside"):
    """The names with many connections at one server, as hashes."""

    server: str
    counts: dict[str, int]


class RemoteConnections:
    """Connections at other servers: reports large counts to them, and keeps their reports for a few seconds."""

    def __init__(self, bus: SealedWords, counts: Callable[[], dict[str, int]]) -> None:
        self._bus, self._counts = bus, counts
        self._name = secrets.token_hex(8)
        self._reports: dict[str, tuple[dict[str, int], float]] = {}
        self._reporting: asyncio.Task[None] | None = None
        bus.overhear(self._receive)

    def count(self, name: str) -> int:
        """How many connections a name has at other servers."""
        if not self._reports:
            return 0
        key, since = anonymous(name), time.monotonic() - REPORT_LIFETIME
        return sum(counts.get(key, 0) for counts, received in self._reports.values() if received > since)

    def report(self) -> None:
        """Report to other servers as long as there is anything to report."""
        if self._bus.shared and (self._reporting is None or self._reporting.done()) and self._counts():
            self._reporting = asyncio.create_task(self._report())

    async def _report(self) -> None:
        while counts := {anonymous(name): inside for name, inside in self._counts().items()}:
            self._bus.say(HOUSE, msgspec.json.encode(ConnectionReport(self._name, counts)).decode())
            await asyncio.sleep(REPORT_SECONDS)
        self._bus.say(HOUSE, msgspec.json.encode(ConnectionReport(self._name, {})).decode())

    def _receive(self, table_id: str, text: str) -> None:
        if table_id != HOUSE:
            return
        try:
            report = msgspec.json.decode(text, type=ConnectionReport)
        except msgspec.DecodeError:  # a server of another version
            return
        self._reports.pop(report.server, None)
        if report.counts:
            self._reports[report.server] = report.counts, time.monotonic()


def anonymous(name: str) -> str:
    """A hash that tells addresses and tables apart without naming them."""
    return blake2b(name.encode(), digest_size=8).hexdigest()


class SocketLimits:
    """Middleware that counts live connections, and refuses one too many with a reason."""

    def __init__(self, app: ASGIApp, settings: Settings, bus: SealedWords) -> None:
        self._app = app
        self._remote = RemoteConnections(bus, self._largest)
        self._visitors = ConnectionCounter(settings.sockets, settings.sockets_address, self._remote.count)
        self._tables = ConnectionCounter(settings.sockets, settings.sockets_table, self._remote.count)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection if there is room for it."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        visitor, table = address(scope), scope["path"]
        if not self._visitors.enter(visitor):
            await refuse(scope, receive, send, line("Too many pages are open from here: close some."))
            return
        try:
            if not self._tables.enter(table):
                await refuse(scope, receive, send, line("This table is full: no more can watch just now."))
                return
            try:
                self._remote.report()
                await self._app(scope, receive, send)
            finally:
                self._tables.leave(table)
        finally:
            self._visitors.leave(visitor)

    def _largest(self) -> dict[str, int]:
        return self._visitors.largest(SHARE_TO_REPORT) | self._tables.largest(SHARE_TO_REPORT)


async def refuse(scope: Scope, receive: Receive, send: Send, words: Line) -> None:
    """Accept a socket only to close it with a reason: a page learns nothing from a refused one."""
    await receive()
    with suppress(OSError):
        await send({"type": "websocket.accept"})
        reason = voice(language_of(HTTPConnection(scope)))(words)
        await send({"type": "websocket.close", "code": FULL, "reason": reason})
