"""Leases on a PostgreSQL server, by its own clock; a power cut may take some, which harms nothing."""

from collections.abc import Sequence
from typing import Any, TypeAlias

Connection: TypeAlias = Any
NOW = "extract(epoch FROM clock_timestamp())::double precision"
QUICK = "SET LOCAL synchronous_commit = off"


async def lease(db: Connection, server: str, tables: Sequence[str], seconds: float) -> set[str]:
    """Take or renew leases, all in one statement; always in the same order, so that no two wait for each other."""
    await db.execute(QUICK)
    asked = f"""
        INSERT INTO leases SELECT wished, $1, {NOW} + $3 FROM unnest($2::text[]) AS wished ORDER BY wished
        ON CONFLICT ("table") DO UPDATE SET server = excluded.server, until = excluded.until
        WHERE leases.server = excluded.server OR leases.until < {NOW}
        RETURNING "table\""""
    return {name for (name,) in await db.fetch(asked, server, sorted(set(tables)), seconds)}


async def let_go(db: Connection, server: str, tables: Sequence[str], done: bool) -> None:
    """End leases, or let them lapse at once."""
    await db.execute(QUICK)
    end = "DELETE FROM leases" if done else "UPDATE leases SET until = 0"
    await db.execute(f'{end} WHERE server = $1 AND "table" = ANY ($2)', server, tables)


async def lapsed(db: Connection, limit: int) -> list[str]:
    """Read which leases ran out, the longest ago first."""
    found = await db.fetch(f'SELECT "table" FROM leases WHERE until < {NOW} ORDER BY until, "table" LIMIT $1', limit)
    return [name for (name,) in found]
