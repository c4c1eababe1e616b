"""Opens a SQLite file the way saved games need it, and says in words why it cannot."""

import logging
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from mousehole.core.words import Line, line
from mousehole.store import sqlite_rows as rows
from mousehole.store.migrations import SEALED, steps
from mousehole.store.sqlite_checkup import DAMAGED, check, refuse_wrong_names
from mousehole.store.store import FAILING, Failing, Later, NoLocks, StoreError

T = TypeVar("T")
log = logging.getLogger(__name__)
PATIENCE = 10.0  # seconds to wait while another process writes


def writing(path: Path, synchronous: str = "FULL", journal: str = "WAL") -> sqlite3.Connection:
    """Open the connection that writes, on a database of the present version."""
    deadline = time.monotonic() + PATIENCE
    while True:
        db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        try:
            prepare(db, path, synchronous, journal)
            check(db, path)
            return db
        except BaseException as error:
            db.close()
            # Two processes that make a new file at once can lock each other out without SQLite waiting.
            if not locked(error) or time.monotonic() > deadline:
                raise
        time.sleep(0.02)


def reading(path: Path, any_thread: bool = False) -> sqlite3.Connection:
    """Open a connection that only reads, in this thread alone or in one at a time."""
    db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=not any_thread)
    db.execute("PRAGMA query_only = ON")
    db.text_factory = lenient
    return db


def lenient(text: bytes) -> str:
    """Read text that is damaged: seals tell that, no traceback should."""
    return text.decode("utf-8", "surrogateescape")


def at_once(db: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Read everything as of one moment."""
    db.execute("BEGIN")
    try:
        return work(db)
    finally:
        db.execute("ROLLBACK")


def prepare(db: sqlite3.Connection, path: Path, synchronous: str, journal: str = "WAL") -> None:
    """Bring a database to the present version; one from a later version stays as it is."""
    refuse_later(db, path)
    refuse_other_journal(db, path, journal)
    db.text_factory = lenient
    db.execute(f"PRAGMA synchronous = {synchronous}")
    db.execute("PRAGMA fullfsync = ON")  # macOS: through the drive's cache as well
    db.execute("PRAGMA checkpoint_fullfsync = ON")
    db.execute("PRAGMA foreign_keys = ON")
    migrate(db)
    refuse_wrong_names(db, path, steps("sqlite"))


def refuse_later(db: sqlite3.Connection, path: Path) -> None:
    """Stop at a database that a later version of the program has written."""
    known = len(steps("sqlite"))
    if version(db) > known:
        raise Later(str(path), version(db), known)


def refuse_other_journal(db: sqlite3.Connection, path: Path, journal: str) -> None:
    """Stop at a drive that cannot keep such a journal, as one across a network cannot keep a write-ahead log."""
    if db.execute(f"PRAGMA journal_mode = {journal}").fetchone() != (journal.lower(),):
        raise NoLocks(path)


def migrate(db: sqlite3.Connection) -> None:
    """Take the missing steps, all of them or none."""
    if version(db) == len(steps("sqlite")):
        return
    db.execute("BEGIN IMMEDIATE")
    with db:
        done = version(db)  # again: another process may have been faster
        for number, script in enumerate(steps("sqlite")[done:], done + 1):
            for statement in statements(script):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
        if done < SEALED:
            rows.seal_all(db)


def statements(script: str) -> list[str]:
    """Split a script; the driver's own way would commit half of a step."""
    return [part for part in script.split(";") if part.strip()]


def version(db: sqlite3.Connection) -> int:
    """Read the version of a database; a new one has 0."""
    number: int = db.execute("PRAGMA user_version").fetchone()[0]
    return number


def locked(error: BaseException) -> bool:
    """Whether another process was in the way."""
    return _kind(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def unopened(error: Exception, path: Path) -> StoreError:
    """Say why a file cannot be opened, to whoever starts the program."""
    wording = _WORDINGS.get(_kind(error))
    if wording is None:
        return StoreError(line("The saved games in {path}: {reason}.", path=str(path), reason=str(error)))
    return StoreError(Line(wording, {"path": str(path)}))


def explained(error: Exception, path: Path) -> StoreError:
    """Say why something cannot be read or written, to anybody who plays: the file is named in the log alone."""
    log.error("the saved games in %s: %s", path, error)
    return Failing(_TROUBLES.get(_kind(error), FAILING))


def _kind(error: BaseException) -> int:
    damaged = sqlite3.SQLITE_CORRUPT if isinstance(error, UnicodeError) else 0
    code: int = getattr(error, "sqlite_errorcode", damaged)
    return code & 0xFF  # without the details


_BLOCKED = "The saved games in {path} cannot be written: check the folder and its permissions."
_LOCKED = "Another program keeps the saved games in {path} locked. Close it and try again."
_WORDINGS = {
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_PERM: _BLOCKED,
    sqlite3.SQLITE_READONLY: _BLOCKED,
    sqlite3.SQLITE_CANTOPEN: _BLOCKED,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_FULL: "The disk with the saved games in {path} is full. What was saved before is safe.",
    sqlite3.SQLITE_IOERR: "The disk with the saved games in {path} reports an error.",
}
_BUSY = line("Another program keeps the saved games locked. Nothing was lost: try again in a moment.")
_TROUBLES = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_FULL: line("The disk with the saved games is full. What was saved before is safe."),
    sqlite3.SQLITE_CORRUPT: line("These saved games are damaged. Nothing was changed: a backup may still have them."),
}
