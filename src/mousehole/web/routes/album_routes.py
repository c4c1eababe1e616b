"""Answers about the family album of the browser that asks, and about nobody else's."""

import asyncio

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from mousehole.core.words import line, voice
from mousehole.host.solving import is_solved
from mousehole.web.album.finale import finale
from mousehole.web.album.memory import LARGEST_FILE, Memory, memory_of
from mousehole.web.fetched_json import Opened, TrophyNews, TrophyView
from mousehole.web.pages import album_pages
from mousehole.web.refusals import NotFound
from mousehole.web.rights.access import BROWSER, browser_of, new_key
from mousehole.web.rights.rights import visitor_of
from mousehole.web.routes.route_base import SEE_OTHER, KeptAnswers, RouteBase, body, json, number
from mousehole.web.server.visitor import language_of
from mousehole.web.server_state import ServerState

OWN = {"cache-control": "no-store"}  # whoever uses the browser next sees nothing of it


ROOM = 4 << 20  # bytes of albums as they were shown last


class AlbumRoutes(RouteBase):
    """One method a route."""

    def __init__(self, server: ServerState) -> None:
        super().__init__(server)
        self._shown = KeptAnswers(server.host.slices, ROOM)
        self._drawing = asyncio.Lock()  # one album at a time: each takes a while

    async def album(self, request: Request) -> Response:
        """Show the album, and measure a few of its games meanwhile."""
        await self.limits.check_album(request)
        browser, language = visitor_of(request).browser, language_of(request)
        name = (browser, language, *await self.server.albums.mark(browser))
        filled = await self._shown.made(name, lambda: self._filled(browser, language))
        asked = request.query_params
        brought = number(asked.get("brought"), 0, 10**6, 0) if "brought" in asked else None
        said = album_pages.Notice("deleted" in asked, brought)
        page = album_pages.album(filled.decode(), said, language)
        return self.with_key(request, HTMLResponse(page, headers=OWN))

    async def file(self, request: Request) -> Response:
        """The album as a file."""
        await self.limits.check_download(request)
        data = await self.server.albums.written(visitor_of(request).browser)
        headers = {"content-disposition": 'attachment; filename="family-album.json"', **OWN}
        return Response(data, media_type="application/json", headers=headers)

    async def take_in(self, request: Request) -> Response:
        """Add the pages of a file to the album; a browser without a key gets one with them."""
        await self.limits.check_download(request)
        data = await body(request, LARGEST_FILE)
        await self.limits.check_import(request, len(data))
        key = request.cookies[BROWSER] if visitor_of(request).browser else new_key()
        count = await self.server.albums.take_in(browser_of(key), data)
        answer = json(Opened(f"/album?brought={count}"))
        self.cookie(answer, BROWSER, key, "/")
        return answer

    async def delete(self, request: Request) -> Response:
        """Empty the album for good."""
        await self.limits.check_download(request)
        if browser := visitor_of(request).browser:
            await self.server.albums.delete(browser)
        return RedirectResponse("/album?deleted=1", SEE_OTHER)

    async def finale(self, request: Request) -> Response:
        """Show the end of a game as a picture to share."""
        page, language = await self._page(request), language_of(request)
        return HTMLResponse(album_pages.finale_page(page, language), headers=OWN)

    async def picture(self, request: Request) -> Response:
        """The end of a game as a picture."""
        page, language = await self._page(request), language_of(request)
        drawn = await asyncio.to_thread(finale, page, language)
        return Response(drawn, media_type="image/svg+xml", headers=OWN)

    async def news(self, request: Request) -> Response:
        """The trophies that the visitor has just earned, and how the game compares with their best one."""
        await self.limits.check_album(request)
        played, _ = await self.table_of(request)
        table, language = request.path_params["table"], language_of(request)
        found = await self.server.albums.news(visitor_of(request).browser, table)
        said = [(award, voice(language, award.package)) for award in found]
        best = await self.server.albums.compared(visitor_of(request).browser, table)
        words = voice(language, played.game.package)(best) if best else ""
        exact = await asyncio.to_thread(is_solved, played.game, played.setup)
        views = tuple(TrophyView(say(one.name), say(one.words), one.sprite) for one, say in said)
        week = await self.server.weeks.notes(visitor_of(request).browser)
        return json(TrophyNews(views, words, exact, "/week" if week.week_table == table else ""))

    async def _filled(self, browser: str, language: str) -> bytes:
        """What an album shows of its games, worked out once until it changes."""
        async with self._drawing:
            pages = await self.server.albums.read(browser)
            self.server.albums.look_back(pages)
            return (await asyncio.to_thread(album_pages.filled, pages, language)).encode()

    async def _page(self, request: Request) -> Memory:
        """The page of this browser's own album about a table."""
        browser, table = visitor_of(request).browser, request.path_params["table"]
        rows = await self.server.host.store.memories(browser, table) if browser else []
        found = next((page for row in rows if (page := memory_of(row))), None)
        if found is None:
            raise NotFound(line("this game is not in your album"))
        return found
