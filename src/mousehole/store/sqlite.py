"""Saved tables in one SQLite file; several processes may share it."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from mousehole.store import grants
from mousehole.store import sqlite_connect as connect
from mousehole.store import sqlite_forgetting as forgetting
from mousehole.store import sqlite_rows as rows
from mousehole.store.bundles import sqlite_bundles as bundles
from mousehole.store.bundles.bundle import Bundle, Moments
from mousehole.store.people import memories
from mousehole.store.people.memory_row import MemoryRow
from mousehole.store.people.puzzle_progress import SqlitePuzzles
from mousehole.store.sharing import answers
from mousehole.store.sharing import sqlite_leases as leases
from mousehole.store.store import AnswerRow, Closed, Forgotten, GrantRow, ResultRow, TableMark, TableRow
from mousehole.store.writer import Work, Writer

T = TypeVar("T")


class SqliteStore(SqlitePuzzles):
    """One thread writes, another reads, and the event loop never waits for the disk."""

    shared = False  # one server to a folder, beside which a terminal may play

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float] = time.time,
        synchronous: str = "FULL",
        journal: str = "WAL",
        thread: Executor | None = None,  # where a system has no threads: what takes their place
    ) -> None:
        self.path = path
        self.closed = False
        self._journal = journal
        self.writer = Writer(lambda: connect.writing(path, synchronous, journal), thread)
        self._clock = clock
        self._reader = thread or ThreadPoolExecutor(1, "store-reader")
        self._db: sqlite3.Connection | None = None

    @classmethod
    async def open(
        cls,
        path: Path,
        clock: Callable[[], float] = time.time,
        synchronous: str = "FULL",
        journal: str = "WAL",
        thread: Executor | None = None,
    ) -> "SqliteStore":
        """Open or make a file; one of an earlier version is brought up to date."""
        store = cls(path, clock, synchronous, journal, thread)
        try:
            await store.writer.open()
            store._db = await store._in_reader(lambda: connect.reading(path))
        except rows.FAILURES as error:
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
        options: bytes | None = None,
    ) -> None:
        now, over = self._clock(), result is not None if result or reopen else None

        def work(db: sqlite3.Connection) -> None:
            rows.append(db, table, entry, lines, now, over, options)
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

    async def marks(self, tables: Sequence[str]) -> dict[str, TableMark]:
        return await self._read(lambda db: rows.marks(db, tables))

    async def set_options(self, table: str, known: bytes, options: bytes) -> None:
        now = self._clock()
        await self._write(lambda db: rows.set_options(db, table, known, options, now))

    async def results(self, group: str) -> list[ResultRow]:
        return await self._read(lambda db: rows.results(db, group))

    async def delete(self, table: str) -> None:
        await self._write(lambda db: rows.delete(db, table))

    async def grant(self, rows: Sequence[GrantRow]) -> None:
        await self._write(lambda db: grants.grant(db, rows))

    async def grants(self, table: str, browser: str = "") -> list[GrantRow]:
        return await self._read(lambda db: grants.grants(db, table, browser))

    async def grants_of(self, browser: str) -> list[GrantRow]:
        return await self._read(lambda db: grants.grants_of(db, browser))

    async def tables_of(self, browser: str, limit: int = 100, skip: int = 0) -> list[TableRow]:
        return await self._read(lambda db: grants.tables_of(db, browser, limit, skip))

    async def drop(self, browser: str, table: str = "", role: str = "") -> None:
        await self._write(lambda db: grants.drop(db, browser, table, role))

    async def remember(self, rows: Sequence[MemoryRow]) -> None:
        await self._write(lambda db: memories.remember(db, rows))

    async def memories(self, browser: str, table: str = "") -> list[MemoryRow]:
        return await self._read(lambda db: memories.memories(db, browser, table))

    async def unremembered(self, browser: str, limit: int = 100) -> list[str]:
        return await self._read(lambda db: memories.unremembered(db, browser, limit))

    async def forget_memories(self, browser: str) -> None:
        await self._write(lambda db: memories.forget(db, browser))

    async def keep_answer(self, key: str, kind: str, value: bytes, seconds: float) -> None:
        now = self._clock()
        values = answers.written(AnswerRow(key, kind, value, now + seconds))
        await self._write(lambda db: answers.keep(db, values, now))

    async def answer(self, key: str) -> AnswerRow | None:
        now = self._clock()
        return await self._read(lambda db: answers.find(db, key, now))

    async def expire(self, keep: float) -> Forgotten:
        now = self._clock()
        return await self._write(lambda db: forgetting.expire(db, keep, now))

    async def bring_back(self) -> int:
        now = self._clock()
        return await self._write(lambda db: forgetting.bring_back(db, now))

    async def secret(self, made: bytes) -> bytes:
        return await self._write(lambda db: rows.secret(db, made))

    async def size(self) -> int:
        return await self._read(rows.size)

    def moment(self) -> Moments:
        return bundles.moment(self.path, self._journal != "WAL")

    async def put(self, kept: Sequence[Bundle], replace: bool = False) -> None:
        await self._write(lambda db: bundles.put(db, kept, replace))

    async def lease(self, server: str, tables: Sequence[str], seconds: float) -> set[str]:
        if not self.shared:
            return set(tables)
        return await self._write(lambda db: leases.lease(db, server, tables, seconds, self._clock()))

    async def let_go(self, server: str, tables: Sequence[str], done: bool) -> None:
        if self.shared:
            await self._write(lambda db: leases.let_go(db, server, tables, done))

    async def lapsed(self, limit: int = 50) -> list[str]:
        return await self._read(lambda db: leases.lapsed(db, limit, self._clock())) if self.shared else []

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
        except rows.FAILURES as error:
            raise connect.explained(error, self.path) from error
