"""How many may be inside at once: in all, from one address, at one table."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from mousehole.bus import Bus
from mousehole.core.words import Line, line, voice
from mousehole.web.edge.crowd_elsewhere import CrowdElsewhere
from mousehole.web.edge.settings import Settings
from mousehole.web.edge.visitor import address, language_of

SHARE = 0.1  # of what one may take: who takes less is not worth a word to other servers
FULL = 4429  # closes a socket that finds no room; the page tries again by itself


class Crowd:
    """Counts who is inside, so that nobody takes all the room."""

    def __init__(self, most: float, each: float, elsewhere: Callable[[str], int] = lambda name: 0) -> None:
        self._most, self._each, self._elsewhere = most, each, elsewhere
        self._inside: Counter[str] = Counter()
        self.count = 0

    def enter(self, name: str, free: bool = False) -> bool:
        """Let somebody in, if there is room; who is free counts in all but not for a name."""
        if self.count >= self._most or (self._full(name) and not free):
            self._sweep(name)
            return False
        self._inside[name] += 1
        self.count += 1
        return True

    def leave(self, name: str) -> None:
        """Let somebody out."""
        self._inside[name] -= 1
        self.count -= 1
        self._sweep(name)

    def many(self, share: float) -> dict[str, int]:
        """Who takes more than this share of what one may take."""
        return {name: inside for name, inside in self._inside.items() if inside > share * self._each}

    def _full(self, name: str) -> bool:
        return self._inside[name] + self._elsewhere(name) >= self._each

    def _sweep(self, name: str) -> None:
        if not self._inside[name]:
            del self._inside[name]


class SocketCrowd:
    """Middleware that counts live connections, and tells who finds no room why."""

    def __init__(self, app: ASGIApp, settings: Settings, bus: Bus) -> None:
        self._app = app
        self._elsewhere = CrowdElsewhere(bus, self._many)
        self._visitors = Crowd(settings.sockets, settings.sockets_address, self._elsewhere.count)
        self._tables = Crowd(settings.sockets, settings.sockets_table, self._elsewhere.count)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection as long as there is room."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        visitor, table = address(scope), scope["path"]
        if not self._visitors.enter(visitor):
            await turn_away(scope, receive, send, line("Too many pages are open from here: close some."))
            return
        try:
            if not self._tables.enter(table):
                await turn_away(scope, receive, send, line("This table is full: no more can watch just now."))
                return
            try:
                self._elsewhere.tell()
                await self._app(scope, receive, send)
            finally:
                self._tables.leave(table)
        finally:
            self._visitors.leave(visitor)

    def _many(self) -> dict[str, int]:
        return self._visitors.many(SHARE) | self._tables.many(SHARE)


async def turn_away(scope: Scope, receive: Receive, send: Send, words: Line) -> None:
    """Accept a socket only to say why it is closed: a refused one could not tell the page."""
    await receive()
    with suppress(OSError):
        await send({"type": "websocket.accept"})
        reason = voice(language_of(HTTPConnection(scope)))(words)
        await send({"type": "websocket.close", "code": FULL, "reason": reason})
