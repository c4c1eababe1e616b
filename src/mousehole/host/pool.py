"""The processes that work for the host: how they start and end."""

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, TypeVar

Answer = TypeVar("Answer")
LOWER = 5  # how far below people's moves a thinking process stands


class Pool:
    """Worker processes that answer questions, started when the first one is asked."""

    def __init__(self, workers: int = 0, lower: int = 0) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._lower = lower
        self._running: ProcessPoolExecutor | None = None
        self._starting = asyncio.Lock()

    async def ask(self, do: Callable[..., Answer], *question: Any) -> Answer:
        """Let a worker answer; where one dies, all who wait hear of it, and the next question gets fresh ones."""
        pool = self._running or await self._start()
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, do, *question)
        except BrokenProcessPool:
            if self._running is pool:
                self._running = None
            raise

    def close(self) -> None:
        """Let the workers go."""
        if self._running:
            self._running.shutdown(wait=False, cancel_futures=True)

    async def _start(self) -> ProcessPoolExecutor:
        """Start the workers beside the event loop, which does not wait for so many processes."""
        async with self._starting:
            if self._running is None:
                self._running = await asyncio.to_thread(self._started)
            return self._running

    def _started(self) -> ProcessPoolExecutor:
        start_resource_tracker()
        pool = ProcessPoolExecutor(self._workers, get_context("spawn"), initializer=_begin, initargs=(self._lower,))
        pool.submit(os.getpid)  # the first question starts them all
        return pool


def start_process(work: Callable[..., None], *given: Any, lower: int = LOWER) -> BaseProcess:
    """Start a process for one long piece of work."""
    start_resource_tracker()
    process = get_context("spawn").Process(target=_do, args=(lower, work, given), daemon=True)
    process.start()
    return process


def start_resource_tracker() -> None:
    """Start what cleans up after processes, before an app on the whole screen takes standard error away from it.

    It cleans up after a server that was killed, and need not complain about having to.
    """
    if os.name == "posix":
        sys.warnoptions.append("ignore:resource_tracker")
        resource_tracker.ensure_running()
        sys.warnoptions.pop()


def exit_with_parent() -> None:
    """Let this process end with the one it works for, however that one ends."""
    Thread(target=_exit_after_parent, daemon=True).start()


def lower_priority(by: int) -> None:
    """Let people's moves come first."""
    if by and hasattr(os, "nice"):
        os.nice(by)


def _begin(lower: int) -> None:
    exit_with_parent()
    lower_priority(lower)


def _do(lower: int, work: Callable[..., None], given: tuple[Any, ...]) -> None:
    _begin(lower)
    work(*given)


def _exit_after_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
