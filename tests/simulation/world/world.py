"""One run of the simulated world: servers, people and misfortune, all of it from one seed."""

import asyncio
import gc
import math
from contextvars import copy_context
from random import Random

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole import shelf
from mousehole.host.stored_table import settings_of
from mousehole.table import Chair, Options
from mousehole.web.rights.access import OWNER, WATCH, Keys, browser_of, seat_role
from mousehole.web.rights.table_rules import rules_of
from mousehole.web.server.settings import no_limits
from tests.simulation.world.broker import Broker
from tests.simulation.world.history import History
from tests.simulation.world.lines import request
from tests.simulation.world.misfortune import Misfortune
from tests.simulation.world.pastimes import DEEDS, Keeper, Puzzler
from tests.simulation.world.people import Latecomer, Newcomer, Owner, Person, Stranger
from tests.simulation.world.redis import SimRedis
from tests.simulation.world.seeded import seeded
from tests.simulation.world.server import SECRET, Place, task_factory
from tests.simulation.world.storage import Storage
from tests.simulation.world.virtual_loop import START, VirtualLoop

MOST = 60  # entries of a table; then people stop
BOUND = 20.0  # virtual seconds without any progress, after the last fault, that nobody needs
SETTLED = 8.0  # virtual seconds after the last fault until leases are as they should be
CALM = 5.0  # virtual seconds in which every viewer sees the last frame
STEP = 1.0
RELATIONS = ("tables", "results", "grants", "memories", "puzzles")
ENTRIES, UNDOS = 40, 4.0  # of a table where limits are narrow, and moves taken back there in a minute
EACH = 16  # seeds between two looks for rubbish
BOT = Chair("bot", "Rob", "random")


class Ended(Struct):
    """What is left of a run: its history, what the store keeps, and what everybody saw last."""

    seed: int
    history: History
    tables: dict
    rows: dict  # of every relation that the checker knows, as they stand there
    people: list
    steps: int
    seconds: float
    errors: list
    digest: str  # what one seed must give every time
    calm: tuple = ()  # from when till when nothing failed
    most: int = MOST
    undos: float = math.inf  # that may be asked for in a minute
    lives: int = 0  # servers that were started, each with a memory of its own


class World:
    """Everything that takes part."""

    def __init__(self, seed, loop):
        self.seed, self.loop = seed, loop
        self.plan, self.chance = Random(f"{seed}/plan"), Random(f"{seed}/world")
        self.history = History(loop)
        self.storage = Storage(loop, Random(f"{seed}/store"), self.history, postgres=self.plan.random() < 0.5)
        self.broker = Broker(loop, Random(f"{seed}/news"), self.history)
        self.redis = SimRedis(self.broker) if self.plan.random() < 0.5 else None
        self.context = copy_context()
        self.narrow = self.plan.random() < 0.4
        self.settings = replace(no_limits(), entries=ENTRIES, undos=UNDOS) if self.narrow else no_limits()
        self.most, self.second_thoughts = (ENTRIES, 0.3) if self.narrow else (MOST, 0.08)
        self.pastimes, self.lives = [], 0
        self.places, self.people, self.tables, self.tasks = [], [], [], []
        self._rows = {}  # of tables, and after how many changes of the database they were read
        self.ended = self.at_rest = False
        self.calm_until = self.calm_since = self.calm_over = math.inf

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
        self._begin_pastimes()
        await asyncio.sleep(self.plan.uniform(0.5, 3.0))
        self.calm_until = self.loop.now
        await Misfortune(self, Random(f"{self.seed}/misfortune")).rage(self.plan.choice((6.0, 10.0, 14.0, 30.0)))
        self.calm_since = self.loop.now + SETTLED
        await self._rest()
        self.at_rest, self.calm_over = True, self.loop.now
        await self._look_afresh()
        self.ended = True
        for task in self.tasks:
            if task.done() and not task.cancelled():
                task.result()
        return self._left()

    def start(self, n):
        """Start a server, or start it again."""
        self.lives += 1
        self.places[n] = Place(self, f"server-{n}")

    def _begin_pastimes(self):
        """Let some people solve puzzles, and look after their albums."""
        for number in range(self.plan.choice((0, 1, 1, 2))):
            name = f"kim{self.plan.choice((0, number))}"
            self.pastimes.append(Puzzler(self, name, key(name)))
        for person in self.people:
            if person.seats and self.plan.random() < 0.5:
                self.pastimes.append(Keeper(self, person, self.plan.sample(DEEDS, self.plan.choice((1, 2, 3)))))
        for pastime in self.pastimes:
            self.begin(pastime.run())

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
        for role in roles:
            epoch = self.epoch(person.table, role)
            self.history.note(person.name, "admitted", table=person.table, role=role, epoch=epoch)

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

    def before(self, owner, deed):
        """Let people with a link that is about to end use it at the last moment."""
        role = deed.get("role") or f"seat-{deed.get('seat')}"
        for _ in range(self.plan.choice((0, 1, 2)) if "epoch" in deed else 0):
            name = f"late{len(self.people)}"
            self.people.append(Latecomer(self, name, key(name), owner.table, role, deed["epoch"]))
            self.begin(self.people[-1].run())

    def after(self, owner, deed):
        """Let somebody else take the seat that an owner made free."""
        if deed.get("seat") == "1" or deed.get("role") == "seat-1":
            for person in self.people:
                if person.table == owner.table and person.seats == (1,) and person.line and not person.gone:
                    self.loop.call_later(self.chance.uniform(0.0, 1.0), person.tempt)
            name, stranger = f"new{len(self.people)}", f"old{len(self.people)}"
            self.people.append(Newcomer(self, name, key(name), owner.table, (1,)))
            self.people.append(Stranger(self, stranger, key(stranger), owner.table))
            self.begin(self.people[-2].run())
            self.begin(self.people[-1].run())

    def row(self, table):
        """A table as the store has it now, whatever servers know."""
        changes = self.storage.db.total_changes
        if self._rows.get(table, (-1,))[0] != changes:
            self._rows[table] = changes, self.storage.table(table)
        return self._rows[table][1]

    def link(self, table, role, epoch):
        """The link to a role that counts in an epoch."""
        return f"/join/{table}/{Keys(SECRET).token(table, role, epoch)}"

    def epoch(self, table, role):
        """The epoch of a role as the store has it now."""
        return rules_of(settings_of(self.row(table))).epoch(role)

    def full(self, table):
        """Whether people have played enough at a table."""
        return self.row(table).entries >= self.most

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
        return all(row.over or row.entries >= self.most for row in rows) and all(
            one.idle for one in (*self.people, *self.pastimes)
        )

    async def _look_afresh(self):
        """Let somebody look at every table for the first time, at a server that has just been started."""
        self.places = [Place(self, "fresh")]
        for number, table in enumerate(self.tables):
            person = Person(self, f"fresh{number}", key(f"fresh{number}"), table)
            await self._admit(person, WATCH)
            self.begin(person.run())
        for person in [person for person in self.people if person.seats]:
            _, _, said = await request(self, self.places[0], person, "/album/album.json", "GET")
            person.album = {page["table"]: page for page in msgspec.json.decode(said)["pages"]}
        await asyncio.sleep(1.0)

    def _left(self):
        tables = {name: (self.row(name), self.storage.log(name)) for name in self.tables}
        rows = {name: self.storage.rows(name) for name in RELATIONS}
        loop, digest = self.loop, self.history.digest()
        seconds, calm = loop.now - START, ((START, self.calm_until), (self.calm_since, self.calm_over))
        return Ended(
            self.seed,
            self.history,
            tables,
            rows,
            self.people,
            loop.steps,
            seconds,
            loop.errors,
            digest,
            calm,
            self.most,
            UNDOS if self.narrow else math.inf,
            self.lives,
        )


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
