"""The pages of family albums, and how a store is asked for them."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct


class MemoryRow(Struct, frozen=True):
    """How a browser remembers a game it played; it outlives the table, and the store never opens its page."""

    browser: str
    table: str
    game: str
    entries: int  # of the log when the page was written: a table that has gone on since is looked at again
    ended: float
    page: bytes  # empty where the game was taken out of the album


class Memories(Protocol):
    """The albums of a store."""

    async def remember(self, rows: Sequence[MemoryRow]) -> None:
        """Keep pages, in place of earlier ones about the same games."""

    async def memories(self, browser: str, table: str = "") -> list[MemoryRow]:
        """List the pages of a browser, or the one about a table, as the games ended one by one; also empty ones.

        A game that was reopened counts for nothing until it ends again; damaged pages are left out and logged.
        """

    async def unremembered(self, browser: str, limit: int = 100) -> list[str]:
        """List tables that ended here with this browser in a seat, and that no page tells of as they are now."""

    async def forget_memories(self, browser: str) -> None:
        """Forget every page of a browser."""
