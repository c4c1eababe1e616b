"""Bundles in a SQLite file."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

from mousehole.store import sqlite_connect as connect
from mousehole.store.bundles.bundle import LOG, RELATIONS, Bundle, Moment, Relation, Row, bundled
from mousehole.store.bundles.bundle_checks import Unreadable
from mousehole.store.sqlite_rows import FAILURES
from mousehole.store.store import Taken

NAMES = """
    SELECT id FROM tables UNION SELECT "table" FROM results UNION SELECT "table" FROM log
    UNION SELECT "table" FROM memories UNION SELECT browser FROM puzzles"""


class SqliteMoment:
    """A transaction that only reads, on a connection of its own: writers never wait for it."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def names(self) -> list[str]:
        """List every table."""
        return await asyncio.to_thread(lambda: sorted(name for (name,) in self._db.execute(NAMES)))

    async def bundle(self, table: str) -> Bundle:
        """Read the rows of one table."""
        return await asyncio.to_thread(self._bundle, table)

    def _bundle(self, table: str) -> Bundle:
        try:
            return bundled(table, [(relation, self._rows(relation, table)) for relation in RELATIONS])
        except FAILURES:
            raise Unreadable(table) from None

    def _rows(self, relation: Relation, table: str) -> list[Row]:
        order = " ORDER BY entry" if relation is LOG else ""
        found = [relation.read(row) for row in self._db.execute(relation.select + "?" + order, (table,))]
        return found if order else sorted(found, key=repr)


@asynccontextmanager
async def moment(path: Path, copied: bool) -> AsyncIterator[Moment]:
    """Hold on to the present moment of a file; as a copy in memory where writers would wait for readers."""
    db = await asyncio.to_thread(_copied if copied else _begun, path)
    try:
        yield SqliteMoment(db)
    finally:
        db.close()


def put(db: sqlite3.Connection, bundles: Sequence[Bundle], replace: bool) -> None:
    """Write bundles as they are."""
    for bundle in bundles:
        if replace:
            db.execute("DELETE FROM tables WHERE id = ?", (bundle.table,))
            db.execute('DELETE FROM results WHERE "table" = ?', (bundle.table,))
            db.execute('DELETE FROM memories WHERE "table" = ?', (bundle.table,))
            db.execute("DELETE FROM puzzles WHERE browser = ?", (bundle.table,))
        try:
            for relation in RELATIONS:
                marks = ", ".join("?" * relation.width)
                insert = f"INSERT INTO {relation.name} ({relation.listed}) VALUES ({marks})"
                db.executemany(insert, bundle.rows.get(relation.name, []))
        except sqlite3.IntegrityError:
            raise Taken(bundle.table) from None


def _copied(path: Path) -> sqlite3.Connection:
    copy = sqlite3.connect(":memory:", check_same_thread=False)
    with closing(connect.reading(path, any_thread=True)) as db:
        db.backup(copy)
    return copy


def _begun(path: Path) -> sqlite3.Connection:
    db = connect.reading(path, any_thread=True)
    db.execute("BEGIN")
    db.execute("SELECT count(*) FROM tables").fetchone()  # the first read decides which moment it is
    return db
