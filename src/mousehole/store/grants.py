"""What browsers may do at tables, in both kinds of database: the same statements, asked in two ways."""

import logging
from collections.abc import Iterable, Sequence
from sqlite3 import Connection as Sqlite
from sqlite3 import IntegrityError
from typing import Any, TypeAlias

from msgspec.structs import astuple

from mousehole.store import sqlite_rows
from mousehole.store.seals import sealed
from mousehole.store.store import GrantRow, Missing, TableRow

log = logging.getLogger(__name__)
Postgres: TypeAlias = Any
COLUMNS = 'browser, "table", role, epoch, since, barred, listed, seal'
GRANT = f"""
    INSERT INTO grants ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (browser, "table", role) DO UPDATE SET
    epoch = excluded.epoch, since = excluded.since, barred = excluded.barred, listed = excluded.listed,
    seal = excluded.seal WHERE excluded.epoch >= grants.epoch"""  # a late one does not undo what came after it
AT = f'SELECT {COLUMNS} FROM grants WHERE "table" = $1 ORDER BY browser, role'
OF_AT = f'SELECT {COLUMNS} FROM grants WHERE "table" = $1 AND browser = $2 ORDER BY role'
OF = f'SELECT {COLUMNS} FROM grants WHERE browser = $1 ORDER BY since, "table", role'
TABLES = """
    SELECT id FROM tables WHERE id IN (SELECT "table" FROM grants WHERE browser = $1 AND listed AND NOT barred)
    ORDER BY over, touched DESC, id LIMIT $2 OFFSET $3"""
DROP = 'DELETE FROM grants WHERE browser = $1 AND ($2 = $4 OR "table" = $2) AND ($3 = $4 OR role = $3)'


def written(row: GrantRow) -> tuple[Any, ...]:
    """A grant as the database keeps it, with its seal."""
    return (*astuple(row), sealed(*astuple(row)))


def grant_row(values: Sequence[Any]) -> GrantRow:
    """Take a grant as the database gave it."""
    browser, table, role, epoch, since, barred, listed = values[:7]
    return GrantRow(browser, table, role, epoch, since, bool(barred), bool(listed))


def read(found: Iterable[Sequence[Any]]) -> list[GrantRow]:
    """Check grants; one that is damaged gives nobody anything."""
    rows = [(grant_row(values), values[7]) for values in found]
    for row, seal in rows:
        if seal != sealed(*astuple(row)):
            log.warning("a grant at table %a is damaged and left out", row.table)
    return [row for row, seal in rows if seal == sealed(*astuple(row))]


def grant(db: Sqlite, rows: Sequence[GrantRow]) -> None:
    """Write grants over those that were there, unless these are of a later epoch."""
    for row in rows:
        try:
            db.execute(GRANT, _named(*written(row)))
        except IntegrityError:
            raise Missing(row.table) from None


def grants(db: Sqlite, table: str, browser: str) -> list[GrantRow]:
    """Read the grants at a table."""
    return read(db.execute(*((OF_AT, _named(table, browser)) if browser else (AT, _named(table)))))


def grants_of(db: Sqlite, browser: str) -> list[GrantRow]:
    """Read the grants of a browser."""
    return read(db.execute(OF, _named(browser)))


def tables_of(db: Sqlite, browser: str, limit: int, skip: int) -> list[TableRow]:
    """Read the tables of a browser, damaged ones too."""
    names = [name for (name,) in db.execute(TABLES, _named(browser, limit, skip)).fetchall()]
    found = {row.id: row for row in sqlite_rows.among(db, names, None, limit)}
    return [found[name] for name in names if name in found]


def drop(db: Sqlite, browser: str, table: str, role: str) -> None:
    """Delete grants."""
    db.execute(DROP, _named(browser, table, role, ""))


async def grant_there(db: Postgres, rows: Sequence[GrantRow]) -> None:
    """Write grants over those that were there, unless these are of a later epoch; on a server."""
    for row in rows:
        if not await db.fetchval("SELECT 1 FROM tables WHERE id = $1 FOR KEY SHARE", row.table):
            raise Missing(row.table)
        await db.execute(GRANT, *written(row))


def _named(*values: Any) -> dict[str, Any]:
    """Name values as the statements do: $1 and so on."""
    return {str(n): value for n, value in enumerate(values, 1)}
