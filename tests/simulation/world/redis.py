"""Redis in the simulated world, at the wire of its driver: channels, counters, and connections that break."""

import asyncio
from collections import Counter
from contextlib import asynccontextmanager

from redis.exceptions import ConnectionError as Lost

from mousehole.bus.redis import RedisBus
from tests.simulation.world.broker import LATE, SOON, Ordered, OrderedBus

NOTICED = (0.0, 1.0)  # seconds until somebody finds out that a connection is gone


class SimRedis:
    """The server: who hears which channel, and how far everything is counted."""

    def __init__(self, broker):
        self.broker = broker
        self.channels = {}  # the ends that hear each channel, in the order in which they came
        self.counters = Counter()

    def publish(self, channel, data):
        """Pass something on to all that hear a channel now."""
        hearers = tuple(self.channels.get(channel, ()))
        for end in hearers:
            end.send({"type": "message", "channel": channel.encode(), "data": data})
        return len(hearers)

    def count(self, key, cost):
        """Add to a counter."""
        self.counters[key] += cost
        return self.counters[key]

    def drop(self, end):
        """Forget a connection."""
        for hearers in self.channels.values():
            hearers.discard(end)


class SimRedisClient:
    """A server's own client."""

    def __init__(self, server, place):
        self.server, self.place, self.broker = server, place, server.broker

    def pipeline(self, transaction):
        """Several commands at once."""
        return Pipeline(self)

    @asynccontextmanager
    async def pubsub(self):
        """A connection of its own that hears channels."""
        end = End(self)
        try:
            yield end
        finally:
            self.server.drop(end)

    async def aclose(self):
        """Nothing to close."""

    async def carried(self, work):
        """Carry some work to Redis and its answer back, if nothing happens on the way."""
        broker, loop, chance = self.broker, self.broker.loop, self.broker.chance
        kind = broker.fate(self.place.name)
        answer, there = loop.create_future(), chance.uniform(*(LATE if kind == "late" else SOON))
        if kind != "lost":
            back = chance.uniform(*SOON) if kind in ("fine", "late") else None
            broker.later(there, _carry_out, broker, work, answer, back)
        if kind in ("lost", "answer lost"):
            broker.later(chance.uniform(*NOTICED), _fail, answer)
        return await answer


class Pipeline:
    """Commands that travel together."""

    def __init__(self, client):
        self._client, self._commands = client, []

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        self._commands = []

    def publish(self, channel, data):
        """Tell a channel something."""
        self._commands.append(lambda: self._client.server.publish(channel, data))

    def incrbyfloat(self, key, cost):
        """Add to a counter."""
        self._commands.append(lambda: self._client.server.count(key, cost))

    def expire(self, key, seconds):
        """Let a counter go after a while; runs are too short for that."""
        self._commands.append(lambda: True)

    async def execute(self):
        """Carry all of them out."""
        commands, self._commands = self._commands, []
        return await self._client.carried(lambda: [command() for command in commands])


class End:
    """A connection that hears channels: in order, and nothing after it has broken."""

    def __init__(self, client):
        self._client, self._broker = client, client.broker
        self._arrived, self._bell = [], asyncio.Event()
        self._last, self._broken = 0.0, False

    async def subscribe(self, *channels):
        """Hear channels from now on."""
        await self._told(lambda: [self._enter(channel) for channel in channels])

    async def unsubscribe(self, *channels):
        """Hear channels no more."""
        await self._told(lambda: [self._leave(channel) for channel in channels])

    async def _told(self, work):
        """Tell the server something; where that fails the connection is gone."""
        try:
            await self._client.carried(work)
        except Lost:
            self._break()
            raise

    async def listen(self):
        """What arrives, one after the other; an error once the connection is known to be gone."""
        while True:
            while self._arrived:
                yield self._arrived.pop(0)
            if self._broken:
                raise Lost
            self._bell.clear()
            await self._bell.wait()

    def send(self, message):
        """Let something arrive a while later; sometimes the connection breaks instead."""
        broker = self._broker
        if self._broken or broker.fate(self._client.place.name) != "fine":
            self._break()
            return
        self._last = max(self._last + 1e-6, broker.loop.now + broker.chance.uniform(*SOON))
        broker.loop.call_at(self._last, self._hear, message, context=broker.here)

    def _break(self):
        self._client.server.drop(self)
        self._broker.later(self._broker.chance.uniform(*NOTICED), self._notice)

    def _notice(self):
        self._broken = True
        self._bell.set()

    def _hear(self, message):
        self._arrived.append(message)
        self._bell.set()

    def _enter(self, channel):
        self._client.server.channels.setdefault(channel, Ordered()).add(self)
        self.send({"type": "subscribe", "channel": channel.encode(), "data": 1})

    def _leave(self, channel):
        self._client.server.channels.get(channel, Ordered()).discard(self)


def redis_bus(server, place):
    """The product's own code for Redis, with a client of the simulated one; what it holds keeps its order."""
    bus = RedisBus(SimRedisClient(server, place))
    bus._own = OrderedBus()
    bus._tasks = Ordered(sorted(bus._tasks, key=lambda task: task.get_coro().__name__))
    return bus


def _carry_out(broker, work, answer, back):
    found = work()
    if back is not None:
        broker.later(back, _settle, answer, found)


def _settle(answer, found):
    if not answer.done():
        answer.set_result(found)


def _fail(answer):
    if not answer.done():
        answer.set_exception(Lost())
