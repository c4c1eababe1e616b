"""The processes that work for the host: how they start and end."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, TypeVar

from mousehole.bus import Bus
from mousehole.core.words import UserError, line
from mousehole.host.jobs import (
    MOVE,
    Answer,
    Answers,
    Heard,
    JobKind,
    Jobs,
    answer_in,
    every_so_often,
    key_of,
    stored_answer,
)
from mousehole.store import Store, StoreError

T = TypeVar("T")
LOWER = 5  # niceness of a process that thinks: people's moves come first


class Pool:
    """Worker processes that answer questions, started when the first one is asked."""

    def __init__(self, workers: int = 0, lower: int = 0) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._lower = lower
        self._running: ProcessPoolExecutor | None = None
        self._starting = asyncio.Lock()

    async def ask(self, do: Callable[..., T], *question: Any) -> T:
        """Ask a worker; if one dies, all waiters get an error, and the next question starts new workers."""
        pool = self._running or await self._start()
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, do, *question)
        except BrokenProcessPool:
            if self._running is pool:
                self._running = None
            raise

    def close(self) -> None:
        """Stop the workers."""
        if self._running:
            self._running.shutdown(wait=False, cancel_futures=True)

    async def _start(self) -> ProcessPoolExecutor:
        """Start the workers beside the event loop: starting many processes takes too long to wait for."""
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
    """Start the resource tracker before a full-screen app takes standard error away from it.

    It cleans up after a server that was killed, and has no reason to complain about that.
    """
    if os.name == "posix":
        sys.warnoptions.append("ignore:resource_tracker")
        resource_tracker.ensure_running()
        sys.warnoptions.pop()


def exit_with_parent() -> None:
    """Make this process exit when its parent does, however that one ends."""
    Thread(target=_exit_after_parent, daemon=True).start()


def lower_priority(by: int) -> None:
    """Lower this process's priority, so that people's moves come first."""
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


class OwnProcesses:
    """Runs jobs in processes of this machine; hints and reviews never delay a bot."""

    def __init__(self, workers: int = 0) -> None:
        self._bots, self._advisers = Pool(workers), Pool(workers, LOWER)
        self._long: set[BaseProcess] = set()

    async def do(self, kind: JobKind[Answer], *question: Any, table: str = "", heard: Heard | None = None) -> Answer:
        """Do a job in a pool, or a long one in a process of its own."""
        if kind.own_process:
            return await self._alone(kind, question, heard or _unheard)
        pool = self._bots if kind.name == MOVE.name else self._advisers
        return await pool.ask(kind.work, *question)

    async def found(self, kind: JobKind[Answer], *question: Any) -> bool:
        """Never: there is no other server."""
        return False

    async def close(self) -> None:
        """Stop the processes; the work of a long job is lost."""
        for process in self._long:
            process.terminate()
        self._bots.close()
        self._advisers.close()

    async def _alone(self, kind: JobKind[Answer], question: tuple[Any, ...], heard: Heard) -> Answer:
        """Run a long job in its own process, which is killed when the caller stops waiting."""
        here, there = get_context("spawn").Pipe(duplex=False)
        process = await asyncio.to_thread(start_process, _work, there, kind.work, question)
        there.close()
        self._long.add(process)
        try:
            answer: Answer = await _heard_out(here, heard)
            return answer
        finally:
            self._long.discard(process)
            process.terminate()
            here.close()


async def _heard_out(news: Connection, heard: Heard) -> Any:
    """Hear how far a long job is, until its answer is there."""
    while True:
        try:
            kind, told = await asyncio.to_thread(news.recv)
        except (EOFError, OSError):
            raise UserError(line("solving stopped before its end; try again")) from None
        if kind == "done":
            return told
        if kind == "failed":
            raise UserError(told)
        heard(*told)


def _work(news: Connection, work: Callable[..., Any], question: tuple[Any, ...]) -> None:
    """Do a long job in a process: tell how far it is now and then, and the answer in the end."""
    try:
        news.send(("done", work(every_so_often(lambda *told: news.send(("progress", told))), *question)))
    except UserError as error:
        news.send(("failed", error.line))


def _unheard(done: int, total: int) -> None:
    pass


log = logging.getLogger(__name__)


class SharingAnswers:
    """Looks answers up in the store before asking, and stores new ones; moves of bots are not shared."""

    def __init__(self, jobs: Jobs, answers: Answers) -> None:
        self._jobs, self._answers = jobs, answers

    async def do(self, kind: JobKind[Answer], *question: Any, table: str = "", heard: Heard | None = None) -> Answer:
        """Find an answer, or do the job and keep it."""
        if kind.local_fallback or kind.own_process:
            return await self._jobs.do(kind, *question, table=table, heard=heard)
        key = key_of(kind, question)
        if found := await self._found(key):
            return answer_in(kind, found)
        answer = await self._jobs.do(kind, *question, table=table)
        await self._keep(kind, key, answer)
        return answer

    async def found(self, kind: JobKind[Answer], *question: Any) -> bool:
        """Whether another server has the answer, or is working on it."""
        return False

    async def close(self) -> None:
        """Close the jobs underneath."""
        await self._jobs.close()

    async def _found(self, key: str) -> Any:
        try:
            return await self._answers.of(key)
        except StoreError:
            return None

    async def _keep(self, kind: JobKind[Any], key: str, answer: object) -> None:
        try:
            await self._answers.keep(kind, key, stored_answer(answer))
        except UserError as error:
            log.warning("an answer of the kind %s was not kept: %s", kind.name, error)


async def open_jobs(who: str, address: str, store: Store, bus: Bus) -> Jobs:
    """Open what a server needs: "own" processes or a "queue", and the address of the saved games ("": a file)."""
    own = OwnProcesses()
    if who != "queue":
        return SharingAnswers(own, Answers(store, bus)) if address else own
    check_queue(address)
    from mousehole.host.job_queue import AskingWorkers

    return await AskingWorkers.open(address, Answers(store, bus), own)


def check_queue(address: str) -> None:
    """Refuse a queue where there can be none: it is kept beside saved games in PostgreSQL."""
    if not address:
        raise UserError(line("workers need saved games on a server: --store postgresql://..."))
    try:
        import procrastinate  # noqa: F401
    except ModuleNotFoundError as missing:
        words = "workers need the package {name}: install mousehole[queue]"
        raise UserError(line(words, name=str(missing.name))) from None
