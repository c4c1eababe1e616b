"""The pulse of the event loop: how late it is, and how long anything has held it."""

import asyncio
import time
from collections.abc import Callable

EVERY = 0.05  # seconds


class Heartbeat:
    """Beats on the event loop; what comes between two beats has held it."""

    def __init__(self, every: float = EVERY) -> None:
        self.longest = 0.0  # CPU seconds of the loop's thread between two beats, at most so far
        self._every = every
        self._due = 0.0
        self._late = 0.0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to beat, once there is a loop."""
        if self._task is None:
            self._due = time.monotonic() + self._every
            self._task = asyncio.create_task(self._beat())

    def stop(self) -> None:
        """Beat no more."""
        if self._task:
            self._task.cancel()
            self._task = None

    @property
    def late(self) -> float:
        """How many seconds the loop is behind: at the last beat, or now if the next one is overdue."""
        overdue = time.monotonic() - self._due if self._task else 0.0
        return max(self._late, overdue, 0.0)

    async def _beat(self) -> None:
        while True:
            before, self._due = _spent(), time.monotonic() + self._every
            await asyncio.sleep(self._every)
            self._late = time.monotonic() - self._due
            self.longest = max(self.longest, _spent() - before)


def _spent() -> float:
    """CPU seconds of this thread; Python in a browser has one thread, and counts for the whole of it."""
    clock: Callable[[], float] = getattr(time, "thread_time", time.process_time)
    return clock()
