"""How much one may ask for: so many a second, and a burst now and then."""

import time
from collections import OrderedDict

REMEMBERED = 10_000


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
