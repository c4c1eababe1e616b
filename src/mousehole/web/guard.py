"""Keeps strangers out: which hosts and origins are served, how fast, and what a page may load."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mousehole.host.quota import Buckets

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Guard:
    """Middleware around everything: host, origin, pace, headers."""

    def __init__(
        self, app: ASGIApp, hosts: tuple[str, ...] = (), origins: tuple[str, ...] = (), requests: float = 50.0
    ) -> None:
        self._app = app
        self._hosts = frozenset((*LOOPBACK, *hosts))
        self._origins = frozenset(origins)
        self._pace = Buckets(requests, 8 * requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve what may be served."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal:
            await _refuse(scope, receive, send, *refusal)
            return
        await self._app(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if hostname(host) not in self._hosts:
            return 421, "This address is not served here."
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD"):
            origin = headers.get("origin")
            if origin is not None and not self._known(origin, host):
                return 403, "This page comes from elsewhere."
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                return 403, "This page comes from elsewhere."
        if not self._pace.take(address(scope)):
            return 429, "Too fast. Wait a moment."
        return None

    def _known(self, origin: str, host: str) -> bool:
        return origin in self._origins or urlsplit(origin).netloc == host


def address(scope: Scope) -> str:
    """Name the address a request comes from."""
    client = scope.get("client")
    return client[0] if client else "local"


def hostname(host: str) -> str:
    """Take the port off a Host header."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(pair for pair in HEADERS if pair[0] not in present)]
        await send(message)

    return sending


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, words: str) -> None:
    if scope["type"] == "http":
        await PlainTextResponse(words, status)(scope, receive, _with_headers(send))
    else:
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": words})
