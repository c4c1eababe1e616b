"""Answers that took some thinking, for every server to find, in both kinds of database; nothing is lost with them."""

import logging
from collections.abc import Iterable, Sequence
from sqlite3 import Connection as Sqlite
from typing import Any, TypeAlias

from msgspec.structs import astuple

from mousehole.core.words import line
from mousehole.store.seals import sealed
from mousehole.store.store import AnswerRow, StoreError

log = logging.getLogger(__name__)
Postgres: TypeAlias = Any
LARGEST = 4 << 20  # bytes of one answer; what is larger belongs into a file
SWEPT = 4  # answers past their time that each new one clears away, so that they never pile up
COLUMNS = "key, kind, value, expires, seal"
KEEP = f"""
    INSERT INTO answers ({COLUMNS}) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (key) DO UPDATE SET
    kind = excluded.kind, value = excluded.value, expires = excluded.expires, seal = excluded.seal"""
OLD = f"SELECT key FROM answers WHERE expires < $1 ORDER BY expires LIMIT {SWEPT}"
SWEEP = f"DELETE FROM answers WHERE key IN ({OLD})"
SWEEP_THERE = f"DELETE FROM answers WHERE key IN ({OLD} FOR UPDATE SKIP LOCKED)"  # nobody waits for another's sweeping
FIND = f"SELECT {COLUMNS} FROM answers WHERE key = $1 AND expires >= $2"


def written(row: AnswerRow) -> tuple[Any, ...]:
    """An answer as the database keeps it, with its seal."""
    if len(row.value) > LARGEST:
        raise StoreError(line("This answer is too long to be kept."))
    return (*astuple(row), sealed(*astuple(row)))


def read(found: Iterable[Sequence[Any]]) -> AnswerRow | None:
    """Check an answer; a damaged one is none."""
    for *values, seal in found:
        row = AnswerRow(*values)
        if seal == sealed(*astuple(row)):
            return row
        log.warning("an answer of the kind %a is damaged and left out", row.kind)
    return None


def keep(db: Sqlite, values: Sequence[Any], now: float) -> None:
    """Write an answer over the one that was there."""
    db.execute(KEEP, _named(*values))
    db.execute(SWEEP, _named(now))


def find(db: Sqlite, key: str, now: float) -> AnswerRow | None:
    """Find an answer that is still good."""
    return read(db.execute(FIND, _named(key, now)))


async def keep_there(db: Postgres, values: Sequence[Any], now: float) -> None:
    """Write an answer on a server, which need not wait for its disk: what is lost is thought again."""
    await db.execute("SET LOCAL synchronous_commit TO off")
    await db.execute(KEEP, *values)
    await db.execute(SWEEP_THERE, now)


async def find_there(db: Postgres, key: str, now: float) -> AnswerRow | None:
    """Find an answer on a server."""
    return read(await db.fetch(FIND, key, now))


def _named(*values: Any) -> dict[str, Any]:
    """Name values as the statements do: $1 and so on."""
    return {str(n): value for n, value in enumerate(values, 1)}
