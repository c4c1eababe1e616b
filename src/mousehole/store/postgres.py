"""Saved tables on a PostgreSQL server, for several machines: the twin of the SQLite file."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

import asyncpg

from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import line
from mousehole.store import postgres_forgetting as forgetting
from mousehole.store import postgres_rows as rows
from mousehole.store.migrations import SEALED, steps
from mousehole.store.postgres_rows import Connection
from mousehole.store.store import FAILING, Closed, Forgotten, Later, ResultRow, StoreError, TableRow

T = TypeVar("T")
log = logging.getLogger(__name__)
FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, UnicodeError)
Work: TypeAlias = Callable[[Connection], Awaitable[T]]

_SETTINGS = {"synchronous_commit": "on", "search_path": "mousehole"}
_PATIENCE = 30.0  # seconds
_MIGRATING = 0x6D6F757365  # the key of the lock under which versions change


class PostgresStore:
    """A transaction for each change; the server lets several share a sync of its disk."""

    def __init__(self, address: str, clock: Callable[[], float] = time.time) -> None:
        self.address = address
        self._clock = clock
        self._pool: Any = None
        self._writing = HeldTasks()

    @classmethod
    async def open(cls, address: str, clock: Callable[[], float] = time.time) -> "PostgresStore":
        """Connect to a database, "postgresql://...", and bring it up to date."""
        store = cls(address, clock)
        try:
            await store._connect()
        except FAILURES as error:
            words = "The server with the saved games ({where}) cannot do it: {reason}."
            raise StoreError(line(words, where=store._where(), reason=str(error) or type(error).__name__)) from error
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

        async def work(db: Connection) -> None:
            await rows.append(db, table, entry, lines, now, over)
            if over is not None:
                await rows.conclude(db, table, result)

        await self._write(work)

    async def table(self, table: str) -> TableRow | None:
        return await self._read(lambda db: rows.table(db, table))

    async def tables(
        self, ids: Sequence[str] | None = None, over: bool | None = None, limit: int = 100
    ) -> list[TableRow]:
        return await self._read(lambda db: rows.tables(db, ids, over, limit))

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
        pool, self._pool = self._pool, None
        await self._writing.finish()
        if pool:
            await pool.close()

    async def _connect(self) -> None:
        pool = await asyncpg.create_pool(
            self.address, min_size=1, max_size=10, command_timeout=_PATIENCE, server_settings=_SETTINGS
        )
        try:
            async with pool.acquire() as db, db.transaction():
                await refuse_careless(db, self._where())
                await migrate(db, self._where())
        except BaseException:
            await pool.close()
            raise
        self._pool = pool

    async def _write(self, work: Work[T]) -> T:
        """Change something in a task of its own: a waiter that leaves takes nothing back."""
        return await asyncio.shield(self._writing.start(self._explained(self._transaction(self._open_pool(), work))))

    async def _read(self, work: Work[T]) -> T:
        async def asked() -> T:
            async with pool.acquire() as db, db.transaction(isolation="repeatable_read", readonly=True):
                return await work(db)

        pool = self._open_pool()
        return await self._explained(asked())

    async def _transaction(self, pool: Any, work: Work[T]) -> T:
        async with pool.acquire() as db, db.transaction():
            return await work(db)

    def _open_pool(self) -> Any:
        if self._pool is None:
            raise Closed
        return self._pool

    async def _explained(self, doing: Awaitable[T]) -> T:
        try:
            return await doing
        except FAILURES as error:
            log.error("the server with the saved games (%s): %s", self._where(), str(error) or type(error).__name__)
            raise StoreError(FAILING) from error

    def _where(self) -> str:
        """Name the database without the password."""
        parts = urlsplit(self.address)
        return f"{parts.hostname or 'localhost'}{parts.path}"


async def refuse_careless(db: Connection, where: str) -> None:
    """Stop at a server that does not wait for its disk."""
    if await db.fetchval("SHOW fsync") != "on":
        raise StoreError(line("The server with the saved games ({where}) would lose moves: fsync is off.", where=where))


async def migrate(db: Connection, where: str) -> None:
    """Take the missing steps in one transaction; a database of a later version stays as it is."""
    await db.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATING)
    await db.execute("CREATE SCHEMA IF NOT EXISTS mousehole")
    await db.execute("CREATE TABLE IF NOT EXISTS version (number BIGINT NOT NULL)")
    known, found = len(steps("postgres")), await db.fetchval("SELECT coalesce(max(number), 0) FROM version")
    if found > known:
        raise Later(where, found, known)
    for number, script in enumerate(steps("postgres")[found:], found + 1):
        await db.execute(script)
        await db.execute("INSERT INTO version VALUES ($1)", number)
    if found < SEALED:
        await rows.seal_all(db)
