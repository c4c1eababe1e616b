"""One run of the simulated world: servers, people and misfortune, all of it from one seed."""

import asyncio
import gc
import math
from contextvars import copy_context
from random import Random

from msgspec import Struct

from mousehole import shelf
from mousehole.host.table_settings import settings_of
from mousehole.store import sqlite_rows as rows
from mousehole.table import Chair, Options
from mousehole.web.rights.access import OWNER, WATCH, Keys, browser_of, seat_role
from mousehole.web.rights.table_rules import rules_of
from tests.simulation.world.broker import Broker
from tests.simulation.world.history import History
from tests.simulation.world.misfortune import Misfortune
from tests.simulation.world.people import Newcomer, Owner, Person, Stranger
from tests.simulation.world.seeded import seeded
from tests.simulation.world.server import SECRET, Place, task_factory
from tests.simulation.world.storage import Storage
from tests.simulation.world.virtual_loop import START, VirtualLoop

MOST = 60  # entries of a table; then people stop
BOUND = 20.0  # virtual seconds without any progress, after the last fault, that nobody needs
SETTLED = 8.0  # virtual seconds after the last fault until leases are as they should be
CALM = 5.0  # virtual seconds in which every viewer sees the last frame
STEP = 1.0
EACH = 16  # seeds between two looks for rubbish
BOT = Chair("bot", "Rob", "random")


class Ended(Struct):
    """What is left of a run: its history, what the store keeps, and what everybody saw last."""

    seed: int
    history: History
    tables: dict
    people: list
    steps: int
    seconds: float
    errors: list
    digest: str  # what one seed must give every time
    most: int = MOST


class World:
    """Everything that takes part."""

    def __init__(self, seed, loop):
        self.seed, self.loop = seed, loop
        self.plan, self.chance = Random(f"{seed}/plan"), Random(f"{seed}/world")
        self.history = History(loop)
        self.storage = Storage(loop, Random(f"{seed}/store"), self.history)
        self.broker = Broker(loop, Random(f"{seed}/news"), self.history)
        self.context = copy_context()
        self.places, self.people, self.tables, self.tasks = [], [], [], []
        self._rows = {}  # of tables, and after how many changes of the database they were read
        self.ended = False
        self.calm_until = self.calm_since = math.inf

    @property
    def calm(self):
        """Whether nothing fails now, nor did a moment ago."""
        return self.loop.now < self.calm_until or self.loop.now > self.calm_since

    async def run(self):
        """Play, suffer, heal, and go on until everything has come to rest."""
        for n in range(self.plan.choice((1, 2, 2, 3, 3))):
            self.places.append(None)
            self.start(n)
        for number in range(self.plan.choice((1, 1, 2))):
            await self._open(number)
        for person in tuple(self.people):
            self.begin(person.run())
            if isinstance(person, Owner):
                self.begin(person.rule())
        await asyncio.sleep(self.plan.uniform(0.5, 3.0))
        self.calm_until = self.loop.now
        await Misfortune(self, Random(f"{self.seed}/misfortune")).rage(self.plan.choice((6.0, 10.0, 14.0, 30.0)))
        self.calm_since = self.loop.now + SETTLED
        await self._rest()
        await self._look_afresh()
        self.ended = True
        for task in self.tasks:
            if task.done() and not task.cancelled():
                task.result()
        return self._left()

    def start(self, n):
        """Start a server, or start it again."""
        self.places[n] = Place(self, f"server-{n}")

    def begin(self, work):
        """Let somebody begin."""
        self.tasks.append(self.loop.create_task(work))

    async def _open(self, number):
        """Open a table for two, with an owner, somebody or a bot opposite, and a spectator."""
        plan, place = self.plan, self.places[0]
        game = shelf.find(plan.choices(("nuts", "mmm", "chopchop"), (20, 1, 1))[0])
        setup = game.setup(players=2) if game.name == "mmm" else game.setup()
        chairs = (Chair("person", "Anna"), BOT if plan.random() < 0.3 else Chair("person", "Ben"))
        options = Options(shared=True, auto_throw=plan.random() < 0.3)
        table = await place.run(place.host.open(game, setup, chairs, options))
        self.tables.append(table.id)
        anna, ben, zoe = (f"{name}{number}" for name in ("anna", "ben", "zoe"))
        await self._admit(Owner(self, anna, key(anna), table.id, (0,)), OWNER, seat_role(0))
        if chairs[1].kind == "person":
            await self._admit(Person(self, ben, key(ben), table.id, (1,)), seat_role(1))
        await self._admit(Person(self, zoe, key(zoe), table.id), WATCH)

    async def _admit(self, person, *roles):
        place = self.places[0]
        await place.run(place.state.rights.grant(browser_of(person.key), person.table, roles))
        self.people.append(person)

    def deeds(self, owner):
        """What an owner does in this run."""
        every = [
            {"do": "remove", "seat": "1"},
            {"do": "renew", "role": "seat-1"},
            {"do": "renew", "role": "watch"},
            {"do": "hints", "to": "off"},
            {"do": "chat", "to": "off"},
            {"do": "renew", "role": "seat-0"},
            {"do": "sit", "kind": "bot"},
        ]
        if any(person.table == owner.table and person.seats == (1,) for person in self.people):
            every.append({"do": "sit", "kind": "person"})
        return self.plan.sample(every, self.plan.choice((0, 1, 2, 3, 4)))

    def after(self, owner, deed, called):
        """Let somebody else take the seat that an owner made free."""
        if deed.get("seat") == "1" or deed.get("role") == "seat-1":
            for person in self.people:
                if person.table == owner.table and person.seats == (1,) and person.line and not person.gone:
                    self.loop.call_later(self.chance.uniform(0.0, 1.0), person.tempt)
            name, stranger = f"new{len(self.people)}", f"old{len(self.people)}"
            self.people.append(Newcomer(self, name, key(name), owner.table, (1,)))
            self.begin(self.people[-1].run())
            self.begin(Stranger(self, stranger, key(stranger), owner.table).run())

    def row(self, table):
        """A table as the store has it now, whatever servers know."""
        changes = self.storage.db.total_changes
        if self._rows.get(table, (-1,))[0] != changes:
            self._rows[table] = changes, rows.table(self.storage.db, table)
        return self._rows[table][1]

    def link(self, table, seat, back=0):
        """The link to a seat as it is today, or was some epochs ago."""
        return f"/join/{table}/{Keys(SECRET).token(table, seat_role(seat), self.epoch(table, seat) - back)}"

    def epoch(self, table, seat):
        """The epoch of a seat as the store has it now."""
        return rules_of(settings_of(self.row(table))).epoch(seat_role(seat))

    def full(self, table):
        """Whether people have played enough at a table."""
        return self.row(table).entries >= MOST

    async def _rest(self):
        """Wait until all games are played and everybody had time to see it; or until a table makes no progress."""
        seen, since = [], self.loop.now
        while self.loop.now < since + BOUND:
            await asyncio.sleep(STEP)
            now = [(self.row(table).entries, self.row(table).over) for table in self.tables]
            if now != seen:
                seen, since = now, self.loop.now
            elif self._played() and self.loop.now > since + CALM:
                return
        busy = [person.name for person in self.people if not person.idle]
        self.history.note("world", "no rest", busy=busy, entries=seen)

    def _played(self):
        """Whether nobody has anything left to do."""
        rows = [self.row(table) for table in self.tables]
        return all(row.over or row.entries >= MOST for row in rows) and all(person.idle for person in self.people)

    async def _look_afresh(self):
        """Let somebody look at every table for the first time, at a server that has just been started."""
        self.places = [Place(self, "fresh")]
        for number, table in enumerate(self.tables):
            person = Person(self, f"fresh{number}", key(f"fresh{number}"), table)
            await self._admit(person, WATCH)
            self.begin(person.run())
        await asyncio.sleep(1.0)

    def _left(self):
        tables = {name: (self.row(name), rows.log(self.storage.db, name, 0)) for name in self.tables}
        loop, digest = self.loop, self.history.digest()
        return Ended(self.seed, self.history, tables, self.people, loop.steps, loop.now - START, loop.errors, digest)


def key(name):
    """The key of somebody's browser."""
    return name.encode().hex().ljust(40, "0")[:40]


def simulated(seed):
    """Run the world of a seed."""
    loop = VirtualLoop(Random(f"{seed}/loop"))
    loop.set_task_factory(task_factory)
    try:
        with seeded(loop, Random(f"{seed}/secrets")):
            world = World(seed, loop)
            try:
                left = loop.run_until_complete(world.run())
            finally:
                _end(loop)
    finally:
        loop.close()
    if seed % EACH == 0:
        gc.collect()
        gc.freeze()  # what is left belongs to modules, and need not be looked at again
    return left


def _end(loop):
    """Stop all that still runs."""
    for _ in range(20):
        tasks = [task for task in asyncio.all_tasks(loop) if not task.done()]
        if not tasks:
            return
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.wait(tasks, timeout=1.0))
