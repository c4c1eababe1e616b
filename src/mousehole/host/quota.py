"""How much one may ask for: so many a second, and a burst now and then."""

import asyncio
import time
from collections import OrderedDict, defaultdict

from mousehole.bus import Bus
from mousehole.core.words import Trouble

REMEMBERED = 10_000
PAUSE = 1.0  # seconds until other servers are told what was taken here


class TooMuch(Trouble):
    """More was asked for than this server gives; a moment later it may give it."""


class Bucket:
    """Lets through so many a second, and a burst now and then."""

    __slots__ = ("burst", "level", "rate", "seen")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.level, self.seen = rate, burst, burst, time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Take from the bucket, if there is enough in it."""
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
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket.take(cost)


class SharedBuckets:
    """Buckets that hold over all servers, as far as these can count together; a server's own always hold."""

    def __init__(self, bus: Bus, name: str, rate: float, burst: float) -> None:
        self._bus, self._name, self._burst = bus, name, burst
        self._window = burst / rate  # seconds in which a bucket fills up
        self._own = Buckets(rate, burst)

    async def take(self, address: str, cost: float = 1.0) -> bool:
        """Take from somebody's bucket."""
        if not self._own.take(address, cost):
            return False
        return await self._bus.count(f"{self._name}/{address}", cost, self._burst, self._window) is not False


class LaggingBuckets:
    """Buckets over all servers that nobody waits for: they count together a second later, and stop who had too much.

    In one window as much may be taken everywhere as from one bucket: a burst, and what flows in meanwhile.
    """

    def __init__(self, bus: Bus | None, name: str, rate: float, burst: float) -> None:
        self._bus = bus if bus and bus.shared and rate else None
        self._name, self._most = name, 2 * burst
        self._window = burst / rate if rate else 0.0
        self._own = Buckets(rate, burst)
        self._taken: defaultdict[str, float] = defaultdict(float)
        self._stopped: dict[str, float] = {}  # until when
        self._telling: asyncio.Task[None] | None = None

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Take from somebody's bucket, at once."""
        if not self._own.take(address, cost):
            return False
        return self._bus is None or self._taken_too(self._bus, address, cost)

    def _taken_too(self, bus: Bus, address: str, cost: float) -> bool:
        if self._stopped.get(address, 0.0) > time.monotonic():
            return False
        self._taken[address] += cost
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell(bus))
        return True

    async def _tell(self, bus: Bus) -> None:
        """Count what was taken here together with what others took, until there is nothing to tell."""
        while self._taken:
            await asyncio.sleep(PAUSE)
            taken, self._taken = self._taken, defaultdict(float)
            now = time.monotonic()
            self._stopped = {address: until for address, until in self._stopped.items() if until > now}
            for address, cost in taken.items():
                if await bus.count(f"{self._name}/{address}", cost, self._most, self._window) is False:
                    self._stopped[address] = now + self._window
