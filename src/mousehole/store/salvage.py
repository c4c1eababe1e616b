"""Reads what is sound of a damaged SQLite file: every table by its key, around pages that cannot be read."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from mousehole.store.bundle import GRANTS, LOG, RELATIONS, RESULTS, TABLES, Bundle, Relation, Row, bundled, row_in
from mousehole.store.seals import read_table
from mousehole.store.types import Unreadable

FAILURES = (sqlite3.Error, UnicodeError)  # SQLite may quote damaged text, which Python then cannot read
WITH_ROWID = (TABLES, RESULTS)
LONGEST_FILE = 1 << 36  # bytes
HEADER, PAGE = 100, 4096  # bytes: of every file, and of a page unless SQLite was told otherwise
PAGE_SIZES = frozenset(1 << bits for bits in range(9, 17))
MAGIC, LAYOUT = b"SQLite format 3\0", b"\0\x40\x20\x20"  # how the header begins, and what never differs in it
MOST_LEAPS, LAST_ROWID = 10_000, 1 << 40  # damage can make up any number


def mend(file: Path, fresh: bytes) -> None:
    """Mend the beginning of a copy of a damaged file: its header, its length, its list of tables.

    `fresh` is the first page of a file that was just made, in which the tables begin at the same places.
    """
    with file.open("r+b") as open_file:
        head, size = open_file.read(HEADER), file.stat().st_size
        if not _is_plausible(head, size):
            pages = max(1, -(-size // PAGE))
            head = b"".join((fresh[:28], pages.to_bytes(4, "big"), bytes(8), fresh[40:HEADER]))
            open_file.seek(0)
            open_file.write(head)
        length = _page_size(head) * int.from_bytes(head[28:32], "big")
        if size < length:
            open_file.truncate(length)  # SQLite reads no page of a file that was cut short
    if not _has_tables(file) and _page_size(head) == PAGE:
        with file.open("r+b") as open_file:
            open_file.write(head[:HEADER] + fresh[HEADER:])


def _is_plausible(head: bytes, length: int) -> bool:
    """Whether the header of a file of a length is one that SQLite would have written for saved games."""
    if len(head) < HEADER or head[:16] != MAGIC or head[20:24] != LAYOUT:
        return False
    size, pages = _page_size(head), int.from_bytes(head[28:32], "big")
    numbers = head[18], head[19], int.from_bytes(head[44:48], "big"), int.from_bytes(head[56:60], "big")
    known = all(number in fine for number, fine in zip(numbers, ((1, 2), (1, 2), range(5), (0, 1)), strict=True))
    fits = size == PAGE or (size in PAGE_SIZES and size * pages <= 2 * length)
    return known and fits and size * pages <= LONGEST_FILE


def _page_size(head: bytes) -> int:
    size = int.from_bytes(head[16:18], "big")
    return 65536 if size == 1 else size


def _has_tables(file: Path) -> bool:
    """Whether a file names the tables of saved games."""
    with closing(sqlite3.connect(file)) as db:
        names = {name for (name,) in _readable(db, "SELECT name FROM sqlite_master WHERE type = 'table'")[0]}
    return names >= {relation.name for relation in RELATIONS}


def salvaged_names(db: sqlite3.Connection) -> list[str]:
    """The key of every table of which any row can be found."""
    found = {key for relation in RELATIONS for key in _keys(db, relation)}
    return sorted(key for key in found if isinstance(key, str))


def salvaged_bundle(db: sqlite3.Connection, table: str) -> tuple[Bundle, bool]:
    """The rows of one table that can be read, and whether these are all; Unreadable where none is.

    A log ends before its first page that cannot be read.
    """
    parts = [(relation, *_rows(db, relation, table)) for relation in RELATIONS]
    bundle = bundled(table, [(relation, rows) for relation, rows, _ in parts])
    if not _is_text(table) or not any(rows for _, rows, _ in parts):
        raise Unreadable(table)
    return bundle, all(whole for _, _, whole in parts)


def _keys(db: sqlite3.Connection, relation: Relation) -> Iterator[Any]:
    """The keys in a relation: by its index forwards, and where that breaks off in every way there is."""
    column, name = f'"{relation.owner}"', relation.name
    index = f"SELECT DISTINCT {column} FROM {name}"
    rows, whole = _readable(db, index)
    yield from (key for (key,) in rows)
    if whole:
        return
    for order in ("", "DESC"):
        yield from (key for (key,) in _readable(db, f"{index} ORDER BY {column} {order}")[0])
    for first in _prefixes():
        among = f"{index} WHERE {column} >= ? AND {column} < ? ORDER BY {column}"
        yield from (key for (key,) in _readable(db, among, (first, f"{first}\U0010ffff"))[0])
    if relation in WITH_ROWID:
        yield from (key for _, key in _by_rowid(db, f"rowid, {column}", name))


def _prefixes() -> list[str]:
    letters = "0123456789abcdef"
    return [one + other for one in letters for other in letters]


def _by_rowid(db: sqlite3.Connection, columns: str, name: str) -> Iterator[Sequence[Any]]:
    """The rows of a relation in the order of the file, leaping over what cannot be read."""
    start, step = 0, 1
    for _ in range(MOST_LEAPS):
        rows, whole = _readable(
            db, f"SELECT {columns} FROM {name} NOT INDEXED WHERE rowid >= ? ORDER BY rowid", (start,)
        )
        yield from rows
        if whole or start > LAST_ROWID:
            return
        start, step = (max(start, rows[-1][0]) + 1, 1) if rows else (start + step, 2 * step)


def _rows(db: sqlite3.Connection, relation: Relation, table: str) -> tuple[list[Row], bool]:
    """The rows of a table in a relation, and whether these are all."""
    if relation is LOG:
        lines, whole = _readable(db, f"{LOG.select}? ORDER BY entry", (table,))
        return [(table, *relation.read(row)[1:]) for row in lines], whole
    found, whole = _readable(db, f"{relation.select}?", (table,))
    hurt = relation is TABLES and not (found and read_table(table, found[0]).sound)
    if hurt or not whole:  # the index may be damaged, and the rows not
        found = [*found, *_scanned(db, relation, table)]
    rows = sorted(dict.fromkeys(relation.read(row) for row in found), key=repr)
    if relation is TABLES:
        return _best(table, rows), any(row[0] == table for row in rows)
    return rows, whole


def _scanned(db: sqlite3.Connection, relation: Relation, table: str) -> list[Sequence[Any]]:
    """Search a whole relation for the rows of a table, without an index."""
    if relation in WITH_ROWID:
        rows = _by_rowid(db, f"rowid, {relation.listed}", relation.name)
        place = 1 + relation.columns.split().index(relation.owner)
        return [row[1:] for row in rows if row[place] == table]
    orders = ("", "DESC") if relation is GRANTS else ("",)
    asked = f'SELECT {relation.listed} FROM {relation.name} WHERE +"{relation.owner}" = ? ORDER BY 1 '
    return [row for order in orders for row in _readable(db, asked + order, (table,))[0]]


def _best(table: str, rows: list[Row]) -> list[Row]:
    """The row of a table: the sound one, should damage have brought several."""
    bundles = [Bundle(table, {TABLES.name: [(table, *row[1:])]}) for row in rows]
    sound = [bundle for bundle in bundles if (row := row_in(bundle)) and row.sound]
    return next((bundle.rows[TABLES.name] for bundle in (*sound, *bundles)), [])


def _readable(db: sqlite3.Connection, query: str, values: Sequence[Any] = ()) -> tuple[list[Sequence[Any]], bool]:
    """The rows up to the first that cannot be read, and whether these are all."""
    rows = list[Sequence[Any]]()
    with suppress(*FAILURES):
        rows.extend(db.execute(query, values))
        return rows, True
    return rows, False


def _is_text(name: str) -> bool:
    with suppress(UnicodeEncodeError):
        name.encode()
        return True
    return False
