"""Work on the event loop: long work in short slices, and shared work done once."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Hashable, Iterable
from typing import Any, Generic, TypeAlias, TypeVar

from mousehole.core.held_tasks import shielded

T = TypeVar("T")
Work: TypeAlias = Generator[None, None, T]  # yields wherever it may be interrupted, and returns its result
SLICE_SECONDS = 0.002  # seconds


class Slices:
    """Runs long work in slices: in each round of the event loop, one slice of one piece of work."""

    def __init__(self) -> None:
        self._works: deque[tuple[Work[Any], asyncio.Future[Any]]] = deque()
        self._doing: asyncio.Task[None] | None = None

    async def do(self, work: Work[T]) -> T:
        """Run a piece of work to its end, taking turns with the others."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._works.append((work, answer))
        if self._doing is None or self._doing.done():
            self._doing = asyncio.create_task(self._take_turns())
        return await answer

    async def _take_turns(self) -> None:
        while self._works:
            work, answer = self._works.popleft()
            if answer.cancelled():
                work.close()
            elif not _advanced(work, answer):
                self._works.append((work, answer))
            await asyncio.sleep(0)


def _advanced(work: Work[T], answer: asyncio.Future[T]) -> bool:
    """Run one slice; whether that finished the work."""
    until = time.perf_counter() + SLICE_SECONDS
    try:
        next(work)
        while time.perf_counter() < until:
            next(work)
    except StopIteration as end:
        answer.set_result(end.value)
    except Exception as error:  # noqa: BLE001 (whoever waits for it hears of it)
        answer.set_exception(error)
    return answer.done()


def collect(things: Iterable[T]) -> Work[tuple[T, ...]]:
    """Collect the items of a generator, one per slice."""
    found = []
    for thing in things:
        found.append(thing)
        yield
    return tuple(found)


def done(work: Work[T]) -> T:
    """Run a piece of work without slicing, where nobody else is waiting."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found


K = TypeVar("K", bound=Hashable)


class SingleFlight(Generic[K, T]):
    """Shares work under way by key; it goes on when one of its waiters leaves."""

    def __init__(self) -> None:
        self._under_way: dict[K, asyncio.Task[T]] = {}

    async def do(self, name: K, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Start the work for a key, or join it if it is under way."""
        task = self._under_way.get(name)
        if task is None:
            task = self._under_way[name] = asyncio.create_task(work())
            task.add_done_callback(lambda _: self._under_way.pop(name))
        return await shielded(task)

    async def ended(self, name: K) -> None:
        """Wait until the work for a key has ended, whatever the outcome."""
        if task := self._under_way.get(name):
            await asyncio.wait((task,))

    def cancel(self) -> None:
        """Cancel all work."""
        for task in self._under_way.values():
            task.cancel()
