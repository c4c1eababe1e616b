"""Adventures that lie on tables: kept in the store by the hash of their files, and on every machine that plays them."""

import asyncio
import re
import shutil
import time
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

import msgspec
from msgspec import Struct

from mousehole.core.words import UserError, line
from mousehole.folders import adventure_folder, adventures
from mousehole.store import DAY, Store, WorkshopRow

NAMED = re.compile(rb'"sha256":\s*"([0-9a-f]{64})"')
LEFT = 30 * DAY  # after which an adventure that nobody played is taken off this machine


class Published(Struct, frozen=True):
    """The files of an adventure, and what its folder is called."""

    name: str
    files: Mapping[str, bytes]


async def publish(store: Store, sha256: str, found: Published, source: str, room: float) -> None:
    """Put an adventure into the store and on this machine; `source` may bring other words for the same one later."""
    there = await store.workshop(sha256)
    value = zlib.compress(msgspec.msgpack.encode(found))
    if there is None or (there.title == source and there.value != value):
        if await store.workshops_size() + len(value) > room:
            raise UserError(line("There is no room for more adventures here: keep yours as a file."))
        revision = there.revision if there else None
        row = WorkshopRow(sha256, "", source, (revision or 0) + 1, value, time.time())
        await store.keep_workshop(row, revision)
        await asyncio.to_thread(unpack, sha256, found)
    elif adventure_folder(sha256) is None:
        await bring(store, f'"sha256":"{sha256}"'.encode())


async def bring(store: Store, setup: bytes) -> None:
    """Have the adventure on this machine that a set-up names, if it names one that is in the store."""
    found = NAMED.search(setup)
    sha256 = found[1].decode() if found else ""
    if not found or adventure_folder(sha256):
        return
    row = await store.workshop(sha256)
    if row is None or row.browser:
        return
    await asyncio.to_thread(unpack, sha256, msgspec.msgpack.decode(zlib.decompress(row.value), type=Published))
    if row.touched < time.time() - DAY:
        await store.touch_workshop(row)


def unpack(sha256: str, found: Published) -> None:
    """Write the files of an adventure, all or none; of two that write it at once one is enough."""
    adventures().mkdir(mode=0o700, parents=True, exist_ok=True)
    rough, home = Path(mkdtemp(dir=adventures(), prefix="new-")), adventures() / sha256
    draft, before = rough / "new", rough / "before"
    for name, data in found.files.items():
        file = draft / found.name / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    with suppress(OSError):
        if home.is_dir():
            home.rename(before)
        draft.rename(home)
    shutil.rmtree(rough, ignore_errors=True)


def sweep(left: float = LEFT) -> None:
    """Take adventures off this machine that were unpacked long ago; whoever plays one brings it back."""
    for home in adventures().iterdir() if adventures().is_dir() else ():
        if home.stat().st_mtime < time.time() - left:
            shutil.rmtree(home, ignore_errors=True)
