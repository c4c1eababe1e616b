"""Saved tables in one SQLite file; several processes may share it."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from mousehole.store import sqlite_connect as connect
from mousehole.store import sqlite_forgetting as forgetting
from mousehole.store import sqlite_rows as rows
from mousehole.store.store import Closed, Forgotten, ResultRow, TableRow
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
            await store.writer.open()
            store._db = await store._in_reader(lambda: connect.reading(path))
        except sqlite3.Error as error:
            await store.close()
            raise connect.unopened(error, path) from error
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
        now, over = self._clock(), result is not None if result or reopen else None

        def work(db: sqlite3.Connection) -> None:
            rows.append(db, table, entry, lines, now, over)
            if over is not None:
                rows.conclude(db, table, result)

        await self._write(work)

    async def table(self, table: str) -> TableRow | None:
        return await self._read(lambda db: rows.table(db, table))

    async def tables(
        self, ids: Sequence[str] | None = None, over: bool | None = None, limit: int = 100
    ) -> list[TableRow]:
        if ids is not None:
            return await self._read(lambda db: rows.among(db, ids, over, limit))
        return await self._read(lambda db: rows.tables(db, over, limit))

    async def log(self, table: str, since: int = 0) -> list[bytes]:
        return await self._read(lambda db: rows.log(db, table, since))

    async def set_options(self, table: str, options: bytes) -> None:
        now = self._clock()
        await self._write(lambda db: rows.set_options(db, table, options, now))

    async def results(self, group: str) -> list[ResultRow]:
        return await self._read(lambda db: rows.results(db, group))

    async def delete(self, table: str) -> None:
        await self._write(lambda db: rows.delete(db, table))

    async def expire(self, keep: float) -> Forgotten:
        now = self._clock()
        return await self._write(lambda db: forgetting.expire(db, keep, now))

    async def bring_back(self) -> int:
        now = self._clock()
        return await self._write(lambda db: forgetting.bring_back(db, now))

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
        return await self._explained(self._in_reader(lambda: connect.at_once(db, work)))

    def _in_reader(self, work: Callable[[], T]) -> Awaitable[T]:
        return asyncio.get_running_loop().run_in_executor(self._reader, work)

    async def _explained(self, doing: Awaitable[T]) -> T:
        try:
            return await doing
        except sqlite3.Error as error:
            raise connect.explained(error, self.path) from error
