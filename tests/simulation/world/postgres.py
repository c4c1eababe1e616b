"""PostgreSQL in the simulated world, at the wire of its driver: transactions in several steps, and lines that break.

Rows are kept by SQLite, but transactions run side by side as PostgreSQL runs them: what is committed is seen by the
next statement, whoever reads a snapshot sees nothing of it, and rows that somebody has written are locked until the
end. A statement of an open transaction is carried out on what is committed, after all that the transaction wrote
before, and taken back at once; its commit does it all for good.
"""

import asyncio
import re
import sqlite3
from collections import deque

import asyncpg

from mousehole.store import Closed
from mousehole.store.postgres import PostgresStore
from mousehole.store.sqlite import SqliteConnection, lenient, result, with_functions
from tests.simulation.world.broker import Ordered

SHARE = 0.3  # of the trouble of a call that each of its statements has
PATIENCE = 4.0  # seconds until a lost connection is noticed
TIMEOUT = 30.0  # seconds that a driver waits for a statement
CLOCK = "extract(epoch FROM clock_timestamp())::double precision"
APPEND = re.compile(r"\s*WITH stood AS \((?P<head>.*) RETURNING 1\)\s*INSERT INTO log", re.DOTALL)
UPDATE = re.compile(r"UPDATE (\w+) .*WHERE id = \$(\d+)", re.DOTALL)
INSERT = re.compile(r"INSERT INTO (\w+)")
KEYS = {"grants": 3, "memories": 2, "log": 1}  # how many of its first values name what an insert locks
REFUSALS = {"UNIQUE": asyncpg.UniqueViolationError, "FOREIGN": asyncpg.ForeignKeyViolationError}


class Statement:
    """A query and its values, or several rows of them."""

    def __init__(self, query, values, many=False):
        self.query = query.replace(CLOCK, "now()")
        self.values, self.many = list(map(list, values)) if many else list(values), many

    @property
    def writes(self):
        """Whether it changes anything."""
        return not self.query.lstrip().startswith("SELECT")

    @property
    def kind(self):
        """What kind of call it belongs to, as far as misfortune asks."""
        if "leases" in self.query and self.writes:
            return "lease" if "INSERT" in self.query else "let go"
        return "write" if self.writes else "read"

    def locks(self):
        """The names of what it locks until the end of its transaction."""
        if "SKIP LOCKED" in self.query:
            return []
        if "pg_advisory_xact_lock" in self.query:
            return [("lock", self.values[0])]
        if "FOR UPDATE" in self.query or APPEND.match(self.query):
            return [("tables", self.values[0])]
        if "leases" in self.query and self.writes:
            return [("leases", name) for name in self.values[1]]
        if found := UPDATE.search(self.query):
            return [(found[1], self.values[int(found[2]) - 1])]
        if found := INSERT.search(self.query):
            rows = self.values if self.many else [self.values]
            return [(found[1], *row[: KEYS.get(found[1], 1)]) for row in rows]
        return []

    def carry_out(self, db):
        """Do it: the rows it finds, and what PostgreSQL says about it."""
        here = SqliteConnection(db)
        if self.query.startswith("SET ") or "pg_advisory_xact_lock" in self.query:
            return [], "SELECT 1"
        if self.many:
            result(here.executemany(self.query, self.values))
            return [], ""
        if found := APPEND.match(self.query):
            return self._append(here, found["head"])
        return here.ask(self.query, self.values).fetchall(), ""

    def _append(self, here, head):
        """Carry out the one statement that extends a log: SQLite cannot do both halves at once."""
        if here.ask(head, self.values).rowcount == 0:
            return [], "INSERT 0 0"
        table, entry, lines, seals = self.values[0], *self.values[8:11]
        rows = [(table, entry + n, *new) for n, new in enumerate(zip(lines, seals, strict=True))]
        result(here.executemany("INSERT INTO log VALUES ($1, $2, $3, $4)", rows))
        return [], f"INSERT 0 {len(rows)}"


class Locks:
    """Who holds what until the end of a transaction, and who waits for it."""

    def __init__(self, loop):
        self._loop = loop
        self._held, self._waiting = {}, {}

    async def take(self, session, name):
        """Wait until nobody else holds something; whoever would wait in a circle is refused."""
        while self._held.setdefault(name, session) is not session:
            if self._circle(session, name):
                raise asyncpg.DeadlockDetectedError("a circle")
            session.waits_for, free = name, self._loop.create_future()
            self._waiting.setdefault(name, deque()).append(free)
            await free
            session.waits_for = None

    def release(self, session):
        """Let go of all that a session holds."""
        for name in [name for name, holder in self._held.items() if holder is session]:
            del self._held[name]
            for free in self._waiting.pop(name, ()):
                free.done() or free.set_result(None)

    def _circle(self, session, name):
        while name is not None and name in self._held:
            holder = self._held[name]
            if holder is session:
                return True
            name = holder.waits_for
        return False


class Session:
    """A connection as the database server has it."""

    def __init__(self, database):
        self._database = database
        self.waits_for = None
        self.pinned = None  # the database as it was when a snapshot began
        self.snapshot = self.open = self._failed = self.closed = False
        self._written = []
        self.task = None  # what it is doing

    def begin(self, snapshot):
        """Open a transaction."""
        self.open, self.snapshot, self._failed = True, snapshot, False

    async def run(self, statement):
        """Carry out a statement, alone or in the open transaction."""
        if self._failed:
            raise asyncpg.InFailedSQLTransactionError("aborted")
        try:
            for name in statement.locks():
                await self._database.locks.take(self, name)
            found = self._database.tried(self, self._written, statement)
        except BaseException:
            self._failed = self.open
            if not self.open:
                self.abort()
            raise
        if statement.writes:
            self._written.append(statement)
        if not self.open:
            self.commit()
        return found

    def commit(self):
        """Make everything permanent."""
        try:
            if self._written and not self._failed:
                self._database.commit(self._written)
        finally:
            self.abort()

    def abort(self):
        """End the transaction; what was not committed is gone."""
        self._written, self.pinned, self.open, self.snapshot = [], None, False, False
        self._database.readers.discard(self)
        self._database.locks.release(self)


class Database:
    """What is committed, and which transactions are under way."""

    def __init__(self, storage):
        self.storage = storage
        self.locks = Locks(storage.loop)
        self.readers = Ordered()  # sessions that have begun to read a snapshot

    def tried(self, session, before, statement):
        """Carry out a statement as its transaction sees it, for the time being."""
        if session.snapshot:
            self.readers.add(session)
            return statement.carry_out(session.pinned or self.storage.db)
        self.storage.db.execute("BEGIN")
        try:
            for earlier in before:
                earlier.carry_out(self.storage.db)
            return statement.carry_out(self.storage.db)
        except sqlite3.IntegrityError as error:
            raise REFUSALS[str(error).split()[0]](str(error)) from None
        finally:
            self.storage.db.execute("ROLLBACK")

    def commit(self, statements):
        """Do everything that a transaction did for good; snapshots keep what they saw."""
        self._pin()
        with self.storage.db as db:
            db.execute("BEGIN")
            for statement in statements:
                statement.carry_out(db)

    def _pin(self):
        unpinned = [session for session in self.readers if session.pinned is None]
        if unpinned:
            copy = with_functions(sqlite3.connect(":memory:", isolation_level=None), self.storage.clock)
            copy.text_factory = lenient
            self.storage.db.backup(copy)
            for session in unpinned:
                session.pinned = copy


class SimPool:
    """Connections as asyncpg gives them."""

    def __init__(self, database, place):
        self._database, self._place = database, place

    def acquire(self):
        """A connection, for a while."""
        return SimConnection(self._database, self._place)

    async def close(self):
        """Nothing to close."""


class SimConnection:
    """A connection as a server has it: every statement travels there, and its answer back."""

    def __init__(self, database, place):
        self._database, self._place, self._storage = database, place, database.storage
        self._session = Session(database)
        self._broken = False

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return

    def transaction(self, isolation=None, readonly=False):
        """A transaction, to be entered."""
        return SimTransaction(self, isolation == "repeatable_read")

    async def fetch(self, query, *values):
        return (await self._run(Statement(query, values)))[0]

    async def fetchrow(self, query, *values):
        return next(iter(await self.fetch(query, *values)), None)

    async def fetchval(self, query, *values):
        row = await self.fetchrow(query, *values)
        return row[0] if row else None

    async def execute(self, query, *values):
        return (await self._run(Statement(query, values)))[1]

    async def executemany(self, query, rows):
        statement = Statement(query, rows, many=True)
        if statement.values:
            await self._run(statement)

    async def begin(self, snapshot):
        """Open a transaction; the driver sends this along with its first statement."""
        self._session.begin(snapshot)

    async def commit(self):
        """End it for good."""
        await self._carried(self._commit, "write")

    async def rollback(self):
        """Take it back; whoever is gone has nothing to say, and the server finds out a while later."""
        if self._place.dead or self._broken:
            self._forsake()
        else:
            await self._carried(self._abort, "read")

    async def _commit(self):
        self._session.commit()

    async def _abort(self):
        self._session.abort()

    async def _run(self, statement):
        return await self._carried(lambda: self._session.run(statement), statement.kind)

    async def _carried(self, work, kind):
        """Carry some work to the database and its answer back, if nothing happens on the way."""
        storage, place = self._storage, self._place
        if place.dead or self._broken:
            raise asyncpg.InterfaceError("connection is closed")
        fate = storage.fate(place, SHARE)
        if fate != "fine":
            storage.history.fault(f"store {fate}", place.name)
        answer, there, back = storage.loop.create_future(), storage.delay(), storage.delay()
        there += storage.doom(place, kind)
        there += storage.chance.uniform(0.5, 2 * PATIENCE) if fate == "late" else 0.0
        if fate in ("fine", "answer lost", "late"):
            storage.later(there, self._arrive, work, answer, back if fate == "fine" else None)
        if fate != "fine":
            self._broken = True
            storage.later(
                storage.chance.uniform(0.05, PATIENCE), _fail, answer, asyncpg.ConnectionDoesNotExistError("lost")
            )
            if fate != "late":
                self._forsake()
        timer = storage.loop.call_later(TIMEOUT, _fail, answer, TimeoutError())
        try:
            return await answer
        except asyncio.CancelledError:  # what was sent is on its way, and nothing may overtake it
            self._broken = True
            raise
        finally:
            timer.cancel()

    def _arrive(self, work, answer, back):
        if not self._session.closed:
            self._session.task = self._storage.begin(self._serve(work, answer, back))

    async def _serve(self, work, answer, back):
        """Do the work at the database; without a way `back` the connection ends with it."""
        try:
            found, error = await work(), None
        except asyncpg.PostgresError as refused:
            found, error = None, refused
        if back is None:
            self._session.closed = True
            self._session.abort()
        else:
            self._storage.later(back, _settle, answer, found, error)

    def _forsake(self):
        """Let the database find out, some time, that nobody is there any more."""
        self._broken = True
        self._storage.later(self._storage.chance.uniform(0.0, PATIENCE), self._end)

    def _end(self):
        self._session.closed = True
        if self._session.task:
            self._session.task.cancel()
        self._session.abort()


class SimTransaction:
    """A transaction of a connection, from begin to commit."""

    def __init__(self, connection, snapshot):
        self._connection, self._snapshot = connection, snapshot

    async def __aenter__(self):
        await self._connection.begin(self._snapshot)

    async def __aexit__(self, kind, error, trace):
        if kind is None:
            await self._connection.commit()
        else:
            await self._connection.rollback()


class SimPostgresStore(PostgresStore):
    """The product's own code for PostgreSQL, with connections to the simulated one."""

    def __init__(self, storage, place):
        super().__init__("postgresql://simulated", storage.clock)
        self.place, self._pool = place, SimPool(storage.database, place)

    async def append(self, table, entry, lines, *more, **named):
        self.place.check_lease(table, lines)
        await super().append(table, entry, lines, *more, **named)

    def _open_pool(self):
        if self.place.dead:
            raise Closed
        return super()._open_pool()


class SqlLeases:
    """The leases that are kept as rows."""

    def __init__(self, storage):
        self._storage = storage

    def holder(self, table):
        """Which server may play at a table now, if any."""
        found = self._storage.db.execute('SELECT server, until FROM leases WHERE "table" = ?', (table,)).fetchone()
        return found[0] if found and found[1] >= self._storage.clock() else ""


def _settle(answer, found, error):
    if error:
        _fail(answer, error)
    elif not answer.done():
        answer.set_result(found)


def _fail(answer, error):
    if not answer.done():
        answer.set_exception(error)
