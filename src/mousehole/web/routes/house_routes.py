"""Answers to everybody: the shelf, new tables, lessons, pictures."""

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from mousehole import shelf
from mousehole.core.game import Over, Problem
from mousehole.core.learn import guides
from mousehole.core.record import MAX_BYTES, MAX_EVENTS
from mousehole.core.words import HOME, Line, Trouble, languages, line, voice
from mousehole.host import snapshot, voice_at
from mousehole.host.level_words import caveats, usual_level
from mousehole.store import TableRow
from mousehole.table import Chair, Options
from mousehole.web.access import MINE, OWNER, listed
from mousehole.web.edge.visitor import LANGUAGE, language_of
from mousehole.web.fetched_json import CheckedForm, Failure, FieldNote, Opened
from mousehole.web.pages import form, house_pages, learn_pages, table_pages
from mousehole.web.routes.route_base import SEE_OTHER, YEAR, NotFound, RouteBase, body, json, number
from mousehole.web.static_files import TYPES, Served, art, static, static_mark


class HouseRoutes(RouteBase):
    """One method a route."""

    async def home(self, request: Request) -> Response:
        """Show the shelf and this browser's games."""
        language = language_of(request)
        rows = await self.server.host.store.tables(listed(request.cookies.get(MINE, "")))
        shown = [row for row in rows if row.game in shelf.names() or not row.sound]
        saved = [(row, await self._waiting(row, language)) for row in shown]
        return HTMLResponse(house_pages.home(language, saved))

    async def _waiting(self, row: TableRow, language: str) -> str:
        """Say what a saved game waits for, or what is wrong with it."""
        try:
            table = await self.server.host.table(row.id)
        except Trouble as trouble:  # of one table, such as a content pack that is not at hand
            package = shelf.find(row.game).package if row.game in shelf.names() else HOME
            return voice(language, package)(trouble.line)
        waits = table.stopped.line if table.stopped else snapshot(table, None).scene.prompt
        return voice_at(table, language)(waits)

    async def play_now(self, request: Request) -> Response:
        """Open a table with the usual set-up: me, and bots in all other seats."""
        game = shelf.find(request.path_params["game"])
        setup = game.setup()
        seats = game.seats(setup)
        level = usual_level(game, len({seat.team for seat in seats}))
        bots = [Chair("bot", "", level)] * (len(seats) - 1)
        self.may_open(request)
        table = await self.server.host.open(game, setup, (Chair("person"), *bots), Options())
        return await self.enter(request, table, (OWNER, "seat-0"))

    async def new(self, request: Request) -> Response:
        """Show the form of a new table, and open the table it asks for."""
        game, language = shelf.find(request.path_params["game"]), language_of(request)
        if request.method == "GET":
            wished = {**form.start(game, game.setup()), **dict(request.query_params)}
            return HTMLResponse(table_pages.new_table(game, wished, (), language))
        sent = await self.form(request)
        setup, problems = form.read(game, sent)
        if setup is None or any(not problem.notice for problem in problems):
            return HTMLResponse(table_pages.new_table(game, sent, problems, language), 422)
        chairs = table_pages.chairs(game, sent, len(game.seats(setup)))
        if all(chair.kind == "empty" for chair in chairs):
            problems = (Problem("", line("at least one seat must be played here")),)
            return HTMLResponse(table_pages.new_table(game, sent, problems, language), 422)
        linked = any(chair.kind == "empty" for chair in chairs)
        options = Options(linked, "auto_throw" in sent, "real_dice" in sent, table_pages.hints_wish(sent))
        self.may_open(request)
        table = await self.server.host.open(game, setup, chairs, options)
        own = tuple(f"seat-{seat}" for seat, chair in enumerate(chairs) if chair.kind == "person")
        return await self.enter(request, table, (OWNER, *own), "/links" if linked else "")

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
        told = tuple(FieldNote(problem.field, say(problem.line), problem.notice) for problem in problems)
        return json(CheckedForm(seats, told))

    async def upload(self, request: Request) -> Response:
        """Open a table with a record somebody brings."""
        self.may_open(request)
        data = await body(request, MAX_BYTES)
        table = await self.server.host.take_in(data, lambda seats: (Chair("person"),) * seats)
        granted = (OWNER, *(f"seat-{seat}" for seat in range(len(table.chairs))))
        page = f"/table/{table.id}/replay" if isinstance(table.turn, Over) else f"/table/{table.id}"
        return await self.granted(request, json(Opened(page)), table, granted)

    async def forget(self, request: Request) -> Response:
        """Take a table off this browser's list; the table itself stays."""
        answer = RedirectResponse("/", SEE_OTHER)
        left = [name for name in listed(request.cookies.get(MINE, "")) if name != request.path_params["table"]]
        self.cookie(answer, MINE, ".".join(left), "/")
        return answer

    async def learn(self, request: Request) -> Response:
        """Show how a game is played."""
        return HTMLResponse(learn_pages.how_to_play(shelf.find(request.path_params["game"]), language_of(request)))

    async def guide(self, request: Request) -> Response:
        """Show a guided game."""
        game, name = self._lesson(request)
        return HTMLResponse(learn_pages.guided(game, name, language_of(request)))

    async def guide_frames(self, request: Request) -> Response:
        """A guided game as JSON."""
        game, name = self._lesson(request)
        return json(learn_pages.guide_page(game, name, language_of(request)))

    async def guide_picture(self, request: Request) -> Response:
        """A picture of a position of a guided game."""
        game, name = self._lesson(request)
        ply = number(request.path_params["ply"], 0, MAX_EVENTS, 0)
        page = learn_pages.picture(game, name, ply, language_of(request))
        return Response(page, media_type=TYPES["svg"], headers={"cache-control": "no-cache"})

    def _lesson(self, request: Request) -> tuple[shelf.AnyGame, str]:
        game, name = shelf.find(request.path_params["game"]), request.path_params["guide"]
        if name not in guides(game):
            raise NotFound(line("there is no such page"))
        return game, name

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
