"""The rows that a store keeps, and the errors it raises: it knows bytes and small values, and no game."""

import math
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from mousehole.core.words import Line, UserError, line

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


class MemoryRow(Struct, frozen=True):
    """How a browser remembers a game it played; it outlives the table, and the store never opens its page."""

    browser: str
    table: str
    game: str
    entries: int  # of the log when the page was written: a table that has gone on since is looked at again
    ended: float
    page: bytes  # empty where the game was taken out of the album


class AlbumRow(Struct, frozen=True):
    """When a browser opened its album last."""

    browser: str
    opened: float


class AlbumSize(Struct, frozen=True):
    """How large an album is, and when it was opened last; 0 where nobody has noted that yet."""

    browser: str
    pages: int
    bytes: int
    opened: float


class PuzzleRow(Struct, frozen=True):
    """How a browser gets on with puzzles, in bytes that the store never opens."""

    browser: str
    value: bytes
    touched: float


class WorkshopRow(Struct, frozen=True):
    """An adventure that somebody draws; or, without a browser, one as it lies on tables, named by its hash."""

    id: str
    browser: str
    title: str
    revision: int  # how many changes it has seen
    value: bytes
    touched: float


class WorkshopNote(Struct, frozen=True):
    """What a list says of an adventure."""

    id: str
    title: str
    bytes: int
    touched: float


class AnswerRow(Struct, frozen=True):
    """The answer of a job, kept for all servers for a while; opaque to the store."""

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


class StoreError(UserError):
    """The store cannot do it; the line says so to a person."""


class Failing(StoreError):
    """The store cannot be reached or cannot do it just now, and may or may not have done it. Try again."""

    def __init__(self, words: Line = FAILING) -> None:
        super().__init__(words)


class ReadOnly(StoreError):
    """The file is damaged, and nobody has allowed writing to it all the same."""

    def __init__(self) -> None:
        super().__init__(line("These saved games are damaged, so they are only read: nothing new can be saved here."))


class Taken(StoreError):
    """Another writer was faster."""

    def __init__(self, table: str, entry: int = 0) -> None:
        super().__init__(line("Entry {entry} of table {table} is already written.", table=table, entry=entry))
        self.table, self.entry = table, entry


class LogGap(StoreError):
    """The entry would leave a hole in the log."""

    def __init__(self, table: str, entry: int) -> None:
        super().__init__(line("Entry {entry} of table {table} comes before its turn.", table=table, entry=entry))
        self.table, self.entry = table, entry


class OtherOptions(StoreError):
    """The options of a table have changed since the writer read them."""

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


class Unreadable(StoreError):
    """The rows of a table cannot be read at all."""

    def __init__(self, table: str) -> None:
        super().__init__(line("Table {table} cannot be read: the file is damaged there.", table=table))


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
