"""Reviews of finished games: side by side, a moment of a worker for each in turn, and so many for each visitor."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from mousehole.bus import Bus
from mousehole.core.game import Over, Seat
from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import Line, Trouble, line
from mousehole.host.jobs.job import NobodyFree
from mousehole.host.jobs.positions import where_of
from mousehole.host.jobs.thinking import LOOKS
from mousehole.host.quota import LaggingBuckets, TooMuch
from mousehole.players.review import Look, Review, summed
from mousehole.table import NoHints, Table

AT_ONCE = 24  # reviews that may be under way
EACH = 2  # of these for one visitor
KEPT = 48  # reviews that are kept; what is found costs nothing any more
RATE, BURST = 1 / 60, 6.0  # reviews a second for one visitor, and in a row; a long game counts for several
LONG = 1000  # plies
PAUSE = 1.0  # seconds before workers that had no time are asked again
PATIENCE = 60.0  # seconds after which a review that nobody asks about rests; it goes on when somebody does


class Lookback:
    """A review under way: how much is done, and the review once it is there."""

    def __init__(self, table: Table, seat: Seat, asker: str) -> None:
        self.table, self.where, self.seat, self.asker = table, where_of(table), seat, asker
        self.total, self.looks = table.ply + 1, list[Look]()
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
        """Whether somebody still waits for it."""
        return not (self.found or self.problem or self.resting)

    @property
    def left(self) -> float | None:
        """The seconds it will still take, once that can be told."""
        spent = time.monotonic() - self.began
        return spent / self.done * (self.total - self.done) if self.done else None


class Reviews:
    """Looks back at games; the same game is looked back at once."""

    def __init__(self, ask: Callable[..., Awaitable[Any]], bus: Bus | None = None) -> None:
        self._ask = ask
        self._quota = LaggingBuckets(bus, "reviews", RATE, BURST)
        self._works: OrderedDict[Any, Lookback] = OrderedDict()
        self._turn = asyncio.Lock()  # who waits for it longest comes next
        self._tasks = HeldTasks()

    def review(self, table: Table, seat: Seat, asker: str, mark: int) -> Lookback:
        """Look back at a finished game from the view of a seat; asked again, it tells how far it is."""
        if not isinstance(table.turn, Over):
            raise NoHints(line("a game can be reviewed once it is over"))
        key = (table.id, table.entry, seat, mark)
        work = self._works.get(key)
        if work is None:
            self._allow(table, asker)
            work = self._works[key] = Lookback(table, seat, asker)
            self._tasks.start(self._look_back(work))
        elif work.resting:
            work.resting = False
            self._tasks.start(self._look_back(work))
        work.asked = time.monotonic()
        self._works.move_to_end(key)
        self._make_room()
        return work

    def close(self) -> None:
        """Stop what is under way."""
        self._tasks.cancel()

    def _allow(self, table: Table, asker: str) -> None:
        running = [work for work in self._works.values() if work.running]
        if len(running) >= AT_ONCE:
            raise TooMuch(line("too many games are being reviewed right now: wait a moment"))
        if sum(work.asker == asker for work in running) >= EACH or not self._quota.take(asker, 1 + table.ply // LONG):
            raise TooMuch(line("you have asked for many reviews: wait a moment"))

    def _make_room(self) -> None:
        for key in [key for key, work in self._works.items() if not work.running][: max(0, len(self._works) - KEPT)]:
            del self._works[key]

    async def _look_back(self, work: Lookback) -> None:
        """Look at ply after ply, in slices, so that other reviews and hints come in between."""
        try:
            while work.done < work.total:
                if time.monotonic() - work.asked > PATIENCE:
                    work.resting = True
                    return
                await self._look_on(work)
            table, looks = work.table, dict(enumerate(work.looks))
            teams = [kind.team for kind in table.game.seats(table.setup)]
            work.found = await asyncio.to_thread(summed, teams, tuple(table.plies), work.seat, looks)
        except Trouble as trouble:
            work.problem = trouble.line

    async def _look_on(self, work: Lookback) -> None:
        """Look at the next plies; where nobody has time for that, wait a little."""
        try:
            async with self._turn:
                work.looks += await self._ask(LOOKS, work.where, work.seat, work.done, table=work.table.id)
        except NobodyFree:
            await asyncio.sleep(PAUSE)
