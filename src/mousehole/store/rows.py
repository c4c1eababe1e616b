"""What a SQLite file is asked: plain statements on an open connection."""

from collections.abc import Mapping, Sequence
from sqlite3 import Connection, IntegrityError
from typing import Any

from msgspec.structs import astuple, replace

from mousehole.store.store import Ahead, Missing, ResultRow, TableRow, Taken

_TABLES = """
    SELECT id, "group", game, edition, content, setup, seed, options, created, touched, over,
           (SELECT coalesce(max(entry) + 1, 0) FROM log WHERE "table" = id)
    FROM tables """
_RESULTS = 'SELECT "table", "group", game, setup, over, clean, title, ended FROM results '


def tables(db: Connection, which: str, values: Sequence[Any] | Mapping[str, Any]) -> list[TableRow]:
    """Read the tables that a WHERE clause names."""
    found = db.execute(_TABLES + which, values).fetchall()
    return [replace(TableRow(*row), over=bool(row[10])) for row in found]


def results(db: Connection, group: str) -> list[ResultRow]:
    """Read how the tables of a group ended."""
    found = db.execute(_RESULTS + 'WHERE "group" = ? ORDER BY ended, "table"', (group,)).fetchall()
    return [replace(ResultRow(*row), clean=bool(row[5])) for row in found]


def log(db: Connection, table: str, since: int) -> list[bytes]:
    """Read the log of a table from an entry on."""
    found = db.execute('SELECT line FROM log WHERE "table" = ? AND entry >= ? ORDER BY entry', (table, since))
    lines = [row[0] for row in found]
    if not lines and not db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone():
        raise Missing(table)
    return lines


def create(db: Connection, table: TableRow, entries: Sequence[bytes]) -> None:
    """Write a new table and its first lines."""
    try:
        db.execute(f"INSERT INTO tables VALUES ({_marks(11)})", astuple(table)[:11])
    except IntegrityError:
        raise Taken(table.id) from None
    extend(db, table.id, 0, entries)


def extend(db: Connection, table: str, entry: int, lines: Sequence[bytes]) -> None:
    """Write the log on; the constraint of the schema settles who was first."""
    following = db.execute('SELECT coalesce(max(entry) + 1, 0) FROM log WHERE "table" = ?', (table,)).fetchone()[0]
    if entry > following:
        raise Ahead(table, entry)
    try:
        db.executemany("INSERT INTO log VALUES (?, ?, ?)", [(table, n, line) for n, line in enumerate(lines, entry)])
    except IntegrityError:
        raise Taken(table, entry) from None


def touch(db: Connection, table: str, now: float) -> None:
    """Note that a table was just used."""
    if not db.execute("UPDATE tables SET touched = ? WHERE id = ?", (now, table)).rowcount:
        raise Missing(table)


def conclude(db: Connection, table: str, result: ResultRow | None) -> None:
    """Replace the ending of a table; None opens it again."""
    db.execute("UPDATE tables SET over = ? WHERE id = ?", (result is not None, table))
    db.execute('DELETE FROM results WHERE "table" = ?', (table,))
    if result:
        db.execute(f"INSERT INTO results VALUES ({_marks(8)})", astuple(result))


def delete(db: Connection, table: str) -> None:
    """Forget a table, its log and its result."""
    db.execute("DELETE FROM tables WHERE id = ?", (table,))
    db.execute('DELETE FROM results WHERE "table" = ?', (table,))


def expire(db: Connection, before: float) -> int:
    """Forget tables untouched since, and the results that no table's group needs."""
    count = db.execute("DELETE FROM tables WHERE touched < ?", (before,)).rowcount
    db.execute('DELETE FROM results WHERE "group" NOT IN (SELECT "group" FROM tables)')
    return count


def _marks(count: int) -> str:
    return ", ".join("?" * count)
