"""Answers about a finished game in hindsight: its review, and its board solved so that the chances become exact."""

from starlette.requests import Request
from starlette.responses import Response

from mousehole.core.number_format import percent
from mousehole.core.words import Voice, line
from mousehole.host import voice_at
from mousehole.host.advice import Lookback
from mousehole.host.solving import possible
from mousehole.players.advice_words import betters, kind_words, points, stories, sums
from mousehole.players.review import Review
from mousehole.table import Table
from mousehole.web.edge.visitor import language_of
from mousehole.web.fetched_json import MomentView, ReviewAnswer, ReviewView
from mousehole.web.hint_views import progress_words, sketch_address, work_view
from mousehole.web.routes.route_base import RouteBase, json, number


class TableReviewRoutes(RouteBase):
    """One method a route."""

    async def review(self, request: Request) -> Response:
        """The review of a finished game, or how far it is."""
        table, grants = await self.table_of(request)
        seat = number(
            request.query_params.get("seat"), 0, len(table.chairs) - 1, grants.seats[0] if grants.seats else 0
        )
        say = voice_at(table, language_of(request))
        return json(review_view(table, self.server.host.advice.review(table, seat), seat, say))

    async def solve(self, request: Request) -> Response:
        """Begin to solve the board of a table, or tell how far that is."""
        table, grants = await self.table_of(request)
        if request.method == "POST" and grants.seats:
            self.may_solve(request)
            self.server.host.solving.start(table.game, table.setup)
        work = self.server.host.solving.look(table.game, table.setup)
        return json(work_view(work, voice_at(table, language_of(request))))


def review_view(table: Table, work: Lookback, seat: int, say: Voice) -> ReviewAnswer:
    """Say a review, or how far it is."""
    if work.problem:
        return ReviewAnswer(problem=say(work.problem))
    if work.found is None:
        words = progress_words(work.done, work.total, work.left, say)
        return ReviewAnswer(done=work.done, total=work.total, words=words)
    return ReviewAnswer(_review(table, work.found, seat, say))


def _review(table: Table, found: Review, seat: int, say: Voice) -> ReviewView:
    game, plies = table.game, table.plies
    told, better = stories(game, plies, say), betters(game, plies, found, say)
    teams = [kind.team for kind in game.seats(table.setup)]
    moments = tuple(
        MomentView(
            moment.ply,
            round(moment.chance, 5),
            say(percent(moment.chance)),
            moment.seat,
            moment.seat is not None and teams[moment.seat] == teams[seat],
            round(moment.swing, 5),
            round(moment.loss, 5),
            say(points(moment.loss)),
            told[moment.ply - 1],
            better.get(moment.ply, ""),
            explore_address(table, moment.ply - 1) if moment.loss else "",
        )
        for moment in found.moments
    )
    return ReviewView(
        found.exact,
        say(kind_words(found.exact)),
        found.start,
        say(line("Chance to win of {names}", names=_names(table, seat, say))),
        moments,
        tuple(map(say, sums(found))),
        found.costliest,
        not found.exact and possible(game, table.setup) is None,
    )


def explore_address(table: Table, ply: int) -> str:
    """The address of the explorer at a position, where the game has one."""
    explorer = table.game.parts.explorer
    if explorer is None:
        return ""
    return sketch_address("explore", table.game, explorer.fields(table.setup, table.plies[ply].state))


def _names(table: Table, seat: int, say: Voice) -> str:
    kinds = table.game.seats(table.setup)
    names = table.names([say(kind.name) for kind in kinds])
    return ", ".join(name for name, kind in zip(names, kinds, strict=True) if kind.team == kinds[seat].team)
