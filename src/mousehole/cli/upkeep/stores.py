"""Which saved games a command means, and how it says how far it is."""

import asyncio
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from secrets import token_bytes
from typing import TypeVar

from mousehole.cli.options.house_settings import settings_of
from mousehole.core.words import Say, Trouble, line
from mousehole.store import FolderLock, SqliteStore, Store, folder, open_store

T = TypeVar("T")
FILE = "mousehole.db"
SECRET = 32  # bytes
SCHEMES = ("postgresql://", "postgres://")
OFTEN, SELDOM = 0.2, 10.0  # seconds between two words on how far it is: on a terminal, in a log


def store_argument(parser: ArgumentParser) -> None:
    """Take where the games are kept."""
    parser.add_argument("--store", metavar="URL", help="postgresql://... (default: a file on this machine)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file with settings, as a server takes it")


def address_of(asked: Namespace) -> str:
    """The address of the saved games that a command means; empty: the file on this machine."""
    return settings_of(asked).store


def at(address: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the saved games at an address."""

    async def run() -> T:
        store = await opened(address)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def opened(address: str) -> Store:
    """Open the games of a server, of a file or of a folder."""
    if not address or address.startswith(SCHEMES):
        return await open_store(address)
    return await SqliteStore.open(file_of(address))


def file_of(address: str) -> Path:
    """The file that an address means."""
    if "://" in address:
        raise Trouble(line("{address} is not an address for saved games.", address=address))
    path = Path(address) if address else folder()
    return path / FILE if path.is_dir() else path


def there(address: str) -> None:
    """Stop where no games are kept yet."""
    path = None if address.startswith(SCHEMES) else file_of(address)
    if path is not None and not path.exists():
        raise Trouble(line("{file}: there is no such file", file=str(path)))


async def secret_of(address: str, store: Store) -> bytes:
    """The secret from which the tokens of links are made: on a server it is kept with the games."""
    if address.startswith(SCHEMES):
        return await store.secret(token_bytes(SECRET))
    path = file_of(address).with_name("web.secret")
    return path.read_bytes() if path.exists() else b""


async def keep_secret(address: str, store: Store, secret: bytes) -> None:
    """Let the links of before work again, unless this house has a secret of its own."""
    if secret and address.startswith(SCHEMES):
        await store.secret(secret)
    elif secret and not (path := file_of(address).with_name("web.secret")).exists():
        path.touch(0o600)
        path.write_bytes(secret)


@contextmanager
def alone(address: str) -> Iterator[None]:
    """Let no server open on a folder of saved games meanwhile; one that is open stops the command."""
    local = not address.startswith(SCHEMES)
    with FolderLock(file_of(address).parent) if local else nullcontext():
        yield


class Reporter:
    """Says on standard error how far something is."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._terminal = sys.stderr.isatty()
        self._next = time.monotonic() + (0 if self._terminal else SELDOM)

    def __call__(self, done: int, total: int) -> None:
        """Say it, but not all the time."""
        if time.monotonic() < self._next and not (self._terminal and done == total):
            return
        self._next = time.monotonic() + (OFTEN if self._terminal else SELDOM)
        words = self._say(line("{done} of {total} tables", done=done, total=total))
        if self._terminal:
            print(f"\r{words}", end="" if done < total else "\n", file=sys.stderr, flush=True)
        else:
            print(words, file=sys.stderr, flush=True)
