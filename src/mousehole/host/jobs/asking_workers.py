"""Jobs done by workers elsewhere: asked through a queue, and by this server itself where that must not fail."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from procrastinate import App
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Job

from mousehole.host.jobs.answers import Answers, answer_in, key_of, packed, topic
from mousehole.host.jobs.job import Answer, Heard, JobKind, Jobs, NobodyFree
from mousehole.host.jobs.queue import LONG, PATIENCE, SHORT, SILENT, TASK, connected, prepare, queue_name
from mousehole.store import StoreError

T = TypeVar("T")
log = logging.getLogger(__name__)
LOOK = 0.5  # seconds between two looks, should no news arrive
ALONE = 2.0  # seconds for which nobody is asked again after no worker was there
AWAY = (ConnectorException, StoreError, TimeoutError, OSError)
_ALIVE = (
    "SELECT count(*) AS alive FROM procrastinate_workers WHERE last_heartbeat > now() - %(silent)s * interval '1 s'"
)


class AskingWorkers:
    """Asks workers through the queue; where none answers in time, bots think at home and others hear so."""

    def __init__(self, queue: App, answers: Answers, home: Jobs) -> None:
        self._queue, self._answers, self._home = queue, answers, home
        self._alone_until = 0.0

    @classmethod
    async def open(cls, address: str, answers: Answers, home: Jobs) -> "AskingWorkers":
        """Reach the queue in a database."""
        await prepare(address)
        queue = connected(address)
        await queue.open_async()
        return cls(queue, answers, home)

    async def do(self, kind: JobKind[Answer], *question: Any, table: str = "", heard: Heard | None = None) -> Answer:
        """Let a worker do a job, or do it at home where the kind allows it and nobody answers in time."""
        if kind.quick and kind.quick(*question):
            return await self._home.do(kind, *question, table=table)
        try:
            return await self._asked(Asked(kind, question, table), heard)
        except (NobodyFree, *AWAY):
            if kind.at_home:
                return await self._home.do(kind, *question, table=table)
            raise NobodyFree from None

    async def found(self, kind: JobKind[Answer], *question: Any) -> bool:
        """Whether another server has the answer already, or waits for it."""
        return await self._answers.begun(key_of(kind, question))

    async def close(self) -> None:
        """Let go of the queue, and of those who think at home."""
        await self._home.close()
        with suppress(*AWAY):
            await asyncio.wait_for(self._queue.close_async(), PATIENCE)

    async def _asked(self, asked: "Asked[Answer]", heard: Heard | None) -> Answer:
        async with self._answers.bus.subscribe(topic(asked.key)) as news:
            try:
                return await self._awaited(asked, news, heard)
            except (asyncio.CancelledError, NobodyFree):
                await asyncio.shield(self._withdraw(asked))
                raise

    async def _awaited(self, asked: "Asked[Answer]", news: AsyncIterator[int], heard: Heard | None) -> Answer:
        """Look for an answer at every waking and now and then; a job that vanished is asked for again."""
        until, quiet = time.monotonic() + asked.kind.patience, False
        if time.monotonic() < self._alone_until:
            raise NobodyFree
        while not (found := await in_time(self._answers.of(asked.key))):
            if not asked.deferred or quiet:
                await in_time(self._ensure_asked(asked))
            if asked.kind.long and heard and (progress := await in_time(self._answers.progress(asked.key))):
                heard(*progress)
            if time.monotonic() > until:
                raise NobodyFree
            quiet = not await woken(news)
        return answer_in(asked.kind, found)

    async def _ensure_asked(self, asked: "Asked[Any]") -> None:
        """Put a job into the queue, unless it is there or being done; NobodyFree when no worker is alive."""
        if asked.deferred and not await self._alive():
            self._alone_until = time.monotonic() + ALONE
            log.warning("no worker is there to think")
            raise NobodyFree
        if not asked.deferred or not await self._under_way(asked):
            await self._defer(asked)
            asked.deferred = True

    async def _defer(self, asked: "Asked[Any]") -> None:
        kind, queue = asked.kind, queue_name(LONG if asked.kind.long else SHORT)
        lock = f"{kind.name}/{asked.table}" if asked.table and not kind.at_home else None
        task = self._queue.configure_task(
            TASK, queue=queue, priority=kind.priority, lock=lock, queueing_lock=asked.key, allow_unknown=True
        )
        with suppress(AlreadyEnqueued):  # by another server, or before a fault
            await task.defer_async(key=asked.key, kind=kind.name, question=packed(asked.question))

    async def _under_way(self, asked: "Asked[Any]") -> list[Job]:
        """The jobs of a question that wait or are being done."""
        found = await self._queue.job_manager.list_jobs_async(queueing_lock=asked.key)
        return [job for job in found if job.status in ("todo", "doing")]

    async def _alive(self) -> bool:
        """Whether any worker gave a sign of life lately."""
        found = await self._queue.connector.execute_query_one_async(_ALIVE, silent=SILENT)
        return bool(found["alive"])

    async def _withdraw(self, asked: "Asked[Any]") -> None:
        """Take a job back that nobody here waits for; another server that does asks again."""
        long, manager = asked.kind.long, self._queue.job_manager
        with suppress(*AWAY):
            for job in await in_time(self._under_way(asked)):
                if job.id is not None:
                    await in_time(manager.cancel_job_by_id_async(job.id, abort=long, delete_job=True))


@dataclass
class Asked(Generic[Answer]):
    """A question on its way to the workers."""

    kind: JobKind[Answer]
    question: tuple[Any, ...]
    table: str
    key: str = ""
    deferred: bool = False

    def __post_init__(self) -> None:
        self.key = key_of(self.kind, self.question)


async def woken(news: AsyncIterator[int]) -> bool:
    """Wait for news, though not for long; whether there was any."""
    try:
        await asyncio.wait_for(anext(news), LOOK)
    except (TimeoutError, StopAsyncIteration):
        return False
    return True


async def in_time(asking: Awaitable[T]) -> T:
    """Ask a database that may be frozen."""
    return await asyncio.wait_for(asking, PATIENCE)
