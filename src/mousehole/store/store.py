"""What a store keeps and how it is asked: bytes and small rows, nothing of any game."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from mousehole.core.words import Trouble, line

DAY = 24 * 3600.0
GRACE = 30 * DAY  # how long a forgotten table can be brought back
FAILING = line("The saved games cannot be reached right now. What was saved before is safe: try again in a moment.")


class TableRow(Struct, frozen=True):
    """A table as the store knows it; set-up and options are JSON that it never opens."""

    id: str
    group: str
    game: str
    edition: int
    content: str
    setup: bytes
    seed: bytes | None
    options: bytes
    created: float
    touched: float
    over: bool = False
    entries: int = 0  # counted by the store; what a new row says here is ignored
    sound: bool = True  # whether it was read as it was written


class ResultRow(Struct, frozen=True):
    """How a table ended; it outlives the table as long as the group plays on."""

    table: str
    group: str
    game: str
    setup: bytes
    over: bytes
    clean: bool  # never taken back past luck
    title: str
    ended: float


class Forgotten(Struct, frozen=True):
    """How many tables were forgotten: hidden for now, and gone for good."""

    hidden: int = 0
    gone: int = 0


def most_a_day(tables: int, keep: float) -> int:
    """Bound how many tables one day may forget: four times an even flow, so that a wrong clock costs a few at most."""
    return max(20, math.ceil(4 * tables * DAY / max(keep, DAY)))


class StoreError(Trouble):
    """The store cannot do it; the line says so to a person."""


class Taken(StoreError):
    """Somebody else wrote this first."""

    def __init__(self, table: str, entry: int = 0) -> None:
        super().__init__(line("Entry {entry} of table {table} is already written.", table=table, entry=entry))
        self.table, self.entry = table, entry


class Ahead(StoreError):
    """The entry would leave a hole in the log."""

    def __init__(self, table: str, entry: int) -> None:
        super().__init__(line("Entry {entry} of table {table} comes before its turn.", table=table, entry=entry))
        self.table, self.entry = table, entry


class Missing(StoreError):
    """There is no such table."""

    def __init__(self, table: str) -> None:
        super().__init__(line("There is no table {table}.", table=table))
        self.table = table


class Damaged(StoreError):
    """What was read is not what was written; `lines` is the sound beginning of the log."""

    def __init__(self, table: str, lines: Sequence[bytes] = ()) -> None:
        super().__init__(
            line("This saved game is damaged: only its beginning can be read.")
            if lines
            else line(
                "This saved game is damaged and cannot be opened. Nothing was changed: a backup may still have it."
            )
        )
        self.table, self.lines = table, tuple(lines)


class Later(StoreError):
    """A later version of the program has written this; it stays as it is."""

    def __init__(self, path: str, found: int, known: int) -> None:
        words = (
            "The saved games in {path} are of version {found}; this program knows versions up to {known}. "
            "Nothing was changed: please update the program."
        )
        super().__init__(line(words, path=path, found=found, known=known))


class NoLocks(StoreError):
    """The drive cannot lock files, such as one across a network."""

    def __init__(self, path: Path) -> None:
        super().__init__(line("Saved games cannot live in {path}: this kind of drive lacks locking.", path=str(path)))


class Closed(StoreError):
    """The store was closed."""

    def __init__(self) -> None:
        super().__init__(line("The saved games are closed."))


class Store(Protocol):
    """Every method that writes returns only when its change would survive a power cut."""

    async def create(self, table: TableRow, entries: Sequence[bytes] = ()) -> None:
        """Keep a new table and the log it starts with; Taken when its id is in use."""

    async def append(
        self,
        table: str,
        entry: int,
        lines: Sequence[bytes],
        result: ResultRow | None = None,
        reopen: bool = False,
    ) -> None:
        """Write the log on from `entry`, all of it or nothing: Taken, Ahead, Missing or Damaged.

        A result ends the table; `reopen` takes an earlier ending back.
        """

    async def table(self, table: str) -> TableRow | None:
        """Find one table; a damaged one says so."""

    async def tables(
        self, ids: Sequence[str] | None = None, over: bool | None = None, limit: int = 100
    ) -> list[TableRow]:
        """List tables, the last touched first; damaged ones stand among them and say so."""

    async def log(self, table: str, since: int = 0) -> list[bytes]:
        """Read the lines from entry `since` on; Missing when there is no such table, Damaged with the sound lines."""

    async def set_options(self, table: str, options: bytes) -> None:
        """Replace what the host keeps beside the log."""

    async def results(self, group: str) -> list[ResultRow]:
        """List how the tables of a group ended, in the order of their endings; damaged ones are left out and logged."""

    async def delete(self, table: str) -> None:
        """Forget a table, its log and its result; fine when it is gone already."""

    async def expire(self, keep: float) -> Forgotten:
        """Hide tables untouched for so many seconds, a few a day, and delete those hidden for long.

        Lists leave hidden tables out unless they are asked for by id; to touch one is to bring it back.
        """

    async def bring_back(self) -> int:
        """Take all hidden tables back to the lists; count them."""

    async def close(self) -> None:
        """Finish what is pending and let go."""
