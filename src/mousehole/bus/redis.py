"""News between several processes, through a Redis server: the twin of the bus in memory."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from secrets import token_hex
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from mousehole.bus.bus import BusError
from mousehole.bus.memory import MemoryBus
from mousehole.core.words import line

CHANNEL = "mousehole:news"
PAUSE = 0.2  # seconds before the next try while the server is away
PATIENCE = 5.0
AWAY = (RedisError, OSError)


class News(msgspec.Struct, frozen=True, array_like=True):
    """What travels: who says it, and the newest entry of a table."""

    sender: str
    table: str
    entry: int


class RedisBus:
    """Own viewers hear at once; others hear when the server is there, the newest entry of each table."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._own = MemoryBus()
        self._name = token_hex(8)
        self._unsent: dict[str, int] = {}
        self._bell = asyncio.Event()
        self._heard = asyncio.Event()
        self._tasks = {asyncio.ensure_future(self._send()), asyncio.ensure_future(self._listen())}

    @classmethod
    async def open(cls, address: str) -> "RedisBus":
        """Connect to a server: "redis://..."."""
        try:
            server = Redis.from_url(address, retry=Retry(NoBackoff(), 0))
        except ValueError as error:
            raise BusError(line("{address} is not the address of a news server.", address=address)) from error
        bus = cls(server)
        try:
            await asyncio.wait_for(server.ping(), PATIENCE)
            await asyncio.wait_for(bus._heard.wait(), PATIENCE)
        except AWAY as error:
            await bus.close()
            raise BusError(line("The server for news does not answer: {reason}.", reason=str(error))) from error
        return bus

    async def publish(self, table: str, entry: int) -> None:
        await self._own.publish(table, entry)
        self._keep(table, entry)
        self._bell.set()

    def subscribe(self, table: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        return self._own.subscribe(table)

    async def close(self) -> None:
        await stopped(self._tasks)
        with suppress(*AWAY):
            await asyncio.wait_for(self._deliver(), PAUSE)
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
            except AWAY:
                self._bell.set()
                await asyncio.sleep(PAUSE)

    async def _deliver(self) -> None:
        batch, self._unsent = self._unsent, {}
        try:
            async with self._server.pipeline(transaction=False) as pipe:
                for table, entry in batch.items():
                    pipe.publish(CHANNEL, msgspec.json.encode(News(self._name, table, entry)))
                await pipe.execute()
        except BaseException:
            for table, entry in batch.items():
                self._keep(table, entry)
            raise

    async def _listen(self) -> None:
        """Hear the others, for ever; after a lost connection everybody looks again."""
        while True:
            with suppress(*AWAY):
                async with self._server.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    async for message in pubsub.listen():
                        await self._take(message)
            await asyncio.sleep(PAUSE)

    async def _take(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "subscribe":
            self._own.wake()
            self._heard.set()
            return
        with suppress(msgspec.DecodeError):  # not ours
            news = msgspec.json.decode(message["data"], type=News)
            if news.sender != self._name:
                await self._own.publish(news.table, news.entry)


async def stopped(tasks: set[asyncio.Task[None]]) -> None:
    """Cancel tasks until it holds: before Python 3.12 a wait that ends just then swallows a cancellation."""
    while tasks:
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=0.05)
