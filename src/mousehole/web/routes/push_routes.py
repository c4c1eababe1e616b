"""Routes for messages when it is somebody's turn: wished by a browser, and ended by it."""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from mousehole.core.words import line
from mousehole.web.browser_notes import BrowserNotes, change
from mousehole.web.push.delivery import NoPush, checked
from mousehole.web.push.message import PushAddress, sound
from mousehole.web.refusals import NotAllowed
from mousehole.web.rights.rights import visitor_of
from mousehole.web.routes.route_base import RouteBase, body, json
from mousehole.web.server.visitor import language_of

WORKER = "push_worker.js"  # at the root, so that it may speak for all pages
MOST = 4_096  # bytes of a subscription


class PushKeys(Struct, frozen=True):
    """What messages to a browser are encrypted with."""

    p256dh: str
    auth: str


class Subscription(Struct, frozen=True):
    """Where a browser wants its messages, as it says itself."""

    endpoint: str
    keys: PushKeys


class PushKey(Struct, frozen=True):
    """The key of this house; empty where it sends no messages."""

    key: str


class PushRoutes(RouteBase):
    """One method a route."""

    async def key(self, request: Request) -> Response:
        """The key that a browser asks its push service with."""
        signer = self.server.push.signer
        return json(PushKey(signer.public if signer else ""))

    async def wish(self, request: Request) -> Response:
        """Send messages to this browser from now on."""
        await self.limits.check_change(request)
        browser = visitor_of(request).browser
        if not browser or self.server.push.signer is None:
            raise NotAllowed(line("messages are for those who sit at a table"))
        push = self._address(await body(request, MOST), request)
        await change(self.server.host.store, browser, BrowserNotes, lambda notes: replace(notes, push=push))
        return Response(status_code=204)

    async def end(self, request: Request) -> Response:
        """Send no more messages to this browser."""
        await self.limits.check_change(request)
        if browser := visitor_of(request).browser:
            await change(self.server.host.store, browser, BrowserNotes, ended)
        return Response(status_code=204)

    async def worker(self, request: Request) -> Response:
        """The script that shows a message though no page is open."""
        return Response(_worker(), media_type="text/javascript", headers={"cache-control": "no-cache"})

    def _address(self, data: bytes, request: Request) -> PushAddress:
        try:
            told = msgspec.json.decode(data, type=Subscription)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise NoPush from None
        checked(told.endpoint, self.server.settings.push_services)
        home = f"{request.url.scheme}://{request.url.netloc}"
        push = PushAddress(told.endpoint, told.keys.p256dh, told.keys.auth, language_of(request), home)
        if not sound(push):
            raise NoPush
        return push


def ended(notes: BrowserNotes) -> BrowserNotes:
    """What is kept for a browser that wishes no messages."""
    return replace(notes, push=None) if notes.push else notes


@cache
def _worker() -> bytes:
    return (files("mousehole.web") / "push" / WORKER).read_bytes()
