"""Answers to everybody: the shelf, new tables, art."""

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from mousehole import shelf
from mousehole.core.game import Over, Problem
from mousehole.core.record import MAX_BYTES
from mousehole.core.words import Line, Voice, languages, line, voice
from mousehole.host.level_words import caveats, usual_level
from mousehole.table import Chair, Options
from mousehole.web.edge.visitor import LANGUAGE, language_of
from mousehole.web.fetched_json import CheckedForm, Failure, FieldNote, Opened
from mousehole.web.pages import form, house_pages, table_pages
from mousehole.web.rights.access import OWNER
from mousehole.web.rights.rights import visitor_of
from mousehole.web.routes.route_base import SEE_OTHER, YEAR, NotFound, RouteBase, asks_for_json, body, json
from mousehole.web.static_files import Served, art, static, static_mark

LONG_BYTES = 100_000  # of a record that is as much work as opening a table
SHOWN = 12  # tables on the shelf; a page of their own lists them all


class HouseRoutes(RouteBase):
    """One method a route."""

    async def home(self, request: Request) -> Response:
        """Show the shelf and this browser's games."""
        language = language_of(request)
        rows = await self.server.rights.tables(visitor_of(request).browser, SHOWN)
        shown = [row for row in rows if row.game in shelf.names() or not row.sound]
        saved = [(row, await self.waiting(row, language)) for row in shown]
        return self.with_key(request, HTMLResponse(house_pages.home(language, saved)))

    async def play_now(self, request: Request) -> Response:
        """Open a table with the usual set-up: me, and bots in all other seats."""
        game = shelf.find(request.path_params["game"])
        setup = game.setup()
        seats = game.seats(setup)
        level = usual_level(game, len({seat.team for seat in seats}))
        bots = [Chair("bot", "", level)] * (len(seats) - 1)
        await self.may_open(request)
        table = await self.server.host.open(game, setup, (Chair("person"), *bots), Options())
        return await self.enter(request, table, (OWNER, "seat-0"))

    async def new(self, request: Request) -> Response:
        """Show the form of a new table, and open the table it asks for."""
        game, language = shelf.find(request.path_params["game"]), language_of(request)
        alone = self.server.settings.alone
        if request.method == "GET":
            wished = {**form.start(game, game.setup()), **dict(request.query_params)}
            return HTMLResponse(table_pages.new_table(game, wished, (), language, alone))
        sent, program = await self.form(request), asks_for_json(request)
        if program:  # which names only what differs from the plain set-up
            sent = {**{name: text for name, text in form.start(game, game.setup()).items() if name not in sent}, **sent}
        setup, problems = form.read(game, sent)
        if setup is None or any(not problem.notice for problem in problems):
            if program:
                return refused(problems, voice(language, game.package))
            return HTMLResponse(table_pages.new_table(game, sent, problems, language, alone), 422)
        chairs = table_pages.chairs(game, sent, len(game.seats(setup)))
        linked = any(chair.kind == "empty" for chair in chairs)
        options = Options(linked, "auto_throw" in sent, "real_dice" in sent, table_pages.hints_wish(sent))
        await self.may_open(request)
        table = await self.server.host.open(game, setup, chairs, options)
        own = tuple(f"seat-{seat}" for seat, chair in enumerate(chairs) if chair.kind == "person")
        return await self.enter(request, table, (OWNER, *own), "/links" if linked or program else "")

    async def check(self, request: Request) -> Response:
        """Tell a form which seats its set-up has, and what is wrong with it."""
        game = shelf.find(request.path_params["game"])
        say = voice(language_of(request), game.package)
        sent = await self.form(request)
        setup, problems = form.read(game, sent)
        sound = setup is not None and all(problem.notice for problem in problems)
        seats = tuple(say(kind.name) for kind in game.seats(setup)) if sound else ()
        chairs = table_pages.chairs(game, sent, len(seats))
        problems += caveats(game, setup, (chair.level for chair in chairs if chair.kind == "bot")) if sound else ()
        told = tuple(FieldNote(problem.field, say(problem.line), problem.notice, problem.mend) for problem in problems)
        return json(CheckedForm(seats, told))

    async def upload(self, request: Request) -> Response:
        """Open a table with a record somebody brings."""
        await self.may_open(request)
        data = await body(request, MAX_BYTES)
        await self.may_open(request, len(data) / LONG_BYTES)
        table = await self.server.host.take_in(data, lambda seats: (Chair("person"),) * seats)
        granted = (OWNER, *(f"seat-{seat}" for seat in range(len(table.chairs))))
        page = f"/table/{table.id}/replay" if isinstance(table.turn, Over) else f"/table/{table.id}"
        return await self.granted(request, json(Opened(page)), table, granted)

    async def forget(self, request: Request) -> Response:
        """Take a table off this browser's list; the table itself stays."""
        answer = RedirectResponse("/", SEE_OTHER)
        store, table = self.server.host.store, request.path_params["table"]
        if browser := visitor_of(request).browser:
            await store.grant([replace(row, listed=False) for row in await store.grants(table, browser)])
        return answer

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
        kept = request.path_params.get("mark") == static_mark()
        return _file(request, static().get(request.path_params["name"]), kept)


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


def problem_page(request: Request, words: Line, status: int) -> Response:
    """Answer a mistake in words: as a page, or as JSON for scripts."""
    language = language_of(request)
    if "application/json" in request.headers.get("accept", ""):
        body = msgspec.json.encode(Failure(voice(language)(words)))
        return Response(body, status, media_type="application/json")
    return HTMLResponse(house_pages.problem(language, words), status)


def refused(problems: tuple[Problem, ...], say: Voice) -> Response:
    """Say to a program what is wrong with the table it asks for."""
    words = (line("{field}: {reason}", field=problem.field, reason=problem.line) for problem in problems)
    page = Failure("; ".join(map(say, words)))
    return Response(msgspec.json.encode(page), 422, media_type="application/json")
