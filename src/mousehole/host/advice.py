"""Hints and reviews: worked out by jobs, within a quota, and cached."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import BrokenExecutor
from typing import Any

from mousehole.bus import Bus
from mousehole.core.game import Over, Seat
from mousehole.core.held_tasks import HeldTasks, shielded
from mousehole.core.words import Line, UserError, line
from mousehole.folders import solved_mark
from mousehole.host.jobs import HINTS, LOOKS, VALUE, Answer, JobKind, Jobs, NobodyFree, PositionRef, position_of
from mousehole.host.limits import LaggingBuckets, TooMuch
from mousehole.players.hints import Hint
from mousehole.players.review import Review, Valuation, summed
from mousehole.table import NoHints, Table

MOST_REVIEWS = 24  # reviews that may be under way
MOST_PER_VISITOR = 2  # of them for one visitor
REVIEWS_KEPT = 48  # finished reviews that stay cached
RATE, BURST = 1 / 60, 6.0  # reviews a second for one visitor, and in a row; a long game counts for several
LONG_GAME = 1000  # plies
RETRY_AFTER = 1.0  # seconds before workers that had no time are asked again
IDLE_TIMEOUT = 60.0  # seconds after which a review nobody asks about pauses, until somebody does


class Lookback:
    """A review under way: how much is done, and the review once it is there."""

    def __init__(self, table: Table, seat: Seat, asker: str) -> None:
        self.seat, self.asker = seat, asker
        self.total, self.looks = table.ply + 1, list[Valuation]()
        self.began = self.asked = time.monotonic()
        self.resting = False
        self.found: Review | None = None
        self.problem: Line | None = None

    @property
    def done(self) -> int:
        """How many plies were looked at."""
        return len(self.looks)

    @property
    def running(self) -> bool:
        """Whether somebody is still waiting for it."""
        return not (self.found or self.problem or self.resting)

    @property
    def left(self) -> float | None:
        """The seconds it will still take, once that can be estimated."""
        spent = time.monotonic() - self.began
        return spent / self.done * (self.total - self.done) if self.done else None


class Reviews:
    """Reviews finished games; concurrent requests for one game share the work."""

    def __init__(self, ask: Callable[..., Awaitable[Any]], bus: Bus | None = None) -> None:
        self._ask = ask
        self._quota = LaggingBuckets(bus, "reviews", RATE, BURST)
        self._works: OrderedDict[Any, Lookback] = OrderedDict()
        self._turn = asyncio.Lock()  # whoever has waited longest comes next
        self._tasks = HeldTasks()

    def review(self, table: Table, seat: Seat, asker: str, mark: int) -> Lookback:
        """Start the review of a finished game for a seat, or find the one under way."""
        if not isinstance(table.turn, Over):
            raise NoHints(line("a game can be reviewed once it is over"))
        key = (table.id, table.entry, seat, mark)
        work = self._works.get(key)
        if work is None:
            self._allow(table, asker)
            work = self._works[key] = Lookback(table, seat, asker)
            self._tasks.start(self._look_back(work, table))
        elif work.resting:
            work.resting = False
            self._tasks.start(self._look_back(work, table))
        work.asked = time.monotonic()
        self._works.move_to_end(key)
        self._make_room()
        return work

    def close(self) -> None:
        """Stop all work in progress."""
        self._tasks.cancel()

    def _allow(self, table: Table, asker: str) -> None:
        running = [work for work in self._works.values() if work.running]
        if len(running) >= MOST_REVIEWS:
            raise TooMuch(line("too many games are being reviewed right now: wait a moment"))
        if sum(work.asker == asker for work in running) >= MOST_PER_VISITOR or not self._quota.take(
            asker, 1 + table.ply // LONG_GAME
        ):
            raise TooMuch(line("you have asked for many reviews: wait a moment"))

    def _make_room(self) -> None:
        for key in [key for key, work in self._works.items() if not work.running][
            : max(0, len(self._works) - REVIEWS_KEPT)
        ]:
            del self._works[key]

    async def _look_back(self, work: Lookback, table: Table) -> None:
        """Evaluate ply after ply, in slices, so that other reviews and hints get their turn."""
        where = position_of(table)
        try:
            while work.done < work.total:
                if time.monotonic() - work.asked > IDLE_TIMEOUT:
                    work.resting = True
                    return
                await self._look_on(work, table.id, where)
            looks = dict(enumerate(work.looks))
            teams = [kind.team for kind in table.game.seats(table.setup)]
            work.found = await asyncio.to_thread(summed, teams, tuple(table.plies), work.seat, looks)
        except UserError as error:
            work.problem = error.line

    async def _look_on(self, work: Lookback, table_id: str, where: PositionRef) -> None:
        """Evaluate the next plies; wait a little if no worker is free."""
        try:
            async with self._turn:
                work.looks += await self._ask(LOOKS, where, work.seat, work.done, table=table_id)
        except NobodyFree:
            await asyncio.sleep(RETRY_AFTER)


MOST_WAITING = 8  # hints that may be waited for at once, over all tables
HINTS_KEPT = 512


class Advice:
    """Hints, values and reviews from the jobs; equal questions share one answer."""

    def __init__(self, jobs: Jobs, bus: Bus | None = None, rate: float = 1.0, burst: float = 12.0) -> None:
        self._jobs = jobs
        self._quota = LaggingBuckets(bus, "hints", rate, burst)
        self._hints: OrderedDict[Any, asyncio.Task[tuple[Hint, ...]]] = OrderedDict()
        self._reviews = Reviews(self._ask, bus)

    async def hints(self, table: Table, seats: Sequence[Seat]) -> tuple[Hint, ...]:
        """What each action is worth, for the people whose turn it is; where the story asks, nothing is given away."""
        taste = table.game.parts.adventure.taste
        words = taste(table.state) if taste else None
        if words:
            raise UserError(words)
        return await self.at(position_of(table), table.id, table.may_ask(seats).seat)

    async def at(self, where: PositionRef, asker: str, seat: Seat | None = None) -> tuple[Hint, ...]:
        """What the actions at a position are worth; cached answers cost nothing."""
        key = (where.digest, seat, solved_mark())  # not the position itself, which may be long
        if key not in self._hints:
            self._allow(asker)
            self._hints[key] = asyncio.create_task(self._ask(HINTS, where, seat, table=asker))
            if len(self._hints) > HINTS_KEPT:
                self._hints.popitem(last=False)
        self._hints.move_to_end(key)
        try:
            return await shielded(self._hints[key])
        except Exception:
            self._hints.pop(key, None)
            raise

    async def value(self, where: PositionRef, asker: str) -> float | None:
        """The exact chance at a position, where it is known."""
        if not self._quota.take(asker, 0.2):
            raise TooMuch(line("too many hints at once: wait a moment"))
        return await self._ask(VALUE, where, table=asker)

    def review(self, table: Table, seat: Seat, asker: str = "") -> Lookback:
        """Start the review of a finished game for a seat, or find the one under way."""
        return self._reviews.review(table, seat, asker, solved_mark())

    def close(self) -> None:
        """Stop all work in progress."""
        self._reviews.close()
        for task in self._hints.values():
            task.cancel()

    def _allow(self, asker: str) -> None:
        waiting = sum(not task.done() for task in self._hints.values())
        if waiting >= MOST_WAITING or not self._quota.take(asker):
            raise TooMuch(line("too many hints at once: wait a moment"))

    async def _ask(self, kind: JobKind[Answer], *question: Any, table: str = "") -> Answer:
        try:
            return await self._jobs.do(kind, *question, table=table)
        except BrokenExecutor:
            raise TooMuch(line("something went wrong while thinking: ask again")) from None
