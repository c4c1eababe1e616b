"""Group commit: one thread writes, and what arrives during a commit shares the next one."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], T]


class Job(Struct, eq=False):
    """A piece of writing, and who waits for it."""

    work: Work[Any]
    answer: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None

    def settle(self) -> None:
        """Tell the waiter, unless it has gone."""
        if self.answer.done():
            return
        if self.error:
            self.answer.set_exception(self.error)
        else:
            self.answer.set_result(self.result)


class Writer:
    """Owns the connection that writes; answers only after the commit has returned."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], thread: Executor | None = None) -> None:
        self.commits = 0
        self._connect = connect
        self._thread = thread or ThreadPoolExecutor(1, "store-writer")
        self._lock = Lock()
        self._pending: list[Job] = []
        self._db: sqlite3.Connection | None = None

    async def open(self) -> None:
        """Connect, in the thread that will write."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._open)

    async def write(self, work: Work[T]) -> T:
        """Do the work in the next commit and wait for it; once asked for it is never withdrawn."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self._lock:
            self._pending.append(Job(work, answer))
            first = len(self._pending) == 1
        if first:
            self._thread.submit(self._flush)
        return await answer

    async def close(self) -> None:
        """Write what is pending, then let go."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _open(self) -> None:
        self._db = self._connect()

    def _close(self) -> None:
        if self._db:
            self._db.close()

    def _flush(self) -> None:
        with self._lock:
            batch, self._pending = self._pending, []
        try:
            self._commit(batch)
        except BaseException as error:
            for job in batch:
                job.error = job.error or error
            raise
        finally:
            settle(batch)

    def _commit(self, batch: Iterable[Job]) -> None:
        assert self._db
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for job in batch:
                attempt(self._db, job)
            self._db.execute("COMMIT")
            self.commits += 1
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise


def attempt(db: sqlite3.Connection, job: Job) -> None:
    """Do one job of a batch; when it fails, it fails alone."""
    db.execute("SAVEPOINT job")
    try:
        job.result = job.work(db)
    except Exception as error:
        if not db.in_transaction:  # a full disk or the like: SQLite has dropped the whole batch
            raise
        job.error = error
        db.execute("ROLLBACK TO job")
    db.execute("RELEASE job")


def settle(batch: Iterable[Job]) -> None:
    """Wake the waiters of a batch, once per event loop."""
    loops: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in batch:
        loops.setdefault(job.answer.get_loop(), []).append(job)
    for loop, jobs in loops.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle_all, jobs)


def _settle_all(jobs: Iterable[Job]) -> None:
    for job in jobs:
        job.settle()
