"""The database of the simulated world: the rows of SQLite in memory, behind a line that delays, loses and repeats."""

import sqlite3
from contextvars import copy_context
from functools import cache
from pathlib import Path

from mousehole.store import Closed, Failing, SqliteStore
from mousehole.store import sqlite_connect as connect

SOON, SLOW = (0.0005, 0.006), (0.3, 3.0)  # seconds on the way there, and back
PATIENCE = 4.0  # seconds until a server gives a lost call up


@cache
def _empty():
    db = sqlite3.connect(":memory:", isolation_level=None)
    connect.migrate(db)
    return db


class Storage:
    """One database for all servers; each call is carried out at one moment, or never."""

    def __init__(self, loop, chance, history):
        self._loop, self._chance, self._history = loop, chance, history
        self.db = sqlite3.connect(":memory:", isolation_level=None)
        _empty().backup(self.db)
        self.db.execute("PRAGMA foreign_keys = ON")
        self.db.text_factory = connect.lenient
        self.leases = SimLeases(self.clock)
        self.trouble = 0.0  # how likely a call goes wrong
        self.cut = set()  # servers that cannot reach it
        self.slow = False
        self._here = copy_context()  # what happens here does not freeze with a server

    def later(self, delay, do, *arguments):
        """Let something happen at the database after a while."""
        self._loop.call_later(delay, do, *arguments, context=self._here)

    def clock(self):
        """The database's own time, which every server goes by."""
        return 1_700_000_000.0 + self._loop.now

    async def ask(self, place, work, kind):
        """Carry a piece of work there and its answer back, if nothing happens on the way."""
        answer = self._loop.create_future()
        fate = self._fate(place)
        if fate != "fine":
            self._history.fault(f"store {fate}", place.name)
        there, back = self._delay(), self._delay()
        if kind in place.dooms:
            there += self._chance.uniform(*SLOW)
            self.later(self._chance.uniform(0.0, there + 0.5), place.dooms.pop(kind))
        done = Carried(self, answer, work)
        if fate in ("fine", "answer lost"):
            self.later(there, done.carry_out, None if fate == "answer lost" else back)
        elif fate == "late":
            self.later(there + self._chance.uniform(0.5, 2 * PATIENCE), done.carry_out, None)
        if fate != "fine":
            wait = there + back if fate == "refused" else self._chance.uniform(0.05, PATIENCE)
            self.later(wait, done.give_up)
        return await answer

    def read(self, work):
        """Look something up, at one moment."""
        return work(self.db)

    def write(self, work):
        """Do a piece of work in a transaction of its own."""
        self.db.execute("BEGIN")
        try:
            result = work(self.db)
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")
        return result

    def _fate(self, place):
        if place.name in self.cut:
            return self._chance.choice(("request lost", "request lost", "answer lost", "refused"))
        if self._chance.random() < self.trouble:
            return self._chance.choice(("request lost", "answer lost", "refused", "late"))
        return "fine"

    def _delay(self):
        return self._chance.uniform(*(SLOW if self.slow and self._chance.random() < 0.5 else SOON))


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

    async def _write(self, work):
        return await self._asked(lambda: self.storage.write(work), "write")

    async def _read(self, work):
        return await self._asked(lambda: self.storage.read(work), "read")

    async def _asked(self, work, kind):
        if self.closed or self.place.dead:
            raise Closed
        return await self.storage.ask(self.place, work, kind)
