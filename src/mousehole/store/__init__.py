"""Saved tables: what is kept, and where."""

from mousehole.core.words import line, without_password
from mousehole.store.folder_lock import FolderLock, Open
from mousehole.store.people.memory_row import MemoryRow
from mousehole.store.save_folder import folder
from mousehole.store.sqlite import SqliteStore
from mousehole.store.store import (
    DAY,
    GRACE,
    Ahead,
    AnswerRow,
    Closed,
    Damaged,
    Failing,
    Forgotten,
    GrantRow,
    Later,
    Missing,
    OtherOptions,
    ResultRow,
    Store,
    StoreError,
    TableMark,
    TableRow,
    Taken,
    options_mark,
)

__all__ = [
    "DAY",
    "GRACE",
    "Ahead",
    "AnswerRow",
    "Closed",
    "Damaged",
    "Failing",
    "FolderLock",
    "Forgotten",
    "GrantRow",
    "Later",
    "MemoryRow",
    "Missing",
    "Open",
    "OtherOptions",
    "ResultRow",
    "SqliteStore",
    "Store",
    "StoreError",
    "TableMark",
    "TableRow",
    "Taken",
    "folder",
    "open_store",
    "options_mark",
]


async def open_store(address: str = "") -> Store:
    """Open the saved games of this machine, or those of a server: "postgresql://..."."""
    if not address:
        return await SqliteStore.open(folder() / "mousehole.db")
    if not address.startswith(("postgresql://", "postgres://")):
        raise StoreError(line("{address} is not an address for saved games.", address=without_password(address)))
    try:
        from mousehole.store.postgres import PostgresStore
    except ModuleNotFoundError as error:
        words = "Saved games on a server need the package {package}, which is not installed."
        raise StoreError(line(words, package=str(error.name))) from None
    return await PostgresStore.open(address)
