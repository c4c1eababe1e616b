"""One server to a folder of saved games: a lock that its process holds, and that goes with it however it ends."""

import errno
import os
import sys
from pathlib import Path
from types import TracebackType

from mousehole.core.words import line
from mousehole.store.store import NoLocks, StoreError

TAKEN = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
BYTE = 1 << 30  # the byte that is locked lies beyond the words: Windows lets nobody else read a locked one


class Open(StoreError):
    """A server is open on this folder already, at this address (empty while it still starts)."""

    def __init__(self, address: str) -> None:
        words = line("mousehole is already open: {address}", address=address)
        super().__init__(words if address else line("mousehole is already being opened"))
        self.address = address


class FolderLock:
    """Held as long as a server runs; the terminal needs none, for the log settles who moved first."""

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
