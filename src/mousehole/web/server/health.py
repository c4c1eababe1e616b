"""Health probes, and the outermost middleware: it answers them, and counts and logs every other request."""

import asyncio
import time

import msgspec
from msgspec import Struct
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mousehole.store import StoreError
from mousehole.web.server.logs import log_request
from mousehole.web.server_state import ServerState

ALIVE, READY = "/healthz", "/readyz"
STORE_TIMEOUT = 2.0  # seconds
STORE_CACHE_SECONDS = 1.0  # an answer of the store counts for this long, so probes cost next to nothing
LAG_LIMIT = 1.0  # seconds that the event loop of a ready server may be late
SOCKET_STATUS = {"websocket.accept": 101, "websocket.close": 403}


class FrontDoor:
    """Outermost middleware, before all limits: probes come from any address, under any name, at any rate."""

    def __init__(self, app: ASGIApp, server: ServerState, access_log: bool = False) -> None:
        self._app, self._server, self._access_log = app, server, access_log
        self._probes = Probes(server)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a probe, or pass the request on and observe it."""
        if scope["type"] == "http" and scope["path"] in (ALIVE, READY) and scope["method"] in ("GET", "HEAD"):
            await (await self._probes.answer(scope["path"]))(scope, receive, send)
        elif scope["type"] in ("http", "websocket"):
            await self._observe(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _observe(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def sending(message: Message) -> None:
            nonlocal status
            status = status or SOCKET_STATUS.get(message["type"], 0) or message.get("status", 0)
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            self._server.metrics.count_request(status or 500)
            if self._access_log:
                log_request(scope, status or 500, time.perf_counter() - began)


class Readiness(Struct, frozen=True):
    """The answer to a readiness probe; a server without its bus still serves tables, so it stays ready."""

    ready: bool
    store: bool
    bus: bool
    draining: bool
    lag: float


class Probes:
    """Answers the two probes: whether this process is alive, and whether it is ready for visitors."""

    def __init__(self, server: ServerState) -> None:
        self._server = server
        self._store_asked, self._store_answers = -STORE_CACHE_SECONDS, False
        self._asking = asyncio.Lock()

    async def answer(self, path: str) -> Response:
        """Answer one probe."""
        if path == ALIVE:
            return Response("ok\n", media_type="text/plain", headers={"cache-control": "no-store"})
        readiness = await self.readiness()
        status = 200 if readiness.ready else 503
        return Response(msgspec.json.encode(readiness), status, {"cache-control": "no-store"}, "application/json")

    async def readiness(self) -> Readiness:
        """Whether the store answers, the event loop keeps up and the server is here to stay."""
        host = self._server.host
        host.load.pulse.start()
        store, lag, draining = await self._store_works(), host.load.pulse.late, self._server.draining
        ready = store and not draining and lag < LAG_LIMIT
        return Readiness(ready, store, host.bus.connected, draining, round(lag, 3))

    async def _store_works(self) -> bool:
        """Whether the store answers; simultaneous probes ask it once."""
        async with self._asking:
            if time.monotonic() - self._store_asked >= STORE_CACHE_SECONDS:
                try:
                    async with asyncio.timeout(STORE_TIMEOUT):
                        await self._server.host.store.table("readyz")
                    self._store_answers = True
                except (StoreError, TimeoutError):
                    self._store_answers = False
                self._store_asked = time.monotonic()
            return self._store_answers
