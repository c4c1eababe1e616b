"""How viewers hear that a table has moved on."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Protocol


class Bus(Protocol):
    """Carries no content: a viewer hears the newest entry and reads the rest from the store."""

    async def publish(self, table: str, entry: int) -> None:
        """Tell everybody at a table its newest entry; the same entry again wakes them again."""

    def subscribe(self, table: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Hear the newest entry each time there is news; what a slow listener missed is skipped."""

    async def close(self) -> None:
        """End every subscription."""
