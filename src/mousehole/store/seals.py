"""Seals: a short hash of all that is kept, so that damage shows when it is read.

A log is a chain: the seal of an entry covers the seal before it, and the first covers what never changes about its
table. The seal of a table covers the rest of its row: how long the log is, and the seal that ends it (the tip).
"""

import logging
import math
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import astuple, fields, replace

from mousehole.store.types import Damaged, LogGap, TableRow, Taken

R = TypeVar("R", bound=Struct)
log = logging.getLogger(__name__)
SIZE = 8  # bytes: enough against accidents, which is all that seals are for


def sealed(*values: object) -> bytes:
    """The seal of some values."""
    return blake2b(ascii(values).encode(), digest_size=SIZE).digest()


def start(row: TableRow) -> bytes:
    """The seal that starts the chain of a table's log."""
    return sealed(row.id, row.group, row.game, row.edition, row.content, row.setup, row.seed, row.created)


def link(before: bytes, entry: int, text: bytes) -> bytes:
    """The seal of an entry, chained to the one before it."""
    return blake2b(before + entry.to_bytes(8, "big") + text, digest_size=SIZE).digest()


def chain(before: bytes, entry: int, lines: Iterable[bytes]) -> list[bytes]:
    """The seals of lines from an entry on, preceded by the seal they follow."""
    seals = [before]
    for number, text in enumerate(lines, entry):
        seals.append(link(seals[-1], number, text))
    return seals


def with_seal(row: Struct) -> tuple[Any, ...]:
    """A row as the database keeps it: its values and their seal."""
    values = astuple(row)
    return (*values, sealed(*values))


def sound(kind: type[R], found: Iterable[Sequence[Any]], name: str) -> list[R]:
    """Read rows that end with their seal; damaged ones are left out and logged by the `name` of such a row."""
    rows = []
    for values in found:
        row = row_of(kind, values)
        if values[-1] == sealed(*astuple(row)):
            rows.append(row)
        else:
            log.warning("%s is damaged and left out", name.format(row=row))
    return rows


def row_of(kind: type[R], values: Sequence[Any]) -> R:
    """Read the first values of a row; SQLite has numbers for true and false."""
    read = list(values[: len(kind.__struct_fields__)])
    for place in _flags(kind):
        read[place] = bool(read[place])
    return kind(*read)


@cache
def _flags(kind: type[Struct]) -> tuple[int, ...]:
    return tuple(place for place, field in enumerate(fields(kind)) if field.type is bool)


HEAD = "touched, over, entries, tip, seal"
COLUMNS = f'id, "group", game, edition, content, setup, seed, options, created, {HEAD}, card'
LIKE = TableRow("", "", "", 0, "", b"", b"", b"", 0.0, 0.0)


class TableHead(Struct, frozen=True):
    """How a table stands: the part of its row that every move changes. The tip is the seal that its log ends with."""

    table: str
    touched: float
    over: bool
    entries: int
    tip: bytes

    @property
    def values(self) -> tuple[float, bool, int, bytes, bytes]:
        """The columns as stored, their seal last."""
        return self.touched, self.over, self.entries, self.tip, sealed(*astuple(self))


Growth: TypeAlias = tuple[TableHead, list[bytes]]  # how a table stands after some lines, and the seals of the lines


def begun(row: TableRow, lines: Sequence[bytes]) -> Growth:
    """The head and seals of a new log."""
    seals = chain(start(row), 0, lines)
    return TableHead(row.id, row.touched, row.over, len(lines), seals[-1]), seals[1:]


def grown(old: TableHead, entry: int, lines: Sequence[bytes], now: float, over: bool | None) -> Growth:
    """The head and seals after more lines; `over` if they change whether the game is over."""
    if entry > old.entries:
        raise LogGap(old.table, entry)
    if lines and entry < old.entries:
        raise Taken(old.table, entry)
    seals = chain(old.tip, entry, lines)
    return TableHead(old.table, now, old.over if over is None else over, old.entries + len(lines), seals[-1]), seals[1:]


def optioned(table: str, values: Sequence[Any], known: bytes, options: bytes, now: float) -> tuple[TableHead, bytes]:
    """The head and card of a table with changed options."""
    row = read_table(table, values)
    if not row.sound:
        raise Damaged(table)
    if row.options != known:
        raise Taken(table)
    return replace(read_head(table, values[9:14]), touched=now), card(replace(row, options=options))


def card(row: TableRow) -> bytes:
    """The seal of what moves do not change: how the table was opened, and its options."""
    return sealed(start(row), row.options)


def read_head(table: str, values: Sequence[Any]) -> TableHead:
    """The head in a row; raises `Damaged` if its seal is wrong."""
    touched, over, entries, tip, _ = values
    standing = TableHead(table, touched, bool(over), entries, tip)
    if standing.values[-1] != values[-1]:
        raise Damaged(table)
    return standing


def read_table(table: str, values: Sequence[Any]) -> TableRow:
    """Check the row that was found for a table; a damaged one says so, and keeps what can be read."""
    row = table_row(values)
    try:
        read_head(table, values[9:14])
    except Damaged:
        return replace(legible(row), id=table)
    return row if row.id == table and card(row) == values[14] else replace(legible(row), id=table)


def table_row(values: Sequence[Any]) -> TableRow:
    """A `TableRow` from the columns of a row."""
    row = TableRow(*values[:12])
    return replace(row, over=bool(row.over))


def legible(row: TableRow) -> TableRow:
    """A damaged row with every value coerced to its type."""
    kinds = {name: type(getattr(LIKE, name)) for name in TableRow.__struct_fields__}
    values = {name: _like(getattr(row, name), kind) for name, kind in kinds.items()}
    return replace(row, **values | {"seed": row.seed and values["seed"], "sound": False})


def lost(table: str) -> TableRow:
    """A placeholder for the row of a table of which only a log is left."""
    return replace(LIKE, id=table, sound=False)


def read_log(table: str, values: Sequence[Any], since: int, found: Iterable[Sequence[Any]]) -> list[bytes]:
    """Check the lines of a log, found from the entry before `since` on; at the first damage it stops and says so."""
    row, tip, rows, lines = read_table(table, values), values[12], iter(found), list[bytes]()
    before: Any = start(row) if since == 0 else next(rows, (0, b"", b""))[2]
    for number, (entry, text, seal) in enumerate(rows, since):
        readable = entry == number and isinstance(text, bytes) and isinstance(before, bytes)
        if not readable or seal != (before := link(before, number, text)):
            raise Damaged(table, lines)
        lines.append(text)
    complete = since > row.entries or (since + len(lines), before) == (row.entries, tip)
    if not row.sound or not complete:
        raise Damaged(table, lines)
    return lines


def _like(value: Any, kind: type[Any]) -> Any:
    if not isinstance(value, kind) or (isinstance(value, float) and not math.isfinite(value)):
        return kind()
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace") if isinstance(value, str) else value
