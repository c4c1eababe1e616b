"""The database of the simulated world: the rows of SQLite in memory, behind a line that delays, loses and repeats."""

import sqlite3
from contextvars import copy_context
from functools import cache
from pathlib import Path

from mousehole.store import Closed, Damaged, Failing, SqliteStore, sqlite
from mousehole.store.seals import COLUMNS, read_log
from tests.simulation.world.postgres import Database, SqlLeases

SOON, SLOW = (0.0005, 0.006), (0.3, 3.0)  # seconds on the way there, and back
PATIENCE = 4.0  # seconds until a server gives a lost call up


@cache
def _empty():
    db = sqlite3.connect(":memory:", isolation_level=None)
    sqlite.migrate(db)
    return db


class Storage:
    """One database for all servers; each call is carried out at one moment, or never."""

    def __init__(self, loop, chance, history, postgres):
        self.loop, self.chance, self.history = loop, chance, history
        self.db = sqlite3.connect(":memory:", isolation_level=None)
        _empty().backup(self.db)
        self.db.execute("PRAGMA foreign_keys = ON")
        sqlite.with_functions(self.db, self.clock)
        self.db.text_factory = sqlite.lenient
        self._store = SqliteStore(Path("simulated"), self.clock)
        self.database = Database(self) if postgres else None  # transactions side by side, as PostgreSQL has them
        self.leases = SqlLeases(self) if postgres else SimLeases(self.clock)
        self.trouble = 0.0  # how likely a call goes wrong
        self.cut = set()  # servers that cannot reach it
        self.slow = False
        self._here = copy_context()  # what happens here does not freeze with a server

    def later(self, delay, do, *arguments):
        """Let something happen at the database after a while."""
        self.loop.call_later(delay, do, *arguments, context=self._here)

    def begin(self, work):
        """Let the database do something that may take a while."""
        return self.loop.create_task(work, context=self._here.copy())

    def clock(self):
        """The database's own time, which every server goes by."""
        return 1_700_000_000.0 + self.loop.now

    async def ask(self, place, work, kind):
        """Carry a piece of work there and its answer back, if nothing happens on the way."""
        answer = self.loop.create_future()
        fate = self.fate(place)
        if fate != "fine":
            self.history.fault(f"store {fate}", place.name)
        there, back = self.delay(), self.delay()
        there += self.doom(place, kind)
        done = Carried(self, answer, work)
        if fate in ("fine", "answer lost"):
            self.later(there, done.carry_out, None if fate == "answer lost" else back)
        elif fate == "late":
            self.later(there + self.chance.uniform(0.5, 2 * PATIENCE), done.carry_out, None)
        if fate != "fine":
            wait = there + back if fate == "refused" else self.chance.uniform(0.05, PATIENCE)
            self.later(wait, done.give_up)
        return await answer

    def read(self, work):
        """Look something up, at one moment."""
        return sqlite.result(work(sqlite.SqliteConnection(self.db)))

    def write(self, work):
        """Do a piece of work in a transaction of its own."""
        self.db.execute("BEGIN")
        try:
            result = sqlite.result(work(sqlite.SqliteConnection(self.db)))
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")
        return result

    def table(self, name):
        """A table as it is kept now."""
        return self.read(lambda db: self._store._table(db, name))

    def log(self, name):
        """The log of a table as it is kept now."""

        async def lines(db):
            row = await self._store._row(db, name, COLUMNS)
            try:
                return read_log(name, row, 0, await self._store._lines(db, name, -1))
            except Damaged as damage:
                self.history.note("store", "is damaged", table=name)
                return damage.lines

        return self.read(lines)

    def rows(self, relation):
        """Everything that a relation keeps, as it stands there."""
        found = self.db.execute(f"SELECT * FROM {relation}")
        names = [column for column, *_ in found.description]
        return [dict(zip(names, row, strict=True)) for row in found]

    def fate(self, place, share=1.0):
        """What happens to a call on its way."""
        if place.name in self.cut:
            return self.chance.choice(("request lost", "request lost", "answer lost", "refused"))
        if self.chance.random() < self.trouble * share:
            return self.chance.choice(("request lost", "answer lost", "refused", "late"))
        return "fine"

    def doom(self, place, kind):
        """Let a server that is doomed in such a call die during it: the seconds that the call takes longer."""
        if kind not in place.dooms:
            return 0.0
        longer = self.chance.uniform(*SLOW)
        self.later(self.chance.uniform(0.0, longer + 0.5), place.dooms.pop(kind))
        return longer

    def delay(self):
        """How long something travels."""
        return self.chance.uniform(*(SLOW if self.slow and self.chance.random() < 0.5 else SOON))


class Carried:
    """A call on its way."""

    def __init__(self, storage, answer, work):
        self._storage, self._answer, self._work = storage, answer, work

    def carry_out(self, back):
        """Do the work now; the answer travels `back` seconds, or gets lost."""
        try:
            result, error = self._work(), None
        except Exception as failure:  # noqa: BLE001 (whoever waits hears of it)
            result, error = None, failure
        if back is not None:
            self._storage.later(back, self._tell, result, error)

    def give_up(self):
        """Let whoever waits hear that the store cannot be reached."""
        self._tell(None, Failing())

    def _tell(self, result, error):
        if self._answer.done():
            return
        if error:
            self._answer.set_exception(error)
        else:
            self._answer.set_result(result)


class SimLeases:
    """Which server may play at a table, and until when, by the clock of the database."""

    def __init__(self, clock):
        self._clock = clock
        self._leases = {}

    def holder(self, table):
        """Which server may play at a table now, if any."""
        return self._leases[table][0] if table in self._leases and not self._over(table, self._clock()) else ""

    def take(self, server, tables, seconds):
        """Take or renew leases where no other server has one."""
        now = self._clock()
        free = [name for name in tables if self._leases.get(name, (server, 0.0))[0] == server or self._over(name, now)]
        self._leases |= dict.fromkeys(free, (server, now + seconds))
        return set(free)

    def let_go(self, server, tables, done):
        """End leases of a server, or let them lapse at once."""
        for name in tables:
            if self._leases.get(name, ("",))[0] == server:
                self._leases[name] = (server, 0.0)
                if done:
                    del self._leases[name]

    def lapsed(self):
        """The tables whose lease ran out, the longest ago first."""
        now = self._clock()
        return sorted((name for name in self._leases if self._over(name, now)), key=lambda name: self._leases[name][1])

    def _over(self, name, now):
        return self._leases[name][1] < now


class SimStore(SqliteStore):
    """A server's end of the line: the product's own statements, and leases as PostgreSQL has them."""

    shared = True

    def __init__(self, storage, place):
        super().__init__(Path("simulated"), storage.clock)
        self.storage, self.place = storage, place

    async def append(self, table, entry, lines, *more, **named):
        self.place.check_lease(table, lines)
        await super().append(table, entry, lines, *more, **named)

    async def lease(self, server, tables, seconds):
        return await self._asked(lambda: self.storage.leases.take(server, tables, seconds), "lease")

    async def let_go(self, server, tables, done):
        await self._asked(lambda: self.storage.leases.let_go(server, tables, done), "let go")

    async def lapsed(self, limit=50):
        return await self._asked(lambda: self.storage.leases.lapsed()[:limit], "read")

    async def close(self):
        self.closed = True

    async def _write(self, work, durable=True):
        return await self._asked(lambda: self.storage.write(work), "write")

    async def _read(self, work):
        return await self._asked(lambda: self.storage.read(work), "read")

    async def _asked(self, work, kind):
        if self.closed or self.place.dead:
            raise Closed
        return await self.storage.ask(self.place, work, kind)
