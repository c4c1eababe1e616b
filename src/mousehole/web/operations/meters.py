"""What a server counts while it serves; without `--metrics` nothing is counted, and nothing costs anything."""

import time
from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import Any, TypeVar

from mousehole.store import Ahead, Missing, Store, Taken

T = TypeVar("T")
EXPECTED = (Taken, Ahead, Missing)  # answers of a store that works


class Meters:
    """Counts nothing."""

    def moved(self, game: str, seconds: float) -> None:
        """A move of a person was acknowledged."""

    def refused(self, reason: str) -> None:
        """Something that a page sent was refused."""

    def answered(self, status: int) -> None:
        """A request was answered."""

    def stored(self, call: str, seconds: float, failed: bool) -> None:
        """The store has answered."""

    def begun(self, kind: str) -> None:
        """Somebody waits for a job."""

    def thought(self, kind: str, seconds: float, failed: bool) -> None:
        """A job was done, or could not be."""


class Timed:
    """Stands in front of something whose methods are waited for, and tells how long each took."""

    def __init__(self, inner: Any, names: frozenset[str], told: Callable[[str, float, bool], None]) -> None:
        self._inner, self._names, self._told = inner, names, told

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if name in self._names:
            found = timed(name, found, self._told)
        setattr(self, name, found)  # asked for once
        return found


CALLS = frozenset(name for name, call in vars(Store).items() if iscoroutinefunction(call) and name != "close")


def timed_store(store: Store, meters: Meters) -> Store:
    """The same store, with every call timed."""
    wrapped: Any = Timed(store, CALLS, meters.stored)
    found: Store = wrapped
    return found


def timed(
    name: str, call: Callable[..., Awaitable[T]], told: Callable[[str, float, bool], None]
) -> Callable[..., Awaitable[T]]:
    """The same call, timed; what a working store refuses is no failure."""

    async def asked(*values: Any, **named: Any) -> T:
        began, failed = time.perf_counter(), True
        try:
            answer = await call(*values, **named)
            failed = False
            return answer
        except EXPECTED:
            failed = False
            raise
        finally:
            told(name, time.perf_counter() - began, failed)

    return asked
