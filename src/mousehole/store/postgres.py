"""Saved tables on a PostgreSQL server, for several machines: the twin of the SQLite file."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

import asyncpg

from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import line
from mousehole.store import postgres_forgetting as forgetting
from mousehole.store import postgres_rows as rows
from mousehole.store.bundles import postgres_bundles as bundles
from mousehole.store.bundles.bundle import Bundle, Moment
from mousehole.store.migrations import SEALED, oldest, steps
from mousehole.store.people.postgres_people import PostgresPeople
from mousehole.store.people.puzzle_progress import PostgresPuzzles
from mousehole.store.postgres_rows import Connection
from mousehole.store.sealed_rows import Standing, grown
from mousehole.store.sharing import answers
from mousehole.store.sharing import postgres_leases as leases
from mousehole.store.store import (
    AnswerRow,
    Closed,
    Failing,
    Forgotten,
    Later,
    ResultRow,
    StoreError,
    TableMark,
    TableRow,
)

T = TypeVar("T")
log = logging.getLogger(__name__)
logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)  # it tells at length what is said here in a line
FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, UnicodeError)
UNREADABLE = (ValueError,)  # an address that is none
Work: TypeAlias = Callable[[Connection], Awaitable[T]]

_SETTINGS = {"synchronous_commit": "on", "search_path": "mousehole"}
_PATIENCE = 30.0  # seconds
_QUIET = 5.0  # seconds between two lines about a server that is away
REMEMBERED = 10_000  # tables
_MIGRATING = 0x6D6F757365  # the key of the lock under which versions change


class PostgresStore(PostgresPeople, PostgresPuzzles):
    """A transaction for each change; the server lets several share a sync of its disk."""

    shared = True

    def __init__(self, address: str, clock: Callable[[], float] = time.time) -> None:
        self.address = address
        self._clock = clock
        self._pool: Any = None
        self._writing = HeldTasks()
        self._said = -_QUIET  # when it was last said that the server is away
        self._left: OrderedDict[str, Standing] = OrderedDict()  # how tables stood after the last move that came here

    @classmethod
    async def open(cls, address: str, clock: Callable[[], float] = time.time) -> "PostgresStore":
        """Connect to a database, "postgresql://...", and bring it up to date."""
        store = cls(address, clock)
        try:
            await store._connect()
        except (*FAILURES, *UNREADABLE) as error:
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
        options: bytes | None = None,
    ) -> None:
        now, over = self._clock(), result is not None if result or reopen else None
        if over is None and await self._appended_at_once(table, entry, lines, now, options):
            return

        async def work(db: Connection) -> Standing:
            stands = await rows.append(db, table, entry, lines, now, over, options)
            if over is not None:
                await rows.conclude(db, table, result)
            return stands

        self._remember(await self._write(work))

    async def _appended_at_once(
        self, table: str, entry: int, lines: Sequence[bytes], now: float, options: bytes | None
    ) -> bool:
        """Write on in one question where the table stands as it was left here; otherwise say why in the long way."""
        old = self._left.pop(table, None)
        if old is None or old.entries != entry or not lines:
            return False
        stands, seals = grown(old, entry, lines, now, None)
        asked = rows.appended_at_once
        if done := await self._write(lambda db: asked(db, old, stands, lines, seals, options), whole=False):
            self._remember(stands)
        return done

    def _remember(self, stands: Standing) -> None:
        self._left[stands.table] = stands
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)

    async def table(self, table: str) -> TableRow | None:
        return await self._read(lambda db: rows.table(db, table))

    async def tables(
        self, ids: Sequence[str] | None = None, over: bool | None = None, limit: int = 100
    ) -> list[TableRow]:
        return await self._read(lambda db: rows.tables(db, ids, over, limit))

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

    async def keep_answer(self, key: str, kind: str, value: bytes, seconds: float) -> None:
        now = self._clock()
        values = answers.written(AnswerRow(key, kind, value, now + seconds))
        await self._write(lambda db: answers.keep_there(db, values, now))

    async def answer(self, key: str) -> AnswerRow | None:
        now = self._clock()
        return await self._read(lambda db: answers.find_there(db, key, now))

    async def expire(self, keep: float) -> Forgotten:
        now = self._clock()
        return await self._write(lambda db: forgetting.expire(db, keep, now))

    async def bring_back(self) -> int:
        now = self._clock()
        return await self._write(lambda db: forgetting.bring_back(db, now))

    async def secret(self, made: bytes) -> bytes:
        return await self._write(lambda db: rows.secret(db, made))

    async def size(self) -> int:
        return int(await self._read(lambda db: db.fetchval(bundles.SIZE)))

    @asynccontextmanager
    async def moment(self) -> AsyncIterator[Moment]:
        async with self._open_pool().acquire() as db, db.transaction(isolation="repeatable_read", readonly=True):
            yield bundles.PostgresMoment(db)

    async def put(self, kept: Sequence[Bundle], replace: bool = False) -> None:
        await self._write(lambda db: bundles.put(db, kept, replace))

    async def lease(self, server: str, tables: Sequence[str], seconds: float) -> set[str]:
        return await self._write(lambda db: leases.lease(db, server, tables, seconds))

    async def let_go(self, server: str, tables: Sequence[str], done: bool) -> None:
        await self._write(lambda db: leases.let_go(db, server, tables, done))

    async def lapsed(self, limit: int = 50) -> list[str]:
        return await self._read(lambda db: leases.lapsed(db, limit))

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
            command_timeout=_PATIENCE,
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

    async def _write(self, work: Work[T], whole: bool = True) -> T:
        """Change something in a task of its own: a waiter that leaves takes nothing back.

        A `whole` transaction unless it is a single statement, which is one by itself.
        """
        doing = (self._transaction if whole else self._statement)(self._open_pool(), work)
        return await asyncio.shield(self._writing.start(self._explained(doing)))

    async def _read(self, work: Work[T]) -> T:
        async def asked() -> T:
            async with pool.acquire() as db, db.transaction(isolation="repeatable_read", readonly=True):
                return await work(db)

        pool = self._open_pool()
        return await self._explained(asked())

    async def _transaction(self, pool: Any, work: Work[T]) -> T:
        async with pool.acquire() as db, db.transaction():
            return await work(db)

    async def _statement(self, pool: Any, work: Work[T]) -> T:
        async with pool.acquire() as db:
            return await work(db)

    def _open_pool(self) -> Any:
        if self._pool is None:
            raise Closed
        return self._pool

    async def _explained(self, doing: Awaitable[T]) -> T:
        try:
            return await doing
        except FAILURES as error:
            self._say(str(error) or type(error).__name__)
            raise Failing from error

    def _say(self, reason: str) -> None:
        if (now := time.monotonic()) >= self._said + _QUIET:
            log.error("the server with the saved games (%s): %s", self._where(), reason)
            self._said = now

    def _where(self) -> str:
        """Name the database without the password."""
        try:
            parts = urlsplit(self.address)
        except ValueError:
            return self.address.rpartition("@")[2]
        return f"{parts.hostname or 'localhost'}{parts.path}"


async def _leave_as_it_is(db: Connection) -> None:
    """Ask nothing when a connection is given back: nobody here leaves anything behind in one."""


async def refuse_careless(db: Connection, where: str) -> None:
    """Stop at a server that does not wait for its disk."""
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
        await rows.seal_all(db)
