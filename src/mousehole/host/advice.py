"""Hints and reviews: worked out in worker processes, within a quota, and cached."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from mousehole.core.game import Over, Seat
from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import Line, Trouble, line
from mousehole.folders import solutions
from mousehole.host.pool import LOWER, Answer, Pool, Where, reached, where_of
from mousehole.host.quota import Buckets
from mousehole.players.hints import Hint, hints
from mousehole.players.review import Look, Review, look, summed
from mousehole.table import NoHints, Table

WAITING = 8  # hints that may be waited for at once, over all tables
REVIEWS = 8  # reviews that may be under way or wait
KEPT = 512
KEPT_REVIEWS = 32
SLICE = 0.35  # seconds a worker looks back before it lets others ask


class TooMuch(Trouble):
    """More was asked for than this server gives; a moment later it may give it."""


class Lookback:
    """A review under way: how much is done, and the review once it is there."""

    def __init__(self, total: int) -> None:
        self.done, self.total, self.began = 0, total, 0.0
        self.found: Review | None = None
        self.problem: Line | None = None

    @property
    def left(self) -> float | None:
        """The seconds it will still take, once that can be told."""
        spent = time.monotonic() - self.began
        return spent / self.done * (self.total - self.done) if self.began and self.done else None


class Advice:
    """Asks worker processes; the same question is worked out once."""

    def __init__(self, workers: int = 0, rate: float = 1.0, burst: float = 12.0) -> None:
        self._pool = Pool(workers, LOWER)
        self._quota = Buckets(rate, burst)
        self._hints: OrderedDict[Any, asyncio.Task[tuple[Hint, ...]]] = OrderedDict()
        self._reviews: OrderedDict[Any, Lookback] = OrderedDict()
        self._tasks = HeldTasks()
        self._one_review = asyncio.Lock()

    async def hints(self, table: Table, seats: Sequence[Seat]) -> tuple[Hint, ...]:
        """Tell what each action is worth to those whose turn it is."""
        table.may_ask(seats)
        return await self.at(where_of(table), table.id)

    async def at(self, where: Where, asker: str) -> tuple[Hint, ...]:
        """Tell what the actions at a position are worth; what is known already costs nothing."""
        key = (where, solved_mark())
        if key not in self._hints:
            self._allow(asker)
            self._hints[key] = asyncio.create_task(self._ask(hints_at, where))
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
        return await self._ask(value_at, where)

    def review(self, table: Table, seat: Seat) -> Lookback:
        """Look back at a finished game from the view of a seat; asked again, it tells how far it is."""
        if not isinstance(table.turn, Over):
            raise NoHints(line("a game can be reviewed once it is over"))
        key = (where_of(table), seat, solved_mark())
        if key not in self._reviews:
            if sum(not work.found and not work.problem for work in self._reviews.values()) >= REVIEWS:
                raise TooMuch(line("too many games are being reviewed right now: wait a moment"))
            self._reviews[key] = Lookback(table.ply + 1)
            self._tasks.start(self._look_back(self._reviews[key], table, key[0], seat))
            if len(self._reviews) > KEPT_REVIEWS:
                self._reviews.popitem(last=False)
        self._reviews.move_to_end(key)
        return self._reviews[key]

    def close(self) -> None:
        """Let the workers go."""
        self._tasks.cancel()
        for task in self._hints.values():
            task.cancel()
        self._pool.close()

    def _allow(self, asker: str) -> None:
        waiting = sum(not task.done() for task in self._hints.values())
        if waiting >= WAITING or not self._quota.take(asker):
            raise TooMuch(line("too many hints at once: wait a moment"))

    async def _look_back(self, work: Lookback, table: Table, where: Where, seat: Seat) -> None:
        """Look at ply after ply, in slices, so that hints of others come in between."""
        plies, looks = tuple(table.plies), dict[int, Look]()
        try:
            async with self._one_review:
                work.began = time.monotonic()
                while len(looks) < work.total:
                    found = await self._ask(looks_at, where, seat, len(looks))
                    looks |= dict(enumerate(found, len(looks)))
                    work.done = len(looks)
            work.found = summed([kind.team for kind in table.game.seats(table.setup)], plies, seat, looks)
        except Trouble as trouble:
            work.problem = trouble.line

    async def _ask(self, do: Callable[..., Answer], *question: Any) -> Answer:
        try:
            return await self._pool.ask(do, *question)
        except BrokenProcessPool:
            raise TooMuch(line("something went wrong while thinking: ask again")) from None


def hints_at(where: Where) -> tuple[Hint, ...]:
    """Find in a worker what the actions at a position are worth."""
    return hints(*reached(where))


def value_at(where: Where) -> float | None:
    """Find in a worker the exact chance of the seat that is to move or to throw, where it is known."""
    return look(*reached(where), 0, "").value


def looks_at(where: Where, seat: Seat, first: int) -> list[Look]:
    """Look in a worker at some plies of a game from `first` on, for a moment; the rest is asked for again."""
    until, found = time.monotonic() + SLICE, list[Look]()
    for ply in range(first, where.events.count(b"\n") + 1):
        found.append(look(*reached(where.at(ply)), seat, f"review/{ply}"))
        if time.monotonic() >= until:
            break
    return found


def solved_mark() -> int:
    """Name the state of the folder of solutions: what was told before a board was solved is told anew."""
    folder: Path = solutions()
    return folder.stat().st_mtime_ns if folder.is_dir() else 0
