"""Answers about the visitor: their tables, what is kept about them, and how to be forgotten."""

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from mousehole.core.words import UserError, line
from mousehole.store import GrantRow, TableRow
from mousehole.web.album.memory import Memory
from mousehole.web.browser_notes import BrowserNotes, notes_of
from mousehole.web.pages import person_pages
from mousehole.web.refusals import NotFound
from mousehole.web.rights.access import BROWSER, COOKIE, MINE, OWNER, Grants, read_code
from mousehole.web.rights.rights import roles_at, roles_given, visitor_of
from mousehole.web.rights.table_rules import rules_of
from mousehole.web.routes.route_base import SEE_OTHER, RouteBase, json, number
from mousehole.web.server.visitor import LANGUAGE, language_of

PAGE_SIZE = 20  # tables on a page


class KeptTable(Struct, frozen=True):
    """What is kept about a person at one table."""

    table: str
    game: str
    opened: float
    last_move: float
    over: bool
    ended: str
    title: str
    roles: tuple[str, ...]
    since: float
    removed: bool
    names: tuple[str, ...]


class KeptData(Struct, frozen=True):
    """Everything that is kept about a person: what their browser may do, the tables where it may, and their album."""

    browser: str
    language: str
    tables: tuple[KeptTable, ...]
    album: tuple[Memory, ...]
    puzzles: BrowserNotes


class PersonRoutes(RouteBase):
    """One method a route."""

    async def me(self, request: Request) -> Response:
        """List this browser's tables, and offer what can be done with what is kept."""
        language, place = language_of(request), number(request.query_params.get("page"), 1, 10**6, 1)
        rows = await self.server.rights.tables(visitor_of(request).browser, PAGE_SIZE + 1, (place - 1) * PAGE_SIZE)
        saved = await self.saved_games(request, rows[:PAGE_SIZE])
        page = person_pages.my_tables(saved, place, len(rows) > PAGE_SIZE, language)
        return self.with_key(request, HTMLResponse(page, headers={"cache-control": "no-store"}))

    async def code(self, request: Request) -> Response:
        """Bring a table to this browser by the code that its owner wrote down."""
        await self.limits.check_code(request)
        code = read_code((await self.form(request)).get("code", ""))
        if not code:
            raise NotFound(line("this code cannot be right: please compare it sign by sign"))
        table = await self.server.rights.table_of_code(code)
        if not table:
            raise NotFound(line("no table has this code, or not any more"))
        return await self.enter(request, await self.server.host.table(table), (OWNER,))

    async def leave(self, request: Request) -> Response:
        """Leave a table for good."""
        await self.table_of(request)
        answer = RedirectResponse("/", SEE_OTHER)
        table = request.path_params["table"]
        await self.server.albums.settle_at(visitor_of(request).browser, table)
        await self.server.rights.leave(visitor_of(request).browser, table)
        answer.delete_cookie(COOKIE, path=f"/table/{table}")
        return answer

    async def download(self, request: Request) -> Response:
        """Everything that is kept about this browser, as a file."""
        await self.limits.check_download(request)
        browser = visitor_of(request).browser
        rows = await self.server.host.store.grants_of(browser) if browser else []
        kept = [await self._kept(table, rows) for table in dict.fromkeys(row.table for row in rows)]
        language = request.cookies.get(LANGUAGE, "")
        album = tuple(await self.server.albums.pages(browser))
        puzzles = await notes_of(self.server.host.store, browser)
        tables = tuple(table for table in kept if table)
        answer = json(KeptData(browser, language, tables, album, puzzles))
        answer.headers["content-disposition"] = 'attachment; filename="mousehole.json"'
        return answer

    async def forget_me(self, request: Request) -> Response:
        """Delete what is kept about this browser; its own tables go too, or stay with the others."""
        await self.limits.check_download(request)
        browser, sent = visitor_of(request).browser, await self.form(request)
        rows = await self.server.host.store.grants_of(browser) if browser else []
        for table in dict.fromkeys(row.table for row in rows if not row.barred):
            here = [row for row in rows if row.table == table]
            await self._forget_at(table, browser, here, sent.get("owned") == "delete")
        if browser:
            await self.server.host.store.drop(browser)
            await self.server.host.store.forget_memories(browser)
            await self.server.host.store.forget_puzzles(browser)
            await self.server.host.store.forget_workshops(browser)
        answer = RedirectResponse("/privacy?forgotten=1", SEE_OTHER)
        for name in (BROWSER, MINE, LANGUAGE):
            answer.delete_cookie(name, path="/")
        return answer

    async def privacy(self, request: Request) -> Response:
        """Say in plain words what is kept."""
        return HTMLResponse(person_pages.privacy("forgotten" in request.query_params, language_of(request)))

    async def _forget_at(self, table: str, browser: str, rows: list[GrantRow], delete: bool) -> None:
        """Delete a table that this browser owns, or leave it; one that cannot be opened only loses its grants."""
        try:
            owned = OWNER in roles_given(rows, rules_of(await self.server.host.settings(table)))
            await self.server.albums.settle_all(table)  # the others go on remembering
            if owned and delete:
                await self.server.host.delete(table)
            else:
                await self.server.rights.leave(browser, table)
        except UserError:
            return

    async def _kept(self, name: str, rows: list[GrantRow]) -> KeptTable | None:
        row = await self.server.host.store.table(name)
        if row is None or not row.sound:
            return None
        mine = [one for one in rows if one.table == name]
        granted = roles_at(row, mine)
        result = next((end for end in await self.server.host.store.results(row.group) if end.table == name), None)
        return KeptTable(
            name,
            row.game,
            row.created,
            row.touched,
            row.over,
            result.over.decode() if result else "",
            result.title if result else "",
            granted,
            min(one.since for one in mine),
            any(one.barred for one in mine),
            await self._names(row, Grants(granted)),
        )

    async def _names(self, row: TableRow, grants: Grants) -> tuple[str, ...]:
        """The names on this person's chairs, as far as the table can be opened."""
        try:
            table = await self.server.host.table(row.id)
        except UserError:
            return ()
        return tuple(table.chairs[seat].name for seat in grants.seats if table.chairs[seat].name)
