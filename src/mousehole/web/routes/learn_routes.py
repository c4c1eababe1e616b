"""Answers to learners: how a game is played, guided games and their pictures; they never change, so all are cached."""

from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from mousehole import shelf
from mousehole.core.game import AnyGame
from mousehole.core.learn import Guide, guides
from mousehole.core.words import line, voice
from mousehole.web.fetched_json import AboutView
from mousehole.web.pages import learn_pages
from mousehole.web.refusals import NotFound
from mousehole.web.routes.route_base import (
    LONGEST_KEY,
    KeptAnswers,
    RouteBase,
    as_json,
    at_once,
    card_of,
    compressed,
    json,
    number,
)
from mousehole.web.server.visitor import language_of
from mousehole.web.server_state import ServerState
from mousehole.web.static_files import TYPES


class LearnRoutes(RouteBase):
    """One method a route."""

    def __init__(self, server: ServerState) -> None:
        super().__init__(server)
        self._kept = KeptAnswers(server.host.slices)
        self._guides: dict[str, dict[str, Guide]] = {}

    async def learn(self, request: Request) -> Response:
        """Show how a game is played."""
        game, language = shelf.find(request.path_params["game"]), language_of(request)
        write = partial(learn_pages.how_to_play, game, language)
        page = await self._kept.of(("how to play", game.name, language), partial(at_once, write))
        return await compressed(request, page, "text/html", "no-cache")

    async def rules(self, request: Request) -> Response:
        """Show every rule of a game."""
        game, language = shelf.find(request.path_params["game"]), language_of(request)
        write = partial(learn_pages.rules, game, language)
        page = await self._kept.of(("rules", game.name, language), partial(at_once, write))
        return await compressed(request, page, "text/html", "no-cache")

    async def guide(self, request: Request) -> Response:
        """Show a guided game."""
        game, name, lesson = self._lesson(request)
        return HTMLResponse(learn_pages.lesson_page(game, name, lesson, language_of(request)))

    async def guide_frames(self, request: Request) -> Response:
        """A guided game as JSON."""
        game, name, lesson = self._lesson(request)
        language, changes = language_of(request), "changes" in request.query_params
        page = await self._kept.of(
            ("frames", game.name, name, language, changes),
            lambda: as_json(learn_pages.guide_page(game, lesson, language, changes)),
        )
        return await compressed(request, page, "application/json", "no-cache")

    async def about(self, request: Request) -> Response:
        """Say what a thing on the board of a guided game is and does."""
        game, _, lesson = self._lesson(request)
        ply, asked = number(request.query_params.get("ply"), 0, len(lesson.record.events), 0), request.query_params
        words = learn_pages.explain(game, lesson, ply, asked.get("key", "")[:LONGEST_KEY], language_of(request))
        return json(AboutView(words))

    async def card(self, request: Request) -> Response:
        """A card of a position of a guided game with all its rows."""
        game, _, lesson = self._lesson(request)
        ply, asked = number(request.query_params.get("ply"), 0, len(lesson.record.events), 0), request.query_params
        scene = learn_pages.scene_at(game, lesson, ply)
        return json(card_of(scene, asked.get("key", ""), voice(language_of(request), game.package)))

    async def guide_picture(self, request: Request) -> Response:
        """A picture of a position of a guided game."""
        game, name, lesson = self._lesson(request)
        ply, language = number(request.path_params["ply"], 0, len(lesson.record.events), 0), language_of(request)
        paint = partial(learn_pages.picture, game, lesson, ply, language)
        page = await self._kept.of(("picture", game.name, name, language, ply), partial(at_once, paint))
        return await compressed(request, page, TYPES["svg"], "no-cache")

    def _lesson(self, request: Request) -> tuple[AnyGame, str, Guide]:
        game, name = shelf.find(request.path_params["game"]), request.path_params["guide"]
        if game.name not in self._guides:
            self._guides[game.name] = guides(game)
        if name not in self._guides[game.name]:
            raise NotFound(line("there is no such page"))
        return game, name, self._guides[game.name][name]
