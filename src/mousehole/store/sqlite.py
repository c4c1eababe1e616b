"""Saved tables in one SQLite file; several processes may share it."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from mousehole.store import connect, rows
from mousehole.store.store import Closed, ResultRow, TableRow
from mousehole.store.writer import Work, Writer

T = TypeVar("T")


class SqliteStore:
    """One thread writes, another reads, and the event loop never waits for the disk."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time, synchronous: str = "FULL") -> None:
        self.path = path
        self.closed = False
        self.writer = Writer(lambda: connect.writing(path, synchronous))
        self._clock = clock
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._db: sqlite3.Connection | None = None

    @classmethod
    async def open(cls, path: Path, clock: Callable[[], float] = time.time, synchronous: str = "FULL") -> "SqliteStore":
        """Open or make a file; one of an earlier version is brought up to date."""
        store = cls(path, clock, synchronous)
        try:
            await store._explained(store.writer.open())
            store._db = await store._explained(store._in_reader(lambda: connect.reading(path)))
        except BaseException:
            await store.close()
            raise
        return store

    async def create(self, table: TableRow, entries: Sequence[bytes] = ()) -> None:
        await self._write(lambda db: rows.create(db, table, entries))

    async def append(
        self,
        table: str,
        entry: int,
        lines: Sequence[bytes],
        result: ResultRow | None = None,
        reopen: bool = False,
    ) -> None:
        now = self._clock()

        def work(db: sqlite3.Connection) -> None:
            rows.touch(db, table, now)
            rows.extend(db, table, entry, lines)
            if result or reopen:
                rows.conclude(db, table, result)

        await self._write(work)

    async def table(self, table: str) -> TableRow | None:
        found = await self._read(lambda db: rows.tables(db, "WHERE id = ?", (table,)))
        return found[0] if found else None

    async def tables(
        self, ids: Sequence[str] | None = None, over: bool | None = None, limit: int = 100
    ) -> list[TableRow]:
        wanted = "id IN (SELECT value FROM json_each(:ids))" if ids is not None else "true"
        ended = "over = :over" if over is not None else "true"
        which = f"WHERE {wanted} AND {ended} ORDER BY touched DESC, id LIMIT :limit"
        values = {"ids": json.dumps(list(ids or ())), "over": over, "limit": limit}
        return await self._read(lambda db: rows.tables(db, which, values))

    async def log(self, table: str, since: int = 0) -> list[bytes]:
        return await self._read(lambda db: rows.log(db, table, since))

    async def set_options(self, table: str, options: bytes) -> None:
        now = self._clock()

        def work(db: sqlite3.Connection) -> None:
            rows.touch(db, table, now)
            db.execute("UPDATE tables SET options = ? WHERE id = ?", (options, table))

        await self._write(work)

    async def results(self, group: str) -> list[ResultRow]:
        return await self._read(lambda db: rows.results(db, group))

    async def delete(self, table: str) -> None:
        await self._write(lambda db: rows.delete(db, table))

    async def expire(self, before: float) -> int:
        return await self._write(lambda db: rows.expire(db, before))

    async def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        await self.writer.close()
        if self._db:
            await self._in_reader(self._db.close)
        self._reader.shutdown()

    async def _write(self, work: Work[T]) -> T:
        if self.closed:
            raise Closed
        return await self._explained(self.writer.write(work))

    async def _read(self, work: Work[T]) -> T:
        db = self._db
        if self.closed or db is None:
            raise Closed
        return await self._explained(self._in_reader(lambda: work(db)))

    def _in_reader(self, work: Callable[[], T]) -> Awaitable[T]:
        return asyncio.get_running_loop().run_in_executor(self._reader, work)

    async def _explained(self, doing: Awaitable[T]) -> T:
        try:
            return await doing
        except sqlite3.Error as error:
            raise connect.explained(error, self.path) from error
