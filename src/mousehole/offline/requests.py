"""Requests and live connections of pages, passed to the application as a server would pass them."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from http.cookies import SimpleCookie
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from starlette.types import ASGIApp, Message

from mousehole.core.held_tasks import HeldTasks
from mousehole.web.live.socket import BATCH_EXTENSION

ADDRESS_ATTRIBUTE = re.compile(r' (href|src|action|formaction|data-[a-z-]+)="/(?!/)')
BODY = "<body "


def below(base: str, page: str) -> str:
    """Write a page for a base such as `/a/b`, which the scripts find in it too.

    Markup is escaped by construction: in text every quotation mark is an entity, so that only attributes match.
    """
    moved = ADDRESS_ATTRIBUTE.sub(rf' \1="{base}/', page) if base else page
    return moved.replace(BODY, f'{BODY}data-base="{base}" ', 1)


def moved(base: str, address: str) -> str:
    """An address of the house below a base; one of elsewhere stays as it is."""
    return base + address if address.startswith("/") and not address.startswith("//") else address


class CookieJar:
    """Keeps cookies by name, as text that can be kept beside the saved games."""

    def __init__(self, kept: bytes = b"{}") -> None:
        self._cookies = msgspec.json.decode(kept, type=dict[str, str])
        self.changed = False

    def header(self) -> str:
        """Write the header of a request."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def take(self, header: str) -> None:
        """Take in what an answer sets or deletes."""
        before = dict(self._cookies)
        for name, cookie in SimpleCookie(header).items():
            if not cookie.value or cookie["max-age"] == "0":
                self._cookies.pop(name, None)
            else:
                self._cookies[name] = cookie.coded_value
        self.changed = self.changed or before != self._cookies

    def kept(self) -> bytes:
        """Write all of them down."""
        self.changed = False
        return msgspec.json.encode(self._cookies)


GUEST = "mousehole-guest"  # the header that names a guest on another phone
DROPPED = ("accept-encoding", "connection", "cookie", "host", "if-none-match", "origin", "sec-fetch-site", GUEST)
FRAMED = {"x-frame-options": "SAMEORIGIN"}
CSP = "content-security-policy"
Keep: TypeAlias = Callable[[CookieJar], Awaitable[None]]


class Origin(Struct, frozen=True):
    """Where the folder lies: the host with its port, whether behind TLS, the path above it ("" or "/a/b").

    `pace` is how many seconds a bot takes for a move at least, `keeps` whether the browser lets games be kept.
    """

    host: str
    secure: bool = False
    base: str = ""
    pace: float = 0.7
    keeps: bool = True

    @property
    def address(self) -> str:
        """The origin as browsers write it."""
        return f"http{'s' if self.secure else ''}://{self.host}"


class Asked(Struct, frozen=True):
    """A request, its address without the base."""

    method: str
    path: str
    query: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""


class Answered(Struct, frozen=True):
    """An answer, ready for a page."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Requests:
    """Asks the application for this browser or a guest; cookies are kept here, before the page sees the answer."""

    def __init__(self, app: ASGIApp, origin: Origin, jar: CookieJar, keep: Keep, guest: str = "") -> None:
        self._app, self._origin, self._jar, self._keep, self._guest = app, origin, jar, keep, guest

    async def answer(self, asked: Asked) -> Answered:
        """Answer one request."""
        told: list[Message] = [{"type": "http.request", "body": asked.body}, {"type": "http.disconnect"}]
        said: list[Message] = []

        async def receive() -> Message:
            return told.pop(0) if len(told) > 1 else told[0]

        async def send(message: Message) -> None:
            said.append(message)

        await self._app(self.scope("http", asked), receive, send)
        start, body = said[0], b"".join(part.get("body", b"") for part in said[1:])
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in start["headers"]]
        for name, value in headers:
            if name == "set-cookie":
                self._jar.take(value)
        if self._jar.changed:
            await self._keep(self._jar)
        return Answered(start["status"], *self._placed(headers, body))

    def scope(self, kind: str, asked: Asked) -> dict[str, Any]:
        """Describe a request or a live connection, as a server would."""
        own = {"host": self._origin.host, "origin": self._origin.address, "cookie": self._jar.header()}
        own[GUEST] = self._guest
        given = [(name.lower(), value) for name, value in asked.headers if name.lower() not in DROPPED]
        scheme = "http" if kind == "http" else "ws"
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": asked.method,
            "scheme": scheme + "s" * self._origin.secure,
            "path": asked.path,
            "raw_path": asked.path.encode(),
            "query_string": asked.query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in (*own.items(), *given) if value],
            "client": ("127.0.0.1", 0),
            "server": (self._origin.host.partition(":")[0], None),
            "subprotocols": [],
            "extensions": {},
        }

    def _placed(self, headers: list[tuple[str, str]], body: bytes) -> tuple[tuple[tuple[str, str], ...], bytes]:
        """Put an answer below the base, and let the shell show it in its frame."""
        kinds, base = dict(headers), self._origin.base
        if kinds.get("content-type", "").startswith("text/html"):
            body = below(base, body.decode()).encode()
        shown = [
            (name, self._header(name, value)) for name, value in headers if name not in ("content-length", "set-cookie")
        ]
        return tuple(shown), body

    def _header(self, name: str, value: str) -> str:
        if name == "location":
            return moved(self._origin.base, value)
        if name == CSP:
            return value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        return FRAMED.get(name, value)


Tell: TypeAlias = Callable[[str, str, str], None]  # which connection, "open" | "text" | "close", and the text or reason


class LiveCalls:
    """The connections that are open, by the names their pages gave them."""

    def __init__(self, app: ASGIApp, requests: Requests, tell: Tell) -> None:
        self._app, self._requests, self._tell = app, requests, tell
        self._heard: dict[str, asyncio.Queue[Message]] = {}
        self._tasks = HeldTasks()

    def hear(self, name: str, kind: str, text: str) -> None:
        """Take what a page says: "open" with a path, "text", or "close"."""
        if kind == "open":
            self._open(name, text)
        elif name not in self._heard:
            self._tell(name, "close", "")  # it was open before this house was
        elif kind == "text":
            self._heard[name].put_nowait({"type": "websocket.receive", "text": text})
        else:
            self._heard[name].put_nowait({"type": "websocket.disconnect", "code": 1001})

    def _open(self, name: str, path: str) -> None:
        if name in self._heard:
            return  # said once more by a page that waits
        self._heard[name] = queue = asyncio.Queue[Message]()
        queue.put_nowait({"type": "websocket.connect"})
        self._tasks.start(self._serve(name, path, queue))

    async def _serve(self, name: str, path: str, queue: asyncio.Queue[Message]) -> None:
        def write(texts: list[bytes]) -> bool:
            for text in texts:
                self._tell(name, "text", text.decode())
            return True

        async def send(message: Message) -> None:
            match message["type"]:
                case "websocket.accept":
                    self._tell(name, "open", "")
                case "websocket.send":
                    write(message.get("texts") or [(message.get("text") or "").encode() or message["bytes"]])
                case "websocket.close":
                    self._tell(name, "close", message.get("reason") or "")

        scope = self._requests.scope("websocket", Asked("GET", path))
        scope["extensions"] = {BATCH_EXTENSION: {"write": write}}
        try:
            await self._app(scope, queue.get, send)
        finally:
            self._heard.pop(name, None)
            self._tell(name, "close", "")
