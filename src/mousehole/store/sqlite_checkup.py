"""Looks a SQLite file over when it is opened: seals guard rows, this guards the order they are kept in."""

import logging
import sqlite3
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)
SOUND = ["ok"]


def check(db: sqlite3.Connection, path: Path) -> None:
    """Say what is damaged, and make indexes anew where nothing else is: they only repeat what stands in the rows."""
    found = problems(db)
    if found == SOUND:
        return
    log.warning("the saved games in %s are damaged; those that are hurt will say so: %s", path, "; ".join(found[:3]))
    with suppress(sqlite3.DatabaseError):
        reindex(db)


def problems(db: sqlite3.Connection) -> list[str]:
    """List what SQLite finds wrong with the file."""
    try:
        return [row[0] for row in db.execute("PRAGMA integrity_check(10)")]
    except sqlite3.DatabaseError as error:
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
