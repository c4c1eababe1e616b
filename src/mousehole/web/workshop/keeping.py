"""Keeps the adventures of all browsers: whose they are, how many and how large, and every change as it is made."""

import asyncio
import secrets
import time
from collections.abc import Callable

from mousehole.core.words import UserError, line
from mousehole.store import DAY, Store, WorkshopNote, WorkshopRow
from mousehole.web.refusals import NotFound, WorkshopFull
from mousehole.web.workshop.archive import LARGEST, MOST_CONTENT, content_size, title_of
from mousehole.web.workshop.draft import Draft, Files, read_draft

ID = 8  # bytes
LONGEST_TITLE = 60


class StaleDraft(UserError):
    """Somebody else has changed the adventure meanwhile."""

    def __init__(self) -> None:
        super().__init__(line("Somebody else has changed this adventure meanwhile: here is how it looks now."))


class Kept:
    """An adventure as it is kept."""

    def __init__(self, row: WorkshopRow) -> None:
        self.row = row
        self.draft = read_draft(row.value)


class Workshops:
    """The adventures of everybody."""

    def __init__(self, store: Store, most: int, size: float, in_all: float) -> None:
        self._store, self._most, self._size, self._in_all = store, most, size, in_all
        self._beginning = asyncio.Lock()

    async def of(self, browser: str) -> list[WorkshopNote]:
        """The adventures of a browser, the last touched first."""
        return await self._store.workshops_of(browser) if browser else []

    async def find(self, name: str) -> Kept:
        """Find an adventure; it stays another year."""
        row = await self._store.workshop(name)
        if row is None or not row.browser:
            raise NotFound(line("there is no such adventure, or not any more"))
        if row.touched < time.time() - DAY:
            await self._store.touch_workshop(row)
        return await asyncio.to_thread(Kept, row)

    async def begin(self, browser: str, files: Files) -> str:
        """Keep a new adventure for a browser, and say how it is called."""
        async with self._beginning:
            if len(await self._store.workshops_of(browser, self._most)) >= self._most:
                raise WorkshopFull(line("You have {n} adventures here: delete one first.", n=self._most))
            row = await self._row(secrets.token_hex(ID), browser, 0, Draft(dict(files)))
            if await self._store.workshops_size() + len(row.value) > self._in_all:
                raise WorkshopFull(line("There is no room for more adventures here: keep yours as a file."))
            await self._store.keep_workshop(row)
        return row.id

    async def change(self, kept: Kept, revision: int, step: Callable[[Draft], Draft]) -> Kept:
        """Take a step in an adventure that is still as somebody saw it."""
        if kept.row.revision != revision:
            raise StaleDraft
        draft = await asyncio.to_thread(step, kept.draft)
        if draft is kept.draft:
            return kept
        row = await self._row(kept.row.id, kept.row.browser, revision + 1, draft)
        if not await self._store.keep_workshop(row, revision):
            raise StaleDraft
        return Kept(row)

    async def delete(self, name: str) -> None:
        """Delete an adventure for good."""
        await self._store.delete_workshop(name)

    async def _row(self, name: str, browser: str, revision: int, draft: Draft) -> WorkshopRow:
        size = sum(map(len, draft.files.values()))
        value = await asyncio.to_thread(draft.written)
        if size > min(self._size, LARGEST) or len(value) > self._size or content_size(draft.files) > MOST_CONTENT:
            raise WorkshopFull(line("This adventure is full: it has as much in it as is kept here."))
        title = (await asyncio.to_thread(title_of, draft.files))[:LONGEST_TITLE]
        return WorkshopRow(name, browser, title, revision, value, time.time())
