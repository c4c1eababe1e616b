"""Answers to everybody: the shelf, games from files, the language, art, the manual, the manifest and icons."""

import mimetypes

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from mousehole.core.game import Over
from mousehole.core.record import MAX_BYTES, BadRecord, Illegal
from mousehole.core.words import Line, languages, line, voice
from mousehole.table import Chair
from mousehole.web.browser_notes import notes_of
from mousehole.web.fetched_json import Failure, Opened
from mousehole.web.install_files import KINDS, MANIFEST, NAMES, manifest, pictures
from mousehole.web.pages import house_pages, puzzle_pages
from mousehole.web.pages.html import Html, tag
from mousehole.web.pages.weekly_pages import week_card
from mousehole.web.refusals import NoGame, NotFound
from mousehole.web.rights.access import OWNER
from mousehole.web.rights.rights import visitor_of
from mousehole.web.routes.puzzle_routes import this_day
from mousehole.web.routes.route_base import SEE_OTHER, YEAR, RouteBase, body, json
from mousehole.web.server.visitor import LANGUAGE, language_of
from mousehole.web.static_files import Served, art, manual_folder, static, static_mark

LONG_BYTES = 100_000  # of a record that is as much work as opening a table
SHELF_TABLES = 12  # a page of their own lists them all
DAY = "public, max-age=86400"


class HouseRoutes(RouteBase):
    """One method a route."""

    async def home(self, request: Request) -> Response:
        """Show the shelf and this browser's games."""
        return self.with_key(request, await self.shelf_with(request, await self._puzzle(request)))

    async def shelf_with(self, request: Request, puzzle: Html | None) -> Response:
        """The shelf and this browser's games, with a card about puzzles."""
        rows = await self.server.rights.tables(visitor_of(request).browser, SHELF_TABLES)
        saved, alone = await self.saved_games(request, rows), self.server.settings.alone
        language = language_of(request)
        return HTMLResponse(
            house_pages.home(language, saved, alone, tag("div", puzzle, week_card(language), class_="day-cards"))
        )

    async def _puzzle(self, request: Request) -> Html | None:
        """The card of the puzzle of the day."""
        browser, day = visitor_of(request).browser, this_day()
        kept = await notes_of(self.server.host.store, browser)
        return puzzle_pages.day_card(day, kept.days_by(day), language_of(request))

    async def upload(self, request: Request) -> Response:
        """Open a table with a record somebody brings."""
        await self.limits.check_opening(request)
        data = await body(request, MAX_BYTES)
        await self.limits.check_opening(request, len(data) / LONG_BYTES)
        try:
            table = await self.server.host.import_record(data, lambda seats: (Chair("person"),) * seats)
        except (BadRecord, Illegal) as wrong:
            raise NoGame(NO_GAME, wrong.line) from wrong
        granted = (OWNER, *(f"seat-{seat}" for seat in range(len(table.chairs))))
        page = f"/table/{table.id}/replay" if isinstance(table.turn, Over) else f"/table/{table.id}"
        return await self.granted(request, json(Opened(page)), table, granted)

    async def onward(self, request: Request) -> Response:
        """Go to the game of this browser that was played last and goes on, or to the shelf."""
        rows = await self.server.rights.tables(visitor_of(request).browser, 1)
        going = next((f"/table/{row.id}" for row in rows if row.sound and not row.over), "/")
        return RedirectResponse(going, SEE_OTHER)

    async def forget(self, request: Request) -> Response:
        """Take a table off this browser's list; the table itself stays."""
        if browser := visitor_of(request).browser:
            await self.take_off(browser, request.path_params["table"])
        return RedirectResponse("/", SEE_OTHER)

    async def take_off(self, browser: str, table: str) -> None:
        """List a table no longer among those of a browser."""
        store = self.server.host.store
        await store.grant([replace(row, listed=False) for row in await store.grants(table, browser)])

    async def language(self, request: Request) -> Response:
        """Remember the language somebody chose."""
        chosen = (await self.form(request)).get("language", "")
        answer = RedirectResponse(_local(request.headers.get("referer", "/")), SEE_OTHER)
        if chosen in languages():
            self.cookie(answer, LANGUAGE, chosen, "/")
        return answer

    async def art(self, request: Request) -> Response:
        """The art of a game."""
        found = art(request.path_params["name"])
        return _file(request, found, found is not None and request.query_params.get("v") == found.mark)

    async def static(self, request: Request) -> Response:
        """A static file; a page older than this server gets the files of today, to be asked for again."""
        name = request.path_params["name"]
        mark, _, marked = name.partition("/")
        return _file(request, static().get(marked) or static().get(name), mark == static_mark())


NO_GAME = line("This is not a game that can be opened here. Saved games come from “Download the game”, as they are.")


def _local(referer: str) -> str:
    path = "/" + referer.partition("//")[2].partition("/")[2]
    return path if not path.startswith("//") else "/"


def _file(request: Request, file: Served | None, kept: bool) -> Response:
    if file is None:
        raise NotFound(line("there is no such page"))
    tag = f'W/"{file.mark}"'  # weak: the same for the packed file
    lasts = f"public, max-age={YEAR}, immutable" if kept else "no-cache"
    headers = {"etag": tag, "cache-control": lasts, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    packed = file.packed if "gzip" in request.headers.get("accept-encoding", "") else None
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(packed or file.data, media_type=file.type, headers=headers)


def problem_page(request: Request, words: Line, status: int, why: Line | None = None) -> Response:
    """Answer a mistake in words: as a page, or as JSON for scripts."""
    language = language_of(request)
    if "application/json" in request.headers.get("accept", ""):
        body = msgspec.json.encode(Failure(voice(language)(words), voice(language)(why) if why else ""))
        return Response(body, status, media_type="application/json")
    return HTMLResponse(house_pages.problem(language, words), status)


mimetypes.add_type("text/javascript", ".js")  # the registry of Windows may say otherwise, and browsers refuse that


def manual_routes() -> list[BaseRoute]:
    """Serve the manual where it has been built; elsewhere one page says how to get it."""
    folder = manual_folder()
    if folder is not None:
        return [Mount("/docs", StaticFiles(directory=folder, html=True))]
    return [Route("/docs", _absent), Route("/docs/{page:path}", _absent)]


async def _absent(request: Request) -> Response:
    words = line("the manual has not been built here: run ./mousehole docs, then start mousehole again")
    return problem_page(request, words, 404)


def install_routes() -> list[Route]:
    """Serve what a phone needs to put the house beside its other apps."""
    return [Route(f"/{name}", _install_file) for name in (MANIFEST, *NAMES)]


async def _install_file(request: Request) -> Response:
    name, language = request.url.path.rpartition("/")[2], language_of(request)
    data = manifest(language) if name == MANIFEST else pictures()[name]
    kept = {"cache-control": "no-cache"} if name == MANIFEST else {"cache-control": DAY}
    return Response(data, media_type=KINDS[name], headers=kept)
