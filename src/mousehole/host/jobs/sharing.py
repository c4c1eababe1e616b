"""Jobs done by this server's own processes, whose answers every other server finds."""

import logging
from typing import Any

from mousehole.core.words import Trouble
from mousehole.host.jobs.answers import Answers, answer_in, key_of, told
from mousehole.host.jobs.job import Answer, Heard, JobKind, Jobs
from mousehole.store import StoreError

log = logging.getLogger(__name__)


class SharingAnswers:
    """Looks whether another server knows the answer; keeps what was thought here. Moves are of no use to others."""

    def __init__(self, jobs: Jobs, answers: Answers) -> None:
        self._jobs, self._answers = jobs, answers

    async def do(self, kind: JobKind[Answer], *question: Any, table: str = "", heard: Heard | None = None) -> Answer:
        """Find an answer, or do the job and keep it."""
        if kind.at_home or kind.long:
            return await self._jobs.do(kind, *question, table=table, heard=heard)
        key = key_of(kind, question)
        if found := await self._found(key):
            return answer_in(kind, found)
        answer = await self._jobs.do(kind, *question, table=table)
        await self._keep(kind, key, answer)
        return answer

    async def found(self, kind: JobKind[Answer], *question: Any) -> bool:
        """Long jobs are told of by the server that does them alone."""
        return False

    async def close(self) -> None:
        """Let everybody go who works."""
        await self._jobs.close()

    async def _found(self, key: str) -> Any:
        try:
            return await self._answers.of(key)
        except StoreError:
            return None

    async def _keep(self, kind: JobKind[Any], key: str, answer: object) -> None:
        try:
            await self._answers.keep(kind, key, told(answer))
        except Trouble as trouble:
            log.warning("an answer of the kind %s was not kept: %s", kind.name, trouble)
