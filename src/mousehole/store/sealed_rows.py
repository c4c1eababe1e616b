"""The row of a table and the lines of its log, checked and continued the same way for both kinds of database."""

import math
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import astuple, replace

from mousehole.store.seals import chain, link, sealed, start
from mousehole.store.store import Ahead, Damaged, TableRow, Taken

STANDING = "touched, over, entries, tip, seal"
COLUMNS = f'id, "group", game, edition, content, setup, seed, options, created, {STANDING}, card'
LIKE = TableRow("", "", "", 0, "", b"", b"", b"", 0.0, 0.0)


class Standing(Struct, frozen=True):
    """How a table stands: the part of its row that every move changes. The tip is the seal that its log ends with."""

    table: str
    touched: float
    over: bool
    entries: int
    tip: bytes

    @property
    def values(self) -> tuple[float, bool, int, bytes, bytes]:
        """What the database keeps, with the seal of it all."""
        return self.touched, self.over, self.entries, self.tip, sealed(*astuple(self))


Growth: TypeAlias = tuple[Standing, list[bytes]]  # how a table stands after some lines, and the seals of the lines


def begun(row: TableRow, lines: Sequence[bytes]) -> Growth:
    """Let a log begin."""
    seals = chain(start(row), 0, lines)
    return Standing(row.id, row.touched, row.over, len(lines), seals[-1]), seals[1:]


def grown(old: Standing, entry: int, lines: Sequence[bytes], now: float, over: bool | None) -> Growth:
    """Let a log grow; `over` where that changes whether the game is over."""
    if entry > old.entries:
        raise Ahead(old.table, entry)
    if lines and entry < old.entries:
        raise Taken(old.table, entry)
    seals = chain(old.tip, entry, lines)
    return Standing(old.table, now, old.over if over is None else over, old.entries + len(lines), seals[-1]), seals[1:]


def optioned(table: str, values: Sequence[Any], known: bytes, options: bytes, now: float) -> tuple[Standing, bytes]:
    """Let a table have other options: how it stands then, and its card."""
    row = read_table(table, values)
    if not row.sound:
        raise Damaged(table)
    if row.options != known:
        raise Taken(table)
    return replace(read_standing(table, values[9:14]), touched=now), card(replace(row, options=options))


def card(row: TableRow) -> bytes:
    """Make the seal of what moves leave alone: how the table was opened, and its options."""
    return sealed(start(row), row.options)


def read_standing(table: str, values: Sequence[Any]) -> Standing:
    """Check how a table stands before it is written on."""
    touched, over, entries, tip, _ = values
    standing = Standing(table, touched, bool(over), entries, tip)
    if standing.values[-1] != values[-1]:
        raise Damaged(table)
    return standing


def read_table(table: str, values: Sequence[Any]) -> TableRow:
    """Check the row that was found for a table; a damaged one says so, and keeps what can be read."""
    row = table_row(values)
    try:
        read_standing(table, values[9:14])
    except Damaged:
        return replace(legible(row), id=table)
    return row if row.id == table and card(row) == values[14] else replace(legible(row), id=table)


def table_row(values: Sequence[Any]) -> TableRow:
    """Take a row as the database gave it."""
    row = TableRow(*values[:12])
    return replace(row, over=bool(row.over))


def legible(row: TableRow) -> TableRow:
    """Bring the values of a damaged row into the kinds they should have."""
    kinds = {name: type(getattr(LIKE, name)) for name in TableRow.__struct_fields__}
    values = {name: _like(getattr(row, name), kind) for name, kind in kinds.items()}
    return replace(row, **values | {"seed": row.seed and values["seed"], "sound": False})


def lost(table: str) -> TableRow:
    """Stand for the row of a table that left only a log."""
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
