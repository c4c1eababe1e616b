"""What a PostgreSQL server is asked: the twin of `rows`."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import asyncpg
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
from mousehole.store.store import Damaged, Missing, OtherOptions, ResultRow, TableMark, TableRow, Taken

Connection: TypeAlias = Any
_TABLES = f"SELECT {COLUMNS} FROM tables "
_RESULTS = 'SELECT "table", "group", game, setup, over, clean, title, ended, seal FROM results '


async def table(db: Connection, name: str) -> TableRow | None:
    """Find a table; one that left only a log was damaged."""
    if row := await db.fetchrow(_TABLES + "WHERE id = $1", name):
        return read_table(name, row)
    return lost(name) if await db.fetchval('SELECT 1 FROM log WHERE "table" = $1', name) else None


async def tables(db: Connection, names: Sequence[str] | None, over: bool | None, limit: int) -> list[TableRow]:
    """List tables, the last touched first."""
    if names is not None:
        return await _among(db, names, over, limit)
    which = """
        WHERE ($1::boolean IS NULL OR over = $1)
        AND id NOT IN (SELECT "table" FROM forgotten WHERE since >= touched)
        ORDER BY touched DESC, id COLLATE "C" LIMIT $2"""
    return [read_table(row[0], row) for row in await db.fetch(_TABLES + which, over, limit)]


async def _among(db: Connection, names: Sequence[str], over: bool | None, limit: int) -> list[TableRow]:
    """List those of some tables that exist, also those that left only a log."""
    rows = [read_table(row[0], row) for row in await db.fetch(_TABLES + "WHERE id = ANY ($1)", names)]
    missing = sorted(set(names) - {row.id for row in rows})
    logs = await db.fetch('SELECT DISTINCT "table" FROM log WHERE "table" = ANY ($1)', missing)
    found = [row for row in (*rows, *(lost(name) for (name,) in logs)) if over in (None, row.over)]
    return sorted(found, key=lambda row: (-row.touched, row.id))[:limit]


async def listed(db: Connection, query: str, *values: Any) -> list[TableRow]:
    """Read the tables that a query names, in its order."""
    names = [name for (name,) in await db.fetch(query, *values)]
    found = {row.id: row for row in await _among(db, names, None, len(names))}
    return [found[name] for name in names if name in found]


async def results(db: Connection, group: str) -> list[ResultRow]:
    """Read how the tables of a group ended."""
    return read_results(await db.fetch(_RESULTS + 'WHERE "group" = $1 ORDER BY ended, "table" COLLATE "C"', group))


async def log(db: Connection, name: str, since: int) -> list[bytes]:
    """Read the log of a table from an entry on."""
    values = await _found(db, name, COLUMNS)
    query = 'SELECT entry, line, seal FROM log WHERE "table" = $1 AND entry >= $2 ORDER BY entry'
    return read_log(name, values, since, await db.fetch(query, name, since - 1))


async def marks(db: Connection, names: Sequence[str]) -> dict[str, TableMark]:
    """Read how far tables have come."""
    found = await db.fetch("SELECT id, entries, sha256(options) FROM tables WHERE id = ANY ($1)", names)
    return {name: TableMark(entries, options) for name, entries, options in found}


async def create(db: Connection, row: TableRow, lines: Sequence[bytes]) -> None:
    """Write a new table and its first lines."""
    stands, seals = begun(row, lines)
    insert = f"INSERT INTO tables ({COLUMNS}) VALUES ({_marks(15)})"
    try:
        await db.execute(insert, *astuple(row)[:9], *stands.values, card(row))
    except asyncpg.UniqueViolationError:
        raise Taken(row.id) from None
    await _add(db, row.id, 0, lines, seals)


async def append(
    db: Connection,
    name: str,
    entry: int,
    lines: Sequence[bytes],
    now: float,
    over: bool | None,
    options: bytes | None = None,
) -> Standing:
    """Write the log on, and say how the table stands then; others wait until this transaction ends."""
    *stood, now_options = await _found(db, name, f"{STANDING}, options", "FOR UPDATE")
    if options is not None and options != now_options:
        raise OtherOptions(name)
    stands, seals = grown(read_standing(name, stood), entry, lines, now, over)
    await _add(db, name, entry, lines, seals)
    await update(db, stands)
    return stands


async def appended_at_once(
    db: Connection, old: Standing, new: Standing, lines: Sequence[bytes], seals: Sequence[bytes], options: bytes | None
) -> bool:
    """Write the log on in one statement, if the table stands as it is known to: its seal says so."""
    asked = """
        WITH stood AS (
            UPDATE tables SET touched = $3, over = $4, entries = $5, tip = $6, seal = $7
            WHERE id = $1 AND seal = $2 AND ($8::bytea IS NULL OR options = $8) RETURNING 1)
        INSERT INTO log SELECT $1, $9 + place - 1, line, new.seal
        FROM stood, unnest($10::bytea[], $11::bytea[]) WITH ORDINALITY AS new (line, seal, place)"""
    known = old.values[-1]
    try:
        done = await db.execute(asked, old.table, known, *new.values, options, old.entries, lines, seals)
    except asyncpg.UniqueViolationError:
        return False
    return bool(done == f"INSERT 0 {len(lines)}")


async def set_options(db: Connection, name: str, known: bytes, options: bytes, now: float) -> None:
    """Replace what is kept beside the log, if that is still what is known."""
    stands, seal = optioned(name, await _found(db, name, COLUMNS, "FOR UPDATE"), known, options, now)
    await db.execute("UPDATE tables SET options = $1, card = $2 WHERE id = $3", options, seal, name)
    await update(db, stands)


async def conclude(db: Connection, name: str, result: ResultRow | None) -> None:
    """Replace the result of a table; None leaves it without one."""
    await db.execute('DELETE FROM results WHERE "table" = $1', name)
    if result:
        await db.execute(f"INSERT INTO results VALUES ({_marks(9)})", *astuple(result), result_seal(result))


async def delete(db: Connection, name: str) -> None:
    """Forget a table, its log and its result."""
    await db.execute("DELETE FROM tables WHERE id = $1", name)
    await db.execute('DELETE FROM results WHERE "table" = $1', name)


async def secret(db: Connection, made: bytes) -> bytes:
    """Keep a secret unless there is one; the one that is kept."""
    await db.execute("INSERT INTO house VALUES ('secret', $1) ON CONFLICT DO NOTHING", made)
    kept: bytes = await db.fetchval("SELECT value FROM house WHERE name = 'secret'")
    return kept


async def seal_all(db: Connection) -> None:
    """Seal what was kept before there were seals."""
    for (name,) in await db.fetch("SELECT id FROM tables"):
        row = table_row(await db.fetchrow(_TABLES + "WHERE id = $1", name))
        found = await db.fetch('SELECT line FROM log WHERE "table" = $1 ORDER BY entry', name)
        stands, seals = begun(row, [text for (text,) in found])
        places = [(seal, name, entry) for entry, seal in enumerate(seals)]
        await db.executemany('UPDATE log SET seal = $1 WHERE "table" = $2 AND entry = $3', places)
        await db.execute("UPDATE tables SET card = $1 WHERE id = $2", card(row), name)
        await update(db, stands)
    for values in await db.fetch(_RESULTS):
        result = result_row(values)
        await db.execute('UPDATE results SET seal = $1 WHERE "table" = $2', result_seal(result), result.table)


async def standing(db: Connection, name: str) -> Standing:
    """Read how a table stands, to be changed: others wait until this transaction ends."""
    return read_standing(name, await _found(db, name, STANDING, "FOR UPDATE"))


async def update(db: Connection, stands: Standing) -> None:
    """Write how a table stands."""
    change = "UPDATE tables SET touched = $1, over = $2, entries = $3, tip = $4, seal = $5 WHERE id = $6"
    await db.execute(change, *stands.values, stands.table)


async def _found(db: Connection, name: str, columns: str, how: str = "") -> Sequence[Any]:
    values: Sequence[Any] | None = await db.fetchrow(f"SELECT {columns} FROM tables WHERE id = $1 {how}", name)
    if values:
        return values
    raise Damaged(name) if await table(db, name) else Missing(name)


async def _add(db: Connection, name: str, entry: int, lines: Sequence[bytes], seals: Sequence[bytes]) -> None:
    insert = """
        INSERT INTO log SELECT $1, $2 + place - 1, line, seal
        FROM unnest($3::bytea[], $4::bytea[]) WITH ORDINALITY AS new (line, seal, place)"""
    try:
        await db.execute(insert, name, entry, lines, seals)
    except asyncpg.UniqueViolationError:  # the constraint of the schema settles who was first
        raise Taken(name, entry) from None


def _marks(count: int) -> str:
    return ", ".join(f"${n + 1}" for n in range(count))
