"""The outermost door: probes are answered here, and of every other request it is told how it went."""

import logging
import re
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mousehole.web.edge.logs import ACCESS
from mousehole.web.operations.probes import ALIVE, READY, Probes
from mousehole.web.server_state import ServerState

log = logging.getLogger(ACCESS)
PLAIN = re.compile(r"[a-z_-]{1,16}(\.[a-z]{2,4})?|[0-9a-f]{16}|\d{1,6}\.svg")  # no token, key or code looks like that
MOST = 8  # parts of an address that are told


class FrontDoor:
    """Middleware that no limit stands before: a probe comes from anywhere, under any name, as often as it likes."""

    def __init__(self, app: ASGIApp, server: ServerState, access_log: bool = False) -> None:
        self._app, self._server, self._access_log = app, server, access_log
        self._probes = Probes(server)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a probe, or let somebody in."""
        if scope["type"] == "http" and scope["path"] in (ALIVE, READY) and scope["method"] in ("GET", "HEAD"):
            await (await self._probes.answer(scope["path"]))(scope, receive, send)
        elif scope["type"] in ("http", "websocket"):
            await self._let_in(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def sending(message: Message) -> None:
            nonlocal status
            status = status or STATUS.get(message["type"], 0) or message.get("status", 0)
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            self._server.meters.answered(status or 500)
            if self._access_log:
                self._tell(scope, status or 500, time.perf_counter() - began)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        method = "LIVE" if scope["type"] == "websocket" else scope["method"]
        told = {"method": method, "path": discreet(scope["path"]), "status": status, "ms": round(1000 * seconds, 1)}
        log.info("%(method)s %(path)s %(status)d %(ms).1f ms", told, extra={"fields": told})


STATUS = {"websocket.accept": 101, "websocket.close": 403}


def discreet(path: str) -> str:
    """An address without any part that could be a secret, and without what follows its question mark."""
    parts = path.split("/")[1 : MOST + 1]
    return "/" + "/".join(part if not part or PLAIN.fullmatch(part) else "…" for part in parts)
