"""What all routes share: who asks, which table, and how a browser gets its roles."""

from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from mousehole.core.words import Trouble, line
from mousehole.host.advice import TooMuch
from mousehole.host.quota import Buckets
from mousehole.table import Table
from mousehole.web.access import COOKIE, MINE, WATCH, Grants, remembered
from mousehole.web.edge.visitor import address
from mousehole.web.server_state import ServerState

YEAR = 365 * 24 * 3600
FORM_BYTES = 16 * 1024
SEE_OTHER = 303
DIGITS = 18


class NotAllowed(Trouble):
    """This browser may not do that."""


class NotFound(Trouble):
    """There is no such page."""


class RouteBase:
    """Where every request is looked at first."""

    def __init__(self, server: ServerState, openings: Buckets, solves: Buckets) -> None:
        self.server = server
        self._openings = openings
        self._solves = solves

    async def table_of(self, request: Request) -> tuple[Table, Grants]:
        """Find a table and what this browser may do there."""
        table = await self.server.host.table(request.path_params["table"])
        grants = await self.server.grants(request, table)
        if not grants:
            raise NotAllowed(line("this table is for those who have a link to it"))
        return table, grants

    def may_open(self, request: Request) -> None:
        """Stop somebody who opens tables without end."""
        if not self._openings.take(address(request.scope)):
            raise NotAllowed(line("too many new tables from here: wait a moment"))

    def may_solve(self, request: Request) -> None:
        """Stop somebody who has boards solved without end."""
        if not self._solves.take(address(request.scope)):
            raise TooMuch(line("too many boards at once: wait a moment"))

    def owner_only(self, grants: Grants) -> None:
        """Stop everybody but who opened the table."""
        if not grants.owner:
            raise NotAllowed(line("only the owner of the table may do that"))

    async def enter(self, request: Request, table: Table, granted: tuple[str, ...], where: str = "") -> Response:
        """Send a browser to a table, with its roles there."""
        answer = RedirectResponse(f"/table/{table.id}{where}", SEE_OTHER)
        return await self.granted(request, answer, table, granted)

    async def granted(self, request: Request, answer: Response, table: Table, granted: tuple[str, ...]) -> Response:
        """Give a browser its roles at a table, beside those it has, and put the table on its list."""
        epochs = await self.server.epochs(table.id)
        had = self.server.keys.grants(table.id, request.cookies.get(COOKIE, ""), len(table.chairs), epochs)
        both = sorted({*had.roles, *granted, WATCH})
        self.cookie(answer, COOKIE, self.server.keys.cookie(table.id, both, epochs), f"/table/{table.id}")
        self.cookie(answer, MINE, remembered(request.cookies.get(MINE, ""), table.id), "/")
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
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise NotAllowed(line("that is too large: at most {most} bytes", most=most))
    return data


def number(text: str | None, low: int, high: int, otherwise: int) -> int:
    """Read a number from an address, kept within bounds; a very long one is as good as the largest."""
    if not text or not text.isascii() or not text.isdigit():
        return otherwise
    digits = text.lstrip("0") or "0"
    return min(max(int(digits), low), high) if len(digits) <= DIGITS else high


def json(value: object) -> Response:
    """Answer with JSON that is never kept."""
    return Response(msgspec.json.encode(value), media_type="application/json", headers={"cache-control": "no-store"})
