"""Saved tables on a PostgreSQL server, for several machines: the twin of the SQLite file."""

import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from urllib.parse import urlsplit

import asyncpg

from mousehole.core.held_tasks import HeldTasks, shielded
from mousehole.core.words import line
from mousehole.store.migrations import SEALED, oldest, steps
from mousehole.store.seals import TableHead, grown
from mousehole.store.store import Connection, Snapshot, Store, Work, seal_all
from mousehole.store.types import Closed, Failing, Later, ResultRow, StoreError

T = TypeVar("T")
log = logging.getLogger(__name__)
logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)  # our own log says it in one line
FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, UnicodeError)
BAD_ADDRESS = (ValueError,)

_SETTINGS = {"synchronous_commit": "on", "search_path": "mousehole"}
_TIMEOUT = 30.0  # seconds for one statement
_LOG_INTERVAL = 5.0  # seconds between two lines about a server that is away
HEADS_KEPT = 10_000  # tables
_MIGRATING = 0x6D6F757365  # the key of the lock under which versions change
_APPEND = """
    WITH stood AS (
        UPDATE tables SET touched = $3, over = $4, entries = $5, tip = $6, seal = $7
        WHERE id = $1 AND seal = $2 AND ($8::bytea IS NULL OR options = $8) RETURNING 1)
    INSERT INTO log SELECT $1, $9 + place - 1, line, new.seal
    FROM stood, unnest($10::bytea[], $11::bytea[]) WITH ORDINALITY AS new (line, seal, place)"""


class PostgresStore(Store):
    """A transaction for each change; the server lets several share a sync of its disk."""

    shared = True
    duplicate = asyncpg.UniqueViolationError
    now = "extract(epoch FROM clock_timestamp())::double precision"
    file_size = """
        SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'mousehole' AND c.relkind = 'r'"""

    def __init__(self, address: str, clock: Callable[[], float] = time.time) -> None:
        super().__init__(clock)
        self.address = address
        self._pool: Any = None
        self._writing = HeldTasks()
        self._logged = -_LOG_INTERVAL  # when it was last logged that the server is away
        self._heads: OrderedDict[str, TableHead] = OrderedDict()  # of the tables last written here

    @classmethod
    async def open(cls, address: str, clock: Callable[[], float] = time.time) -> "PostgresStore":
        """Connect to a database, "postgresql://...", and bring it up to date."""
        store = cls(address, clock)
        try:
            await store._connect()
        except (*FAILURES, *BAD_ADDRESS) as error:
            words = "The server with the saved games ({where}) cannot do it: {reason}."
            raise StoreError(line(words, where=store._where(), reason=str(error) or type(error).__name__)) from error
        return store

    async def append(
        self,
        table: str,
        entry: int,
        lines: Sequence[bytes],
        result: ResultRow | None = None,
        reopen: bool = False,
        options: bytes | None = None,
    ) -> None:
        """Extend the log in a single statement if the table is as this server left it, otherwise step by step."""
        old = self._heads.pop(table, None)
        if old is None or old.entries != entry or not lines or result or reopen:
            return await super().append(table, entry, lines, result, reopen, options)
        head, seals = grown(old, entry, lines, self._clock(), None)
        values = (table, old.values[-1], *head.values, options, entry, lines, seals)

        async def work(db: Connection) -> bool:
            try:
                return bool(await db.execute(_APPEND, *values) == f"INSERT 0 {len(lines)}")
            except asyncpg.UniqueViolationError:
                return False

        if await self._write(work, whole=False):
            return self._note_append(head)
        return await super().append(table, entry, lines, result, reopen, options)

    def _note_append(self, head: TableHead) -> None:
        self._heads[head.table] = head
        if len(self._heads) > HEADS_KEPT:
            self._heads.popitem(last=False)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Snapshot]:
        async with self._open_pool().acquire() as db, db.transaction(isolation="repeatable_read", readonly=True):
            yield Snapshot(db)

    async def close(self) -> None:
        pool, self._pool = self._pool, None
        await self._writing.finish()
        if pool:
            await pool.close()

    async def _connect(self) -> None:
        pool = await asyncpg.create_pool(
            self.address,
            min_size=1,
            max_size=10,
            command_timeout=_TIMEOUT,
            server_settings=_SETTINGS,
            reset=_leave_as_it_is,
        )
        try:
            async with pool.acquire() as db, db.transaction():
                await refuse_careless(db, self._where())
                await migrate(db, self._where())
        except BaseException:
            await pool.close()
            raise
        self._pool = pool

    async def _write(self, work: Work[T], durable: bool = True, whole: bool = True) -> T:
        """Write in a task of its own: a cancelled caller undoes nothing.

        In a `whole` transaction, unless it is a single statement, which needs none.
        """
        doing = (
            self._transaction(self._open_pool(), work, durable) if whole else self._statement(self._open_pool(), work)
        )
        return await shielded(self._writing.start(self._explained(doing)))

    async def _read(self, work: Work[T]) -> T:
        async def reading() -> T:
            async with pool.acquire() as db, db.transaction(isolation="repeatable_read", readonly=True):
                return await work(db)

        pool = self._open_pool()
        return await self._explained(reading())

    async def _transaction(self, pool: Any, work: Work[T], durable: bool) -> T:
        async with pool.acquire() as db, db.transaction():
            if not durable:
                await db.execute("SET LOCAL synchronous_commit TO off")
            return await work(db)

    async def _statement(self, pool: Any, work: Work[T]) -> T:
        async with pool.acquire() as db:
            return await work(db)

    async def _lock(self, db: Connection, name: str) -> None:
        await db.execute("SELECT pg_advisory_xact_lock(hashtext($1))", name)

    def _open_pool(self) -> Any:
        if self._pool is None:
            raise Closed
        return self._pool

    async def _explained(self, doing: Awaitable[T]) -> T:
        try:
            return await doing
        except FAILURES as error:
            self._log(str(error) or type(error).__name__)
            raise Failing from error

    def _log(self, reason: str) -> None:
        if (now := time.monotonic()) >= self._logged + _LOG_INTERVAL:
            log.error("the server with the saved games (%s): %s", self._where(), reason)
            self._logged = now

    def _where(self) -> str:
        """Name the database without the password."""
        try:
            parts = urlsplit(self.address)
        except ValueError:
            return self.address.rpartition("@")[2]
        return f"{parts.hostname or 'localhost'}{parts.path}"


async def _leave_as_it_is(db: Connection) -> None:
    """Skip the pool's reset query: no transaction here leaves session state behind."""


async def refuse_careless(db: Connection, where: str) -> None:
    """Refuse a server that does not sync to disk."""
    if await db.fetchval("SHOW fsync") != "on":
        raise StoreError(line("The server with the saved games ({where}) would lose moves: fsync is off.", where=where))


async def migrate(db: Connection, where: str) -> None:
    """Take the missing steps in one transaction; a database that only later versions can serve stays as it is."""
    await db.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATING)
    await db.execute("CREATE SCHEMA IF NOT EXISTS mousehole")
    await db.execute("CREATE TABLE IF NOT EXISTS version (number BIGINT NOT NULL)")
    await db.execute("ALTER TABLE version ADD COLUMN IF NOT EXISTS oldest BIGINT NOT NULL DEFAULT 0")
    known, found = len(steps("postgres")), await db.fetchval("SELECT coalesce(max(number), 0) FROM version")
    if await db.fetchval("SELECT coalesce(max(oldest), 0) FROM version") > known:
        raise Later(where, found, known)
    for number, script in enumerate(steps("postgres")[found:], found + 1):
        await db.execute(script)
        await db.execute("INSERT INTO version VALUES ($1, $2)", number, oldest(number, script))
    if found < SEALED:
        await seal_all(db)
