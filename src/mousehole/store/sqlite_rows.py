"""What a SQLite file is asked: plain statements on an open connection."""

from collections.abc import Iterable, Sequence
from sqlite3 import Connection, IntegrityError
from sqlite3 import Error as SqliteError
from typing import Any

import msgspec
from msgspec.structs import astuple

from mousehole.store.sealed_rows import (
    COLUMNS,
    STANDING,
    Standing,
    begun,
    card,
    grown,
    lost,
    optioned,
    read_log,
    read_standing,
    read_table,
    table_row,
)
from mousehole.store.seals import read_results, result_row, result_seal
from mousehole.store.store import Damaged, Missing, OtherOptions, ResultRow, TableMark, TableRow, Taken, options_mark

FAILURES = (SqliteError, UnicodeError)  # SQLite may quote damaged text, which Python then cannot read
_TABLES = f"SELECT {COLUMNS} FROM tables "
_RESULTS = 'SELECT "table", "group", game, setup, over, clean, title, ended, seal FROM results '


def table(db: Connection, name: str) -> TableRow | None:
    """Find a table; one that left only a log was damaged."""
    if row := db.execute(_TABLES + "WHERE id = ?", (name,)).fetchone():
        return read_table(name, row)
    return lost(name) if db.execute('SELECT 1 FROM log WHERE "table" = ?', (name,)).fetchone() else None


def tables(db: Connection, over: bool | None, limit: int) -> list[TableRow]:
    """List tables, the last touched first; where damage stops the listing they are found one by one."""
    which = 'WHERE id NOT IN (SELECT "table" FROM forgotten WHERE since >= touched)'
    ended = "AND over = :over" if over is not None else ""
    asked = f"{_TABLES} {which} {ended} ORDER BY touched DESC, id LIMIT :limit"
    try:
        return [read_table(row[0], row) for row in db.execute(asked, {"over": over, "limit": limit})]
    except FAILURES:
        return among(db, [row[0] for row in db.execute("SELECT id FROM tables")], over, limit)


def among(db: Connection, names: Iterable[str], over: bool | None, limit: int) -> list[TableRow]:
    """List those of some tables that exist; a damaged page takes only its own tables away."""
    found = [row for name in dict.fromkeys(names) if (row := _readable(db, name)) and over in (None, row.over)]
    return sorted(found, key=lambda row: (-row.touched, row.id))[:limit]


def _readable(db: Connection, name: str) -> TableRow | None:
    try:
        return table(db, name)
    except FAILURES:
        return lost(name)


def results(db: Connection, group: str) -> list[ResultRow]:
    """Read how the tables of a group ended."""
    return read_results(db.execute(_RESULTS + 'WHERE "group" = ? ORDER BY ended, "table"', (group,)))


def log(db: Connection, name: str, since: int) -> list[bytes]:
    """Read the log of a table from an entry on."""
    values = _found(db, name, COLUMNS)
    query = 'SELECT entry, line, seal FROM log WHERE "table" = ? AND entry >= ? ORDER BY entry'
    return read_log(name, values, since, db.execute(query, (name, since - 1)))


def size(db: Connection) -> int:
    """How many bytes the pages of the file take."""
    (pages,), (each,) = db.execute("PRAGMA page_count").fetchone(), db.execute("PRAGMA page_size").fetchone()
    return int(pages * each)


def marks(db: Connection, names: Sequence[str]) -> dict[str, TableMark]:
    """Read how far tables have come."""
    asked = "SELECT id, entries, options FROM tables WHERE id IN (SELECT value FROM json_each(?))"
    found = db.execute(asked, (msgspec.json.encode(names).decode(),))
    return {name: TableMark(entries, options_mark(options)) for name, entries, options in found}


def create(db: Connection, row: TableRow, lines: Sequence[bytes]) -> None:
    """Write a new table and its first lines."""
    stands, seals = begun(row, lines)
    values = (*astuple(row)[:9], *stands.values, card(row))
    try:
        db.execute(f"INSERT INTO tables ({COLUMNS}) VALUES ({_marks(15)})", values)
    except IntegrityError:
        raise Taken(row.id) from None
    _add(db, row.id, 0, lines, seals)


def append(
    db: Connection,
    name: str,
    entry: int,
    lines: Sequence[bytes],
    now: float,
    over: bool | None,
    options: bytes | None = None,
) -> None:
    """Write the log on."""
    *stood, now_options = _found(db, name, f"{STANDING}, options")
    if options is not None and options != now_options:
        raise OtherOptions(name)
    stands, seals = grown(read_standing(name, stood), entry, lines, now, over)
    _add(db, name, entry, lines, seals)
    update(db, stands)


def set_options(db: Connection, name: str, known: bytes, options: bytes, now: float) -> None:
    """Replace what is kept beside the log, if that is still what is known."""
    stands, seal = optioned(name, _found(db, name, COLUMNS), known, options, now)
    db.execute("UPDATE tables SET options = ?, card = ? WHERE id = ?", (options, seal, name))
    update(db, stands)


def conclude(db: Connection, name: str, result: ResultRow | None) -> None:
    """Replace the result of a table; None leaves it without one."""
    db.execute('DELETE FROM results WHERE "table" = ?', (name,))
    if result:
        db.execute(f"INSERT INTO results VALUES ({_marks(9)})", (*astuple(result), result_seal(result)))


def delete(db: Connection, name: str) -> None:
    """Forget a table, its log and its result."""
    db.execute("DELETE FROM tables WHERE id = ?", (name,))
    db.execute('DELETE FROM results WHERE "table" = ?', (name,))


def secret(db: Connection, made: bytes) -> bytes:
    """Keep a secret unless there is one; the one that is kept."""
    db.execute("INSERT INTO house VALUES ('secret', ?) ON CONFLICT DO NOTHING", (made,))
    kept: bytes = db.execute("SELECT value FROM house WHERE name = 'secret'").fetchone()[0]
    return kept


def seal_all(db: Connection) -> None:
    """Seal what was kept before there were seals."""
    for (name,) in db.execute("SELECT id FROM tables").fetchall():
        row = table_row(db.execute(_TABLES + "WHERE id = ?", (name,)).fetchone())
        lines = [found[0] for found in db.execute('SELECT line FROM log WHERE "table" = ? ORDER BY entry', (name,))]
        stands, seals = begun(row, lines)
        places = [(seal, name, entry) for entry, seal in enumerate(seals)]
        db.executemany('UPDATE log SET seal = ? WHERE "table" = ? AND entry = ?', places)
        db.execute("UPDATE tables SET card = ? WHERE id = ?", (card(row), name))
        update(db, stands)
    for values in db.execute(_RESULTS).fetchall():
        result = result_row(values)
        db.execute('UPDATE results SET seal = ? WHERE "table" = ?', (result_seal(result), result.table))


def standing(db: Connection, name: str) -> Standing:
    """Read how a table stands, to be changed."""
    return read_standing(name, _found(db, name, STANDING))


def update(db: Connection, stands: Standing) -> None:
    """Write how a table stands."""
    change = "UPDATE tables SET touched = ?, over = ?, entries = ?, tip = ?, seal = ? WHERE id = ?"
    db.execute(change, (*stands.values, stands.table))


def _found(db: Connection, name: str, columns: str) -> Sequence[Any]:
    values: Sequence[Any] | None = db.execute(f"SELECT {columns} FROM tables WHERE id = ?", (name,)).fetchone()
    if values:
        return values
    raise Damaged(name) if table(db, name) else Missing(name)


def _add(db: Connection, name: str, entry: int, lines: Sequence[bytes], seals: Sequence[bytes]) -> None:
    rows = [(name, n, text, seal) for n, (text, seal) in enumerate(zip(lines, seals, strict=True), entry)]
    try:
        db.executemany("INSERT INTO log VALUES (?, ?, ?, ?)", rows)
    except IntegrityError:  # the constraint of the schema settles who was first
        raise Taken(name, entry) from None


def _marks(count: int) -> str:
    return ", ".join("?" * count)
