"""Keeps the albums of all browsers: every page follows from a finished table, and is written once for each of them.

Nothing is counted while people play. A page is derived from what the store keeps anyway, so that no crash can lose it
and nothing can count twice; it is written down because tables may be forgotten, and albums stay.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import Over, Seat
from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import Line, Trouble
from mousehole.host import Host
from mousehole.host.solving import solved
from mousehole.players.review import Review
from mousehole.store import MemoryRow, ResultRow
from mousehole.table import Table
from mousehole.web.album.album_file import read_file, written_file
from mousehole.web.album.measuring import measured
from mousehole.web.album.memory import Memory, blank, memory_of, remembered, row_of
from mousehole.web.album.statistics import compared
from mousehole.web.album.trophies import Award, news
from mousehole.web.rights.access import seat_of, seats_of
from mousehole.web.rights.rights import roles_at

AT_ONCE = 40  # finished tables that are looked at for one visit
LOOKED_BACK = 3  # games that are measured after one visit
LOOK, LOOKS = 0.5, 600  # seconds between two looks at a review, and how many there are at most


class Albums:
    """The albums of everybody."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._tasks = HeldTasks()
        self._measuring = asyncio.Lock()

    async def pages(self, browser: str) -> list[Memory]:
        """The album of a browser, up to date, in the order in which the games ended."""
        if not browser:
            return []
        await self.settle(browser)
        return await asyncio.to_thread(_read, await self._host.store.memories(browser))

    async def settle(self, browser: str) -> None:
        """Write a page about every finished table that has none; what cannot be opened now is tried another time."""
        for name in await self._host.store.unremembered(browser, AT_ONCE) if browser else ():
            with suppress(Trouble):
                await self._settle_at(browser, name)

    async def settle_all(self, table: str) -> None:
        """Let everybody who played at a table remember it, before it is deleted or somebody leaves it."""
        for browser in sorted({row.browser for row in await self._host.store.grants(table)}):
            await self._settle_at(browser, table)

    async def news(self, browser: str, table: str) -> tuple[Award, ...]:
        """The trophies that a finished game has earned somebody."""
        return await asyncio.to_thread(news, await self.pages(browser), table)

    async def compared(self, browser: str, table: str) -> Line | None:
        """How a finished game went beside somebody's best one."""
        return await asyncio.to_thread(compared, await self.pages(browser), table)

    async def written(self, browser: str) -> bytes:
        """An album as a file."""
        return written_file(await self.pages(browser))

    async def take_in(self, browser: str, data: bytes) -> int:
        """Add the pages of a file that are not there yet; count them."""
        brought = await asyncio.to_thread(read_file, data)
        await self.settle(browser)
        here = {row.table for row in await self._host.store.memories(browser) if row.page}
        fresh = [row_of(browser, -1, page) for page in brought if page.table not in here]
        await self._host.store.remember(fresh)
        return len(fresh)

    async def delete(self, browser: str) -> None:
        """Empty an album for good: games that are over stay out of it, those to come begin it anew."""
        await self.settle(browser)
        await self._host.store.remember([blank(row) for row in await self._host.store.memories(browser)])

    async def note(self, table: Table, seat: Seat, review: Review) -> None:
        """Let everybody who played remember what a review from the view of a seat says about them."""
        for browser in {row.browser for row in await self._host.store.grants(table.id)}:
            await self._settle_at(browser, table.id)
            for row in await self._host.store.memories(browser, table.id):
                if (page := memory_of(row)) and wanted(page, review):
                    measure = measured(table, review, seat, page.mine)
                    await self._host.store.remember([row_of(browser, row.entries, replace(page, measure=measure))])

    def look_back(self, pages: Sequence[Memory]) -> None:
        """Measure some games of an album whose boards are solved, the newest first, beside all that people do."""
        unknown = [page for page in reversed(pages) if page.measure is None]
        if unknown and not self._measuring.locked():
            self._tasks.start(self._look_back(unknown))

    async def _settle_at(self, browser: str, name: str) -> None:
        """Write the page about one table, unless it is there as the table is now, or was taken out."""
        store, row = self._host.store, await self._host.store.table(name)
        old = next(iter(await store.memories(browser, name)), None)
        grants = [grant for grant in await store.grants(name, browser) if seat_of(grant.role) is not None]
        if row is None or not row.over or not grants or (old and (not old.page or old.entries == row.entries)):
            return
        table = await self._host.table(name)
        result = next((end for end in await store.results(table.group) if end.table == name), None)
        if result and isinstance(table.turn, Over):
            page = await asyncio.to_thread(remembered, table, result, seats_of(roles_at(row, grants)))
            await store.remember([_row(browser, row.entries, page, result, old)])

    async def _look_back(self, pages: Sequence[Memory]) -> None:
        async with self._measuring:
            done = 0
            for page in pages:
                with suppress(Trouble):
                    done += await self._looked_back(page)
                if done >= LOOKED_BACK:
                    return

    async def _looked_back(self, page: Memory) -> bool:
        """Measure a game, if exact chances are at hand: an estimate is made only when somebody asks for it."""
        if page.played is None or not await asyncio.to_thread(_exact, page):
            return False
        table, seat = await self._host.table(page.table), page.mine[0]
        for _ in range(LOOKS):
            work = self._host.advice.review(table, seat, "albums")
            if work.found:
                await self.note(table, seat, work.found)
            if not work.running:
                break
            await asyncio.sleep(LOOK)
        return True


def wanted(page: Memory, review: Review) -> bool:
    """Whether a review says more than an album knows: exact chances are better than estimates."""
    return page.measure is None or (review.exact and not page.measure.exact)


def _read(rows: Sequence[MemoryRow]) -> list[Memory]:
    return [page for row in rows if (page := memory_of(row))]


def _exact(page: Memory) -> bool:
    return solved(shelf.find(page.game), page.played)


def _row(browser: str, entries: int, page: Memory | None, result: ResultRow, old: MemoryRow | None) -> MemoryRow:
    """The row of a page; one without a page where bots played on, and one that keeps what a review said."""
    if page is None:
        return MemoryRow(browser, result.table, result.game, entries, result.ended, b"")
    before = memory_of(old) if old else None
    kept = before.measure if before and before.plies == page.plies else None
    return row_of(browser, entries, replace(page, measure=kept))
