"""Connections before they ask for anything: how many there may be, and how long they may take."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from mousehole.web.edge.crowd import Crowd
from mousehole.web.edge.settings import Settings
from mousehole.web.edge.visitor import home

ANSWER = "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: {size}\r\n\r\n{words}"


def protocol(settings: Settings) -> type[H11Protocol]:
    """Make the protocol of a server with these settings."""

    class Patient(PatientProtocol):
        crowd = Crowd(settings.connections, settings.connections_address)
        limits = settings

    return Patient


class PatientProtocol(H11Protocol):
    """HTTP for those who come to the point: uvicorn itself waits for a first request without end."""

    crowd: Crowd
    limits: Settings
    _visitor = ""  # empty while it is not counted
    _alarm: asyncio.TimerHandle | None = None
    _asked = False  # whether a request is under way

    def connection_made(self, transport: Any) -> None:
        """Let a connection in, if there is room for it."""
        super().connection_made(transport)
        where = self.client[0] if self.client else "local"
        visitor = home(where)
        if self.crowd.enter(visitor, free=self.limits.proxy in (where, "*")):
            self._visitor = visitor
            self._wait(self.limits.headers_seconds)
        else:
            self._turn_away("503 Service Unavailable", "Too many connections. Try again in a moment.")

    def data_received(self, data: bytes) -> None:
        """Take what was sent; the first bytes of the next request start the clock again."""
        if not self._visitor:
            return
        if self._alarm is None:
            self._wait(self.limits.headers_seconds)
        super().data_received(data)
        self._look()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand a live connection over; from now on it is counted as such."""
        self._let_go()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Rest after an answer; how long is uvicorn's business."""
        self._asked = False
        self._stop()
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._let_go()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Give a request that has just begun its own time."""
        if self.cycle is not None and not self.cycle.response_complete and not self._asked and self._visitor:
            self._asked = True
            self._wait(self.limits.request_seconds)

    def _wait(self, seconds: float) -> None:
        self._stop()
        self._alarm = self.loop.call_later(seconds, self._too_slow)

    def _stop(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None

    def _too_slow(self) -> None:
        self._alarm = None
        if self.cycle is None or self.cycle.response_complete:
            self._turn_away("408 Request Timeout", "This took too long. Try again.")
        else:
            self.transport.abort()  # closing would wait for somebody who does not read

    def _turn_away(self, status: str, words: str) -> None:
        self.transport.write(ANSWER.format(status=status, size=len(words), words=words).encode())
        self.transport.close()

    def _let_go(self) -> None:
        self._stop()
        if self._visitor:
            self.crowd.leave(self._visitor)
            self._visitor = ""
