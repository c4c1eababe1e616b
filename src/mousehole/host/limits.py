"""Limits of one server: token buckets per visitor, bounds per table, and load shedding for everybody."""

import asyncio
import math
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mousehole.bus import Bus
from mousehole.core.words import UserError, line
from mousehole.table import Entry, Move, Refused, Sat, Sit, Table, Undo, Undone

BUCKETS_KEPT = 10_000
SURE = 0.1  # of a bucket
REPORT_INTERVAL = 1.0  # seconds until other servers are told what was taken here


class TooMuch(UserError):
    """A limit was reached; the same request may succeed a moment later."""


class Bucket:
    """A token bucket: a rate per second, with room for a burst."""

    __slots__ = ("burst", "level", "rate", "seen")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.level, self.seen = rate, burst, burst, time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Take tokens if there are enough."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.seen) * self.rate)
        self.seen = now
        if self.level < cost:
            return False
        self.level -= cost
        return True


class Buckets:
    """A bucket for each address or table; the longest unseen are forgotten, so memory does not grow."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Take from somebody's bucket."""
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._burst)
        self._buckets[address] = bucket
        if len(self._buckets) > BUCKETS_KEPT:
            self._buckets.popitem(last=False)
        return bucket.take(cost)


def sure(rate: float, burst: float) -> Buckets:
    """Small buckets of what a server gives by itself."""
    return Buckets(rate * SURE, max(1.0, burst * SURE))


class SharedBuckets:
    """Buckets counted over all servers while these can reach each other; this server's own always hold.

    A share of a bucket is given by this server alone: whoever counts wrongly shuts nobody out.
    """

    def __init__(self, bus: Bus, name: str, rate: float, burst: float) -> None:
        self._bus, self._name, self._burst = bus, name, burst
        self._window = burst / rate  # seconds in which a bucket fills up
        self._own, self._sure = Buckets(rate, burst), sure(rate, burst)

    async def take(self, address: str, cost: float = 1.0) -> bool:
        """Take from somebody's bucket."""
        if not self._own.take(address, cost):
            return False
        counted = await self._bus.count(f"{self._name}/{address}", cost, self._burst, self._window)
        return counted is not False or self._sure.take(address, cost)


class LaggingBuckets:
    """Buckets over all servers that nobody waits for: they count together a second later, and stop who had too much.

    In one window as much may be taken everywhere as from one bucket: a burst, and what flows in meanwhile. Here too,
    a share is given whatever others count.
    """

    def __init__(self, bus: Bus | None, name: str, rate: float, burst: float) -> None:
        self._bus = bus if bus and bus.shared and rate else None
        self._name, self._most = name, 2 * burst
        self._window = burst / rate if rate else 0.0
        self._own, self._sure = Buckets(rate, burst), sure(rate, burst)
        self._taken: defaultdict[str, float] = defaultdict(float)
        self._stopped: dict[str, float] = {}  # until when
        self._telling: asyncio.Task[None] | None = None

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Take from somebody's bucket, at once."""
        if not self._own.take(address, cost):
            return False
        return self._bus is None or self._taken_too(self._bus, address, cost)

    def _taken_too(self, bus: Bus, address: str, cost: float) -> bool:
        if self._stopped.get(address, 0.0) > time.monotonic() and not self._sure.take(address, cost):
            return False
        self._taken[address] += cost
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell(bus))
        return True

    async def _tell(self, bus: Bus) -> None:
        """Count what was taken here together with what others took, until there is nothing to tell."""
        while self._taken:
            await asyncio.sleep(REPORT_INTERVAL)
            taken, self._taken = self._taken, defaultdict(float)
            now = time.monotonic()
            self._stopped = {address: until for address, until in self._stopped.items() if until > now}
            for address, cost in taken.items():
                if await bus.count(f"{self._name}/{address}", cost, self._most, self._window) is False:
                    self._stopped[address] = now + self._window


MINUTE = 60.0
UNDO_SHARE, SIT_SHARE = 0.25, 0.1  # of the log of a table


class Full(Refused):
    """The log of a table is as long as it may get; its game goes on as a copy."""


class TableLimits:
    """Bounds the disk space of one table; unlimited by default."""

    def __init__(
        self,
        entries: float = math.inf,
        undos: float = math.inf,
        bus: Bus | None = None,
        sits: float = math.inf,
        weight: float = math.inf,
    ) -> None:
        self.entries = entries
        self._weight = weight  # bytes
        self._undos = LaggingBuckets(bus, "undos", undos / MINUTE, undos)
        self._sits = LaggingBuckets(bus, "sits", sits / MINUTE, sits)

    def check(self, table: Table, move: Move, asked: bool = True) -> None:
        """Refuse undos and changes of seats that come too fast, or leave too little of the log for moves.

        Changes that nobody at the table `asked` for are let through: they enforce rights.
        """
        if isinstance(move, Undo):
            self._check_share(table, Undone, UNDO_SHARE)
            if not self._undos.take(table.id):
                raise TooMuch(line("so much was taken back here that the table needs a moment"))
        elif isinstance(move, Sit) and asked:
            self._check_share(table, Sat, SIT_SHARE)
            if not self._sits.take(f"{table.id}/{move.seat}"):
                raise TooMuch(line("this seat has changed so often that it needs a moment"))

    def _check_share(self, table: Table, kind: type[Entry], share: float) -> None:
        """Refuse entries that would take the room of moves."""
        done = sum(isinstance(entry, kind) for entry in table.log)
        if table.entry < self.entries and done >= self.entries * share:
            raise Full(line("this was done so often here that the rest of the table is kept for moves"))

    def check_room(self, entries: int, weight: int = 0) -> None:
        """Raise `Full` if no more entries fit, or the table has grown too heavy."""
        if entries >= self.entries:
            words = "no more than {most} steps fit at one table: the replay lets you play on at a new one"
            raise Full(line(words, most=int(self.entries)))
        if weight > self._weight:
            raise Full(line("no more fits at this table: the replay lets you play on at a new one"))


BEAT = 0.05  # seconds


class Heartbeat:
    """A periodic task on the event loop that measures how late the loop runs."""

    def __init__(self, every: float = BEAT) -> None:
        self.longest = 0.0  # CPU seconds of the loop's thread between two beats, at most so far
        self._every = every
        self._due = 0.0
        self._late = 0.0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start, once there is an event loop."""
        if self._task is None:
            self._due = time.monotonic() + self._every
            self._task = asyncio.create_task(self._beat())

    def stop(self) -> None:
        """Stop."""
        if self._task:
            self._task.cancel()
            self._task = None

    @property
    def late(self) -> float:
        """How many seconds the loop lags: at the last beat, or now if the next one is overdue."""
        overdue = time.monotonic() - self._due if self._task else 0.0
        return max(self._late, overdue, 0.0)

    async def _beat(self) -> None:
        while True:
            before, self._due = _spent(), time.monotonic() + self._every
            await asyncio.sleep(self._every)
            self._late = time.monotonic() - self._due
            self.longest = max(self.longest, _spent() - before)


def _spent() -> float:
    """CPU seconds of this thread; Python in a browser has one thread, and counts for the whole of it."""
    clock: Callable[[], float] = getattr(time, "thread_time", time.process_time)
    return clock()


PROMPT = 0.3  # of the longest wait
FEWEST_MOVES, MOST_MOVES = 16.0, 1000.0  # moves at once
WIDER, NARROWER = 0.1, 0.7


class Busy(UserError):
    """The server is overloaded; the same move may be sent again in a moment."""


class LoadGate:
    """Sheds load: admits as many concurrent moves as have lately been answered in time."""

    def __init__(self) -> None:
        self.longest_wait = math.inf  # seconds; who would wait longer is refused
        self.pulse = Heartbeat()
        self.room = 100.0  # moves at once: more while they are answered soon, fewer when they are not
        self._narrowed = 0.0
        self._inside: dict[object, float] = {}  # when each move came in, the oldest first

    @property
    def wait(self) -> float:
        """How many seconds a move would wait: as long as the oldest admitted one has, or as the loop lags."""
        oldest = next(iter(self._inside.values()), math.inf)
        return max(time.monotonic() - oldest, self.pulse.late)

    @contextmanager
    def admitted(self) -> Iterator[None]:
        """Admit a move until it is answered, or raise `Busy`."""
        self.pulse.start()
        if self.wait > self.longest_wait or (len(self._inside) >= self.room and self.longest_wait < math.inf):
            raise Busy(line("many are playing right now: your move is on its way"))
        move, came = object(), time.monotonic()
        self._inside[move] = came
        try:
            yield
        finally:
            del self._inside[move]
            self._learn(came, time.monotonic())

    def _learn(self, came: float, now: float) -> None:
        """Admit slightly more after a prompt answer, fewer after a late one (once for all moves inside)."""
        if now - came <= PROMPT * self.longest_wait:
            self.room = min(self.room + WIDER, MOST_MOVES)
        elif came > self._narrowed:
            self.room, self._narrowed = max(self.room * NARROWER, FEWEST_MOVES), now
