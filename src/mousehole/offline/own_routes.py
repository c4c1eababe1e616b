"""The routes and pages that stand in for those that need a server: games passed on, games kept on this device."""

import tempfile
import time
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.core.record import MAX_BYTES, BadRecord, Illegal, Record, load
from mousehole.core.words import Line, UserError, Voice, line, plain, voice
from mousehole.host.stored_table import Begun
from mousehole.offline.own_content import OwnPacks, board_page
from mousehole.offline.passed_games import NAME, alike, name_in, name_of, named, parted_page
from mousehole.offline.requests import GUEST, Origin
from mousehole.offline.same_thread import SameThread
from mousehole.store import MemoryRow, SqliteStore, Store
from mousehole.store.backup import BackupWriter, Heading, checked, tables_in
from mousehole.store.bundle import MEMORIES, TABLES, Bundle
from mousehole.store.seals import with_seal
from mousehole.store.types import Unreadable
from mousehole.table import Chair, Options, Table
from mousehole.web.fetched_json import Opened
from mousehole.web.pages.house_pages import page
from mousehole.web.pages.html import Html, tag
from mousehole.web.pages.link_pages import qr_code
from mousehole.web.pages.puzzle_pages import day_card_ahead
from mousehole.web.refusals import NoGame, NotAllowed, NotFound
from mousehole.web.rights.access import BROWSER, OWNER, WATCH, browser_of, new_key, seat_of, seat_role
from mousehole.web.rights.rights import visitor_of
from mousehole.web.rights.table_rules import rules_of
from mousehole.web.routes.house_routes import NO_GAME, HouseRoutes
from mousehole.web.routes.route_base import body, json
from mousehole.web.routes.table_routes import TableRoutes, path_of
from mousehole.web.server.visitor import language_of
from mousehole.web.server_state import ServerState
from mousehole.web.workshop.archive import ARCHIVE

PACKED = b"\x1f\x8b"  # what a file with all games begins with
RAW = b"SQLite format 3\0"  # the same as it lies in the browser, saved while there was no house to pack it
SHELF_AHEAD = "/kept/shelf"
MANY = 10_000  # tables, which is more than anybody has
FILE = 'attachment; filename="games.mousehole"'


class OwnRoutes(TableRoutes, HouseRoutes):
    """One method a route."""

    def __init__(self, server: ServerState, origin: Origin, packs: OwnPacks, told: Callable[[], None]) -> None:
        super().__init__(server)
        self._origin, self._packs, self._told = origin, packs, told

    async def pass_on(self, request: Request) -> Response:
        """Offer a game as a link that holds it."""
        table, grants = await self.table_of(request)
        try:
            record = bytes((await self.record(request)).body)
            name = (await self.server.host.settings(table.id)).extra.get(NAME, table.id)
            held = urlsafe_b64encode(zlib.compress(named(record, name), 9)).decode().rstrip("=")
        except NotAllowed:
            if not grants.owner:
                raise
            held = ""  # others may still join
        address = f"{self._origin.address}{self._origin.base}/#game={held}" if held else ""
        ways = {} if guest_of(request) or not grants.owner else await self._ways_in(table)
        return HTMLResponse(pass_on_page(table, ways, address, language_of(request)))

    async def _ways_in(self, table: Table) -> dict[str, str]:
        """The page with the invitation to every role but that of an owner, for phones that are near."""
        rules = rules_of(await self.server.host.settings(table.id))
        people = [seat_role(seat) for seat, chair in enumerate(table.chairs) if chair.kind != "bot"]
        tokens = {role: self.server.keys.token(table.id, role, rules.epoch(role)) for role in (*people, WATCH)}
        return {role: f"/join/{table.id}/{path_of(role, token)}" for role, token in tokens.items()}

    async def shelf_ahead(self, request: Request) -> Response:
        """The shelf for the next visit, shown before Python is there: nothing on it depends on the day."""
        return await self.shelf_with(request, day_card_ahead(language_of(request)))

    async def kept(self, request: Request) -> Response:
        """Say what is kept, and where."""
        return HTMLResponse(kept_page(language_of(request), self._origin.keeps, bool(guest_of(request))))

    async def upload(self, request: Request) -> Response:
        """Take in one game, all games of a file that was kept, a board or an adventure; of a guest one game alone."""
        data = await request.body()
        if guest_of(request) and data.lstrip()[:1] != b"{":
            raise NotAllowed(GUEST_MAY_NOT)
        if data.startswith(RAW):
            data = await packed(data)
        if data.startswith(ARCHIVE):
            page = await self._packs.add(data)
            self._told()
            return json(Opened(page))
        if not data.startswith(PACKED):
            board = None if data.lstrip()[:1] == b"{" else board_page(data.decode("utf-8", "replace"))
            if board:
                return json(Opened(board))
            name = name_in(data)
            return await self._passed(request, data, name) if name else await super().upload(request)
        key = request.cookies.get(BROWSER) or new_key()
        names = await brought_back(self.server.host.store, data, browser_of(key))
        await self._own(browser_of(key), names)
        answer = json(Opened("/me"))
        self.cookie(answer, BROWSER, key, "/")
        return answer

    async def _passed(self, request: Request, data: bytes, name: str) -> Response:
        """Take in a game that came by a link: one that was here goes on here, and what went two ways is told."""
        try:
            game, record = load(data, shelf.find)
            here = await self._same(request, name, record)
            common = alike(here.events, record.events) if here else 0
            if here and common == len(record.events):
                return json(Opened(f"/table/{here.id}"))
            chairs = tuple(here.chairs) if here else (Chair("person"),) * len(game.seats(record.setup))
            options = replace(here.options, drawn_from=0) if here else None
            begun, extra = Begun(record.events, seed=record.seed), {NAME: name}
            table = await self.server.host.open(game, record.setup, chairs, options, extra=extra, begun=begun)
        except (BadRecord, Illegal) as wrong:
            raise NoGame(NO_GAME, wrong.line) from wrong
        where = f"/table/{table.id}/replay" if isinstance(table.turn, Over) else f"/table/{table.id}"
        if here and common < here.ply:
            where = f"/parted/{here.id}/{table.id}"
        elif here:
            await self.take_off(visitor_of(request).browser, here.id)
        return await self._entered(request, table, where)

    async def _same(self, request: Request, name: str, record: Record) -> Table | None:
        """The table with a game of this name, if there is one: of several, the one that shares most with a record."""
        rows = await self.server.rights.tables(visitor_of(request).browser, MANY)
        same = [await self.server.host.table(row.id) for row in rows if row.sound and name_of(row) == name]
        known = [table for table in same if (table.game.name, table.setup) == (record.game, record.setup)]
        return max(known, key=lambda table: alike(table.events, record.events), default=None)

    async def parted(self, request: Request) -> Response:
        """Show a game that went on in two ways."""
        rows = {row.id: row for row in await self.server.rights.tables(visitor_of(request).browser, MANY)}
        names = [request.path_params[name] for name in ("here", "came")]
        if not all(name in rows for name in names):
            raise NotFound(line("there is no such page"))
        tables = [await self.server.host.table(name) for name in names]
        games = await self.saved_games(request, [rows[name] for name in names])
        return HTMLResponse(parted_page(tables, games, language_of(request)))

    async def _entered(self, request: Request, table: Table, where: str) -> Response:
        """Send this browser to a page of a table that is its own, with every seat of a person."""
        people = [seat_role(seat) for seat, chair in enumerate(table.chairs) if chair.kind != "bot"]
        return await self.granted(request, json(Opened(where)), table, (OWNER, *people))

    async def whole(self, request: Request) -> Response:
        """A table as a guest keeps it, should the phone of the house leave; hints that are off stay so."""
        table, _ = await self.table_of(request)
        options = replace(table.options, hints=table.hints_on, drawn_from=0)
        record = await self.server.host.record(table.id)
        return json(WholeTable(msgspec.Raw(record), tuple(table.chairs), options))

    async def taken(self, request: Request) -> Response:
        """Take over the table of a phone that has left: here it goes on by luck of its own, with the same people."""
        if guest_of(request):
            raise NotAllowed(GUEST_MAY_NOT)
        sent = msgspec.json.decode(await body(request, MAX_BYTES), type=WholeTable)
        game, record = load(bytes(sent.record), shelf.find)
        chairs = seated(sent.chairs, len(game.seats(record.setup)))
        begun = Begun(record.events, seed=record.seed)
        table = await self.server.host.open(game, record.setup, chairs, sent.options, begun=begun)
        return await self._entered(request, table, f"/table/{table.id}")

    async def games(self, request: Request) -> Response:
        """All games as a file."""
        if guest_of(request):
            raise NotAllowed(GUEST_MAY_NOT)
        data = await exported(self.server.host.store)
        return Response(data, media_type="application/octet-stream", headers={"content-disposition": FILE})

    async def nobody_comes(self, request: Request) -> Response:
        """Say why there is no way in from elsewhere."""
        raise UserError(no_way_in())

    async def _own(self, browser: str, names: list[str]) -> None:
        """Let this browser own the tables that came, with every seat of a person."""
        for name in names:
            chairs = (await self.server.host.table(name)).chairs
            seats = [seat_role(seat) for seat, chair in enumerate(chairs) if chair.kind != "bot"]
            await self.server.rights.grant(browser, name, [OWNER, *seats])


class WholeTable(Struct, frozen=True):
    """A table on its way to another house."""

    record: msgspec.Raw
    chairs: tuple[Chair, ...]
    options: Options


def seated(chairs: tuple[Chair, ...], seats: int) -> tuple[Chair, ...]:
    """Who sits at a table that was taken over: everybody in their seat, as far as a file says so."""
    return chairs if len(chairs) == seats else (Chair("person"),) * seats


def own_routes(server: ServerState, origin: Origin, packs: OwnPacks, told: Callable[[], None]) -> list[Route]:
    """Say who answers at which address; `told` is called when there is another pack."""
    own = OwnRoutes(server, origin, packs, told)
    return [
        Route("/table/{table:id}/links", own.pass_on),
        Route("/privacy", own.kept),
        Route("/parted/{here:id}/{came:id}", own.parted),
        Route("/kept/games", own.games),
        Route("/table/{table:id}/whole.json", own.whole),
        Route("/kept/taken", own.taken, methods=["POST"]),
        Route(SHELF_AHEAD, own.shelf_ahead),
        Route("/upload", own.upload, methods=["POST"]),
        Route("/code", own.nobody_comes, methods=["POST"]),
    ]


SCANNED = 1_200  # bytes of a link that the camera of a phone still reads well
PRIVATE = line("Pages load nothing from anywhere else, and tell nobody else anything.")
STORAGE_WORDS = (
    line("Your games are kept in this browser, on this device, and nowhere else."),
    line("Each move is on the disk before the board shows it."),
    line("If you clear the data of this website, the games are gone: keep a copy as a file now and then."),
    PRIVATE,
)
FLEETING_WORDS = (
    line("This browser keeps nothing: your games end when you leave mousehole or load it anew."),
    line("Keep a copy as a file before you do."),
    PRIVATE,
)


GUEST_WORDS = (
    line("You are a guest here: this game is kept on the phone that invited you."),
    line("Your own games stay in this browser, untouched."),
    line("What you play goes from phone to phone, and to nobody else."),
)
GUEST_MAY_NOT = line("Only the phone that everybody plays on may do that.")
FREE = line("Still free.")
TAKEN_SEAT = line("Taken. Whoever it is can play on from another phone.")


def guest_of(request: Request) -> str:
    """The name of the guest on another phone that asks, if it is one."""
    return request.headers.get(GUEST, "")


def pass_on_page(table: Table, ways: dict[str, str], address: str, language: str) -> str:
    """The page that brings others to a game, phone to phone, or hands it over: as a link that holds it, as a file."""
    say = voice(language, table.game.package)
    main = tag(
        "main",
        _together(table, ways, say) if ways else None,
        _handed_over(table, address, "h2" if ways else "h1", say) if address else None,
        tag("p", tag("a", say(line("To the table")), class_="button primary", href=f"/table/{table.id}")),
        id="main",
    )
    return page("links", say(table.game.title), language, main, "pages/plain_page.js")


def _handed_over(table: Table, address: str, heading: str, say: Voice) -> list[Html]:
    return [
        tag(heading, say(line("Pass the game on"))),
        tag(
            "p",
            say(
                line(
                    "The link below holds the whole game. Whoever opens it plays on from here. "
                    "When they send you theirs, your game goes on where they left it."
                )
            ),
        ),
        tag("div", _link(address, say), class_="links"),
        tag("p", tag("a", say(line("Download the game")), class_="button", href=f"/table/{table.id}/record.json")),
    ]


def _together(table: Table, ways: dict[str, str], say: Voice) -> list[Html]:
    """Let somebody join from another phone that is near: a button for each seat, and one to watch."""
    names = table.names([say(kind.name) for kind in table.game.seats(table.setup)])
    seats = {role: seat for role in ways if (seat := seat_of(role)) is not None}
    free = sorted(seats.items(), key=lambda one: table.chairs[one[1]].kind != "empty")
    rows = [(role, names[seat], FREE if table.chairs[seat].kind == "empty" else TAKEN_SEAT) for role, seat in free]
    rows.append((WATCH, say(line("Only watch")), line("Anyone may watch.")))
    cards = [
        tag(
            "section",
            tag("h2", name),
            tag("p", say(about), class_="help"),
            tag(
                "button",
                say(line("Somebody joins")),
                type="button",
                aria_label=say(line("Somebody joins: {name}", name=plain(name))),
                class_="primary",
                data_together=ways[role],
            ),
            class_="link-card",
        )
        for role, name, about in rows
    ]
    return [
        tag("h1", say(line("Play together, phone to phone"))),
        tag("p", say(line("Phones in the same Wi-Fi, or in the hotspot of one of them, need nobody else: no server."))),
        tag("p", say(line("A phone that has never had mousehole fetches it first, which needs a network once."))),
        tag("div", cards, class_="links"),
    ]


def _link(address: str, say: Voice) -> Html:
    label = say(line("QR code of the game"))
    small = len(address) <= SCANNED
    code = tag("div", Html(qr_code(address)), class_="qr", role="img", aria_label=label) if small else None
    long = tag("p", say(line("It is too long for a code: send the link, or the file.")), class_="help")
    return tag(
        "section",
        tag("h2", say(line("The game so far"))),
        code or long,
        tag("input", class_="address", readonly=True, value=address, id="link-game", aria_label=say(line("Link"))),
        tag("button", say(line("Copy")), type="button", data_copy="link-game"),
        class_="link-card",
    )


def guest_page(say: Voice, language: str) -> str:
    """What a guest on another phone is told about what is kept, with the way back to its own games."""
    main = tag(
        "main",
        tag("h1", say(line("What is kept"))),
        [tag("p", say(words)) for words in GUEST_WORDS],
        tag("p", tag("button", say(line("Back to my own games")), type="button", data_together="leave")),
        tag("p", tag("a", say(line("Back to the shelf")), class_="button", href="/")),
        id="main",
        class_="privacy",
    )
    return page("privacy", say(line("What is kept")), language, main)


def kept_page(language: str, keeps: bool, guest: bool = False) -> str:
    """The page about what is kept on this device, if anything, with ways to take it along and to bring it back."""
    say = voice(language)
    if guest:
        return guest_page(say, language)
    main = tag(
        "main",
        tag("h1", say(line("What is kept"))),
        [tag("p", say(words)) for words in (STORAGE_WORDS if keeps else FLEETING_WORDS)],
        tag("p", tag("a", say(line("Keep all games as a file")), class_="button", href="/kept/games")),
        tag("p", say(line("To bring them back, on this device or another one, open that file on the shelf."))),
        tag("p", tag("a", say(line("Back to the shelf")), class_="button", href="/")),
        id="main",
        class_="privacy",
    )
    return page("privacy", say(line("What is kept")), language, main)


def no_way_in() -> Line:
    """Why nobody can join from elsewhere."""
    return line("Codes of tables need a server. Here phones join each other from the page “Invite” of a table.")


async def packed(data: bytes) -> bytes:
    """Pack saved games as they lay in a browser into a file such as `exported` writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        path.write_bytes(data)
        store = await SqliteStore.open(path, journal="TRUNCATE", thread=SameThread())
        try:
            return await exported(store)
        finally:
            await store.close()


async def exported(store: Store) -> bytes:
    """Write every table that can be read into a file; each is read at a moment of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games"
        async with store.snapshot() as now:
            names = await now.names()
        file = BackupWriter(path, Heading(time.time()))
        for name in names:
            async with store.snapshot() as now:
                try:
                    file.add(await now.bundle(name))
                except Unreadable:
                    continue
        file.finish()
        return path.read_bytes()


async def brought_back(store: Store, data: bytes, browser: str) -> list[str]:
    """Add what a file has and this browser has not; the tables that came are named. First the whole file is checked."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games"
        path.write_bytes(data)
        checked(path)
        async with store.snapshot() as now:
            here = set(await now.names())
        fresh = [bundle for bundle in tables_in(path) if bundle.table not in here]
        for bundle in fresh:
            await store.put([adopted(bundle, browser)])
        return [bundle.table for bundle in fresh if bundle.rows[TABLES.name]]


def adopted(bundle: Bundle, browser: str) -> Bundle:
    """A table with the page of an album that this browser has about it; one that outlived its table becomes its own."""
    pages = [MemoryRow(*row[:6]) for row in bundle.rows.get(MEMORIES.name, [])]
    own = [page for page in pages if page.browser == browser] or ([] if bundle.rows[TABLES.name] else pages)
    rows = [with_seal(replace(page, browser=browser)) for page in own[:1]]
    return Bundle(bundle.table, {**bundle.rows, MEMORIES.name: rows})
