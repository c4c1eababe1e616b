"""Jobs done by this server's own processes: one pool for bots, one below it for advice, and one process a long job."""

import asyncio
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from mousehole.core.words import Trouble, line
from mousehole.host.jobs.job import Answer, Heard, JobKind
from mousehole.host.jobs.progress import every_so_often
from mousehole.host.jobs.thinking import MOVE
from mousehole.host.pool import LOWER, Pool, start_process


class OwnProcesses:
    """Does jobs here: hints and reviews never hold up a bot."""

    def __init__(self, workers: int = 0) -> None:
        self._bots, self._advisers = Pool(workers), Pool(workers, LOWER)
        self._long: set[BaseProcess] = set()

    async def do(self, kind: JobKind[Answer], *question: Any, table: str = "", heard: Heard | None = None) -> Answer:
        """Do a job in a pool, or a long one in a process of its own."""
        if kind.long:
            return await self._alone(kind, question, heard or _unheard)
        pool = self._bots if kind.name == MOVE.name else self._advisers
        return await pool.ask(kind.work, *question)

    async def found(self, kind: JobKind[Answer], *question: Any) -> bool:
        """Nobody else is here."""
        return False

    async def close(self) -> None:
        """Let the processes go; what a long job had found is lost."""
        for process in self._long:
            process.terminate()
        self._bots.close()
        self._advisers.close()

    async def _alone(self, kind: JobKind[Answer], question: tuple[Any, ...], heard: Heard) -> Answer:
        """Do a long job; whoever stops waiting stops the process too."""
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
            raise Trouble(line("solving stopped before its end; try again")) from None
        if kind == "done":
            return told
        if kind == "failed":
            raise Trouble(told)
        heard(*told)


def _work(news: Connection, work: Callable[..., Any], question: tuple[Any, ...]) -> None:
    """Do a long job in a process: tell how far it is now and then, and the answer in the end."""
    try:
        news.send(("done", work(every_so_often(lambda *told: news.send(("progress", told))), *question)))
    except Trouble as trouble:
        news.send(("failed", trouble.line))


def _unheard(done: int, total: int) -> None:
    pass
