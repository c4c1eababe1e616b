"""How viewers hear that a table has moved on."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from mousehole.core.words import Trouble

HOUSE = ""  # stands for all servers, where something is said that concerns no single table


class BusError(Trouble):
    """News cannot get through; the line explains it to a person."""


class Bus(Protocol):
    """Carries no moves: a viewer hears the newest entry and reads the rest from the store."""

    shared: bool  # whether other processes hear it

    @property
    def connected(self) -> bool:
        """Whether news reaches other servers, as far as anybody knows."""

    async def publish(self, table: str, entry: int) -> None:
        """Tell everybody at a table its newest entry, without ever failing; the same entry again wakes them again."""

    async def wake_here(self, table: str, entry: int) -> None:
        """Tell those of this process alone what they may have missed."""

    def subscribe(self, table: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Hear the newest entry each time there is news; what a slow listener missed is skipped.

        Whoever may have missed news is woken with the last entry heard, -1 before the first. So read the
        store from the entry you know at every waking, and take the number for a hint.
        """

    def say(self, table: str, words: str) -> None:
        """Let other processes hear something about a table that is kept nowhere; it may get lost."""

    def overhear(self, hear: Callable[[str, str], None]) -> None:
        """Hear from now on what other processes say: of which table, and the words."""

    async def count(self, name: str, cost: float, most: float, seconds: float) -> bool | None:
        """Whether this still fits into so much in so many seconds, over all processes; None where nobody counts."""

    async def close(self) -> None:
        """End every subscription."""
