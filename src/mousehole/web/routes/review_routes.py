"""Answers about a finished game in hindsight: its review, and its board solved so that the chances become exact."""

from starlette.requests import Request
from starlette.responses import Response

from mousehole.core.game import Seat
from mousehole.core.scene import Row
from mousehole.core.words import Voice, line, percent
from mousehole.host import voice_at
from mousehole.host.advice import Lookback
from mousehole.host.concurrency import Work, collect
from mousehole.host.solving import possible
from mousehole.players.advice_words import action_words, balance, kind_words, points, stories, sums, verdict
from mousehole.players.review import Moment, Review
from mousehole.table import Table
from mousehole.web.fetched_json import MomentView, ReviewAnswer, ReviewView
from mousehole.web.hint_views import progress_words, sketch_address, work_view
from mousehole.web.live.scenes import row_json
from mousehole.web.routes.route_base import KeptAnswers, RouteBase, as_json, compressed, json, number
from mousehole.web.server.visitor import address, language_of
from mousehole.web.server_state import ServerState


class TableReviewRoutes(RouteBase):
    """One method a route."""

    def __init__(self, server: ServerState) -> None:
        super().__init__(server)
        self._kept = KeptAnswers(server.host.slices)

    async def review(self, request: Request) -> Response:
        """The review of a finished game, or how far it is."""
        table, grants = await self.table_of(request)
        own = grants.seats[0] if grants.seats else 0
        seat = first_of_team(table, number(request.query_params.get("seat"), 0, len(table.chairs) - 1, own))
        say, asker = voice_at(table, language_of(request)), address(request.scope)
        await self.server.host.check_hints(table.id)
        work = self.server.host.advice.review(table, seat, asker)
        if (found := work.found) is None:
            return json(progress_view(work, say))
        await self.server.albums.note(table, seat, found)
        name = (table.id, table.entry, seat, language_of(request), found.exact)
        page = await self._kept.of(name, lambda: as_json(review_view(table, found, seat, say)))
        return await compressed(request, page, "application/json", "no-store")

    async def solve(self, request: Request) -> Response:
        """Begin to solve the board of a table, or tell how far that is."""
        table, grants = await self.table_of(request)
        if request.method == "POST" and grants.seats:
            await self.limits.check_solve(request)
            self.server.host.solving.start(table.game, table.setup)
        work = await self.server.host.solving.joined(table.game, table.setup)
        return json(work_view(work, voice_at(table, language_of(request))))


def first_of_team(table: Table, seat: Seat) -> Seat:
    """The first seat of a seat's team: a review is the same for all of them, and worked out once."""
    teams = [kind.team for kind in table.game.seats(table.setup)]
    return teams.index(teams[seat])


def progress_view(work: Lookback, say: Voice) -> ReviewAnswer:
    """Say how far a review is, or what went wrong."""
    if work.problem:
        return ReviewAnswer(problem=say(work.problem))
    words = progress_words(work.done, work.total, work.left, say)
    return ReviewAnswer(done=work.done, total=work.total, words=words)


def review_view(table: Table, found: Review, seat: int, say: Voice) -> Work[ReviewAnswer]:
    """Say a review; that of a long game takes a while."""
    moments = yield from collect(moment_view(table, moment, seat, say) for moment in found.moments)
    whose = say(line("Chance of winning: {names}", names=_names(table, seat, say)))
    solvable = not found.exact and possible(table.game, table.setup) is None
    kind, summed = say(kind_words(found.exact)), tuple(map(say, sums(found)))
    rows = tuple(row_json(Row(label, value), say) for label, value in balance(found))
    return ReviewAnswer(
        ReviewView(
            found.exact, kind, found.start, whose, moments, summed, say(verdict(found)), rows, found.costliest, solvable
        )
    )


def moment_view(table: Table, moment: Moment, seat: int, say: Voice) -> MomentView:
    """Say a moment of a game to somebody in a seat."""
    game, before = table.game, table.plies[moment.ply - 1]
    teams = [kind.team for kind in game.seats(table.setup)]
    return MomentView(
        moment.ply,
        round(moment.chance, 5),
        say(percent(moment.chance)),
        moment.seat,
        moment.seat is not None and teams[moment.seat] == teams[seat],
        round(moment.swing, 5),
        round(moment.loss, 5),
        say(points(moment.loss)),
        stories(game, (before, table.plies[moment.ply]), say)[0],
        action_words(game, before, moment.better, say) if moment.better is not None else "",
        explore_address(table, moment.ply - 1) if moment.loss else "",
    )


def explore_address(table: Table, ply: int) -> str:
    """The address of the explorer at a position, where the game has one."""
    explorer = table.game.parts.solvable.explorer
    if explorer is None:
        return ""
    return sketch_address("explore", table.game, explorer.fields(table.setup, table.plies[ply].state))


def _names(table: Table, seat: int, say: Voice) -> str:
    kinds = table.game.seats(table.setup)
    names = table.names([say(kind.name) for kind in kinds])
    return ", ".join(name for name, kind in zip(names, kinds, strict=True) if kind.team == kinds[seat].team)
