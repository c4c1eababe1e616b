"""Answers about campaigns: the map with what this browser has won, and tables that carry a journey on."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from mousehole import shelf
from mousehole.core.game import AnyGame, Campaign, MapChapter, Over
from mousehole.core.record import read_setup
from mousehole.core.setups import questions, text_of
from mousehole.core.words import Line, UserError, line
from mousehole.store import TableRow
from mousehole.table import Chair, Table
from mousehole.web.pages import campaign_pages
from mousehole.web.pages.campaign_pages import Journey, Stop
from mousehole.web.refusals import NotFound
from mousehole.web.rights.access import OWNER
from mousehole.web.rights.rights import visitor_of
from mousehole.web.rights.table_rules import inherit
from mousehole.web.routes.route_base import SEE_OTHER, RouteBase
from mousehole.web.server.visitor import language_of

MAX_TABLES = 60  # tables of a browser that are considered
MAX_JOURNEYS = 8  # further journeys that are listed


class PlayedTable(Struct, frozen=True):
    """A table of a journey: what it plays, whether it is over and won."""

    table: str
    setup: Any
    over: bool
    won: bool


class CampaignRoutes(RouteBase):
    """One method a route."""

    async def home(self, request: Request) -> Response:
        """Show the map of a campaign, with this browser's latest journey or the one it asks for."""
        game, campaign = _campaign(request)
        runs = await self._runs(visitor_of(request).browser, game)
        asked = request.query_params.get("run", "")
        chosen = asked if asked in runs else next(iter(runs), "")
        here = await self._whole(game, campaign, chosen, runs.get(chosen, []))
        others = [_journey(campaign, run, played, game) for run, played in runs.items() if run != chosen]
        page = campaign_pages.home(game, here, tuple(others[:MAX_JOURNEYS]), language_of(request))
        return self.with_key(request, HTMLResponse(page, headers={"cache-control": "no-store"}))

    async def on(self, request: Request) -> Response:
        """Begin what comes after a table: the next chapter after a victory, else the same once more."""
        table, _, sent = await self._mine(request)
        await self.limits.check_opening(request)
        await self.server.host.play_again(table.id, inherit, lambda setup: changed(table.game, setup, sent))
        return RedirectResponse(f"/table/{table.id}/next", SEE_OTHER)

    async def again(self, request: Request) -> Response:
        """Play a chapter once more, with the same luggage and on the same journey."""
        table, seats, sent = await self._mine(request)
        await self.limits.check_opening(request)
        chairs = tuple(_chair(chair, seat in seats) for seat, chair in enumerate(table.chairs))
        options = replace(table.options, drawn_from=0)
        setup = changed(table.game, table.setup, sent)
        opened = await self.server.host.open(table.game, setup, chairs, options, table.group)
        own = (OWNER, *(f"seat-{seat}" for seat in seats))
        linked = any(chair.kind == "empty" for chair in chairs)
        return await self.enter(request, opened, own, "/links" if linked else "")

    async def _mine(self, request: Request) -> tuple[Table, tuple[int, ...], Mapping[str, str]]:
        """The table that a button names, of which this browser is the owner, its seats, and what was sent with it."""
        sent = await self.form(request)
        request.path_params["table"] = sent.get("table", "")
        table, grants = await self.table_of(request)
        self.owner_only(grants)
        if table.game.name != request.path_params["game"] or not isinstance(table.turn, Over):
            raise NotFound(line("there is no such page"))
        return table, grants.seats, sent

    async def _runs(self, browser: str, game: AnyGame) -> dict[str, list[PlayedTable]]:
        """This browser's games of a campaign by journey, the latest journey first and its games in their order."""
        rows = [
            row for row in await self.server.rights.tables(browser, MAX_TABLES) if row.sound and row.game == game.name
        ]
        runs = dict[str, list[PlayedTable]]()
        for group in dict.fromkeys(row.group for row in sorted(rows, key=_touched, reverse=True)):
            ends = {end.table: end for end in await self.server.host.store.results(group)}
            played = [row for row in sorted(rows, key=_created) if row.group == group]
            found = [await self._game(game, row, ends[row.id].over if row.id in ends else b"") for row in played]
            runs[group] = [one for one in found if one is not None]
        return {run: played for run, played in runs.items() if played}

    async def _game(self, game: AnyGame, row: TableRow, over: bytes) -> PlayedTable | None:
        """A table as a journey counts it; None where it can no longer be read."""
        try:
            setup, end = read_setup(game, row.setup), msgspec.json.decode(over, type=Over) if over else None
            if row.over and end is None:  # imported from a file, so its result is not stored
                turn = (await self.server.host.table(row.id)).turn
                end = turn if isinstance(turn, Over) else None
        except UserError:
            return None
        return PlayedTable(row.id, setup, row.over, end is not None and bool(end.winners))

    async def _whole(self, game: AnyGame, campaign: Campaign, run: str, played: Sequence[PlayedTable]) -> Journey:
        """A journey with its party and all that was won on it."""
        here, won = _journey(campaign, run, played, game), dict[str, Any]()
        setup, gains = (played[-1].setup if played else game.setup()), list[Line]()
        for one in (one for one in played if one.won):
            try:
                table = await self.server.host.table(one.table)
            except UserError:  # it cannot be opened any more; the others still count
                continue
            gains += [words for words in campaign.gains(table.state) if words not in gains]
            won[one.table] = table.state
            if one is played[-1]:
                setup = game.sequel(setup, table.state, ()) or setup
        stops = tuple(decorated(campaign, stop, won[stop.table]) if stop.table in won else stop for stop in here.stops)
        return replace(here, stops=stops, party=campaign.party(setup), gains=tuple(gains))


def changed(game: AnyGame, setup: Any, sent: Mapping[str, str]) -> Any:
    """A set-up with what people have changed between two chapters."""
    campaign = game.parts.adventure.campaign
    for question in questions(game):
        if campaign and question.name in campaign.between:
            found = [value for value, _ in question.choices if text_of(value) == sent.get(question.name)]
            setup = replace(setup, **{question.name: found[0]}) if found else setup
    return setup


def decorated(campaign: Campaign, stop: Stop, state: Any) -> Stop:
    """A won chapter with its stars and deeds."""
    return replace(stop, stars=campaign.stars(state), deeds=campaign.gains(state))


def _campaign(request: Request) -> tuple[AnyGame, Campaign]:
    game = shelf.find(request.path_params["game"])
    campaign = game.parts.adventure.campaign
    if campaign is None:
        raise NotFound(line("there is no such page"))
    return game, campaign


def _journey(campaign: Campaign, run: str, played: Sequence[PlayedTable], game: AnyGame) -> Journey:
    """How the chapters of a campaign stand on a journey."""
    setup = played[-1].setup if played else game.setup()
    stops, before = list[Stop](), ""
    for chapter in campaign.chapters(setup):
        games = [one for one in played if campaign.chapter(one.setup) == chapter.key]
        stops.append(_stop(chapter, games, before, first=not stops and not played))
        before = next((one.table for one in reversed(games) if one.won), "")
    return Journey(run, campaign.title(setup), tuple(stops))


def _stop(chapter: MapChapter, games: Sequence[PlayedTable], before: str, first: bool) -> Stop:
    running = next((one for one in reversed(games) if not one.over), None)
    won = next((one for one in reversed(games) if one.won), None)
    if running and not won:
        return Stop(chapter, "now", running.table)
    if won:
        return Stop(chapter, "won", won.table, running=running.table if running else "")
    if games:
        return Stop(chapter, "lost", games[-1].table)
    return Stop(chapter, "next" if before or first else "ahead", before=before)


def _chair(chair: Chair, mine: bool) -> Chair:
    """Who sits there when a chapter is played once more: bots stay, others are invited anew."""
    return chair if mine or chair.kind == "bot" else Chair("empty")


def _touched(row: TableRow) -> float:
    return row.touched


def _created(row: TableRow) -> float:
    return row.created
