"""Long work on the event loop, in slices of two milliseconds and one slice at a time: nobody waits for it."""

import asyncio
import time
from collections import deque
from collections.abc import Generator, Iterable
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Work: TypeAlias = Generator[None, None, T]  # it yields wherever it may be interrupted, and returns what it found
SLICE = 0.002  # seconds


class Slices:
    """Does long work bit by bit; works take turns, one slice of one of them in a round of the loop."""

    def __init__(self) -> None:
        self._works: deque[tuple[Work[Any], asyncio.Future[Any]]] = deque()
        self._doing: asyncio.Task[None] | None = None

    async def do(self, work: Work[T]) -> T:
        """Do some work to its end, with everybody else's in between."""
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
    """Do a slice of some work; whether that was the last."""
    until = time.perf_counter() + SLICE
    try:
        next(work)
        while time.perf_counter() < until:
            next(work)
    except StopIteration as end:
        answer.set_result(end.value)
    except Exception as error:  # noqa: BLE001 (whoever waits for it hears of it)
        answer.set_exception(error)
    return answer.done()


def collected(things: Iterable[T]) -> Work[tuple[T, ...]]:
    """Make things one after the other, and give them all."""
    found = []
    for thing in things:
        found.append(thing)
        yield
    return tuple(found)


def done(work: Work[T]) -> T:
    """Do some work at once, where nobody else waits."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found
