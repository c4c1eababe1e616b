"""The rows of one table as both kinds of database keep them."""

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from hashlib import blake2b
from typing import Any, Protocol, TypeAlias

import msgspec
from msgspec import Struct

Row: TypeAlias = tuple[Any, ...]


class Relation(Struct, frozen=True):
    """A relation of the database, and which of its columns names the table that a row belongs to."""

    name: str
    owner: str
    columns: str  # in the order in which rows are written down
    flags: tuple[int, ...] = ()  # places of columns that are true or false

    @property
    def listed(self) -> str:
        """Its columns, as statements name them."""
        return ", ".join(f'"{column}"' for column in self.columns.split())

    @property
    def width(self) -> int:
        """The number of its columns."""
        return len(self.columns.split())

    @property
    def select(self) -> str:
        """Asks for the rows of one table, up to the value."""
        return f'SELECT {self.listed} FROM {self.name} WHERE "{self.owner}" = '

    def read(self, row: Any) -> Row:
        """One row in the same kinds of values from either database."""
        values = [_text(value) for value in row]
        for place in self.flags:
            values[place] = bool(values[place])
        return tuple(values)


TABLES = Relation(
    "tables",
    "id",
    "id group game edition content setup seed options created touched over entries tip seal card",
    (10,),
)
LOG = Relation("log", "table", "table entry line seal")
RESULTS = Relation("results", "table", "table group game setup over clean title ended seal", (5,))
FORGOTTEN = Relation("forgotten", "table", "table since seal")
GRANTS = Relation("grants", "table", "browser table role epoch since barred listed seal", (5, 6))
MEMORIES = Relation("memories", "table", "browser table game entries ended page seal")
PUZZLES = Relation("puzzles", "browser", "browser value touched seal")  # of no table: the browser is named instead
RELATIONS = (TABLES, LOG, RESULTS, FORGOTTEN, GRANTS, MEMORIES, PUZZLES)  # in the order they refer to each other
YOUNGER = (MEMORIES, PUZZLES)  # than the first backups


class Bundle(Struct, frozen=True):
    """All rows of one table, seals included. One without a row in `tables` outlived it, or is a browser's own."""

    table: str
    rows: dict[str, list[Row]]

    @property
    def digest(self) -> bytes:
        """Equal for equal rows, whichever database they come from."""
        return blake2b(msgspec.msgpack.encode(self), digest_size=16).digest()

    @property
    def entries(self) -> int:
        """The number of entries in the log."""
        return len(self.rows[LOG.name])


def bundled(table: str, found: Iterable[tuple[Relation, list[Row]]]) -> Bundle:
    """Bundle the rows of a table; without what is younger where there is none of it, as old backups do."""
    return Bundle(table, {relation.name: rows for relation, rows in found if rows or relation not in YOUNGER})


class Moment(Protocol):
    """All that is kept, as of one moment, whatever is written meanwhile."""

    async def names(self) -> list[str]:
        """List every table, hidden ones too, results that outlived theirs, and browsers that solve puzzles."""

    async def bundle(self, table: str) -> Bundle:
        """Read the rows of one table; Unreadable where damage stops that."""


Moments: TypeAlias = AbstractAsyncContextManager[Moment]


def _text(value: Any) -> Any:
    """A value that can be written down: text that is damaged becomes bytes."""
    if not isinstance(value, str):
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-8", "surrogateescape")
    return value
