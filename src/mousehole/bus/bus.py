"""The bus, on which viewers hear that a table has moved on; and the one between the viewers of a single process."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from mousehole.core.words import UserError

HOUSE = ""  # stands for all servers, where something is said that concerns no single table


class BusError(UserError):
    """News cannot get through; the line explains it to a person."""


class Bus(Protocol):
    """Carries no moves: a viewer hears the newest entry and reads the rest from the store."""

    shared: bool  # whether other processes hear it

    @property
    def connected(self) -> bool:
        """Whether news reaches other servers, as far as anybody knows."""

    async def publish(self, table: str, entry: int) -> None:
        """Tell everybody at a table its newest entry, without ever failing; the same entry again wakes them again."""

    async def wake_here(self, table: str, entry: int) -> None:
        """Tell those of this process alone what they may have missed."""

    def subscribe(self, table: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Hear the newest entry each time there is news; what a slow listener missed is skipped.

        Whoever may have missed news is woken with the last entry heard, -1 before the first. So read the
        store from the entry you know at every waking, and take the number for a hint.
        """

    def say(self, table: str, words: str) -> None:
        """Let other processes hear something about a table that is kept nowhere; it may get lost."""

    def overhear(self, hear: Callable[[str, str], None]) -> None:
        """Hear from now on what other processes say: of which table, and the words."""

    async def count(self, name: str, cost: float, most: float, seconds: float) -> bool | None:
        """Whether this still fits into so much in so many seconds, over all processes; None where nobody counts."""

    async def close(self) -> None:
        """End every subscription."""


class Listener:
    """One subscription: remembers the newest entry and nothing else, however slow its reader is."""

    def __init__(self) -> None:
        self.newest = -1
        self.ended = False
        self._bell = asyncio.Event()

    def hear(self, entry: int) -> None:
        """Take news in and wake the reader."""
        self.newest = max(self.newest, entry)
        self._bell.set()

    def end(self) -> None:
        """Let the reader go."""
        self.ended = True
        self._bell.set()

    def __aiter__(self) -> AsyncIterator[int]:
        return self

    async def __anext__(self) -> int:
        await self._bell.wait()
        if self.ended:
            raise StopAsyncIteration
        self._bell.clear()
        return self.newest


class MemoryBus:
    """Listeners by table; a table without listeners costs nothing."""

    shared = False
    connected = True  # there is nobody else

    def __init__(self) -> None:
        self.listeners: dict[str, set[Listener]] = {}
        self._closed = False

    async def publish(self, table: str, entry: int) -> None:
        for listener in self.listeners.get(table, ()):
            listener.hear(entry)

    async def wake_here(self, table: str, entry: int) -> None:
        for listener in tuple(self.listeners.get(table, ())):
            listener.hear(entry)

    @asynccontextmanager
    async def subscribe(self, table: str) -> AsyncIterator[AsyncIterator[int]]:
        listener = Listener()
        if self._closed:
            listener.end()
        self.listeners.setdefault(table, set()).add(listener)
        try:
            yield listener
        finally:
            self._leave(table, listener)

    def say(self, table: str, words: str) -> None:
        return

    def overhear(self, hear: Callable[[str, str], None]) -> None:
        return

    async def count(self, name: str, cost: float, most: float, seconds: float) -> bool | None:
        return None

    async def close(self) -> None:
        self._closed = True
        for listeners in self.listeners.values():
            for listener in listeners:
                listener.end()

    def wake(self) -> None:
        """Let everybody look again, after news may have been lost."""
        for listeners in self.listeners.values():
            for listener in listeners:
                listener.hear(listener.newest)

    def _leave(self, table: str, listener: Listener) -> None:
        listeners = self.listeners[table]
        listeners.discard(listener)
        if not listeners:
            del self.listeners[table]
