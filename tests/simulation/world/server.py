"""Servers of the simulated world: the product's own host and web application, which die and come back."""

import asyncio
from contextvars import copy_context

from mousehole.host import Host
from mousehole.host.limits import Heartbeat
from mousehole.web.app import application
from mousehole.web.live.room import Room
from mousehole.web.live.socket import Live
from mousehole.web.rights.access import Keys
from mousehole.web.server_state import ServerState
from tests.simulation.world.broker import Ordered, SimBus
from tests.simulation.world.lines import Cut
from tests.simulation.world.postgres import SimPostgresStore
from tests.simulation.world.redis import redis_bus
from tests.simulation.world.storage import SimStore
from tests.simulation.world.virtual_loop import PLACE

SECRET = b"k" * 32
RARELY = 1000.0  # seconds between two beats: a virtual loop is never late


class Place:
    """One life of a server, with all that it has in memory."""

    def __init__(self, world, name):
        self.world, self.name = world, name
        self.dead = self.frozen = False
        self.skew = 0.0  # seconds its clock is off
        self.held = []  # callbacks that wait until it thaws
        self.dooms = {}  # how it dies during its next call of the store, by the kind of that call
        self.tasks, self.lines, self.requests = Ordered(), Ordered(), Ordered()
        self.context = copy_context()
        self.context.run(PLACE.set, self)
        self.context.run(self._build)

    def _build(self):
        store = SimPostgresStore if self.world.storage.database else SimStore
        self.store = store(self.world.storage, self)
        redis = self.world.redis
        bus = redis_bus(redis, self) if redis else SimBus(self.world.broker, self)
        self.host = Host(self.store, bus, jobs=SimJobs(self.world))
        self.host.load.pulse = Heartbeat(RARELY)
        self.state = ServerState(self.host, Keys(SECRET), self.world.settings)
        self.app = application(self.state)

    def run(self, work):
        """Begin something in this server's memory."""
        return self.world.loop.create_task(work, context=self.context.copy())

    def check_lease(self, table, lines):
        """Note where this server plays what nobody has to although that is the part of another."""
        driven = all(b'"ticket":""' in line and b'"type":"undone"' not in line for line in lines)
        if driven and self.world.calm and self.world.storage.leases.holder(table) != self.host.leases.name:
            self.world.history.note(self.name, "plays without a lease", table=table)

    async def stop(self):
        """End in good order, then be gone."""
        await self.host.close()
        self.die()

    def die(self):
        """Lose power: whatever was not written or sent is gone."""
        self.dead = True
        for line in tuple(self.lines):
            line.cut(silently=self.world.chance.random() < 0.3)
        for answer in tuple(self.requests):
            answer.done() or answer.set_exception(Cut())
        for task in tuple(self.tasks):
            task.cancel()
        if self.frozen:
            self.thaw()

    def thaw(self):
        """Go on where it stopped."""
        self.frozen = False
        self.world.loop.thaw(self)


class SimJobs:
    """Does jobs at once, after a while of virtual time."""

    def __init__(self, world):
        self._world = world

    async def do(self, kind, *question, table="", heard=None):
        """Answer as a worker would."""
        await asyncio.sleep(self._world.chance.uniform(0.0, 0.1))
        return kind.work(*question)

    async def found(self, kind, *question):
        """Nobody else is here."""
        return False

    async def close(self):
        """Nothing to close."""


class OpenLive(Live):
    """A live connection whose failures are not swallowed."""

    async def _read(self):
        try:
            await super()._read()
        except Exception as error:
            place = PLACE.get()
            if not place.dead:
                place.world.history.note(place.name, "fails", error=repr(error))
            raise


class OrderedRoom(Room):
    """A room that tells its people in the order in which they came."""

    def __init__(self, table):
        super().__init__(table)
        self.listeners, self.viewers = Ordered(), Ordered()


def task_factory(loop, work, **more):
    """Make tasks that belong to the server in whose memory they were made, and end with it."""
    task = asyncio.Task(work, loop=loop, **more)
    context = more.get("context")
    place = context.get(PLACE) if context else PLACE.get()
    if place is not None:
        place.tasks.add(task)
        task.add_done_callback(place.tasks.discard)
        if place.dead:
            task.cancel()
    return task
