"""Looks a SQLite file over when it is opened: seals guard rows, this guards the order they are kept in."""

import logging
import sqlite3
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from mousehole.core.words import Line
from mousehole.store.sqlite_rows import FAILURES
from mousehole.store.store import StoreError

log = logging.getLogger(__name__)
SOUND = ["ok"]
DAMAGED = "The saved games in {path} are damaged. Nothing was changed: keep the file, or move it away to start anew."


def check(db: sqlite3.Connection, path: Path) -> None:
    """Say what is damaged, and make indexes anew where nothing else is: they only repeat what stands in the rows."""
    found = problems(db)
    if found == SOUND:
        return
    log.warning("the saved games in %s are damaged; those that are hurt will say so: %s", path, "; ".join(found[:3]))
    with suppress(*FAILURES):
        reindex(db)


def refuse_wrong_names(db: sqlite3.Connection, path: Path, scripts: tuple[str, ...]) -> None:
    """Stop at a file whose tables are not described as the scripts made them.

    SQLite takes a quoted name that it does not know for a text: one wrong letter, and a question finds nothing.
    """
    if not descriptions(scripts) <= described(db):
        raise StoreError(Line(DAMAGED, {"path": str(path)}))


@cache
def descriptions(scripts: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    """What a file made by the scripts says of its tables and indexes."""
    with closing(sqlite3.connect(":memory:")) as db:
        for script in scripts:
            db.executescript(script)
        return described(db)


def described(db: sqlite3.Connection) -> frozenset[tuple[str, ...]]:
    """What a file says of its tables and indexes."""
    return frozenset(db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def problems(db: sqlite3.Connection) -> list[str]:
    """List what SQLite finds wrong with the file."""
    try:
        return [row[0] for row in db.execute("PRAGMA integrity_check(10)")]
    except FAILURES as error:
        return [str(error)]


def reindex(db: sqlite3.Connection) -> None:
    """Make the indexes anew, and leave the file as it was when that does not help."""
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute("REINDEX")
        if problems(db) == SOUND:
            db.execute("COMMIT")
            log.warning("the indexes of the saved games were made anew")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
