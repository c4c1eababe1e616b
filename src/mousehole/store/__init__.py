"""Saved tables: what is kept, and where."""

from mousehole.store.folder import folder
from mousehole.store.sqlite import SqliteStore
from mousehole.store.store import Ahead, Closed, Missing, ResultRow, Store, StoreError, TableRow, Taken

__all__ = [
    "Ahead",
    "Closed",
    "Missing",
    "ResultRow",
    "SqliteStore",
    "Store",
    "StoreError",
    "TableRow",
    "Taken",
    "folder",
    "open_store",
]


async def open_store() -> Store:
    """Open the saved games of this machine."""
    return await SqliteStore.open(folder() / "mousehole.db")
