"""Saved tables: opens the store, and finds and locks the folder of this machine."""

import errno
import os
import sys
from pathlib import Path
from types import TracebackType

from mousehole.core.words import line, without_password
from mousehole.folders import data_folder
from mousehole.store.sqlite import SqliteStore
from mousehole.store.store import Store
from mousehole.store.types import (
    DAY,
    GRACE,
    AlbumSize,
    AnswerRow,
    Closed,
    Damaged,
    Failing,
    Forgotten,
    GrantRow,
    Later,
    LogGap,
    MemoryRow,
    Missing,
    NoLocks,
    OtherOptions,
    ReadOnly,
    ResultRow,
    StoreError,
    TableMark,
    TableRow,
    Taken,
    WorkshopNote,
    WorkshopRow,
    options_mark,
)

__all__ = [
    "DAY",
    "GRACE",
    "AlbumSize",
    "AnswerRow",
    "Closed",
    "Damaged",
    "Failing",
    "FolderLock",
    "Forgotten",
    "GrantRow",
    "Later",
    "LogGap",
    "MemoryRow",
    "Missing",
    "Open",
    "OtherOptions",
    "ReadOnly",
    "ResultRow",
    "SqliteStore",
    "Store",
    "StoreError",
    "TableMark",
    "TableRow",
    "Taken",
    "WorkshopNote",
    "WorkshopRow",
    "folder",
    "open_store",
    "options_mark",
]


async def open_store(address: str = "", damaged: bool = False) -> Store:
    """Open the saved games of this machine, to write them also if `damaged`, or those of a server: "postgresql://..."."""
    if not address:
        return await SqliteStore.open(folder() / "mousehole.db", damaged=damaged)
    if not address.startswith(("postgresql://", "postgres://")):
        raise StoreError(line("{address} is not an address for saved games.", address=without_password(address)))
    try:
        from mousehole.store.postgres import PostgresStore
    except ModuleNotFoundError as error:
        words = "Saved games on a server need the package {package}, which is not installed."
        raise StoreError(line(words, package=str(error.name))) from None
    return await PostgresStore.open(address)


def folder() -> Path:
    """The data folder, created on demand and closed to other users."""
    path = data_folder()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(
            line("The folder {path} for saved games cannot be made: {reason}.", path=str(path), reason=reason)
        ) from None
    return path


TAKEN = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
BYTE = 1 << 30  # the locked byte lies beyond the text: Windows lets nobody else read a locked one


class Open(StoreError):
    """A server is open on this folder already, at this address (empty while it still starts)."""

    def __init__(self, address: str) -> None:
        words = line("mousehole is already open: {address}", address=address)
        super().__init__(words if address else line("mousehole is already being opened"))
        self.address = address


class FolderLock:
    """Held while a server runs; the terminal needs none, since the log settles who moved first."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "web.lock"
        self._file = -1

    def __enter__(self) -> "FolderLock":
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError as error:
            address = os.read(self._file, 1000).decode("utf-8", "replace")
            os.close(self._file)
            raise Open(address) if error.errno in TAKEN else NoLocks(self._path) from None
        os.ftruncate(self._file, 0)
        return self

    def tell(self, address: str) -> None:
        """Write where the server can be found, for whoever tries to open another one."""
        os.write(self._file, address.encode())

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        os.ftruncate(self._file, 0)
        os.close(self._file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
