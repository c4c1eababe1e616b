"""Leases in a SQLite file that several servers share, as in tests: the twin of those on a PostgreSQL server."""

import json
from collections.abc import Sequence
from sqlite3 import Connection

AMONG = '"table" IN (SELECT value FROM json_each(?))'


def lease(db: Connection, server: str, tables: Sequence[str], seconds: float, now: float) -> set[str]:
    """Take or renew leases."""
    asked = """
        INSERT INTO leases VALUES (?, ?, ?)
        ON CONFLICT ("table") DO UPDATE SET server = excluded.server, until = excluded.until
        WHERE leases.server = excluded.server OR leases.until < ? RETURNING "table\""""
    rows = (db.execute(asked, (name, server, now + seconds, now)).fetchone() for name in tables)
    return {row[0] for row in rows if row}


def let_go(db: Connection, server: str, tables: Sequence[str], done: bool) -> None:
    """End leases, or let them lapse at once."""
    end = "DELETE FROM leases" if done else "UPDATE leases SET until = 0"
    db.execute(f"{end} WHERE server = ? AND {AMONG}", (server, json.dumps(tables)))


def lapsed(db: Connection, limit: int, now: float) -> list[str]:
    """Read which leases ran out, the longest ago first."""
    found = db.execute('SELECT "table" FROM leases WHERE until < ? ORDER BY until, "table" LIMIT ?', (now, limit))
    return [name for (name,) in found.fetchall()]
