"""News between several processes, through a Redis server: the twin of the bus in memory."""

import asyncio
import logging
import math
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b
from secrets import token_hex
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from mousehole.bus.bus import HOUSE, BusError, MemoryBus
from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import line, without_password

log = logging.getLogger(__name__)
CHANNEL = "mousehole:news"  # of all; a table has its own, which a server hears only while somebody is there
RECONNECT_DELAY = 0.2  # seconds before the next try while the server is away
CONNECT_TIMEOUT = 5.0  # seconds
WORDS_KEPT = 1000  # that wait to be sent; older ones are dropped
COUNT_TIMEOUT = 0.3  # seconds that anybody waits for a count
COUNT_PAUSE = 2.0  # seconds for which a server that did not answer is not asked to count
MAX_MESSAGE_BYTES = 1 << 18  # bytes of a message; servers say less
BATCH, BATCH_SECONDS = 500, 0.1  # no more messages are heard in such a time; others wait
AWAY = (RedisError, OSError)


class BusMessage(msgspec.Struct, frozen=True, array_like=True):
    """What travels: who says it, and the newest entry of a table, or words for those who are there."""

    sender: str
    table: str
    entry: int
    words: str = ""


class RedisBus:
    """Own viewers hear at once; others hear when the server is there, the newest entry of each table."""

    shared = True

    def __init__(self, server: Any) -> None:
        self._server = server
        self._own = MemoryBus()
        self._name = token_hex(8)
        self._unsent: dict[str, int] = {}
        self._words: deque[BusMessage] = deque(maxlen=WORDS_KEPT)
        self._hearers: list[Callable[[str, str], None]] = []
        self._paused_until = 0.0  # until when nobody is asked to count
        self._channels = TableChannels()
        self._bell = asyncio.Event()
        self._heard = asyncio.Event()
        self._tasks = {asyncio.ensure_future(self._send()), asyncio.ensure_future(self._listen())}

    @classmethod
    async def open(cls, address: str) -> "RedisBus":
        """Connect to a server: "redis://..."."""
        try:
            server = Redis.from_url(address, retry=Retry(NoBackoff(), 0))
        except ValueError as error:
            shown = without_password(address)
            raise BusError(line("{address} is not the address of a news server.", address=shown)) from error
        bus = cls(server)
        try:
            await asyncio.wait_for(server.ping(), CONNECT_TIMEOUT)
            await asyncio.wait_for(bus._heard.wait(), CONNECT_TIMEOUT)
        except AWAY as error:
            await bus.close()
            raise BusError(line("The server for news does not answer: {reason}.", reason=str(error))) from error
        return bus

    @property
    def connected(self) -> bool:
        return self._heard.is_set()

    async def publish(self, table: str, entry: int) -> None:
        await self._own.publish(table, entry)
        self._keep(table, entry)
        self._bell.set()

    async def wake_here(self, table: str, entry: int) -> None:
        await self._own.publish(table, entry)

    @asynccontextmanager
    async def subscribe(self, table: str) -> AsyncIterator[AsyncIterator[int]]:
        async with self._own.subscribe(table) as news:
            await self._channels.enter(table)
            try:
                yield news
            finally:
                self._channels.leave(table)

    def say(self, table: str, words: str) -> None:
        self._words.append(BusMessage(self._name, table, -1, words))
        self._bell.set()

    def overhear(self, hear: Callable[[str, str], None]) -> None:
        self._hearers.append(hear)

    async def count(self, name: str, cost: float, most: float, seconds: float) -> bool | None:
        if time.monotonic() < self._paused_until:
            return None
        key = f"{CHANNEL}:{blake2b(name.encode(), digest_size=12).hexdigest()}:{int(time.time() / seconds)}"
        try:
            async with asyncio.timeout(COUNT_TIMEOUT), self._server.pipeline(transaction=False) as pipe:
                pipe.incrbyfloat(key, cost)
                pipe.expire(key, int(seconds) + 1)
                counted, _ = await pipe.execute()
            if not cost <= float(counted) < math.inf:  # what was just counted is missing
                raise RedisError(counted)
        except Exception:  # noqa: BLE001 (away, or it says what no server would)
            self._paused_until = time.monotonic() + COUNT_PAUSE
            return None
        return bool(counted <= most)

    async def close(self) -> None:
        await stopped(self._tasks)
        self._channels.close()
        with suppress(Exception):
            await asyncio.wait_for(self._deliver(), RECONNECT_DELAY)
        await self._own.close()
        await self._server.aclose()

    def _keep(self, table: str, entry: int) -> None:
        self._unsent[table] = max(entry, self._unsent.get(table, entry))

    async def _send(self) -> None:
        """Deliver what is new, for ever; what could not be delivered waits, newest entry only."""
        while True:
            await self._bell.wait()
            self._bell.clear()
            try:
                await self._deliver()
            except Exception as error:  # noqa: BLE001 (as below)
                strange(error)
                self._bell.set()
                await asyncio.sleep(RECONNECT_DELAY)

    async def _deliver(self) -> None:
        batch, self._unsent = self._unsent, {}
        words = tuple(self._words)
        self._words.clear()  # they are not said again where they get lost
        try:
            async with self._server.pipeline(transaction=False) as pipe:
                for table, entry in batch.items():
                    pipe.publish(channel_of(table), msgspec.json.encode(BusMessage(self._name, table, entry)))
                for said in words:
                    pipe.publish(channel_of(said.table), msgspec.json.encode(said))
                await pipe.execute()
        except BaseException:
            for table, entry in batch.items():
                self._keep(table, entry)
            raise

    async def _listen(self) -> None:
        """Hear the others, for ever; after a lost connection everybody looks again."""
        while True:
            try:
                async with self._server.pubsub() as pubsub:
                    await self._channels.begin(pubsub)
                    await self._hear(pubsub.listen())
            except Exception as error:  # noqa: BLE001 (a server that lies makes its driver stumble anywhere)
                strange(error)
            self._heard.clear()
            await asyncio.sleep(RECONNECT_DELAY)

    async def _hear(self, messages: AsyncIterator[Mapping[str, Any]]) -> None:
        """Take messages in, but never so many at once that nothing else is done."""
        number, began = 0, time.monotonic()
        async for message in messages:
            await self._take(message)
            number += 1
            if number % BATCH == 0:
                await asyncio.sleep(max(0.0, began + BATCH_SECONDS - time.monotonic()))
                began = time.monotonic()

    async def _take(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "subscribe" and message["channel"] == CHANNEL.encode():
            self._own.wake()
            self._heard.set()
        if message["type"] != "message":
            self._channels.confirm(message)
            return
        if len(message["data"]) > MAX_MESSAGE_BYTES:
            return
        with suppress(msgspec.DecodeError, UnicodeError, RecursionError):  # not ours
            news = msgspec.json.decode(message["data"], type=BusMessage)
            if news.sender == self._name:
                return
            if news.words:
                for hear in self._hearers:
                    hear(news.table, news.words)
            else:
                await self._own.publish(news.table, news.entry)


class TableChannels:
    """The channels of tables where somebody is; changed one after the other, and taken up again after every loss."""

    def __init__(self) -> None:
        self._inside: Counter[str] = Counter()
        self._confirmed: dict[bytes, asyncio.Event] = {}
        self._changing = asyncio.Lock()
        self._pubsub: Any = None
        self._tasks = HeldTasks()

    async def begin(self, pubsub: Any) -> None:
        """Hear all that is wanted on a new connection; the channel of all comes last, and wakes everybody."""
        async with self._changing:
            self._pubsub = pubsub
            await pubsub.subscribe(*map(channel_of, self._inside), CHANNEL)

    async def enter(self, table: str) -> None:
        """Hear of a table from now on; while the server is away nobody waits for it."""
        self._inside[table] += 1
        if self._inside[table] > 1:
            return
        confirmed = self._confirmed[channel_of(table).encode()] = asyncio.Event()
        self._tasks.start(self._add(table))
        with suppress(TimeoutError):
            async with asyncio.timeout(COUNT_TIMEOUT):
                await confirmed.wait()

    def leave(self, table: str) -> None:
        """Hear no more of a table, once the last has left."""
        self._inside[table] -= 1
        if not self._inside[table]:
            del self._inside[table]
            self._confirmed.pop(channel_of(table).encode(), None)
            self._tasks.start(self._drop(table))

    def confirm(self, message: Mapping[str, Any]) -> None:
        """Note that a channel is heard."""
        if message["type"] == "subscribe" and message["channel"] in self._confirmed:
            self._confirmed[message["channel"]].set()

    def close(self) -> None:
        """Change nothing any more."""
        self._pubsub = None
        self._tasks.cancel()

    async def _add(self, table: str) -> None:
        """Hear a channel, also where whoever asked for it waits no more."""
        async with self._changing:
            if table in self._inside and self._pubsub:
                with suppress(Exception):  # whoever listens notices, and takes up all channels again
                    await self._pubsub.subscribe(channel_of(table))

    async def _drop(self, table: str) -> None:
        async with self._changing:
            if table not in self._inside and self._pubsub:
                with suppress(Exception):
                    await self._pubsub.unsubscribe(channel_of(table))


def strange(error: Exception) -> None:
    """Log what a server makes its driver say, unless it is just away."""
    if not isinstance(error, AWAY):
        log.warning("the server for news is not understood, and asked again: %r", error)


def channel_of(table: str) -> str:
    """Name the channel of a table."""
    return CHANNEL if table == HOUSE else f"{CHANNEL}:{table}"


async def stopped(tasks: set[asyncio.Task[None]]) -> None:
    """Cancel tasks until it holds: before Python 3.12 a wait that ends just then swallows a cancellation."""
    while tasks:
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=0.05)
