"""Hints and reviews: worked out in other processes, within a quota, and cached."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from typing import Any

from mousehole.bus import Bus
from mousehole.core.game import Seat
from mousehole.core.words import line
from mousehole.folders import solved_mark
from mousehole.host.jobs.job import Answer, JobKind, Jobs
from mousehole.host.jobs.positions import Where, where_of
from mousehole.host.jobs.thinking import HINTS, VALUE
from mousehole.host.quota import LaggingBuckets, TooMuch
from mousehole.host.reviews import Lookback, Reviews
from mousehole.players.hints import Hint
from mousehole.table import Table

WAITING = 8  # hints that may be waited for at once, over all tables
KEPT = 512


class Advice:
    """Asks those who do jobs; the same question is worked out once."""

    def __init__(self, jobs: Jobs, bus: Bus | None = None, rate: float = 1.0, burst: float = 12.0) -> None:
        self._jobs = jobs
        self._quota = LaggingBuckets(bus, "hints", rate, burst)
        self._hints: OrderedDict[Any, asyncio.Task[tuple[Hint, ...]]] = OrderedDict()
        self._reviews = Reviews(self._ask, bus)

    async def hints(self, table: Table, seats: Sequence[Seat]) -> tuple[Hint, ...]:
        """Tell what each action is worth to those whose turn it is."""
        return await self.at(where_of(table), table.id, table.may_ask(seats).seat)

    async def at(self, where: Where, asker: str, seat: Seat | None = None) -> tuple[Hint, ...]:
        """Tell what the actions at a position are worth; what is known already costs nothing."""
        key = (where, seat, solved_mark())
        if key not in self._hints:
            self._allow(asker)
            self._hints[key] = asyncio.create_task(self._ask(HINTS, where, seat, table=asker))
            if len(self._hints) > KEPT:
                self._hints.popitem(last=False)
        self._hints.move_to_end(key)
        try:
            return await asyncio.shield(self._hints[key])
        except Exception:
            self._hints.pop(key, None)
            raise

    async def value(self, where: Where, asker: str) -> float | None:
        """The exact chance at a position, where it is known."""
        if not self._quota.take(asker, 0.2):
            raise TooMuch(line("too many hints at once: wait a moment"))
        return await self._ask(VALUE, where, table=asker)

    def review(self, table: Table, seat: Seat, asker: str = "") -> Lookback:
        """Look back at a finished game from the view of a seat; asked again, it tells how far it is."""
        return self._reviews.review(table, seat, asker, solved_mark())

    def close(self) -> None:
        """Stop what is under way."""
        self._reviews.close()
        for task in self._hints.values():
            task.cancel()

    def _allow(self, asker: str) -> None:
        waiting = sum(not task.done() for task in self._hints.values())
        if waiting >= WAITING or not self._quota.take(asker):
            raise TooMuch(line("too many hints at once: wait a moment"))

    async def _ask(self, kind: JobKind[Answer], *question: Any, table: str = "") -> Answer:
        try:
            return await self._jobs.do(kind, *question, table=table)
        except BrokenExecutor:
            raise TooMuch(line("something went wrong while thinking: ask again")) from None
