"""Answers about puzzles: which comes next, what an answer is worth, and how somebody gets on."""

import time
from typing import TypeVar

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from mousehole import shelf
from mousehole.core.game import AnyGame
from mousehole.core.puzzles import Progress, Puzzle, Puzzles, following, on_the_day, progress_after
from mousehole.core.words import line, voice
from mousehole.store import DAY
from mousehole.web.browser_notes import BrowserNotes, change, notes_of
from mousehole.web.fetched_json import PuzzleFact
from mousehole.web.pages import puzzle_pages
from mousehole.web.refusals import NotFound
from mousehole.web.rights.access import BROWSER, browser_of, new_key
from mousehole.web.rights.rights import visitor_of
from mousehole.web.routes.route_base import RouteBase, compressed, json, number
from mousehole.web.server.visitor import language_of
from mousehole.web.static_files import TYPES

NO_ACTION = 10**6
P = TypeVar("P", bound=Progress)


class PuzzleRoutes(RouteBase):
    """One method a route."""

    async def today(self, request: Request) -> Response:
        """Show the puzzle of the day."""
        found = puzzle_pages.of_day(this_day())
        if found is None:
            raise NotFound(line("there is no such page"))
        return HTMLResponse(puzzle_pages.puzzle_page(found[0], True, language_of(request)))

    async def page(self, request: Request) -> Response:
        """Show puzzle after puzzle of a game."""
        game, _ = self._puzzles(request)
        return HTMLResponse(puzzle_pages.puzzle_page(game, False, language_of(request)))

    async def next(self, request: Request) -> Response:
        """The puzzle that comes next, or that of the day."""
        game, puzzles = self._puzzles(request)
        browser, day = visitor_of(request).browser, this_day()
        kept = await self.progress(browser)
        if "today" in request.query_params:
            puzzle, counts = puzzles.of_day(day), kept.day != day
        else:
            puzzle, counts = following(puzzles.every, browser, kept.at(game.name)), True
        facts = self._facts(kept, game, request)
        return json(puzzle_pages.puzzle_view(puzzle, facts, counts, language_of(request)))

    async def answer(self, request: Request) -> Response:
        """Say what an answer is worth, and store the progress; an empty action gives up."""
        game, puzzles = self._puzzles(request)
        puzzle = self._named(puzzles, request)
        await self.limits.check_change(request)
        chosen = number((await self.form(request)).get("action"), 0, NO_ACTION, NO_ACTION)
        action = chosen if chosen < len(puzzle.worth) else None
        visitor = visitor_of(request)
        key = request.cookies[BROWSER] if visitor.browser else new_key()
        kept, counted = await self._written(browser_of(key), visitor.browser, game, puzzle, action in puzzle.best)
        facts = self._facts(kept, game, request)
        told = json(puzzle_pages.answer_view(puzzle, action, facts, counted, language_of(request)))
        if counted:
            self.cookie(told, BROWSER, key, "/")
        return told

    async def picture(self, request: Request) -> Response:
        """A small picture of the position of a puzzle."""
        _, puzzles = self._puzzles(request)
        page = puzzle_pages.picture(self._named(puzzles, request), language_of(request))
        return await compressed(request, page.encode(), TYPES["svg"], "no-cache")

    async def progress(self, browser: str) -> Progress:
        """How a browser gets on."""
        return await notes_of(self.server.host.store, browser)

    async def _written(
        self, browser: str, known_as: str, game: AnyGame, puzzle: Puzzle, solved: bool
    ) -> tuple[Progress, bool]:
        """Write down an answer that counts; `known_as` is who was asked, nobody where the browser had no key yet."""
        day = this_day()

        def counted(before: BrowserNotes) -> BrowserNotes:
            return progress_of(before, known_as, game, puzzle, solved, day)

        before, after = await change(self.server.host.store, browser, BrowserNotes, counted)
        return after, after is not before

    def _facts(self, kept: Progress, game: AnyGame, request: Request) -> tuple[PuzzleFact, ...]:
        return puzzle_pages.progress_facts(kept, game.name, this_day(), voice(language_of(request)))

    def _puzzles(self, request: Request) -> tuple[AnyGame, Puzzles]:
        game = shelf.find(request.path_params["game"])
        if game.parts.puzzles is None or not game.parts.puzzles.every:
            raise NotFound(line("there is no such page"))
        return game, game.parts.puzzles

    def _named(self, puzzles: Puzzles, request: Request) -> Puzzle:
        found = puzzles.named.get(request.path_params["name"])
        if found is None:
            raise NotFound(line("there is no such puzzle, or not any more"))
        return found


def progress_of(before: P, who: str, game: AnyGame, puzzle: Puzzle, solved: bool, day: int) -> P:
    """How somebody gets on after an answer: the same where it was for practice, so that nothing counts twice."""
    mine, every = before.at(game.name), game.parts.puzzles.every if game.parts.puzzles else ()
    of_day = puzzle_pages.of_day(day)
    daily = of_day is not None and of_day == (game, puzzle) and before.day != day
    if not daily and following(every, who, mine).name != puzzle.name:
        return before
    after = replace(before, games={**before.games, game.name: progress_after(mine, puzzle, solved)})
    return on_the_day(after, day, solved) if daily else after


def this_day() -> int:
    """Today, counted from 1970 and the same all over the world."""
    return int(time.time() // DAY)
