"""Routes of the board of the week: one game each, and how everybody did."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from mousehole.core.game import Over
from mousehole.library.weekly import board_of_week
from mousehole.web.pages.weekly_pages import WeekStanding, week_page
from mousehole.web.rights.access import BROWSER, OWNER, browser_of, new_key
from mousehole.web.rights.rights import visitor_of
from mousehole.web.routes.route_base import SEE_OTHER, RouteBase
from mousehole.web.server.visitor import language_of
from mousehole.web.week import this_week


class WeeklyRoutes(RouteBase):
    """One method a route."""

    async def page(self, request: Request) -> Response:
        """Show the board of the week, and how everybody did once this browser has played it."""
        week, weeks = this_week(), self.server.weeks
        notes = await weeks.notes(visitor_of(request).browser)
        table = await weeks.table(notes)
        over = table is not None and isinstance(table.turn, Over)
        standing = WeekStanding(table.id if table else "", over, notes.week_score, await weeks.counts(week))
        told = week_page(board_of_week(week), standing, language_of(request))
        return self.with_key(request, HTMLResponse(told, headers={"cache-control": "no-store"}))

    async def play(self, request: Request) -> Response:
        """Go to this browser's table with the board of the week; the first time, open it."""
        weeks, browser = self.server.weeks, visitor_of(request).browser
        notes = await weeks.notes(browser)
        if known := await weeks.table(notes):
            return RedirectResponse(f"/table/{known.id}", SEE_OTHER)
        await self.limits.check_opening(request)
        key = request.cookies[BROWSER] if browser else new_key()
        table = await weeks.open()
        await self.server.rights.grant(browser_of(key), table.id, (OWNER, "seat-0"))
        noted = await weeks.note(browser_of(key), table.id, notes.week_table)
        answer = RedirectResponse(f"/table/{noted.week_table}", SEE_OTHER)
        self.cookie(answer, BROWSER, key, "/")
        return answer
