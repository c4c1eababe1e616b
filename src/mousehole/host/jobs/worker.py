"""A worker: takes jobs from the queue, does them in its own processes, and keeps the answers for every server."""

import asyncio
import logging
from contextlib import suppress
from typing import Any

from procrastinate import App, JobContext, RetryStrategy
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Status

from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import Trouble, line
from mousehole.host.jobs.answers import Answers, Told, told, unpacked
from mousehole.host.jobs.job import Heard, JobKind, Jobs
from mousehole.host.jobs.progress import every_so_often
from mousehole.host.jobs.queue import BEAT, LONG, SHORT, SILENT, TASK, connected, prepare, queue_name
from mousehole.host.jobs.thinking import KINDS
from mousehole.store import StoreError

log = logging.getLogger(__name__)
TRIES = 3  # how often a job is begun before it is given up
LONGEST_END = 5.0  # seconds for which jobs may go on once the worker is asked to end; then others get them
AWAY = (ConnectorException, StoreError, OSError)
GIVEN_UP = line("something went wrong while thinking: ask again")


class Worker:
    """Works until it is told to stop; whatever happens to the database, it comes back."""

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
        """Work until asked to stop, or until the queue is out of reach."""
        parts = [
            self._taking(queue, SHORT, self._at_once),
            self._taking(queue, LONG, 1),  # a board being solved never stands in the way of a bot
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
            stalled_worker_timeout=SILENT,
        )

    async def _reviving(self, queue: App) -> None:
        """Give jobs that a dead worker had in hand to others; one that killed several is given up."""
        manager = queue.job_manager
        while True:
            for job in await manager.get_stalled_jobs(seconds_since_heartbeat=SILENT):
                with suppress(ConnectorException):  # another worker was faster
                    if job.attempts + 1 < TRIES:
                        await manager.retry_job(job)
                    else:
                        await self._give_up(KINDS[str(job.task_kwargs["kind"])], str(job.task_kwargs["key"]))
                        await manager.finish_job(job, Status.FAILED, delete_job=True)
            await asyncio.sleep(2 * BEAT)

    def _learn(self, queue: App) -> None:
        """Say what is done with a job of the queue."""

        async def think(context: JobContext, key: str, kind: str, question: str) -> None:
            try:
                await self._done(KINDS[kind], key, question)
            except Exception as error:
                away = isinstance(error, StoreError)  # nothing is wrong with the job
                log.error("a job of the kind %s failed: %s", kind, error, exc_info=not away)
                if context.job.attempts + 1 >= TRIES:
                    await self._give_up(KINDS[kind], key)
                raise

        queue.task(name=TASK, pass_context=True, retry=RetryStrategy(max_attempts=TRIES))(think)

    async def _done(self, kind: JobKind[Any], key: str, question: str) -> None:
        """Do a job and keep its answer, unless another worker has done it meanwhile."""
        if await self._answers.of(key):
            return
        try:
            answer = told(await self._processes.do(kind, *unpacked(kind, question), heard=self._heard(key)))
        except Trouble as trouble:
            answer = Told(trouble=trouble.line)
        await self._answers.keep(kind, key, answer)

    async def _give_up(self, kind: JobKind[Any], key: str) -> None:
        await self._answers.keep(kind, key, Told(trouble=GIVEN_UP))

    def _heard(self, key: str) -> Heard:
        return every_so_often(lambda *far: self._tell(key, *far), BEAT)

    def _tell(self, key: str, done: int, total: int) -> None:
        async def telling() -> None:
            with suppress(*AWAY):
                await self._answers.tell_progress(key, done, total)

        self._progress.start(telling())


async def _waited(stop: asyncio.Event, seconds: float) -> None:
    """Wait a little, or until asked to stop."""
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
