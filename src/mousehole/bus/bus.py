"""How viewers hear that a table has moved on."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from mousehole.core.words import Trouble


class BusError(Trouble):
    """News cannot get through; the line explains it to a person."""


class Bus(Protocol):
    """Carries no content: a viewer hears the newest entry and reads the rest from the store."""

    async def publish(self, table: str, entry: int) -> None:
        """Tell everybody at a table its newest entry, without ever failing; the same entry again wakes them again."""

    def subscribe(self, table: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Hear the newest entry each time there is news; what a slow listener missed is skipped.

        Whoever may have missed news is woken with the last entry heard, -1 before the first. So read the
        store from the entry you know at every waking, and take the number for a hint.
        """

    async def close(self) -> None:
        """End every subscription."""
