"""What all routes share: who asks, which table, and how a browser gets its roles."""

from collections.abc import Mapping
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from mousehole import shelf
from mousehole.core.scene import Scene
from mousehole.core.words import HOME, Trouble, Voice, line, voice
from mousehole.host import snapshot, voice_at
from mousehole.host.quota import SharedBuckets, TooMuch
from mousehole.store import TableRow
from mousehole.table import Table
from mousehole.web.edge.visitor import address, language_of
from mousehole.web.pages.house_pages import SavedGame
from mousehole.web.rights.access import BROWSER, COOKIE, Grants, browser_of, new_key
from mousehole.web.rights.live_rights import WORDS
from mousehole.web.rights.rights import Visitor, visitor_of
from mousehole.web.rights.table_rules import TableRules
from mousehole.web.scenes.frame_views import awaited, people_at
from mousehole.web.scenes.scene_json import PanelView
from mousehole.web.scenes.speech import whole_panel
from mousehole.web.server_state import ServerState

YEAR = 365 * 24 * 3600
FORM_BYTES = 16 * 1024
SEE_OTHER = 303
DIGITS = 18
LONGEST_KEY = 120
DEAREST = 15.0  # openings that the longest game counts for


class NotAllowed(Trouble):
    """This browser may not do that."""


class NotFound(Trouble):
    """There is no such page."""


class RouteBase:
    """Where every request is looked at first."""

    def __init__(self, server: ServerState, openings: SharedBuckets, solves: SharedBuckets) -> None:
        self.server = server
        self._openings = openings
        self._solves = solves
        self._joins = SharedBuckets(server.host.bus, "joins", 1.0, server.settings.joins)
        self._changes = SharedBuckets(server.host.bus, "changes", 1.0, server.settings.changes)
        self._downloads = SharedBuckets(server.host.bus, "downloads", 1 / 60, server.settings.downloads)
        self._codes = SharedBuckets(server.host.bus, "codes", 1 / 30, server.settings.codes)

    async def table_of(self, request: Request) -> tuple[Table, Grants]:
        """Find a table and what this browser may do there."""
        table_id = request.path_params["table"]
        standing = await self.server.rights.standing(visitor_of(request), table_id)
        if not standing.grants:
            gone = request.cookies.get(BROWSER) and standing.why in ("removed", "revoked")
            raise NotAllowed(WORDS[standing.why] if gone else line("this table is for those who have a link to it"))
        return await self.server.host.table(table_id), standing.grants

    async def may_open(self, request: Request, cost: float = 1.0) -> None:
        """Stop somebody who opens tables without end; one begun with a long game counts for several."""
        if not await self._openings.take(address(request.scope), min(cost, DEAREST)):
            raise NotAllowed(line("too many new tables from here: wait a moment"))

    async def may_join(self, request: Request) -> None:
        """Stop somebody who follows links without end."""
        if not await self._joins.take(address(request.scope)):
            raise TooMuch(line("too many links at once: wait a moment"))

    async def may_change(self, request: Request) -> None:
        """Stop an owner who changes things without end: everybody at the table hears of each."""
        if not await self._changes.take(address(request.scope)):
            raise TooMuch(line("too many changes at once: wait a moment"))

    async def may_guess(self, request: Request) -> None:
        """Stop somebody who tries codes without end."""
        if not await self._codes.take(address(request.scope)):
            raise TooMuch(line("too many codes at once: wait a moment"))

    async def may_download(self, request: Request) -> None:
        """Stop somebody who downloads or deletes everything without end: all their tables are opened for it."""
        if not await self._downloads.take(address(request.scope)):
            raise TooMuch(line("too much at once: wait a moment"))

    async def may_solve(self, request: Request) -> None:
        """Stop somebody who has boards solved without end."""
        if not await self._solves.take(address(request.scope)):
            raise TooMuch(line("too many boards at once: wait a moment"))

    def owner_only(self, grants: Grants) -> None:
        """Stop everybody but who opened the table."""
        if not grants.owner:
            raise NotAllowed(line("only the owner of the table may do that"))

    async def saved_games(self, request: Request, rows: list[TableRow]) -> list[SavedGame]:
        """Show games of this browser with what each waits for, or what is wrong with it."""
        visitor, language = visitor_of(request), language_of(request)
        shown = [row for row in rows if row.game in shelf.names() or not row.sound]
        return [await self._saved_game(visitor, row, language) for row in shown]

    async def _saved_game(self, visitor: Visitor, row: TableRow, language: str) -> SavedGame:
        try:
            table = await self.server.host.table(row.id)
            seats = (await self.server.rights.standing(visitor, row.id, heard=True)).grants.seats
            with shelf.blaming():
                waits = table.stopped.line if table.stopped else snapshot(table, None).scene.prompt
        except Trouble as trouble:  # of one table, such as a content pack that is not at hand
            package = shelf.find(row.game).package if row.game in shelf.names() else HOME
            return SavedGame(row, voice(language, package)(trouble.line))
        return SavedGame(row, voice_at(table, language)(waits), awaited(table, people_at(table, seats)))

    async def enter(
        self,
        request: Request,
        table: Table,
        granted: tuple[str, ...],
        where: str = "",
        judged: TableRules | None = None,
    ) -> Response:
        """Send a browser to a table, with its roles there."""
        answer = RedirectResponse(f"/table/{table.id}{where}", SEE_OTHER)
        return await self.granted(request, answer, table, granted, judged)

    async def granted(
        self,
        request: Request,
        answer: Response,
        table: Table,
        granted: tuple[str, ...],
        judged: TableRules | None = None,
    ) -> Response:
        """Give a browser its roles at a table, beside those it has; it gets its key with the first."""
        visitor = visitor_of(request)
        key = request.cookies[BROWSER] if visitor.browser else new_key()
        if not await self.server.rights.grant(browser_of(key), table.id, granted, judged):
            raise NotAllowed(WORDS["removed"])
        self.cookie(answer, BROWSER, key, "/")
        if visitor.tokens:
            answer.delete_cookie(COOKIE, path=f"/table/{table.id}")
        return answer

    def with_key(self, request: Request, answer: Response) -> Response:
        """Let the key of a browser last a year from now; who has none gets none."""
        if visitor_of(request).browser:
            self.cookie(answer, BROWSER, request.cookies[BROWSER], "/")
        return answer

    def cookie(self, answer: Response, name: str, value: str, path: str) -> None:
        """Set a cookie that scripts cannot read."""
        secure = self.server.settings.secure
        answer.set_cookie(name, value, YEAR, path=path, httponly=True, samesite="lax", secure=secure)

    async def form(self, request: Request) -> dict[str, str]:
        """Read a form."""
        return dict(parse_qsl((await body(request, FORM_BYTES)).decode("utf-8", "replace"), keep_blank_values=True))


async def body(request: Request, most: int) -> bytes:
    """Read a body, but never more than so much."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise NotAllowed(line("that is too large: at most {most} bytes", most=most))
    return bytes(data)


def number(text: str | None, low: int, high: int, otherwise: int) -> int:
    """Read a number from an address, kept within bounds; a very long one is as good as the largest."""
    if not text or not text.isascii() or not text.isdigit():
        return otherwise
    digits = text.lstrip("0") or "0"
    return min(max(int(digits), low), high) if len(digits) <= DIGITS else high


def switched(sent: Mapping[str, str], now: bool) -> bool:
    """How a page wants a switch to stand: sent twice, it stands the same; where a page does not say, the other way."""
    return {"on": True, "off": False}.get(sent.get("to", ""), not now)


def card_of(scene: Scene, key: str, say: Voice) -> PanelView:
    """Say one card of a scene with all its rows."""
    found = next((panel for panel in scene.panels if panel.key == key), None)
    if found is None:
        raise NotFound(line("there is no such page"))
    return whole_panel(found, say)


def asks_for_json(request: Request) -> bool:
    """Whether a program asks, which reads no pages."""
    return "application/json" in request.headers.get("accept", "")


def json(value: object) -> Response:
    """Answer with JSON that is never kept."""
    return Response(msgspec.json.encode(value), media_type="application/json", headers={"cache-control": "no-store"})
