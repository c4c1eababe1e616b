"""Limits on expensive requests by address: one set of buckets for all routes of a server."""

import asyncio

from starlette.requests import HTTPConnection, Request

from mousehole.bus import Bus
from mousehole.core.words import Line, line
from mousehole.host.limits import Buckets, SharedBuckets, TooMuch
from mousehole.web.refusals import NotAllowed
from mousehole.web.server.settings import Settings
from mousehole.web.server.visitor import address

COSTLIEST = 15.0  # openings that the longest game counts for
FILMS_SECONDS = 30.0  # in which as many ranges of replays come free as there may be in a row
CHANGES_COST = 0.2  # of a range of whole scenes
LIVE_BURST = 5.0  # seconds' worth of messages
LIVE_PAUSE = 0.25  # seconds between two looks at whether it is one's turn


class RequestLimits:
    """Token buckets of a server, one for each address and kind of request."""

    def __init__(self, bus: Bus, settings: Settings) -> None:
        self._openings = SharedBuckets(bus, "openings", 1 / 20, settings.openings)
        self._solves = SharedBuckets(bus, "solves", 1 / 20, 8)
        self._joins = SharedBuckets(bus, "joins", 1.0, settings.joins)
        self._changes = SharedBuckets(bus, "changes", 1.0, settings.changes)
        self._downloads = SharedBuckets(bus, "downloads", 1 / 60, settings.downloads)
        self._looks = SharedBuckets(bus, "albums", 1 / 2, settings.album_looks)
        self._imports = SharedBuckets(bus, "imports", 1 / 600, settings.album_imports)
        self._edits = SharedBuckets(bus, "edits", 3.0, settings.edits)
        self._trials = SharedBuckets(bus, "trials", 1 / 10, settings.trials)
        self._films = Buckets(settings.films / FILMS_SECONDS, settings.films)
        self._live = Buckets(settings.messages, LIVE_BURST * settings.messages)
        self._codes = SharedBuckets(bus, "codes", 1 / 30, settings.codes)

    async def check_opening(self, request: Request, cost: float = 1.0) -> None:
        """Limit new tables; one that begins with a long game counts for several."""
        if not await self._openings.take(address(request.scope), min(cost, COSTLIEST)):
            raise NotAllowed(line("too many new tables from here: wait a moment"))

    async def check_join(self, request: Request) -> None:
        """Limit the links that an address follows."""
        await _take(self._joins, request, line("too many links at once: wait a moment"))

    async def check_change(self, request: Request) -> None:
        """Limit the changes of an owner: everybody at the table hears of each."""
        await _take(self._changes, request, line("too many changes at once: wait a moment"))

    async def check_code(self, request: Request) -> None:
        """Limit guesses at owner codes."""
        await _take(self._codes, request, line("too many codes at once: wait a moment"))

    async def check_download(self, request: Request) -> None:
        """Limit downloads and deletions of everything: all tables of the browser are opened for it."""
        await _take(self._downloads, request, line("too much at once: wait a moment"))

    async def check_album(self, request: Request) -> None:
        """Limit looks at albums: all pages of one may be read for each."""
        await _take(self._looks, request, line("too much at once: wait a moment"))

    async def check_import(self, request: Request, size: int) -> None:
        """Limit what an address brings into albums, by its bytes."""
        if not await self._imports.take(address(request.scope), size / (1 << 20)):
            raise TooMuch(line("too much at once: wait a moment"))

    def check_film(self, request: Request, changes: bool) -> None:
        """Limit the ranges of replays; changes alone are less work than whole scenes."""
        if not self._films.take(address(request.scope), CHANGES_COST if changes else 1.0):
            raise TooMuch(line("too much at once: wait a moment"))

    async def live_turn(self, connection: HTTPConnection) -> None:
        """Wait until an address may say more: all its live connections share one pace."""
        while not self._live.take(address(connection.scope)):  # noqa: ASYNC110 (a bucket rings no bell)
            await asyncio.sleep(LIVE_PAUSE)

    async def check_edit(self, request: Request, cost: float = 1.0) -> None:
        """Limit the changes of adventures: each is checked as a whole."""
        if not await self._edits.take(address(request.scope), cost):
            raise TooMuch(line("too many changes at once: wait a moment"))

    async def check_trial(self, request: Request) -> None:
        """Limit the trials of adventures: companions play some hundred games for each."""
        await _take(self._trials, request, line("too many games at once: wait a moment"))

    async def check_solve(self, request: Request) -> None:
        """Limit the boards that an address has solved."""
        await _take(self._solves, request, line("too many boards at once: wait a moment"))


async def _take(buckets: SharedBuckets, request: Request, otherwise: Line) -> None:
    if not await buckets.take(address(request.scope)):
        raise TooMuch(otherwise)
