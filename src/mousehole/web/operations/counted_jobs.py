"""Jobs, counted by kind: how many somebody waits for, how long they took, and which could not be done."""

import asyncio
import time
from typing import Any

from mousehole.host.jobs.job import Answer, Heard, JobKind, Jobs
from mousehole.web.operations.meters import Meters


class CountedJobs:
    """Lets others do the jobs, and counts."""

    def __init__(self, jobs: Jobs, meters: Meters) -> None:
        self._jobs, self._meters = jobs, meters

    async def do(self, kind: JobKind[Answer], *question: Any, table: str = "", heard: Heard | None = None) -> Answer:
        """Do a job; one that nobody waits for any longer has not failed."""
        began, failed = time.perf_counter(), False
        self._meters.begun(kind.name)
        try:
            return await self._jobs.do(kind, *question, table=table, heard=heard)
        except asyncio.CancelledError:
            raise
        except BaseException:
            failed = True
            raise
        finally:
            self._meters.thought(kind.name, time.perf_counter() - began, failed)

    async def found(self, kind: JobKind[Answer], *question: Any) -> bool:
        """Whether another server has the answer already, or waits for it."""
        return await self._jobs.found(kind, *question)

    async def close(self) -> None:
        """Let everybody go who works."""
        await self._jobs.close()
