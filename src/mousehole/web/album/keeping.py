"""Keeps the albums of all browsers: every page follows from a finished table, and is written once for each of them.

Nothing is counted while people play. A page is derived from what the store keeps anyway, so that no crash can lose it
and nothing can count twice; it is written down because tables may be forgotten, and albums stay.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress

from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import Decide, Over, Seat
from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import Line, UserError, line
from mousehole.host import Host
from mousehole.host.solving import is_solved
from mousehole.players.review import Review
from mousehole.store import DAY, Failing, MemoryRow, ReadOnly, ResultRow
from mousehole.table import Table
from mousehole.web.album.memory import (
    BROUGHT,
    Measure,
    Memory,
    blank,
    memory_of,
    read_file,
    remembered,
    row_of,
    written_file,
)
from mousehole.web.album.statistics import compared
from mousehole.web.album.trophies import Award, news
from mousehole.web.rights.access import seat_of, seats_of
from mousehole.web.rights.rights import roles_at

AT_ONCE = 40  # finished tables that are looked at for one visit
NOTED = 10_000  # albums of which it is known that they were opened today
LOOKED_BACK = 3  # games that are measured after one visit
MOST_PAGES, MOST_BYTES = 3_000, 16 << 20  # of one album
MOST_IN_ALL = 2 << 30  # bytes of all albums: when there are more, nothing is taken in from files
LOOK, LOOKS = 0.5, 600  # seconds between two looks at a review, and how many there are at most


class AlbumFull(UserError):
    """No more fits into an album, or into all of them."""


class Albums:
    """The albums of everybody."""

    def __init__(
        self, host: Host, pages: float = MOST_PAGES, size: float = MOST_BYTES, in_all: float = MOST_IN_ALL
    ) -> None:
        self._host = host
        self._most_pages, self._most_bytes, self._most_in_all = pages, size, in_all
        self._taking_in = asyncio.Lock()
        self._noted: dict[str, float] = {}  # when it was noted lately that an album was opened
        self._tasks = HeldTasks()
        self._measuring = asyncio.Lock()

    async def pages(self, browser: str) -> list[Memory]:
        """The album of a browser, up to date, in the order in which the games ended."""
        if not browser:
            return []
        await self.settle(browser)
        return await self.read(browser)

    async def read(self, browser: str) -> list[Memory]:
        """The album of a browser as it was settled last."""
        return await asyncio.to_thread(_read, await self._host.store.memories(browser) if browser else [])

    async def mark(self, browser: str) -> tuple[object, ...]:
        """Bring an album up to date; what changes whenever the album does."""
        await self.settle(browser)
        return await self._host.store.album_mark(browser)

    async def settle(self, browser: str) -> None:
        """Write a page about every finished table that has none; what cannot be opened now is tried another time."""
        if browser:
            with suppress(ReadOnly):  # nothing goes from there either
                await self._note(browser)
        for name in await self._host.store.unremembered(browser, AT_ONCE) if browser else ():
            with suppress(UserError):
                await self._settle_at(browser, name)

    async def settle_at(self, browser: str, table: str) -> None:
        """Write a page before its table is left; one that cannot be opened has none, but one out of reach will have."""
        try:
            await self._settle_at(browser, table)
        except Failing:
            raise
        except UserError:
            return

    async def settle_all(self, table: str) -> None:
        """Write a table into the albums of its players, before it is deleted or somebody leaves it."""
        row = await self._host.store.table(table)
        if row is None or not row.over:
            return
        for browser in sorted({one.browser for one in await self._host.store.grants(table)}):
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
        async with self._taking_in:
            rows = await self._host.store.memories(browser)
            here = {row.table for row in rows if row.page}
            fresh = [row_of(browser, BROUGHT, page) for page in brought if page.table not in here]
            await self._check_room(rows, fresh)
            await self._host.store.remember(fresh, rows)  # what was taken out meanwhile stays out
        return len(fresh)

    async def delete(self, browser: str) -> None:
        """Empty an album for good: games that are over stay out of it, those to come begin it anew."""
        store = self._host.store
        while names := await store.unremembered(browser, AT_ONCE):  # no table need be opened for that
            rows = await store.tables(names, limit=len(names))
            await store.remember([blank(MemoryRow(browser, row.id, row.game, 0, row.touched, b"")) for row in rows])
        await store.remember([blank(row) for row in await store.memories(browser)])

    async def note(self, table: Table, seat: Seat, review: Review) -> None:
        """Write what a review says about each player into their albums."""
        for browser in {row.browser for row in await self._host.store.grants(table.id)}:
            await self._settle_at(browser, table.id)
            for row in await self._host.store.memories(browser, table.id):
                if (page := memory_of(row)) and wanted(page, review):
                    measure = measured(table, review, seat, page.mine)
                    told = row_of(browser, row.entries, replace(page, measure=measure))
                    await self._host.store.remember([told], [row])

    def look_back(self, pages: Sequence[Memory]) -> None:
        """Measure some games of an album whose boards are solved, the newest first, beside all that people do."""
        unknown = [page for page in reversed(pages) if page.measure is None]
        if unknown and not self._measuring.locked():
            self._tasks.start(self._look_back(unknown))

    async def _check_room(self, rows: Sequence[MemoryRow], fresh: Sequence[MemoryRow]) -> None:
        """Refuse pages from a file where an album or all of them would grow too large."""
        pages, size = len(rows) + len(fresh), sum(len(row.page) for row in (*rows, *fresh))
        if pages > self._most_pages or size > self._most_bytes:
            most, megabytes = int(self._most_pages), int(self._most_bytes) >> 20
            words = "an album takes at most {most} pages and {megabytes} MB; with this file it would be more"
            raise AlbumFull(line(words, most=most, megabytes=megabytes))
        if await self._host.store.albums_size() + sum(len(row.page) for row in fresh) > self._most_in_all:
            raise AlbumFull(line("there is no more room for albums from files here"))

    async def _note(self, browser: str) -> None:
        """Note once a day that an album was opened, so that it is kept."""
        now = time.time()
        if now - self._noted.get(browser, 0.0) > DAY:
            self._noted[browser] = now
            if len(self._noted) > NOTED:
                del self._noted[next(iter(self._noted))]  # it is only noted once more than it need be
            await self._host.store.note_album(browser)

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
            await store.remember([_row(browser, row.entries, page, result, old)], [old] if old else [])

    async def _look_back(self, pages: Sequence[Memory]) -> None:
        async with self._measuring:
            done = 0
            for page in pages:
                with suppress(UserError):
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
    return is_solved(shelf.find(page.game), page.played)


def _row(browser: str, entries: int, page: Memory | None, result: ResultRow, old: MemoryRow | None) -> MemoryRow:
    """The row of a page; one without a page where bots played on, and one that keeps what a review said."""
    if page is None:
        return MemoryRow(browser, result.table, result.game, entries, result.ended, b"")
    before = memory_of(old) if old else None
    kept = before.measure if before and before.plies == page.plies else None
    return row_of(browser, entries, replace(page, measure=kept))


def measured(table: Table, found: Review, seat: Seat, mine: Sequence[Seat]) -> Measure:
    """What a review from the view of a seat says about somebody in these seats."""
    moments = [moment for moment in found.moments if moment.seat in mine and chosen(table, moment.ply)]
    return Measure(len(moments), sum(moment.loss for moment in moments), lowest(table, found, seat, mine), found.exact)


def chosen(table: Table, ply: int) -> bool:
    """Whether there was something to choose before a ply."""
    turn, event = table.plies[ply - 1].turn, table.plies[ply].event
    return isinstance(turn, Decide) and len(turn.answered_by(event).actions) > 1


def lowest(table: Table, found: Review, seat: Seat, mine: Sequence[Seat]) -> float | None:
    """The smallest chance that the team of these seats had; None where the review is about another of several teams."""
    teams = [kind.team for kind in table.game.seats(table.setup)]
    chances = [found.start, *(moment.chance for moment in found.moments[:-1])]
    if teams[seat] == teams[mine[0]]:
        return min(chances)
    return 1 - max(chances) if found.teams == len({*teams}) == 2 else None
