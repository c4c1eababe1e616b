"""Tasks that run on while nobody waits for them: held until they are done, since asyncio itself drops them."""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from mousehole.core.words import UserError

log = logging.getLogger(__name__)

T = TypeVar("T")


async def shielded(task: asyncio.Future[T]) -> T:
    """Wait for a task that goes on when whoever waits is cancelled; only failures are logged then, not refusals."""
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_log_failure)
        raise


def _log_failure(task: asyncio.Future[Any]) -> None:
    error = None if task.cancelled() else task.exception()
    if error and not isinstance(error, UserError):
        log.error("a task that nobody waited for has failed", exc_info=error)


async def failures(tasks: Sequence[asyncio.Future[Any]]) -> list[Exception]:
    """End some tasks; what went wrong in them before."""
    for task in tasks:
        task.cancel()
    return [end for end in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(end, Exception)]


class HeldTasks:
    """Tasks of one owner, who cancels or awaits them when it closes."""

    def __init__(self) -> None:
        self._running: dict[asyncio.Task[Any], None] = {}  # in the order in which they began

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin something and hold it until it is done."""
        task = asyncio.create_task(work)
        self._running[task] = None
        task.add_done_callback(self._running.pop)
        return task

    def cancel(self) -> None:
        """Cancel all that is under way."""
        for task in tuple(self._running):
            task.cancel()

    async def finish(self) -> None:
        """Wait for all that is under way, however it ends."""
        await asyncio.gather(*self._running, return_exceptions=True)
