"""The guard before every request: hosts and origins served, requests a second, security headers."""

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mousehole.bus import Bus
from mousehole.core.words import Line, line, voice
from mousehole.host.limits import LaggingBuckets
from mousehole.web.server.settings import Settings
from mousehole.web.server.visitor import address, language_of

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
HEADERS = [
    (b"cache-control", b"private, no-cache"),  # what says nothing else: pages are about whoever asks
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Guard:
    """Middleware that checks host, origin and rate of a request, and adds security headers to its answer."""

    def __init__(self, app: ASGIApp, settings: Settings, bus: Bus, door: Callable[[], str] = str) -> None:
        self._app = app
        self._settings = settings
        self._door = door  # another host that is served for now
        self._hosts = frozenset((*LOOPBACK, *settings.hosts))
        self._origins = frozenset(settings.origins)
        self._rate = LaggingBuckets(bus, "requests", settings.requests, 8 * settings.requests)
        self._headers = [*HEADERS, HTTPS_ONLY] if settings.secure else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal:
            await self._refuse(scope, receive, send, *refusal)
            return
        await self._app(scope, receive, self._with_headers(send) if scope["type"] == "http" else send)

    def _refusal(self, scope: Scope) -> tuple[int, Line] | None:
        headers = Headers(scope=scope)
        host, asked = headers.get("host", ""), self._settings
        if "transfer-encoding" in headers and "content-length" in headers:  # where does it end? proxies may differ
            return 400, line("this request says in two ways how long it is")
        if hostname(host) not in self._hosts and hostname(host) != (self._door() or None):
            return 421, line("This address is not served here.")
        if len(scope["path"]) > asked.path_bytes or len(scope["query_string"]) > asked.query_bytes:
            return 414, line("that address is too long")
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD"):
            origin = headers.get("origin")
            if origin is not None and not self._is_known(origin, host):
                return 403, line("This page comes from elsewhere.")
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                return 403, line("This page comes from elsewhere.")
        if not self._rate.take(address(scope)):
            return 429, line("too fast, wait a moment")
        return None

    def _is_known(self, origin: str, host: str) -> bool:
        return origin in self._origins or netloc(origin) == host

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in self._headers if pair[0] not in present)]
            await send(message)

        return sending

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, words: Line) -> None:
        if scope["type"] == "http":
            text = voice(language_of(HTTPConnection(scope)))(words)
            await PlainTextResponse(text, status)(scope, receive, self._with_headers(send))
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})


def hostname(host: str) -> str:
    """The name in a Host header, without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def netloc(url: str) -> str:
    """Host and port of an address; empty if it is none."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""
