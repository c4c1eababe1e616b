"""Large bodies on their way in or out: what they take of the memory is counted until they have arrived."""

from collections import Counter

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mousehole.core.words import line, voice
from mousehole.host.limits import TooMuch
from mousehole.web.server.settings import Settings
from mousehole.web.server.visitor import address, language_of

LARGE = 256 << 10  # bytes of an answer that is counted, and sent part by part
PART = 64 << 10  # bytes that are handed over at a time: a connection that is not read takes no more
EACH = 1 / 4  # of the room for all, which one address may take
NO_ROOM = line("too much at once: wait a moment")


class Transfers:
    """Middleware that refuses bodies for which there is no room just now."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._most = settings.transfers_megabytes * (1 << 20)
        self._held: Counter[str] = Counter()  # bytes by address
        self._all = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, and count what comes with it and goes back."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        transfer = Transfer(self, scope, receive, send)
        try:
            await self._app(scope, transfer.receive, transfer.send)
        finally:
            self.release(transfer.visitor, transfer.size)

    def take(self, visitor: str, size: int) -> bool:
        """Count some bytes more, if there is room for them."""
        if self._all + size > self._most or self._held[visitor] + size > self._most * EACH:
            self.release(visitor, 0)
            return False
        self._held[visitor] += size
        self._all += size
        return True

    def release(self, visitor: str, size: int) -> None:
        """Count some bytes less."""
        self._held[visitor] -= size
        self._all -= size
        if not self._held[visitor]:
            del self._held[visitor]


class Transfer:
    """The bodies of one request and its answer."""

    def __init__(self, room: Transfers, scope: Scope, receive: Receive, send: Send) -> None:
        self._room, self._scope, self._receive, self._send = room, scope, receive, send
        self._start: Message | None = None  # of the answer, until its body is known
        self._refused = False
        self.visitor, self.size = address(scope), 0

    async def receive(self) -> Message:
        """Pass on a piece of what somebody brings."""
        message = await self._receive()
        if message["type"] == "http.request" and not self._fits(len(message.get("body", b""))):
            raise TooMuch(NO_ROOM)
        return message

    async def send(self, message: Message) -> None:
        """Pass on a piece of the answer; a large one in parts, each once the one before is on its way."""
        if message["type"] == "http.response.start":
            self._start = message
        elif message["type"] != "http.response.body":
            await self._send(message)
        elif not self._refused:
            await self._send_body(message, message.get("body", b""))

    async def _send_body(self, message: Message, body: bytes) -> None:
        start, self._start = self._start, None
        if start and len(body) >= LARGE and not self._fits(len(body)):
            self._refused = True
            words = voice(language_of(HTTPConnection(self._scope)))(NO_ROOM)
            await PlainTextResponse(words, 429)(self._scope, self._receive, self._send)
            return
        if start:
            await self._send(start)
        last = (len(body) - 1) // PART * PART if len(body) >= LARGE else 0
        for place in range(0, last, PART):
            await self._send({**message, "body": body[place : place + PART], "more_body": True})
        await self._send({**message, "body": body[last:]})

    def _fits(self, size: int) -> bool:
        fits = self._room.take(self.visitor, size)
        self.size += size * fits
        return fits
