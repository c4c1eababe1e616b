"""The queue of jobs that workers take: procrastinate, in the database of the saved games.

It was chosen by what happens when a worker is killed: workers show signs of life in the database, so what a dead one
had in hand is known within seconds, however long its kind of job may take. Queues that only acknowledge (Redis streams)
or wait for a time-out cannot tell a dead worker from a long job. It also has priorities, one job a table at a time,
and jobs that are stopped when nobody waits for them.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Generic, TypeVar

from procrastinate import App, JobContext, PsycopgConnector, RetryStrategy
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Job, Status
from procrastinate.schema import SchemaManager
from psycopg import AsyncConnection, Error, sql

from mousehole.core.held_tasks import HeldTasks, shielded
from mousehole.core.words import UserError, line, without_password
from mousehole.host.adventures import bring
from mousehole.host.jobs import (
    KINDS,
    Answer,
    Answers,
    Heard,
    JobKind,
    Jobs,
    NobodyFree,
    PositionRef,
    StoredAnswer,
    answer_in,
    every_so_often,
    key_of,
    pack_question,
    stored_answer,
    topic,
    unpack_question,
)
from mousehole.store import StoreError

QUICK_QUEUE, LONG_QUEUE = "short", "long"  # one for jobs of a few seconds, one for boards to solve
TASK = "think"
BEAT = 1.0  # seconds between two signs of life
HEARTBEAT_LIFETIME = 5.0  # seconds without one after which a worker counts as dead
TIMEOUT = 3.0  # seconds for a connection
_PREPARING = 0x6D6F757366  # the key of the lock under which the queue is made


def schema() -> str:
    """Name the part of the database that holds the queue, another one for each way procrastinate makes its tables.

    So nothing needs to be moved after an update: jobs are short-lived, and whoever waits for one asks again.
    """
    return f"mousehole_jobs_{blake2b(SchemaManager.get_schema().encode(), digest_size=4).hexdigest()}"


def queue_name(name: str) -> str:
    """The name of a queue; its notifications reach every part of a database."""
    return f"{schema()}/{name}"


def connected(address: str, connections: int = 4) -> App:
    """Connect to the queue in a database, "postgresql://..."; jobs lost in a power cut are queued again."""
    logging.getLogger("procrastinate").setLevel(logging.CRITICAL)  # it would log every question
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
    options = f"-c search_path={schema()} -c synchronous_commit=off"
    reaching: dict[str, Any] = {"options": options, "connect_timeout": int(TIMEOUT)}
    return App(
        connector=PsycopgConnector(
            conninfo=address, kwargs=reaching, min_size=1, max_size=connections, timeout=TIMEOUT, reconnect_timeout=0
        )
    )


async def prepare(address: str) -> None:
    """Create the queue unless it exists."""
    name = sql.Identifier(schema())
    try:
        reached = await AsyncConnection.connect(address, connect_timeout=int(TIMEOUT))
    except Error as error:
        words = "The server with the saved games ({where}) cannot do it: {reason}."
        raise StoreError(line(words, where=without_password(address), reason=str(error))) from error
    async with reached as db:
        await db.execute("SELECT pg_advisory_xact_lock(%s)", (_PREPARING,))
        found = await db.execute("SELECT to_regclass(%s)", (f"{schema()}.procrastinate_jobs",))
        if await found.fetchone() == (None,):
            await db.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(name))
            await db.execute(sql.SQL("SET LOCAL search_path TO {}").format(name))
            await db.execute(SchemaManager.get_schema())


T = TypeVar("T")
log = logging.getLogger(__name__)
POLL_INTERVAL = 0.5  # seconds between two looks, should no news arrive
RETRY_AFTER = 2.0  # seconds without questions after finding that there is no worker
AWAY = (ConnectorException, StoreError, TimeoutError, OSError)
_ALIVE = (
    "SELECT count(*) AS alive FROM procrastinate_workers WHERE last_heartbeat > now() - %(silent)s * interval '1 s'"
)


class AskingWorkers:
    """Asks workers through the queue; if none answers in time, bots think in this server and other jobs fail."""

    def __init__(self, queue: App, answers: Answers, home: Jobs) -> None:
        self._queue, self._answers, self._home = queue, answers, home
        self._alone_until = 0.0

    @classmethod
    async def open(cls, address: str, answers: Answers, home: Jobs) -> "AskingWorkers":
        """Connect to the queue in a database."""
        await prepare(address)
        queue = connected(address)
        await queue.open_async()
        return cls(queue, answers, home)

    async def do(self, kind: JobKind[Answer], *question: Any, table: str = "", heard: Heard | None = None) -> Answer:
        """Have a worker do a job, or do it here if its kind allows that and no worker answers in time."""
        if kind.is_instant and kind.is_instant(*question):
            return await self._home.do(kind, *question, table=table)
        try:
            return await self._asked(QueuedQuestion(kind, question, table), heard)
        except (NobodyFree, *AWAY):
            if kind.local_fallback:
                return await self._home.do(kind, *question, table=table)
            raise NobodyFree from None

    async def found(self, kind: JobKind[Answer], *question: Any) -> bool:
        """Whether another server has the answer already, or waits for it."""
        return await self._answers.begun(key_of(kind, question))

    async def close(self) -> None:
        """Close the queue and the processes of this server."""
        await self._home.close()
        with suppress(*AWAY):
            await asyncio.wait_for(self._queue.close_async(), TIMEOUT)

    async def _asked(self, asked: "QueuedQuestion[Answer]", heard: Heard | None) -> Answer:
        async with self._answers.bus.subscribe(topic(asked.key)) as news:
            try:
                return await self._awaited(asked, news, heard)
            except (asyncio.CancelledError, NobodyFree):
                await shielded(asyncio.ensure_future(self._withdraw(asked)))
                raise

    async def _awaited(self, asked: "QueuedQuestion[Answer]", news: AsyncIterator[int], heard: Heard | None) -> Answer:
        """Check for the answer on every wake-up and now and then; queue the job again if it has vanished."""
        until, quiet = time.monotonic() + asked.kind.timeout, False
        if time.monotonic() < self._alone_until:
            raise NobodyFree
        while not (found := await in_time(self._answers.of(asked.key))):
            if not asked.deferred or quiet:
                await in_time(self._ensure_asked(asked))
            if asked.kind.own_process and heard and (progress := await in_time(self._answers.progress(asked.key))):
                heard(*progress)
            if time.monotonic() > until:
                raise NobodyFree
            quiet = not await woken(news)
        return answer_in(asked.kind, found)

    async def _ensure_asked(self, asked: "QueuedQuestion[Any]") -> None:
        """Queue a job unless it is queued or running; raises `NobodyFree` if no worker is alive."""
        if asked.deferred and not await self._alive():
            self._alone_until = time.monotonic() + RETRY_AFTER
            log.warning("no worker is there to think")
            raise NobodyFree
        if not asked.deferred or not await self._under_way(asked):
            await self._defer(asked)
            asked.deferred = True

    async def _defer(self, asked: "QueuedQuestion[Any]") -> None:
        kind, queue = asked.kind, queue_name(LONG_QUEUE if asked.kind.own_process else QUICK_QUEUE)
        lock = f"{kind.name}/{asked.table}" if asked.table and not kind.local_fallback else None
        task = self._queue.configure_task(
            TASK, queue=queue, priority=kind.priority, lock=lock, queueing_lock=asked.key, allow_unknown=True
        )
        with suppress(AlreadyEnqueued):  # by another server, or before a fault
            await task.defer_async(key=asked.key, kind=kind.name, question=pack_question(asked.question))

    async def _under_way(self, asked: "QueuedQuestion[Any]") -> list[Job]:
        """The queued and running jobs of a question."""
        found = await self._queue.job_manager.list_jobs_async(queueing_lock=asked.key)
        return [job for job in found if job.status in ("todo", "doing")]

    async def _alive(self) -> bool:
        """Whether any worker has sent a heartbeat lately."""
        found = await self._queue.connector.execute_query_one_async(_ALIVE, silent=HEARTBEAT_LIFETIME)
        return bool(found["alive"])

    async def _withdraw(self, asked: "QueuedQuestion[Any]") -> None:
        """Withdraw a job that nobody here waits for; another server that wants it queues it again."""
        long, manager = asked.kind.own_process, self._queue.job_manager
        with suppress(*AWAY):
            for job in await in_time(self._under_way(asked)):
                if job.id is not None:
                    await in_time(manager.cancel_job_by_id_async(job.id, abort=long, delete_job=True))


@dataclass
class QueuedQuestion(Generic[Answer]):
    """A question in the queue."""

    kind: JobKind[Answer]
    question: tuple[Any, ...]
    table: str
    key: str = ""
    deferred: bool = False

    def __post_init__(self) -> None:
        self.key = key_of(self.kind, self.question)


async def woken(news: AsyncIterator[int]) -> bool:
    """Wait briefly for a notification; whether there was one."""
    try:
        await asyncio.wait_for(anext(news), POLL_INTERVAL)
    except (TimeoutError, StopAsyncIteration):
        return False
    return True


async def in_time(asking: Awaitable[T]) -> T:
    """Await a database call, with a time-out in case it hangs."""
    return await asyncio.wait_for(asking, TIMEOUT)


MAX_ATTEMPTS = 3  # how often a job is begun before it is given up
LONGEST_END = 5.0  # seconds that running jobs get once the worker is asked to end; then others take them over
STORE_AWAY = (ConnectorException, StoreError, OSError)
GIVEN_UP = line("something went wrong while thinking: ask again")


class Worker:
    """Works until told to stop, and reconnects whatever happens to the database."""

    def __init__(self, address: str, answers: Answers, processes: Jobs, at_once: int) -> None:
        self._address, self._answers, self._processes, self._at_once = address, answers, processes, at_once
        self._progress = HeldTasks()

    async def run(self, stop: asyncio.Event) -> None:
        """Take jobs until asked to stop; jobs in hand are finished or handed back."""
        while not stop.is_set():
            try:
                await prepare(self._address)
                async with connected(self._address, self._at_once + 4).open_async() as queue:
                    self._learn(queue)
                    await self._work(queue, stop)
            except Exception as error:  # noqa: BLE001 (a worker outlives its database)
                log.warning("the queue of jobs cannot be reached: %s", type(error).__name__)
                await _waited(stop, BEAT)

    async def _work(self, queue: App, stop: asyncio.Event) -> None:
        """Work until asked to stop, or until the queue cannot be reached."""
        parts = [
            self._taking(queue, QUICK_QUEUE, self._at_once),
            self._taking(queue, LONG_QUEUE, 1),  # a board being solved never stands in the way of a bot
            self._reviving(queue),
            stop.wait(),
        ]
        tasks = [asyncio.create_task(part) for part in parts]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _taking(self, queue: App, name: str, at_once: int) -> None:
        await queue.run_worker_async(
            queues=[queue_name(name)],
            concurrency=at_once,
            fetch_job_polling_interval=BEAT,
            abort_job_polling_interval=BEAT,
            shutdown_graceful_timeout=LONGEST_END,
            delete_jobs="always",
            install_signal_handlers=False,
            update_heartbeat_interval=BEAT,
            stalled_worker_timeout=HEARTBEAT_LIFETIME,
        )

    async def _reviving(self, queue: App) -> None:
        """Requeue the jobs of dead workers; give up a job that has killed several."""
        manager = queue.job_manager
        while True:
            for job in await manager.get_stalled_jobs(seconds_since_heartbeat=HEARTBEAT_LIFETIME):
                with suppress(ConnectorException):  # another worker was faster
                    if job.attempts + 1 < MAX_ATTEMPTS:
                        await manager.retry_job(job)
                    else:
                        await self._give_up(KINDS[str(job.task_kwargs["kind"])], str(job.task_kwargs["key"]))
                        await manager.finish_job(job, Status.FAILED, delete_job=True)
            await asyncio.sleep(2 * BEAT)

    def _learn(self, queue: App) -> None:
        """Teach the queue how to run a job."""

        async def think(context: JobContext, key: str, kind: str, question: str) -> None:
            try:
                await self._done(KINDS[kind], key, question)
            except Exception as error:
                away = isinstance(error, StoreError)  # nothing is wrong with the job
                log.error("a job of the kind %s failed: %s", kind, error, exc_info=not away)
                if context.job.attempts + 1 >= MAX_ATTEMPTS:
                    await self._give_up(KINDS[kind], key)
                raise

        queue.task(name=TASK, pass_context=True, retry=RetryStrategy(max_attempts=MAX_ATTEMPTS))(think)

    async def _done(self, kind: JobKind[Any], key: str, question: str) -> None:
        """Do a job and store its answer, unless another worker has done so already."""
        if await self._answers.of(key):
            return
        try:
            asked = unpack_question(kind, question)
            if isinstance(asked[0], PositionRef):
                await bring(self._answers.store, asked[0].setup)
            answer = stored_answer(await self._processes.do(kind, *asked, heard=self._heard(key)))
        except UserError as error:
            answer = StoredAnswer(trouble=error.line)
        await self._answers.keep(kind, key, answer)

    async def _give_up(self, kind: JobKind[Any], key: str) -> None:
        await self._answers.keep(kind, key, StoredAnswer(trouble=GIVEN_UP))

    def _heard(self, key: str) -> Heard:
        return every_so_often(lambda *far: self._tell(key, *far), BEAT)

    def _tell(self, key: str, done: int, total: int) -> None:
        async def telling() -> None:
            with suppress(*STORE_AWAY):
                await self._answers.tell_progress(key, done, total)

        self._progress.start(telling())


async def _waited(stop: asyncio.Event, seconds: float) -> None:
    """Wait a little, or until asked to stop."""
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
