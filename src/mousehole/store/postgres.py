"""Saved tables on a PostgreSQL server, for several machines: the twin of the SQLite file."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

import asyncpg
from msgspec.structs import astuple

from mousehole.core.words import line
from mousehole.store.migrations import steps
from mousehole.store.store import Ahead, Closed, Later, Missing, ResultRow, StoreError, TableRow, Taken

T = TypeVar("T")
Connection: TypeAlias = Any
Work: TypeAlias = Callable[[Connection], Awaitable[T]]

_SETTINGS = {"synchronous_commit": "on", "search_path": "mousehole"}
_PATIENCE = 30.0  # seconds
_MIGRATING = 0x6D6F757365  # the key of the lock under which versions change
_TABLES = """
    SELECT id, "group", game, edition, content, setup, seed, options, created, touched, over,
           (SELECT coalesce(max(entry) + 1, 0) FROM log WHERE "table" = id)
    FROM tables """


class PostgresStore:
    """A transaction for each change; the server lets several share a sync of its disk."""

    def __init__(self, address: str, clock: Callable[[], float] = time.time) -> None:
        self.address = address
        self._clock = clock
        self._pool: Any = None
        self._writing: set[asyncio.Task[Any]] = set()

    @classmethod
    async def open(cls, address: str, clock: Callable[[], float] = time.time) -> "PostgresStore":
        """Connect to a database, "postgresql://...", and bring it up to date."""
        store = cls(address, clock)
        await store._explained(store._connect())
        return store

    async def create(self, table: TableRow, entries: Sequence[bytes] = ()) -> None:
        await self._write(lambda db: create(db, table, entries))

    async def append(
        self,
        table: str,
        entry: int,
        lines: Sequence[bytes],
        result: ResultRow | None = None,
        reopen: bool = False,
    ) -> None:
        now = self._clock()

        async def work(db: Connection) -> None:
            await touch(db, table, now)
            await extend(db, table, entry, lines)
            if result or reopen:
                await conclude(db, table, result)

        await self._write(work)

    async def table(self, table: str) -> TableRow | None:
        row = await self._read(lambda db: db.fetchrow(_TABLES + "WHERE id = $1", table))
        return TableRow(*row) if row else None

    async def tables(
        self, ids: Sequence[str] | None = None, over: bool | None = None, limit: int = 100
    ) -> list[TableRow]:
        which = """
            WHERE ($1::text[] IS NULL OR id = ANY ($1)) AND ($2::boolean IS NULL OR over = $2)
            ORDER BY touched DESC, id COLLATE "C" LIMIT $3"""
        rows = await self._read(lambda db: db.fetch(_TABLES + which, ids, over, limit))
        return [TableRow(*row) for row in rows]

    async def log(self, table: str, since: int = 0) -> list[bytes]:
        return await self._read(lambda db: log(db, table, since))

    async def set_options(self, table: str, options: bytes) -> None:
        now = self._clock()

        async def work(db: Connection) -> None:
            await touch(db, table, now)
            await db.execute("UPDATE tables SET options = $2 WHERE id = $1", table, options)

        await self._write(work)

    async def results(self, group: str) -> list[ResultRow]:
        query = '''SELECT "table", "group", game, setup, over, clean, title, ended
                   FROM results WHERE "group" = $1 ORDER BY ended, "table" COLLATE "C"'''
        return [ResultRow(*row) for row in await self._read(lambda db: db.fetch(query, group))]

    async def delete(self, table: str) -> None:
        await self._write(lambda db: delete(db, table))

    async def expire(self, before: float) -> int:
        return await self._write(lambda db: expire(db, before))

    async def close(self) -> None:
        pool, self._pool = self._pool, None
        await asyncio.gather(*self._writing, return_exceptions=True)
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
        task = asyncio.ensure_future(self._explained(self._transaction(self._open_pool(), work)))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return await asyncio.shield(task)

    async def _read(self, work: Work[T]) -> T:
        async def asked() -> T:
            async with pool.acquire() as db:
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
        except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError) as error:
            words = "The server with the saved games ({where}) can not do it: {reason}."
            raise StoreError(line(words, where=self._where(), reason=str(error) or type(error).__name__)) from error

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


async def log(db: Connection, table: str, since: int) -> list[bytes]:
    """Read the log of a table from an entry on."""
    query = 'SELECT line FROM log WHERE "table" = $1 AND entry >= $2 ORDER BY entry'
    lines = [row[0] for row in await db.fetch(query, table, since)]
    if not lines and not await db.fetchval("SELECT 1 FROM tables WHERE id = $1", table):
        raise Missing(table)
    return lines


async def create(db: Connection, table: TableRow, entries: Sequence[bytes]) -> None:
    """Write a new table and its first lines."""
    marks = ", ".join(f"${n}" for n in range(1, 12))
    try:
        await db.execute(f"INSERT INTO tables VALUES ({marks})", *astuple(table)[:11])
    except asyncpg.UniqueViolationError:
        raise Taken(table.id) from None
    await extend(db, table.id, 0, entries)


async def extend(db: Connection, table: str, entry: int, lines: Sequence[bytes]) -> None:
    """Write the log on; the constraint of the schema settles who was first."""
    following = await db.fetchval('SELECT coalesce(max(entry) + 1, 0) FROM log WHERE "table" = $1', table)
    if entry > following:
        raise Ahead(table, entry)
    insert = """
        INSERT INTO log SELECT $1, $2 + place - 1, line
        FROM unnest($3::bytea[]) WITH ORDINALITY AS new (line, place)"""
    try:
        await db.execute(insert, table, entry, lines)
    except asyncpg.UniqueViolationError:
        raise Taken(table, entry) from None


async def touch(db: Connection, table: str, now: float) -> None:
    """Note that a table was just used; until the end of the transaction others wait here."""
    if not await db.fetchval("UPDATE tables SET touched = $2 WHERE id = $1 RETURNING true", table, now):
        raise Missing(table)


async def conclude(db: Connection, table: str, result: ResultRow | None) -> None:
    """Replace the ending of a table; None opens it again."""
    await db.execute("UPDATE tables SET over = $2 WHERE id = $1", table, result is not None)
    await db.execute('DELETE FROM results WHERE "table" = $1', table)
    if result:
        await db.execute("INSERT INTO results VALUES ($1, $2, $3, $4, $5, $6, $7, $8)", *astuple(result))


async def delete(db: Connection, table: str) -> None:
    """Forget a table, its log and its result."""
    await db.execute("DELETE FROM tables WHERE id = $1", table)
    await db.execute('DELETE FROM results WHERE "table" = $1', table)


async def expire(db: Connection, before: float) -> int:
    """Forget tables untouched since, and the results that no table's group needs."""
    gone = await db.fetch("DELETE FROM tables WHERE touched < $1 RETURNING id", before)
    await db.execute('DELETE FROM results WHERE "group" NOT IN (SELECT "group" FROM tables)')
    return len(gone)
