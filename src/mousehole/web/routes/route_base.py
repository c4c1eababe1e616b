"""What all routes share: the visitor, the table, and how a browser gets its roles."""

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Generator, Mapping
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from mousehole import shelf
from mousehole.core.scene import Scene
from mousehole.core.words import HOME, UserError, Voice, line, voice
from mousehole.host import snapshot, voice_at
from mousehole.host.concurrency import SingleFlight, Slices, Work
from mousehole.store import TableRow
from mousehole.table import Table
from mousehole.web.live.frames import people_at, waits_for
from mousehole.web.live.scenes import PanelJson, panel_json
from mousehole.web.live.socket import WORDS
from mousehole.web.pages.house_pages import SavedGame
from mousehole.web.refusals import NotAllowed, NotFound
from mousehole.web.rights.access import BROWSER, COOKIE, Grants, browser_of, new_key
from mousehole.web.rights.rights import Visitor, visitor_of
from mousehole.web.rights.table_rules import TableRules
from mousehole.web.server.visitor import language_of
from mousehole.web.server_state import ServerState

YEAR = 365 * 24 * 3600
FORM_BYTES = 16 * 1024
SEE_OTHER = 303
DIGITS = 18
LONGEST_KEY = 120


class RouteBase:
    """What the route classes share."""

    def __init__(self, server: ServerState) -> None:
        self.server = server
        self.limits = server.request_limits

    async def table_of(self, request: Request) -> tuple[Table, Grants]:
        """Find a table and what this browser may do there."""
        table_id = request.path_params["table"]
        standing = await self.server.rights.standing(visitor_of(request), table_id)
        if not standing.grants:
            gone = request.cookies.get(BROWSER) and standing.why in ("removed", "revoked")
            raise NotAllowed(WORDS[standing.why] if gone else line("this table is for those who have a link to it"))
        return await self.server.host.table(table_id), standing.grants

    def owner_only(self, grants: Grants) -> None:
        """Refuse everybody but the owner of the table."""
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
        except UserError as error:  # of one table, such as a content pack that is not at hand
            package = shelf.find(row.game).package if row.game in shelf.names() else HOME
            return SavedGame(row, voice(language, package)(error.line))
        say, campaign = voice_at(table, language), table.game.parts.adventure.campaign
        standing = say(campaign.standing(table.state)) if campaign and not table.stopped else ""
        return SavedGame(row, say(waits), waits_for(table, people_at(table, seats)), standing)

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
        """Renew the key of a browser for a year; a browser without one gets none."""
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
    """Read a body, refusing one above a size."""
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


def read_switch(sent: Mapping[str, str], now: bool) -> bool:
    """The position a page wants a switch in; without one, the switch is flipped."""
    return {"on": True, "off": False}.get(sent.get("to", ""), not now)


def card_of(scene: Scene, key: str, say: Voice) -> PanelJson:
    """Say one card of a scene with all its rows."""
    found = next((panel for panel in scene.panels if panel.key == key), None)
    if found is None:
        raise NotFound(line("there is no such page"))
    return panel_json(found, say)


def asks_for_json(request: Request) -> bool:
    """Whether a program asks for JSON instead of a page."""
    return "application/json" in request.headers.get("accept", "")


def json(value: object) -> Response:
    """Answer with JSON that browsers never cache."""
    return Response(msgspec.json.encode(value), media_type="application/json", headers={"cache-control": "no-store"})


PACKET_BYTES = 1_400  # bytes: less fits into one packet anyhow
LEVEL = 4


async def compressed(asked: HTTPConnection, data: bytes, kind: str, lasts: str) -> Response:
    """An answer without secrets, compressed beside the event loop if the browser accepts that."""
    headers = {"cache-control": lasts, "vary": "accept-encoding"}
    if len(data) >= PACKET_BYTES and "gzip" in asked.headers.get("accept-encoding", ""):
        data = await asyncio.to_thread(gzip.compress, data, LEVEL, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(data, media_type=kind, headers=headers)


Make: TypeAlias = Callable[[], Coroutine[Any, Any, bytes]]
CACHE_BYTES = 32 << 20  # bytes; those that were not asked for lately make way


class KeptAnswers:
    """Keeps answers by name."""

    def __init__(self, slices: Slices, room: int = CACHE_BYTES) -> None:
        self._slices, self._room = slices, room
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._making = SingleFlight[tuple[object, ...], bytes]()

    async def of(self, name: tuple[object, ...], work: Callable[[], Work[bytes]]) -> bytes:
        """Find an answer, or work it out."""
        return await self.made(name, lambda: self._slices.do(work()))

    async def made(self, name: tuple[object, ...], make: Make) -> bytes:
        """Find an answer, or make it."""
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        return await self._making.do(name, lambda: self._make(name, make))

    async def _make(self, name: tuple[object, ...], make: Make) -> bytes:
        made = self._kept[name] = await make()
        while sum(map(len, self._kept.values())) > self._room and len(self._kept) > 1:
            self._kept.popitem(last=False)
        return made


def as_json(work: Work[object]) -> Work[bytes]:
    """Write what some work finds as JSON."""
    return msgspec.json.encode((yield from work))


def at_once(do: Callable[[], str]) -> Generator[None, None, bytes]:
    """Something short, as work of one slice."""
    yield
    return do().encode()
