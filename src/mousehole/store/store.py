"""What a store keeps and how it is asked: bytes and small rows, nothing of any game."""

import math
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from mousehole.core.words import Line, Trouble, line
from mousehole.store.bundles.bundle import Bundle, Moments
from mousehole.store.people.memory_row import Memories
from mousehole.store.people.puzzle_store import PuzzleStore

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


class TableMark(Struct, frozen=True):
    """How far a table has come: what a server compares with the table it holds."""

    entries: int
    options: bytes  # see `options_mark`


def options_mark(options: bytes) -> bytes:
    """A short name for options, to compare them by."""
    return sha256(options).digest()


class GrantRow(Struct, frozen=True):
    """What a browser may do at a table, until the table raises the epoch of that role."""

    browser: str
    table: str
    role: str
    epoch: int
    since: float
    barred: bool = False  # removed: it may not, and cannot come back with a link of this epoch
    listed: bool = True  # whether it stands on the browser's list of tables


class AnswerRow(Struct, frozen=True):
    """What somebody thought, kept for every server for a while; the store never opens it."""

    key: str  # names the question
    kind: str
    value: bytes
    expires: float


class Forgotten(Struct, frozen=True):
    """How many tables were forgotten: hidden for now, and gone for good."""

    hidden: int = 0
    gone: int = 0


def most_a_day(tables: int, keep: float) -> int:
    """Bound how many tables one day may forget: four times an even flow, so that a wrong clock costs a few at most."""
    return max(20, math.ceil(4 * tables * DAY / max(keep, DAY)))


class StoreError(Trouble):
    """The store cannot do it; the line says so to a person."""


class Failing(StoreError):
    """The store cannot be reached, or cannot do it just now: whether it has done it is not known. Try again."""

    def __init__(self, words: Line = FAILING) -> None:
        super().__init__(words)


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


class OtherOptions(StoreError):
    """The options of a table are no longer those that the writer knows."""

    def __init__(self, table: str) -> None:
        super().__init__(line("The settings of table {table} have changed.", table=table))
        self.table = table


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


class Store(Memories, PuzzleStore, Protocol):
    """Every method that writes returns only when its change would survive a power cut; leases need not."""

    shared: bool  # whether several servers may write to it

    async def create(self, table: TableRow, entries: Sequence[bytes] = ()) -> None:
        """Keep a new table and the log it starts with; Taken when its id is in use."""

    async def append(
        self,
        table: str,
        entry: int,
        lines: Sequence[bytes],
        result: ResultRow | None = None,
        reopen: bool = False,
        options: bytes | None = None,
    ) -> None:
        """Write the log on from `entry`, all of it or nothing: Taken, Ahead, Missing or Damaged.

        A result ends the table; `reopen` takes an earlier ending back. Whoever knows the table's `options` can say so:
        OtherOptions when they have changed, so that nobody acts by a right that has ended.
        """

    async def table(self, table: str) -> TableRow | None:
        """Find one table; a damaged one says so."""

    async def tables(
        self, ids: Sequence[str] | None = None, over: bool | None = None, limit: int = 100
    ) -> list[TableRow]:
        """List tables, the last touched first; damaged ones stand among them and say so."""

    async def log(self, table: str, since: int = 0) -> list[bytes]:
        """Read the lines from entry `since` on; Missing when there is no such table, Damaged with the sound lines."""

    async def marks(self, tables: Sequence[str]) -> dict[str, TableMark]:
        """How far these tables have come; those that are gone are left out."""

    async def set_options(self, table: str, known: bytes, options: bytes) -> None:
        """Replace what the host keeps beside the log; Taken when that is not what the host knows, so look again."""

    async def results(self, group: str) -> list[ResultRow]:
        """List how the tables of a group ended, in the order of their endings; damaged ones are left out and logged."""

    async def delete(self, table: str) -> None:
        """Forget a table, its log and its result; fine when it is gone already."""

    async def grant(self, rows: Sequence[GrantRow]) -> None:
        """Let browsers do something at tables, in place of what they might do in the same role before; or Missing."""

    async def grants(self, table: str, browser: str = "") -> list[GrantRow]:
        """List what a browser may do at a table, or everybody; damaged grants are left out and logged."""

    async def grants_of(self, browser: str) -> list[GrantRow]:
        """List everything that a browser may do, the oldest first."""

    async def tables_of(self, browser: str, limit: int = 100, skip: int = 0) -> list[TableRow]:
        """List the tables of a browser: first those that go on, and of these the last touched first."""

    async def drop(self, browser: str, table: str = "", role: str = "") -> None:
        """Forget what a browser may do: in a role at a table, at all at a table, or anywhere."""

    async def keep_answer(self, key: str, kind: str, value: bytes, seconds: float) -> None:
        """Keep an answer for so many seconds, in place of an earlier one; it may be lost in a power cut."""

    async def answer(self, key: str) -> AnswerRow | None:
        """Find an answer that is still good; a damaged one is left out and logged."""

    async def expire(self, keep: float) -> Forgotten:
        """Hide tables untouched for so many seconds, a few a day, and delete those hidden for long.

        Lists leave hidden tables out unless they are asked for by id; to touch one is to bring it back.
        """

    async def bring_back(self) -> int:
        """Take all hidden tables back to the lists; count them."""

    async def secret(self, made: bytes) -> bytes:
        """The secret that all servers on this store share: what the first of them has made."""

    async def size(self) -> int:
        """How many bytes of disk all that is kept takes."""

    def moment(self) -> Moments:
        """Hold on to the present moment, to read all that is kept as it is now; writers never wait for it."""

    async def put(self, kept: Sequence[Bundle], replace: bool = False) -> None:
        """Write tables as they stood elsewhere, all of them or none; Taken where one is here, unless it is replaced."""

    async def lease(self, server: str, tables: Sequence[str], seconds: float) -> set[str]:
        """Let a server play what nobody has to at these tables, for so long by the store's own clock; where it may.

        Asked again, it may longer. A table where another server may is left out.
        """

    async def let_go(self, server: str, tables: Sequence[str], done: bool) -> None:
        """End leases of a server: where nothing is left to do (`done`), or for another one to go on at once."""

    async def lapsed(self, limit: int = 50) -> list[str]:
        """Tables whose lease ran out or was handed on: there may be something left to do."""

    async def close(self) -> None:
        """Finish what is pending and let go."""
