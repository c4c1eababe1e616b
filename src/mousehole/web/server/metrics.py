"""What a server counts while it runs; nothing without `--metrics`."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import Any, TypeVar

from mousehole.host.jobs import Answer, Heard, JobKind, Jobs
from mousehole.store import LogGap, Missing, Store, Taken

T = TypeVar("T")
STORE_CALLS = frozenset(
    name for name, call in vars(Store).items() if iscoroutinefunction(call) and name != "close" and name[0] != "_"
)
NO_FAILURES = (Taken, LogGap, Missing)  # answers of a store that works


class Metrics:
    """Counts nothing; `PrometheusMetrics` does."""

    def count_move(self, game: str, seconds: float) -> None:
        """A move of a person was acknowledged."""

    def count_refusal(self, reason: str) -> None:
        """A message from a page was refused."""

    def count_request(self, status: int) -> None:
        """A request was answered."""

    def count_store_call(self, call: str, seconds: float, failed: bool) -> None:
        """The store has answered."""

    def count_job_start(self, kind: str) -> None:
        """A job was asked for."""

    def count_job(self, kind: str, seconds: float, failed: bool) -> None:
        """A job was done, or failed."""


def timed_store(store: Store, metrics: Metrics) -> Store:
    """The same store, with every call timed."""
    wrapped: Any = TimedStore(store, metrics)
    timed: Store = wrapped
    return timed


class TimedStore:
    """Stands in front of a store and times its calls."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store, self._metrics = store, metrics

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._store, name)
        if name in STORE_CALLS:
            value = self._timed(name, value)
        setattr(self, name, value)  # looked up once
        return value

    def _timed(self, name: str, call: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]:
        async def timed(*values: Any, **named: Any) -> T:
            began, failed = time.perf_counter(), True
            try:
                answer = await call(*values, **named)
                failed = False
                return answer
            except NO_FAILURES:
                failed = False
                raise
            finally:
                self._metrics.count_store_call(name, time.perf_counter() - began, failed)

        return timed


class CountedJobs:
    """Stands in front of the jobs, and counts them by kind: waiting, done, failed."""

    def __init__(self, jobs: Jobs, metrics: Metrics) -> None:
        self._jobs, self._metrics = jobs, metrics
        self.found, self.close = jobs.found, jobs.close

    async def do(self, kind: JobKind[Answer], *question: Any, table: str = "", heard: Heard | None = None) -> Answer:
        """Do a job; a job that was given up has not failed."""
        began, failed = time.perf_counter(), False
        self._metrics.count_job_start(kind.name)
        try:
            return await self._jobs.do(kind, *question, table=table, heard=heard)
        except asyncio.CancelledError:
            raise
        except BaseException:
            failed = True
            raise
        finally:
            self._metrics.count_job(kind.name, time.perf_counter() - began, failed)
