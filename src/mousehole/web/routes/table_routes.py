"""Answers about one table: itself, its links, its replay, its record."""

import asyncio
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from mousehole.core.game import Decide, Over, Seat
from mousehole.core.knowledge import eyes, is_open, seats_asked, state_for
from mousehole.core.words import line
from mousehole.host import at_ply, snapshot, voice_at
from mousehole.host.concurrency import collect
from mousehole.table import Chair, Options, Table
from mousehole.web.faces import clean_face, clean_name
from mousehole.web.fetched_json import AboutView, Film, SeatPosition, TableLinks
from mousehole.web.live.frames import film, people_at
from mousehole.web.pages import link_pages, table_pages
from mousehole.web.refusals import NotAllowed, NotFound
from mousehole.web.rights.access import OWNER, WATCH, Grants, roles, seat_of, seat_role
from mousehole.web.rights.rights import visitor_of
from mousehole.web.rights.table_rules import rules_change, rules_of, with_mute
from mousehole.web.routes.route_base import (
    LONGEST_KEY,
    SEE_OTHER,
    RouteBase,
    asks_for_json,
    card_of,
    compressed,
    json,
    number,
    read_switch,
)
from mousehole.web.server.guard import LOOPBACK
from mousehole.web.server.visitor import language_of

MOST_FRAMES = 60
COPIED_PLIES = 2000  # plies to copy that are as much work as opening a table
LONGEST_MARK = 16


class TableRoutes(RouteBase):
    """One method a route."""

    async def table(self, request: Request) -> Response:
        """Show a table; a browser that still has cookies of an earlier version gets its key."""
        table, grants = await self.table_of(request)
        page = HTMLResponse(table_pages.at_table(table, language_of(request)))
        return await self._with_key(request, page, table, grants)

    async def _with_key(self, request: Request, page: Response, table: Table, grants: Grants) -> Response:
        """Carry what cookies of an earlier version gave over to the key of the browser, once."""
        if visitor_of(request).tokens:
            return await self.granted(request, page, table, roles_to_carry(grants))
        return page

    async def about(self, request: Request) -> Response:
        """Say what a thing on the board is and does."""
        table, grants = await self.table_of(request)
        ply = number(request.query_params.get("ply"), 0, table.ply, table.ply)
        about, state = table.game.parts.explanation, state_for(table.game, table.plies[ply].state, eyes(grants.seats))
        found = about(state, request.query_params.get("key", "")[:LONGEST_KEY]) if about else None
        return json(AboutView(voice_at(table, language_of(request))(found) if found else ""))

    async def card(self, request: Request) -> Response:
        """A card of a position with all its rows."""
        table, grants = await self.table_of(request)
        ply = number(request.query_params.get("ply"), 0, table.ply, table.ply)
        scene = at_ply(table, ply, eyes(people_at(table, grants.seats))).scene
        return json(card_of(scene, request.query_params.get("key", ""), voice_at(table, language_of(request))))

    async def links(self, request: Request) -> Response:
        """Show the owner of a table its links."""
        table, grants = await self.table_of(request)
        self.owner_only(grants)
        language, rules = language_of(request), rules_of(await self.server.host.settings(table.id))
        base = self.server.settings.url or self.server.door.url or str(request.base_url).rstrip("/")
        every = roles(len(table.chairs))
        tokens = {role: self.server.keys.token(table.id, role, rules.epoch(role)) for role in every}
        addresses = {role: f"{base}/join/{table.id}/{path_of(role, token)}" for role, token in tokens.items()}
        if asks_for_json(request):
            invited = {role: address for role, address in addresses.items() if role != OWNER}
            return json(TableLinks(f"{base}/table/{table.id}", invited))
        code = await self.server.rights.code(table.id)
        ways_in = {role: link_pages.Link(address, rules.epoch(role)) for role, address in addresses.items()}
        page = await asyncio.to_thread(
            link_pages.links, table, ways_in, code, grants.seats, self._phones(request), language
        )
        answer = HTMLResponse(page, headers={"cache-control": "no-store"})
        return await self._with_key(request, answer, table, grants)

    async def phones(self, request: Request) -> Response:
        """Let the phones of this home in or lock them out, at the word of somebody at this computer."""
        table, grants = await self.table_of(request)
        self.owner_only(grants)
        if not self._phones(request):
            raise NotAllowed(line("only somebody at the computer that mousehole runs on may do that"))
        if (await self.form(request)).get("do") == "open":
            await self.server.door.open()
        else:
            self.server.door.close()
        return RedirectResponse(f"/table/{table.id}/links", SEE_OTHER)

    def _phones(self, request: Request) -> link_pages.Phones:
        """What somebody may do about phones: only at the computer itself, and where that makes a difference."""
        door, peer = self.server.door, request.client
        if not door.offered or peer is None or peer.host not in LOOPBACK:
            return ""
        return "open" if door.url else "closed"

    async def join(self, request: Request) -> Response:
        """Show an invitation; its button exchanges the token for a cookie, so that a mere preview takes no seat."""
        await self.server.host.refresh(request.path_params["table"])
        table = await self.server.host.table(request.path_params["table"])
        rules = rules_of(await self.server.host.settings(table.id))
        role = self.server.keys.role(table.id, request.path_params["token"], len(table.chairs), rules.epochs)
        if role is None or request.path_params.get("role", role) != role:
            raise NotAllowed(line("this link is no longer valid: ask for a new one"))
        if request.method != "POST":
            page = link_pages.invitation(table, role, language_of(request))
            return HTMLResponse(page, headers={"cache-control": "no-store"})
        await self.limits.check_join(request)
        sent = await self.form(request)
        answer = await self.enter(request, table, (role,), judged=rules)
        await self._sit_down(table, seat_of(role), sent)
        return answer

    async def _sit_down(self, table: Table, seat: Seat | None, sent: dict[str, str]) -> None:
        """Seat a person in the seat of their link, with the name and face of their choice."""
        if seat is not None and table.chairs[seat].kind == "empty":
            name, face = clean_name(sent.get("name", "")), clean_face(sent.get("face", ""))
            await self.server.rights.seat(table.id, seat, Chair("person", name or table.chairs[seat].name, face=face))

    async def next(self, request: Request) -> Response:
        """Go on to the table that "play again" opened, with the same seats."""
        table, grants = await self.table_of(request)
        settings = await self.server.host.settings(table.id)
        following = settings.sequel
        if not following:
            raise NotFound(line("this game has no sequel yet"))
        await self.server.host.refresh(following)
        opened = await self.server.host.table(following)
        old, new = rules_of(settings), rules_of(await self.server.host.settings(following))
        kept = [role for role in roles_to_carry(grants) if role in roles(len(opened.chairs)) and new.came_along(role)]
        mine = tuple(role for role in kept if old.epoch(role) == new.epoch(role))
        there = await self.server.rights.standing(visitor_of(request), following)
        if there.grants:
            return RedirectResponse(f"/table/{following}", SEE_OTHER)
        return await self.enter(request, opened, mine)

    async def replay(self, request: Request) -> Response:
        """Show the page that walks through a game."""
        table, grants = await self.table_of(request)
        ply = number(request.query_params.get("ply"), 0, table.ply, 0)
        over = isinstance(table.turn, Over)
        return HTMLResponse(table_pages.replay(table, ply, over, grants.owner, language_of(request)))

    async def check(self, request: Request) -> Response:
        """Show the dice check of a finished game."""
        table, _ = await self.table_of(request)
        if table.shown_seed is None:
            raise NotFound(line("the dice can be checked when the game is over and all its luck was drawn here"))
        good = await self.server.host.slices.do(collect(table_pages.rolls(table)))
        return HTMLResponse(table_pages.dice_check(table, good, language_of(request)))

    async def scene(self, request: Request) -> Response:
        """The table as it is, or as it was at a ply, as JSON."""
        table, grants = await self.table_of(request)
        asked = request.query_params.get("ply")
        seat = eyes(people_at(table, grants.seats))
        frame = snapshot(table, seat) if asked is None else at_ply(table, number(asked, 0, table.ply, 0), seat)
        return json(next(film(table, [frame], grants.seats, voice_at(table, language_of(request)))))

    async def frames(self, request: Request) -> Response:
        """A range of plies as JSON; a client that can apply changes gets only the first scene whole."""
        self.limits.check_film(request, "changes" in request.query_params)
        table, grants = await self.table_of(request)
        first = number(request.query_params.get("from"), 0, table.ply, 0)
        last = number(request.query_params.get("to"), first, min(table.ply, first + MOST_FRAMES - 1), table.ply)
        say, seat = voice_at(table, language_of(request)), eyes(people_at(table, grants.seats))
        plies = (ply for ply in range(first, last + 1) if ply <= table.ply)  # unless taken back meanwhile
        shown = film(
            table, (at_ply(table, ply, seat) for ply in plies), grants.seats, say, "changes" in request.query_params
        )
        page = msgspec.json.encode(Film(await self.server.host.slices.do(collect(shown))))
        return await compressed(request, page, "application/json", "no-store")

    async def record(self, request: Request) -> Response:
        """The record as a file; of a game without hints only once it is over, since a copy could be given hints."""
        table, _ = await self.table_of(request)
        if not isinstance(table.turn, Over) and not table.hints_on and not table.stopped:
            raise NotAllowed(line("hints are off at this table, so its game can be downloaded once it is over"))
        name = f"{table.game.name}-{table.id}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(await self.server.host.record(table.id), media_type="application/json", headers=headers)

    async def position(self, request: Request) -> Response:
        """The position as seen by the seat that is asked, or by this browser's only seat: for programs that play."""
        table, grants = await self.table_of(request)
        seats = people_at(table, grants.seats)
        if not seats:
            raise NotAllowed(line("this seat belongs to somebody else"))
        seat = next(iter(seats_asked(table.turn, seats)), eyes(seats))
        own = table.turn.of(seat) if isinstance(table.turn, Decide) and seat is not None else None
        state = table.state if is_open(table.game, table.turn) else state_for(table.game, table.state, seat)
        actions = own.actions if own else ()
        return json(SeatPosition(table.game.name, table.game.edition, table.entry, table.ply, seat, state, actions))

    async def fork(self, request: Request) -> Response:
        """Play on from a ply at a new table."""
        table, _ = await self.table_of(request)
        sent = await self.form(request)
        ply = number(sent.get("ply"), 0, table.ply, table.ply)
        await self.limits.check_opening(request, 1 + ply / COPIED_PLIES)
        people = tuple(Chair("person", c.name) if c.kind != "bot" else c for c in table.chairs)
        opened = await self.server.host.fork(table.id, ply, people, Options(auto_throw=table.options.auto_throw))
        own = tuple(f"seat-{seat}" for seat, chair in enumerate(people) if chair.kind == "person")
        return await self.enter(request, opened, (OWNER, *own))

    async def owner(self, request: Request) -> Response:
        """Carry out what the owner wants: free a seat, switch the chat, delete the table and so on."""
        table, grants = await self.table_of(request)
        self.owner_only(grants)
        await self.limits.check_change(request)
        sent = await self.form(request)
        await self.server.albums.settle_all(table.id)  # nobody loses a page with a seat, or with the table
        change = self.server.host.change_settings
        match sent.get("do"):
            case "remove" | "free" as wish:
                end = self.server.rights.remove if wish == "remove" else self.server.rights.free
                seat = number(sent.get("seat"), 0, len(table.chairs) - 1, 0)
                await end(table.id, seat, await self.epoch_meant(table.id, seat_role(seat), sent))
            case "renew" if (role := sent.get("role", "")) in roles(len(table.chairs)):
                epoch = await self.epoch_meant(table.id, role, sent)
                await self.server.rights.renew(table.id, role, visitor_of(request).browser, epoch)
                return RedirectResponse(f"/table/{table.id}/links", SEE_OTHER)
            case "mute":
                who = sent.get("who", "")[:LONGEST_MARK]
                await change(
                    table.id, rules_change(lambda rules: with_mute(rules, who, read_switch(sent, who in rules.muted)))
                )
            case "expel":
                await self.server.rights.expel(table.id, sent.get("who", ""))
            case "chat":
                await change(table.id, rules_change(lambda rules: replace(rules, chat=read_switch(sent, rules.chat))))
            case "stand_in":
                await change(
                    table.id, rules_change(lambda rules: replace(rules, stand_in=read_switch(sent, rules.stand_in)))
                )
            case "hints":
                await self.server.host.set_hints(table.id, read_switch(sent, table.hints_on))
            case "delete":
                await self.server.host.delete(table.id)
                return RedirectResponse("/", SEE_OTHER)
        return RedirectResponse(f"/table/{table.id}", SEE_OTHER)

    async def epoch_meant(self, table_id: str, role: str, sent: Mapping[str, str]) -> int:
        """The epoch of a role that a page wants to end: the one it names, or else the current one."""
        today = await self.server.rights.epoch(table_id, role)
        return number(sent.get("epoch"), 0, today, today)


def roles_to_carry(grants: Grants) -> tuple[str, ...]:
    """The roles worth carrying on: all but the right to watch, unless there is no other."""
    return tuple(role for role in grants.roles if role != WATCH) or grants.roles


def path_of(role: str, token: str) -> str:
    """Write a token as the end of a link; the links for watching and for owners say so."""
    return token if seat_of(role) is not None else f"{role}/{token}"
