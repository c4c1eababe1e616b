"""What a store is asked about puzzles."""

from typing import Protocol


class PuzzleStore(Protocol):
    """The part of a store that keeps how browsers get on with puzzles."""

    async def puzzle_progress(self, browser: str) -> bytes:
        """How a browser gets on; empty where nothing is kept, or what is kept is damaged."""

    async def keep_puzzle_progress(self, browser: str, known: bytes, value: bytes) -> bool:
        """Keep how a browser gets on, unless that is no longer what the writer knows: then nothing changes."""

    async def forget_puzzles(self, browser: str) -> None:
        """Forget how a browser gets on."""
