"""The pages of family albums in both kinds of database: the same statements, asked in two ways."""

import logging
from collections.abc import Iterable, Sequence
from sqlite3 import Connection as Sqlite
from typing import Any

from msgspec.structs import astuple

from mousehole.store.people.memory_row import MemoryRow
from mousehole.store.seals import sealed

log = logging.getLogger(__name__)
COLUMNS = 'browser, "table", game, entries, ended, page, seal'
KEEP = f"""
    INSERT INTO memories ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (browser, "table") DO UPDATE SET
    game = excluded.game, entries = excluded.entries, ended = excluded.ended, page = excluded.page,
    seal = excluded.seal"""
OF = f"""
    SELECT {COLUMNS} FROM memories m WHERE browser = $1 AND ($2 = '' OR "table" = $2)
    AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.id = m."table" AND NOT t.over)"""
MISSING = """
    SELECT DISTINCT t.id, r.ended FROM grants g
    JOIN tables t ON t.id = g."table"
    JOIN results r ON r."table" = t.id
    LEFT JOIN memories m ON m.browser = g.browser AND m."table" = t.id
    WHERE g.browser = $1 AND NOT g.barred AND substr(g.role, 1, 5) = 'seat-' AND t.over
    AND (m.entries IS NULL OR (m.entries <> t.entries AND length(m.page) > 0))
    ORDER BY r.ended, t.id LIMIT $2"""
FORGET = "DELETE FROM memories WHERE browser = $1"


def written(row: MemoryRow) -> tuple[Any, ...]:
    """A page as the database keeps it, with its seal."""
    return (*astuple(row), sealed(*astuple(row)))


def read(found: Iterable[Sequence[Any]]) -> list[MemoryRow]:
    """Check pages and put them in order; one that is damaged tells nothing."""
    sound = []
    for *values, seal in found:
        row = MemoryRow(*values)
        if seal == sealed(*astuple(row)):
            sound.append(row)
        else:
            log.warning("a page of an album about table %a is damaged and left out", row.table)
    return sorted(sound, key=lambda row: (row.ended, row.table))


def remember(db: Sqlite, rows: Sequence[MemoryRow]) -> None:
    """Write pages over those that were there."""
    db.executemany(KEEP, [_named(*written(row)) for row in rows])


def memories(db: Sqlite, browser: str, table: str) -> list[MemoryRow]:
    """Read the pages of a browser."""
    return read(db.execute(OF, _named(browser, table)))


def unremembered(db: Sqlite, browser: str, limit: int) -> list[str]:
    """Name the tables that a browser has no page about."""
    return [name for name, _ in db.execute(MISSING, _named(browser, limit))]


def forget(db: Sqlite, browser: str) -> None:
    """Delete the pages of a browser."""
    db.execute(FORGET, _named(browser))


def _named(*values: Any) -> dict[str, Any]:
    """Name values as the statements do: $1 and so on."""
    return {str(n): value for n, value in enumerate(values, 1)}
