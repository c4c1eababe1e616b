"""Answers about one table: itself, its links, its replay, its record."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from mousehole.core.game import Over, Seat
from mousehole.core.words import line, voice
from mousehole.host import at_ply, snapshot, voice_at
from mousehole.table import Chair, Options, Sit, Table
from mousehole.web.access import OWNER, roles, seat_of
from mousehole.web.edge.visitor import language_of
from mousehole.web.fetched_json import Film
from mousehole.web.frame_views import frame_view
from mousehole.web.pages import table_pages
from mousehole.web.routes.route_base import SEE_OTHER, NotAllowed, NotFound, RouteBase, json, number
from mousehole.web.server_state import EPOCHS

MOST_FRAMES = 60


class TableRoutes(RouteBase):
    """One method a route."""

    async def table(self, request: Request) -> Response:
        """Show a table."""
        table, _ = await self.table_of(request)
        return HTMLResponse(table_pages.at_table(table, language_of(request)))

    async def links(self, request: Request) -> Response:
        """Show the links of a table to who opened it."""
        table, grants = await self.table_of(request)
        self.owner_only(grants)
        language, epochs = language_of(request), await self.server.epochs(table.id)
        base = self.server.settings.url or str(request.base_url).rstrip("/")
        tokens = {
            role: self.server.keys.token(table.id, role, epochs.get(role, 0)) for role in roles(len(table.chairs))
        }
        addresses = {role: f"{base}/join/{table.id}/{token}" for role, token in tokens.items()}
        say = voice(language, table.game.package)
        names = table.names([say(kind.name) for kind in table.game.seats(table.setup)])
        page = table_pages.links(table, addresses, names, grants.seats, language)
        return HTMLResponse(page, headers={"cache-control": "no-store"})

    async def join(self, request: Request) -> Response:
        """Show an invitation; its button exchanges the token for a cookie, so that a mere preview takes no seat."""
        table = await self.server.host.table(request.path_params["table"])
        epochs = await self.server.epochs(table.id)
        role = self.server.keys.role(table.id, request.path_params["token"], len(table.chairs), epochs)
        if role is None:
            raise NotAllowed(line("this link is no longer valid: ask for a new one"))
        if request.method != "POST":
            page = table_pages.invitation(table, seat_of(role), language_of(request))
            return HTMLResponse(page, headers={"cache-control": "no-store"})
        await self._sit_down(table, seat_of(role))
        return await self.enter(request, table, (role,))

    async def _sit_down(self, table: Table, seat: Seat | None) -> None:
        """Let a person take the seat that was kept for the link."""
        if seat is not None and table.chairs[seat].kind == "empty":
            await self.server.host.move(table.id, Sit(seat, Chair("person", table.chairs[seat].name)))

    async def next(self, request: Request) -> Response:
        """Go on to the table that "play again" opened, with the same seats."""
        table, grants = await self.table_of(request)
        following = (await self.server.host.extra(table.id)).get("again")
        if not following:
            raise NotFound(line("this game has no sequel yet"))
        return await self.enter(request, await self.server.host.table(following), grants.roles)

    async def replay(self, request: Request) -> Response:
        """Show the page that walks through a game."""
        table, grants = await self.table_of(request)
        ply = number(request.query_params.get("ply"), 0, table.ply, 0)
        over = isinstance(table.turn, Over)
        return HTMLResponse(table_pages.replay(table, ply, over, grants.owner, language_of(request)))

    async def check(self, request: Request) -> Response:
        """Show the dice check of a finished game."""
        table, _ = await self.table_of(request)
        if not isinstance(table.turn, Over) or table.seed is None or table.options.drawn_from:
            raise NotFound(line("the dice can be checked when the game is over and all its luck was drawn here"))
        return HTMLResponse(table_pages.dice_check(table, language_of(request)))

    async def scene(self, request: Request) -> Response:
        """The table as it is, or as it was at a ply, as JSON."""
        table, grants = await self.table_of(request)
        asked = request.query_params.get("ply")
        seat = grants.seats[0] if grants.seats else None
        frame = snapshot(table, seat) if asked is None else at_ply(table, number(asked, 0, table.ply, 0), seat)
        return json(frame_view(table, frame, grants.seats, voice_at(table, language_of(request))))

    async def frames(self, request: Request) -> Response:
        """A range of plies as JSON."""
        table, grants = await self.table_of(request)
        first = number(request.query_params.get("from"), 0, table.ply, 0)
        last = number(request.query_params.get("to"), first, min(table.ply, first + MOST_FRAMES - 1), table.ply)
        say, seat = voice_at(table, language_of(request)), grants.seats[0] if grants.seats else None
        shown = (frame_view(table, at_ply(table, ply, seat), grants.seats, say) for ply in range(first, last + 1))
        return json(Film(tuple(shown)))

    async def record(self, request: Request) -> Response:
        """The record to be kept as a file."""
        table, _ = await self.table_of(request)
        name = f"{table.game.name}-{table.id}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(await self.server.host.record(table.id), media_type="application/json", headers=headers)

    async def fork(self, request: Request) -> Response:
        """Play on from a ply at a new table."""
        table, _ = await self.table_of(request)
        self.may_open(request)
        sent = await self.form(request)
        ply = number(sent.get("ply"), 0, table.ply, table.ply)
        people = tuple(Chair("person", c.name) if c.kind != "bot" else c for c in table.chairs)
        opened = await self.server.host.fork(table.id, ply, people, Options())
        own = tuple(f"seat-{seat}" for seat, chair in enumerate(people) if chair.kind == "person")
        return await self.enter(request, opened, (OWNER, *own))

    async def owner(self, request: Request) -> Response:
        """Let who opened a table take a seat away, turn the chat off or on, or delete the table."""
        table, grants = await self.table_of(request)
        self.owner_only(grants)
        sent = await self.form(request)
        extra = await self.server.host.extra(table.id)
        match sent.get("do"):
            case "remove":
                seat = number(sent.get("seat"), 0, len(table.chairs) - 1, 0)
                epochs: dict[str, int] = extra.get(EPOCHS, {})
                raised = {**epochs, f"seat-{seat}": epochs.get(f"seat-{seat}", 0) + 1}
                await self.server.host.keep(table.id, {**extra, EPOCHS: raised})
                await self.server.host.move(table.id, Sit(seat, Chair("empty", table.chairs[seat].name)))
            case "chat":
                await self.server.host.keep(table.id, {**extra, "chat": not extra.get("chat", True)})
                await self.server.update_room(table.id)
            case "hints":
                await self.server.host.set_hints(table.id, not table.hints_on)
                await self.server.update_room(table.id)
            case "delete":
                await self.server.host.forget(table.id)
                return RedirectResponse("/", SEE_OTHER)
        return RedirectResponse(f"/table/{table.id}", SEE_OTHER)
