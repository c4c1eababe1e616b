"""Work that several wait for is done once."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Together(Generic[K, T]):
    """What is under way, by name; it goes on when one of those who wait leaves."""

    def __init__(self) -> None:
        self._under_way: dict[K, asyncio.Task[T]] = {}

    async def do(self, name: K, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Begin some work, or join those who wait for it."""
        task = self._under_way.get(name)
        if task is None:
            task = self._under_way[name] = asyncio.create_task(work())
            task.add_done_callback(lambda _: self._under_way.pop(name))
        return await asyncio.shield(task)

    async def ended(self, name: K) -> None:
        """Wait until what is under way has come to its end, well or not."""
        if task := self._under_way.get(name):
            await asyncio.wait((task,))

    def cancel(self) -> None:
        """Give up all that is under way."""
        for task in self._under_way.values():
            task.cancel()
