"""Whether a server lives and may be sent visitors, for whoever watches over it."""

import asyncio
import time

import msgspec
from msgspec import Struct
from starlette.responses import Response

from mousehole.store import StoreError
from mousehole.web.server_state import ServerState

ALIVE, READY = "/healthz", "/readyz"
PATIENCE = 2.0  # seconds for the store
LATE = 1.0  # seconds that the event loop may be behind
KEPT = 1.0  # seconds for which an answer of the store counts, so that probes cost next to nothing


class Readiness(Struct, frozen=True):
    """What a probe hears; tables go on without news from other servers, so that is no reason to stay away."""

    ready: bool
    store: bool
    bus: bool
    draining: bool
    lag: float


class Probes:
    """Answers the two probes."""

    def __init__(self, server: ServerState) -> None:
        self._server = server
        self._asked, self._store = -KEPT, False
        self._asking = asyncio.Lock()

    async def answer(self, path: str) -> Response:
        """Say that this process answers, or whether it is ready."""
        if path == ALIVE:
            return Response("ok\n", media_type="text/plain", headers={"cache-control": "no-store"})
        found = await self.readiness()
        page = msgspec.json.encode(found)
        return Response(page, 200 if found.ready else 503, {"cache-control": "no-store"}, "application/json")

    async def readiness(self) -> Readiness:
        """How things stand."""
        host = self._server.host
        host.load.pulse.start()
        store, lag, draining = await self._reached(), host.load.pulse.late, self._server.draining
        ready = store and not draining and lag < LATE
        return Readiness(ready, store, host.bus.connected, draining, round(lag, 3))

    async def _reached(self) -> bool:
        """Whether the store answers; many who ask at once are one question."""
        async with self._asking:
            if time.monotonic() - self._asked >= KEPT:
                try:
                    async with asyncio.timeout(PATIENCE):
                        await self._server.host.store.table("readyz")
                    self._store = True
                except (StoreError, TimeoutError):
                    self._store = False
                self._asked = time.monotonic()
            return self._store
