"""WebSockets for many short messages: several leave in one go, and reading does not stop after each."""

from http import HTTPStatus
from itertools import chain
from struct import pack
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from mousehole.web.edge.live_texts import AT_ONCE

WHOLE_TEXT = 0x81  # RFC 6455, 5.2: the last frame of a text, and the first
SHORT, LONG = 126, 1 << 16  # bytes from which a text needs a longer head
PILE = 16  # messages that may wait to be read before no more are taken from the line


class LiveProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol with fewer calls of the system for each message."""

    def handle_connect(self, event: Request) -> None:
        """Let a browser in, and tell the application what this server can do."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            extensions: dict[str, Any] = {**self.scope["extensions"], AT_ONCE: {"write": self.write_texts}}
            self.scope["extensions"] = extensions

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; uvicorn itself would stop reading after each, and begin again."""
        self.read_paused = self.queue.qsize() < PILE
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
        """Write several texts at once, unless the line is full or gone."""
        if not self.writable.is_set() or self.disconnected or self.close_sent:
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.transport.write(b"".join(chain(self.conn.data_to_send(), *map(framed, texts))))
        return True


def framed(text: bytes) -> tuple[bytes, bytes]:
    """A whole text as a server sends it: neither masked nor packed, so that its head says its length and no more."""
    size = len(text)
    if size < SHORT:
        return bytes((WHOLE_TEXT, size)), text
    if size < LONG:
        return pack("!BBH", WHOLE_TEXT, SHORT, size), text
    return pack("!BBQ", WHOLE_TEXT, SHORT + 1, size), text
