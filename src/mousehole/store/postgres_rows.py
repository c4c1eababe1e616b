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
from mousehole.store.store import Damaged, Missing, ResultRow, TableRow, Taken

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
    which = """
        WHERE ($1::text[] IS NULL OR id = ANY ($1)) AND ($2::boolean IS NULL OR over = $2)
        AND ($1 IS NOT NULL OR id NOT IN (SELECT "table" FROM forgotten WHERE since >= touched))
        ORDER BY touched DESC, id COLLATE "C" LIMIT $3"""
    return [read_table(row[0], row) for row in await db.fetch(_TABLES + which, names, over, limit)]


async def results(db: Connection, group: str) -> list[ResultRow]:
    """Read how the tables of a group ended."""
    return read_results(await db.fetch(_RESULTS + 'WHERE "group" = $1 ORDER BY ended, "table" COLLATE "C"', group))


async def log(db: Connection, name: str, since: int) -> list[bytes]:
    """Read the log of a table from an entry on."""
    values = await _found(db, name, COLUMNS)
    query = 'SELECT entry, line, seal FROM log WHERE "table" = $1 AND entry >= $2 ORDER BY entry'
    return read_log(name, values, since, await db.fetch(query, name, since - 1))


async def create(db: Connection, row: TableRow, lines: Sequence[bytes]) -> None:
    """Write a new table and its first lines."""
    stands, seals = begun(row, lines)
    insert = f"INSERT INTO tables ({COLUMNS}) VALUES ({_marks(15)})"
    try:
        await db.execute(insert, *astuple(row)[:9], *stands.values, card(row))
    except asyncpg.UniqueViolationError:
        raise Taken(row.id) from None
    await _add(db, row.id, 0, lines, seals)


async def append(db: Connection, name: str, entry: int, lines: Sequence[bytes], now: float, over: bool | None) -> None:
    """Write the log on."""
    stands, seals = grown(await standing(db, name), entry, lines, now, over)
    await _add(db, name, entry, lines, seals)
    await update(db, stands)


async def set_options(db: Connection, name: str, options: bytes, now: float) -> None:
    """Replace what is kept beside the log."""
    stands, seal = optioned(name, await _found(db, name, COLUMNS, "FOR UPDATE"), options, now)
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
