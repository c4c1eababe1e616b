"""Requests of pages, passed to the application as a server would pass them."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from msgspec import Struct
from starlette.types import ASGIApp, Message

from mousehole.anywhere.addresses import below, moved
from mousehole.anywhere.cookie_jar import CookieJar

DROPPED = ("accept-encoding", "connection", "cookie", "host", "if-none-match", "origin", "sec-fetch-site")
FRAMED = {"x-frame-options": "SAMEORIGIN"}
CSP = "content-security-policy"
Keep: TypeAlias = Callable[[CookieJar], Awaitable[None]]


class Origin(Struct, frozen=True):
    """Where the folder lies: the host with its port, whether behind TLS, the path above it ("" or "/a/b").

    `pace` is how many seconds a bot takes for a move at least.
    """

    host: str
    secure: bool = False
    base: str = ""
    pace: float = 0.7

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
    """Asks the application; cookies are kept here, before the page sees the answer."""

    def __init__(self, app: ASGIApp, origin: Origin, jar: CookieJar, keep: Keep) -> None:
        self._app, self._origin, self._jar, self._keep = app, origin, jar, keep

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
