"""Answers about the workshop: adventures that somebody draws, for their owner and for those who have the link."""

import asyncio
import hmac
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from mousehole import shelf
from mousehole.core.game import Adventure, AnyGame, Workshop
from mousehole.core.memory_folder import MemoryFolder
from mousehole.core.words import Line, UserError, Voice, line, voice
from mousehole.host.adventures import Published, publish
from mousehole.host.level_words import usual_level
from mousehole.players.player import find
from mousehole.table import Chair, Options
from mousehole.web.fetched_json import Opened
from mousehole.web.live.scenes import scene_json
from mousehole.web.pages import workshop_pages
from mousehole.web.refusals import NotFound
from mousehole.web.rights.access import BROWSER, OWNER, browser_of, new_key
from mousehole.web.rights.rights import visitor_of
from mousehole.web.routes.route_base import SEE_OTHER, KeptAnswers, RouteBase, body, json
from mousehole.web.routes.setup_routes import own_seats
from mousehole.web.server.visitor import language_of
from mousehole.web.server_state import ServerState
from mousehole.web.workshop.archive import LARGEST, content_size, opened, packed, title_of
from mousehole.web.workshop.draft import Draft, Files
from mousehole.web.workshop.drawings import DRAWINGS
from mousehole.web.workshop.edits import Edit, with_edits
from mousehole.web.workshop.keeping import Kept, StaleDraft
from mousehole.web.workshop.trying import Trying, told
from mousehole.web.workshop.views import ChapterEntry, Found, contents

T = TypeVar("T")

KEY = "workshop"  # the cookie with the token of a link
OWN = {"cache-control": "no-store"}
DRAWN = {
    **OWN,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "x-content-type-options": "nosniff",
}
EDIT_BYTES = 1 << 20
COUNTED_BYTES = 32 << 10  # of content that count for one change more
LONGEST_LABEL = 80
MOST_SEATS = 4


class State(Struct, frozen=True):
    """An adventure as its page sees it."""

    revision: int
    name: str
    mine: bool
    undo: str | None  # what would be taken back
    redo: str | None
    link: str
    files: dict[str, Any]
    drawings: dict[str, str]
    words: dict[str, dict[str, str]]
    mistakes: tuple[Found, ...]
    notes: tuple[Found, ...]
    chapters: tuple[ChapterEntry, ...]
    problem: str = ""


class ChangeAsked(Struct, frozen=True):
    """A change that a page asks for."""

    revision: int
    edits: tuple[Edit, ...] = ()
    label: str = ""


class WorkshopRoutes(RouteBase):
    """One method a route."""

    def __init__(self, server: ServerState) -> None:
        super().__init__(server)
        self._kinds = KeptAnswers(server.host.slices)
        self._reading = asyncio.Lock()

    async def home(self, request: Request) -> Response:
        """Show the adventures of this browser, and the ways to a new one."""
        rows, language = await self.server.workshops.of(visitor_of(request).browser), language_of(request)
        page = workshop_pages.home(game_of(), rows, list(examples()), language)
        return self.with_key(request, HTMLResponse(page, headers=OWN))

    async def new(self, request: Request) -> Response:
        """Begin an adventure: an empty one with a name, or the copy of an example."""
        sent = await self.form(request)
        found = examples()
        if (name := sent.get("example", "")) in found:
            files: Files = found[name]
        else:
            title = " ".join(sent.get("name", "").split())[:60] or voice(language_of(request))(line("My adventure"))
            edits = (Edit("campaign", ("name",), title), Edit("campaign", ("chapters",), []))
            files = with_edits({}, edits, offered())
        return await self._begin(request, files, page=True)

    async def open(self, request: Request) -> Response:
        """Begin an adventure with a file that somebody brings."""
        await self.limits.check_opening(request)
        data = await body(request, LARGEST)
        files = await asyncio.to_thread(opened, data, request.query_params.get("name", ""))
        return await self._begin(request, files, page=False)

    async def page(self, request: Request) -> Response:
        """Show the workshop with one adventure; whoever comes by a link keeps its key."""
        name, key = request.path_params["draft"], request.query_params.get("key", "")
        kept = await self._find(request)
        if key:
            answer: Response = RedirectResponse(f"/workshop/{name}", SEE_OTHER)
            self.cookie(answer, KEY, key, f"/workshop/{name}")
            return answer
        page = workshop_pages.workshop(game_of(), name, kept.row.title, language_of(request))
        return self.with_key(request, HTMLResponse(page, headers=OWN))

    async def state(self, request: Request) -> Response:
        """The adventure, and what is wrong with it."""
        return await self._state(request, await self._look_into(request))

    async def edit(self, request: Request) -> Response:
        """Change the adventure."""
        asked = await self._asked(request)
        label = " ".join(asked.label.split())[:LONGEST_LABEL]

        def step(draft: Draft) -> Draft:
            return draft.changed(with_edits(draft.files, asked.edits, offered()), label)

        return await self._step(request, asked.revision, step)

    async def undo(self, request: Request) -> Response:
        """Take the last change back."""
        return await self._step(request, (await self._asked(request)).revision, Draft.undo)

    async def redo(self, request: Request) -> Response:
        """Take the change again that was undone last."""
        return await self._step(request, (await self._asked(request)).revision, Draft.redo)

    async def forget(self, request: Request) -> Response:
        """Delete an adventure; only its owner may."""
        kept = await self._find(request)
        if self._owns(request, kept):
            await self.server.workshops.delete(kept.row.id)
        return RedirectResponse("/workshop", SEE_OTHER)

    async def kinds(self, request: Request) -> Response:
        """What may stand in each kind of file, and what there is to choose from."""
        game, language = game_of(), language_of(request)

        async def made() -> bytes:
            return await asyncio.to_thread(kinds, offered(), voice(language, game.package))

        data = await self._kinds.made(("kinds", language), made)
        return Response(data, media_type="application/json", headers={"cache-control": "no-cache"})

    async def side(self, request: Request) -> Response:
        """A tile side as it looks at the table."""
        kept, say = await self._look_into(request), voice(language_of(request), game_of().package)
        folder = MemoryFolder("adventure", kept.draft.files)
        scene, graph = await self._read(offered().side, folder, request.path_params["side"])
        return json({"scene": scene_json(scene, say), "graph": graph})

    async def look(self, request: Request) -> Response:
        """What a figure sees from a space, how far it has to anywhere, and where it could strike."""
        kept, asked = await self._look_into(request), request.query_params
        folder, side = MemoryFolder("adventure", kept.draft.files), request.path_params["side"]
        found = await self._read(offered().look, folder, side, asked.get("space", ""), asked.get("as", ""))
        return json(found)

    async def drawing(self, request: Request) -> Response:
        """A drawing of the adventure; it can only be seen."""
        kept, name = await self._find(request), request.path_params["name"]
        data = kept.draft.files.get(f"art/{name}")
        if data is None:
            raise NotFound(line("there is no such page"))
        return Response(data, media_type=DRAWINGS["." + name.rpartition(".")[2]], headers=DRAWN)

    async def export(self, request: Request) -> Response:
        """The adventure as a file."""
        await self.limits.check_download(request)
        kept = await self._find(request)
        name = file_name(kept.row.title)
        data = await asyncio.to_thread(packed, name, kept.draft.files)
        headers = {"content-disposition": f'attachment; filename="{name}.zip"', **OWN}
        return Response(data, media_type="application/zip", headers=headers)

    async def table(self, request: Request) -> Response:
        """Bring the adventure to a new table: half of the party is mine, companions play the rest."""
        kept, sent, game = await self._find(request), await self.form(request), game_of()
        await self.limits.check_opening(request)
        setup = await self._published(kept, sent.get("chapter", ""))
        seats = game.seats(setup)
        bot = Chair("bot", "", usual_level(game, 1))
        sitting = tuple(Chair("person") if seat < (len(seats) + 1) // 2 else bot for seat in range(len(seats)))
        table = await self.server.host.open(game, setup, sitting, Options())
        return await self.enter(request, table, (OWNER, *own_seats(game, sitting)))

    async def _published(self, kept: Kept, chapter: str) -> Any:
        """The set-up of a chapter of an adventure that now lies on tables, with a seat for each mouse."""
        files, workshop, store = kept.draft.files, offered(), self.server.host.store
        name = file_name(kept.row.title)
        sha256 = await asyncio.to_thread(workshop.at_hand, MemoryFolder(name, files))
        room = self.server.settings.workshops_megabytes * (1 << 20)
        await publish(store, sha256, Published(name, files), kept.row.id, room)
        setup = await asyncio.to_thread(workshop.setup, sha256, chapter)
        return replace(setup, players=len(setup.party), opening="ready") if len(setup.party) <= MOST_SEATS else setup

    async def try_out(self, request: Request) -> Response:
        """Let companions play a chapter, or say how far they are and how it went."""
        kept, game = await self._find(request), game_of()
        trial = self.server.trials.of(kept.row.id)
        if request.method == "POST":
            await self.limits.check_trial(request)
            try:
                asked = msgspec.json.decode(await body(request, EDIT_BYTES), type=Trying)
            except msgspec.MsgspecError as error:
                raise UserError(line("this change cannot be read")) from error
            find(game, asked.level)
            row, files = kept.row, kept.draft.files
            trial = self.server.trials.start(row.id, row.revision, game, files, asked)
        answer = told(trial)
        if trial and trial.problem:
            answer["problem"] = voice(language_of(request), game.package)(trial.problem)
        return json(answer)

    async def _begin(self, request: Request, files: Files, page: bool) -> Response:
        await self.limits.check_opening(request)
        key = request.cookies[BROWSER] if visitor_of(request).browser else new_key()
        name = await self.server.workshops.begin(browser_of(key), files)
        address = f"/workshop/{name}"
        answer = RedirectResponse(address, SEE_OTHER) if page else json(Opened(address))
        self.cookie(answer, BROWSER, key, "/")
        return answer

    async def _find(self, request: Request) -> Kept:
        """The adventure of a request, for its owner and those who have its link."""
        name = request.path_params["draft"]
        kept = await self.server.workshops.find(name)
        token = request.query_params.get("key") or request.cookies.get(KEY, "")
        linked = hmac.compare_digest(token.encode("utf-8", "replace"), self._token(name).encode())
        if not linked and not self._owns(request, kept):
            raise NotFound(line("there is no such adventure, or not any more"))
        return kept

    async def _look_into(self, request: Request) -> Kept:
        """The adventure of a request that reads all of its content: the longer that is, the more it counts for."""
        kept = await self._find(request)
        await self.limits.check_edit(request, 1 + content_size(kept.draft.files) / COUNTED_BYTES)
        return kept

    async def _read(self, work: Callable[..., T], *what: Any) -> T:
        """Read content beside the event loop; one adventure at a time, since a long one takes a second."""
        async with self._reading:
            return await asyncio.to_thread(work, *what)

    def _owns(self, request: Request, kept: Kept) -> bool:
        return bool(kept.row.browser) and visitor_of(request).browser == kept.row.browser

    def _token(self, name: str) -> str:
        return self.server.keys.token(name, KEY)

    async def _asked(self, request: Request) -> ChangeAsked:
        try:
            return msgspec.json.decode(await body(request, EDIT_BYTES), type=ChangeAsked)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise UserError(line("this change cannot be read")) from error

    async def _step(self, request: Request, revision: int, step: Callable[[Draft], Draft]) -> Response:
        kept = await self._look_into(request)
        try:
            after = await self.server.workshops.change(kept, revision, step)
        except StaleDraft as stale:
            return await self._state(request, await self._find(request), stale.line)
        return await self._state(request, after)

    async def _state(self, request: Request, kept: Kept, problem: Line | None = None) -> Response:
        game = game_of()
        say, draft = voice(language_of(request), game.package), kept.draft
        found = await self._read(contents, game, draft.files, say)
        address = f"/workshop/{kept.row.id}"
        state = State(
            revision=kept.row.revision,
            name=found.name,
            mine=self._owns(request, kept),
            undo=draft.done[-1].label if draft.done else None,
            redo=draft.undone[-1].label if draft.undone else None,
            link=f"{address}?key={self._token(kept.row.id)}",
            files=found.files,
            drawings={name: f"{address}/art/{quote(name)}?v={kept.row.revision}" for name in found.drawings},
            words=found.words,
            mistakes=found.mistakes,
            notes=found.notes,
            chapters=found.chapters,
            problem=voice(language_of(request))(problem) if problem else "",
        )
        answer = json(state)
        answer.status_code = 409 if problem else 200
        return answer


def game_of() -> AnyGame:
    """The game that adventures are drawn for."""
    return next(game for game in shelf.every() if Adventure.workshop in game.parts.adventure)


def offered() -> Workshop:
    """What that game offers."""
    found = game_of().parts.adventure.workshop
    assert found
    return found


def examples() -> dict[str, Files]:
    """Adventures to begin with, by what they are called."""
    return {title_of(files): files for files in offered().examples()}


def kinds(workshop: Workshop, say: Voice) -> bytes:
    """Write what may stand in each kind of file, and what there is to choose from."""
    choices = {kind: [(key, say(name)) for key, name in found] for kind, found in workshop.choices().items()}
    return msgspec.json.encode({"kinds": workshop.schemas(say), "choices": choices, "base": workshop.base()})


def file_name(title: str) -> str:
    """A name for a file that every system takes."""
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in title.lower())
    return "_".join(filter(None, plain.split("_")))[:40] or "adventure"
