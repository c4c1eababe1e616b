"""Jobs done by a second worker of the browser, so that a thinking bot never holds up the house."""

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any, TypeAlias

import msgspec

from mousehole.anywhere.own_content import taken_in
from mousehole.core.words import Trouble, line
from mousehole.host.jobs.answers import Told, answer_in, packed, told, unpacked
from mousehole.host.jobs.job import Answer, Heard, JobKind
from mousehole.host.jobs.progress import every_so_often
from mousehole.host.jobs.thinking import KINDS

PACKS = "packs"
Ask: TypeAlias = Callable[[int, str, str], None]  # the number of a question, its kind and the question itself


class BrowserJobs:
    """Asks the other worker; moves of players that hardly think are made here."""

    def __init__(self, ask: Ask) -> None:
        self._ask, self._numbers = ask, count(1)
        self._waiting: dict[int, asyncio.Future[str]] = {}
        self._hearers: dict[int, Heard] = {}

    async def do(self, kind: JobKind[Answer], *question: Any, table: str = "", heard: Heard | None = None) -> Answer:
        """Do a job, or let the other worker do it."""
        if kind.quick and kind.quick(*question):
            return kind.work(*question)
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        if heard:
            self._hearers[number] = heard
        try:
            self._ask(number, kind.name, packed(question))
            return answer_in(kind, msgspec.json.decode(await self._waiting[number], type=Told))
        finally:
            self._hearers.pop(number, None)
            del self._waiting[number]

    async def found(self, kind: JobKind[Answer], *question: Any) -> bool:
        """Nobody else is here."""
        return False

    def know(self, packs: str) -> None:
        """Let the other worker know adventures; what is asked afterwards may be about them."""
        self._ask(0, PACKS, packs)

    async def close(self) -> None:
        """Nobody has to be let go: the page ends the other worker."""

    def hear(self, number: int, text: str) -> None:
        """Take an answer from the other worker; without a text it has failed."""
        waiting = self._waiting.get(number)
        if waiting is None or waiting.done():
            return
        if text:
            waiting.set_result(text)
        else:
            waiting.set_exception(Trouble(line("something went wrong while thinking: ask again")))

    def progressed(self, number: int, done: int, total: int) -> None:
        """Hear how far a long job is."""
        if number in self._hearers:
            self._hearers[number](done, total)


def think(name: str, question: str, heard: Heard) -> str:
    """Do a job in the other worker, or take in adventures there."""
    if name == PACKS:
        taken_in(msgspec.json.decode(question, type=dict[str, bytes]))
        return ""
    kind = KINDS[name]
    given = unpacked(kind, question)
    try:
        answer = told(kind.work(every_so_often(heard), *given) if kind.long else kind.work(*given))
    except Trouble as trouble:
        answer = Told(trouble=trouble.line)
    return msgspec.json.encode(answer).decode()
