"""Who answers where a server would invite others: the house without one."""

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from mousehole.anywhere import own_pages
from mousehole.anywhere.own_content import PACK, OwnPacks, board_page
from mousehole.anywhere.requests import Origin
from mousehole.anywhere.saved_games import brought_back, exported
from mousehole.core.words import Trouble
from mousehole.host.quota import SharedBuckets
from mousehole.web.edge.visitor import language_of
from mousehole.web.fetched_json import Opened
from mousehole.web.pages.puzzle_pages import day_card_ahead
from mousehole.web.rights.access import BROWSER, OWNER, browser_of, new_key, seat_role
from mousehole.web.routes.house_routes import HouseRoutes
from mousehole.web.routes.route_base import json
from mousehole.web.routes.table_routes import TableRoutes
from mousehole.web.server_state import ServerState

PACKED = b"\x1f\x8b"  # what a file with all games begins with
SHELF_AHEAD = "/kept/shelf"
FILE = 'attachment; filename="games.mousehole"'


class OwnRoutes(TableRoutes, HouseRoutes):
    """One method a route."""

    def __init__(self, server: ServerState, origin: Origin, packs: OwnPacks, told: Callable[[], None]) -> None:
        free = SharedBuckets(server.host.bus, "own", 10**9, 10**9)
        super().__init__(server, free, free)
        self._origin, self._packs, self._told = origin, packs, told

    async def pass_on(self, request: Request) -> Response:
        """Offer a game as a link that holds it."""
        table, _ = await self.table_of(request)
        record = bytes((await self.record(request)).body)
        held = urlsafe_b64encode(zlib.compress(record, 9)).decode().rstrip("=")
        address = f"{self._origin.address}{self._origin.base}/#game={held}"
        return HTMLResponse(own_pages.pass_on(table, address, language_of(request)))

    async def shelf_ahead(self, request: Request) -> Response:
        """The shelf for the next visit, shown before Python is there: nothing on it depends on the day."""
        return await self.shelf_with(request, day_card_ahead(language_of(request)))

    async def kept(self, request: Request) -> Response:
        """Say what is kept."""
        return HTMLResponse(own_pages.kept_here(language_of(request)))

    async def upload(self, request: Request) -> Response:
        """Take in one game, all games of a file that was kept, a board or an adventure."""
        data = await request.body()
        if data.startswith(PACK):
            page = await self._packs.add(data)
            self._told()
            return json(Opened(page))
        if not data.startswith(PACKED):
            board = None if data.lstrip()[:1] == b"{" else board_page(data.decode("utf-8", "replace"))
            return json(Opened(board)) if board else await super().upload(request)
        key = request.cookies.get(BROWSER) or new_key()
        names = await brought_back(self.server.host.store, data, browser_of(key))
        await self._own(browser_of(key), names)
        answer = json(Opened("/me"))
        self.cookie(answer, BROWSER, key, "/")
        return answer

    async def games(self, request: Request) -> Response:
        """All games as a file."""
        data = await exported(self.server.host.store)
        return Response(data, media_type="application/octet-stream", headers={"content-disposition": FILE})

    async def nobody_comes(self, request: Request) -> Response:
        """Say why there is no way in from elsewhere."""
        raise Trouble(own_pages.nobody_comes())

    async def _own(self, browser: str, names: list[str]) -> None:
        """Let this browser own the tables that came, with every seat of a person."""
        for name in names:
            chairs = (await self.server.host.table(name)).chairs
            seats = [seat_role(seat) for seat, chair in enumerate(chairs) if chair.kind != "bot"]
            await self.server.rights.grant(browser, name, [OWNER, *seats])


def own_routes(server: ServerState, origin: Origin, packs: OwnPacks, told: Callable[[], None]) -> list[Route]:
    """Say who answers at which address; `told` is called when there is another pack."""
    own = OwnRoutes(server, origin, packs, told)
    return [
        Route("/table/{table:id}/links", own.pass_on),
        Route("/privacy", own.kept),
        Route("/kept/games", own.games),
        Route(SHELF_AHEAD, own.shelf_ahead),
        Route("/upload", own.upload, methods=["POST"]),
        Route("/code", own.nobody_comes, methods=["POST"]),
        Route("/join/{rest:path}", own.nobody_comes, methods=["GET", "POST"]),
    ]
