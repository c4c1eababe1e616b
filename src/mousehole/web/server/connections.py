"""Connections below the application: HTTP with time limits, WebSockets with few system calls, a fair event loop."""

import asyncio
import logging
import sys
from collections.abc import Coroutine
from http import HTTPStatus
from itertools import chain
from selectors import DefaultSelector, SelectorKey
from struct import pack
from typing import Any

from msgspec.structs import replace
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from mousehole.web.live.socket import BATCH_EXTENSION
from mousehole.web.server.connection_limits import ConnectionCounter
from mousehole.web.server.settings import Settings
from mousehole.web.server.visitor import home

log = logging.getLogger(__name__)
REFUSAL = "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: {size}\r\n\r\n{words}"
WHOLE_TEXT = 0x81  # RFC 6455, 5.2: a text in one frame
SHORT, LONG = 126, 1 << 16  # bytes from which a text needs a longer header
READ_QUEUE = 16  # messages that may wait for the application before reading pauses
EVENTS_PER_ROUND = 32  # ready connections in one round of the loop; the others are ready in the next
OPEN_FILES = 1 << 16  # as many as a server asks for
SPARE_FILES = 200  # for the database, workers and whatever else is opened


def http_protocol(settings: Settings) -> type[H11Protocol]:
    """Make the protocol of a server with these settings."""

    class Limited(LimitedHttpProtocol):
        counter = ConnectionCounter(settings.connections, settings.connections_address)
        limits = settings

    return Limited


class LimitedHttpProtocol(H11Protocol):
    """HTTP with time limits: uvicorn itself waits forever for a first request."""

    counter: ConnectionCounter
    limits: Settings
    _visitor = ""  # empty while the connection is not counted
    _alarm: asyncio.TimerHandle | None = None
    _asked = False  # whether a request is under way

    def connection_made(self, transport: Any) -> None:
        """Accept a connection if there is room for it."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else "local"
        visitor = home(peer)
        if self.counter.enter(visitor, free=peer in self.limits.proxy):
            self._visitor = visitor
            self._set_alarm(self.limits.headers_seconds)
        else:
            self._refuse("503 Service Unavailable", "Too many connections. Try again in a moment.")

    def data_received(self, data: bytes) -> None:
        """Read what was sent; the first bytes of the next request start the clock again."""
        if not self._visitor:
            return
        if self._alarm is None:
            self._set_alarm(self.limits.headers_seconds)
        super().data_received(data)
        self._allow_request_time()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand a live connection over; from now on it is counted as such."""
        self._release()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Rest after an answer; uvicorn decides for how long."""
        self._asked = False
        self._stop_alarm()
        super().on_response_complete()
        self._allow_request_time()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._release()
        super().connection_lost(exc)

    def _allow_request_time(self) -> None:
        """Give a request that has just begun its own time."""
        if self.cycle is not None and not self.cycle.response_complete and not self._asked and self._visitor:
            self._asked = True
            self._set_alarm(self.limits.request_seconds)

    def _set_alarm(self, seconds: float) -> None:
        self._stop_alarm()
        self._alarm = self.loop.call_later(seconds, self._time_out)

    def _stop_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None

    def _time_out(self) -> None:
        self._alarm = None
        if self.cycle is None or self.cycle.response_complete:
            self._refuse("408 Request Timeout", "This took too long. Try again.")
        else:
            self.transport.abort()  # closing would wait for a client that does not read

    def _refuse(self, status: str, words: str) -> None:
        self.transport.write(REFUSAL.format(status=status, size=len(words), words=words).encode())
        self.transport.close()

    def _release(self) -> None:
        self._stop_alarm()
        if self._visitor:
            self.counter.leave(self._visitor)
            self._visitor = ""


class LiveProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with fewer system calls per message."""

    def handle_connect(self, event: Request) -> None:
        """Accept a browser, and offer the application to write several texts at once."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            extensions: dict[str, Any] = {**self.scope["extensions"], BATCH_EXTENSION: {"write": self.write_texts}}
            self.scope["extensions"] = extensions

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; uvicorn itself would stop reading after each, and begin again."""
        self.read_paused = self.queue.qsize() < READ_QUEUE
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Send a message, or several texts in one write."""
        texts = message.get("texts")
        if texts is None:
            await super().send(message)
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if not self.write_texts(texts):
            raise ClientDisconnected

    def write_texts(self, texts: list[bytes]) -> bool:
        """Write several texts at once, unless the connection is full or gone."""
        if not self.writable.is_set() or self.disconnected or self.close_sent:
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.transport.write(b"".join(chain(self.conn.data_to_send(), *map(text_frame, texts))))
        return True


def text_frame(text: bytes) -> tuple[bytes, bytes]:
    """The header of a whole text and the text: a server neither masks nor compresses it."""
    size = len(text)
    if size < SHORT:
        return bytes((WHOLE_TEXT, size)), text
    if size < LONG:
        return pack("!BBH", WHOLE_TEXT, SHORT, size), text
    return pack("!BBQ", WHOLE_TEXT, SHORT + 1, size), text


class FairSelector(DefaultSelector):
    """Reports a few ready connections at a time; those left out come first in the next round."""

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """List the first of those that are ready."""
        return super().select(timeout)[:EVENTS_PER_ROUND]


def fair_loop() -> asyncio.AbstractEventLoop:
    """Make an event loop in which a rush of connections delays nobody; Windows has no selector to replace."""
    return asyncio.new_event_loop() if sys.platform == "win32" else asyncio.SelectorEventLoop(FairSelector())


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a server to its end, on a fair event loop."""
    with asyncio.Runner(loop_factory=fair_loop) as runner:
        runner.run(work)


def fit_open_files(settings: Settings) -> Settings:
    """Ask the system for many open files, and fit the connections to what it allows."""
    allowed, wished = raise_file_limit(), settings.sockets + settings.connections
    left = allowed - min(SPARE_FILES, allowed // 2)
    if left >= wished:
        return settings
    sockets = max(1, left * settings.sockets // wished)
    fitted = replace(settings, sockets=sockets, connections=max(1, left - sockets))
    log.warning("the system allows %d open files, so %d live connections fit", allowed, fitted.sockets)
    return fitted


if sys.platform == "win32":

    def raise_file_limit() -> int:
        """Windows does not count sockets as files."""
        return OPEN_FILES
else:
    import resource

    def raise_file_limit() -> int:
        """Raise the number of open files as far as the system allows."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wished = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
        if soft == resource.RLIM_INFINITY or soft >= wished:
            return OPEN_FILES if soft == resource.RLIM_INFINITY else soft
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
        except (OSError, ValueError):  # macOS has another limit behind this one
            return soft
        return wished
