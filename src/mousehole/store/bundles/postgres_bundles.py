"""Bundles on a PostgreSQL server."""

from collections.abc import Sequence

import asyncpg

from mousehole.store.bundles.bundle import LOG, RELATIONS, Bundle, Relation, Row, bundled
from mousehole.store.postgres_rows import Connection
from mousehole.store.store import Taken

NAMES = """
    SELECT id FROM tables UNION SELECT "table" FROM results UNION SELECT "table" FROM memories
    UNION SELECT browser FROM puzzles"""

SIZE = """
    SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'mousehole' AND c.relkind = 'r'"""


class PostgresMoment:
    """A repeatable-read transaction on one connection."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    async def names(self) -> list[str]:
        """List every table."""
        return sorted(name for (name,) in await self._db.fetch(NAMES))

    async def bundle(self, table: str) -> Bundle:
        """Read the rows of one table."""
        return bundled(table, [(relation, await self._rows(relation, table)) for relation in RELATIONS])

    async def _rows(self, relation: Relation, table: str) -> list[Row]:
        order = " ORDER BY entry" if relation is LOG else ""
        found = [relation.read(row) for row in await self._db.fetch(relation.select + "$1" + order, table)]
        return found if order else sorted(found, key=repr)


async def put(db: Connection, bundles: Sequence[Bundle], replace: bool) -> None:
    """Write bundles as they are."""
    for bundle in bundles:
        if replace:
            await db.execute("DELETE FROM tables WHERE id = $1", bundle.table)
            await db.execute('DELETE FROM results WHERE "table" = $1', bundle.table)
            await db.execute('DELETE FROM memories WHERE "table" = $1', bundle.table)
            await db.execute("DELETE FROM puzzles WHERE browser = $1", bundle.table)
        try:
            for relation in RELATIONS:
                marks = ", ".join(f"${place + 1}" for place in range(relation.width))
                insert = f"INSERT INTO {relation.name} ({relation.listed}) VALUES ({marks})"
                await db.executemany(insert, bundle.rows.get(relation.name, []))
        except asyncpg.UniqueViolationError:
            raise Taken(bundle.table) from None
