"""Backups, restores and moves to another store: nothing is lost, nothing newer is overwritten.

A backup is one compressed file; every part of it is followed by a hash of everything before.
"""

import asyncio
import gzip
import os
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import IO, TypeAlias

import msgspec
from msgspec import Struct

from mousehole.core.words import Line, UserError, line
from mousehole.store.bundle import OUTLIVING, TABLES, Bundle, Row, continues, faults, mended
from mousehole.store.store import Snapshot, Store
from mousehole.store.types import StoreError, Unreadable

FORM = 1
NOTE = "last-backup"  # its time says when the last one was written
LENGTH, SEAL = 4, 16  # bytes
LARGEST_PART = 1 << 30  # bytes of one part: more than any table has


class Heading(Struct, frozen=True, tag="heading"):
    """The first part of a backup."""

    made: float
    form: int = FORM
    secret: bytes = b""  # the secret behind the tokens of links, where it is a file beside the tables


class TablePart(Struct, frozen=True, tag="table"):
    """The rows of one table."""

    table: str
    rows: dict[str, list[Row]]


class Ending(Struct, frozen=True, tag="ending"):
    """The last part of a complete backup."""

    tables: int


AnyPart: TypeAlias = Heading | TablePart | Ending


class BadBackup(UserError):
    """A file is no backup, or not what was written."""


class BackupWriter:
    """Writes a backup beside its name, and gives it that name once it is whole and on the disk."""

    def __init__(self, path: Path, heading: Heading) -> None:
        self._path, self._draft = path, path.with_name(f"{path.name}.part")
        if path.exists():
            raise BadBackup(line("{file} is there already: choose another name", file=str(path)))
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file = os.fdopen(os.open(self._draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")
        self._packed = gzip.GzipFile("", "wb", 6, self._file, mtime=0)
        self._seal = b""
        self.tables = 0
        self._write(heading)

    def add(self, bundle: Bundle) -> None:
        """Write one table."""
        self._write(TablePart(bundle.table, bundle.rows))
        self.tables += 1

    def finish(self) -> int:
        """Complete the backup and rename it; returns its size in bytes."""
        self._write(Ending(self.tables))
        self._packed.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._draft.replace(self._path)
        return self._path.stat().st_size

    def give_up(self) -> None:
        """Remove the unfinished file."""
        self._packed.close()
        self._file.close()
        self._draft.unlink(missing_ok=True)

    def _write(self, part: AnyPart) -> None:
        data = msgspec.msgpack.encode(part)
        self._seal = follow(self._seal, data)
        self._packed.write(len(data).to_bytes(LENGTH, "big") + data + self._seal)


def note_backup(folder: Path) -> None:
    """Note beside the saved games that a backup was just written: a damaged file is never written to."""
    with suppress(OSError):  # the backup is whole all the same
        (folder / NOTE).touch(0o600)


def last_backup(folder: Path) -> float:
    """When the last backup was written, as noted in a folder; 0 if never."""
    try:
        return (folder / NOTE).stat().st_mtime
    except OSError:
        return 0.0


def checked(path: Path) -> tuple[Heading, int]:
    """Read a backup to its end: what it begins with, and how many tables it has."""
    heading: Heading | None = None
    for part in parts(path):
        if isinstance(part, Heading):
            heading = part
        elif isinstance(part, Ending) and heading:
            return heading, part.tables
    raise BadBackup(line("{file} is cut short: a piece at its end is missing", file=str(path)))


def tables_in(path: Path) -> Iterator[Bundle]:
    """The tables of a backup, one by one."""
    return (Bundle(part.table, part.rows) for part in parts(path) if isinstance(part, TablePart))


def parts(path: Path) -> Iterator[AnyPart]:
    """Read a backup part by part, checking each."""
    seal, tables = b"", 0
    try:
        with gzip.open(path) as file:
            while (part_and_seal := _next(file, seal)) is not None:
                part, seal = part_and_seal
                _check(part, tables, path)
                tables += isinstance(part, TablePart)
                yield part
    except FileNotFoundError:
        raise BadBackup(line("{file}: there is no such file", file=str(path))) from None
    except (EOFError, gzip.BadGzipFile, ValueError, msgspec.DecodeError, OverflowError, zlib.error):
        raise BadBackup(_damaged(path)) from None


def follow(seal: bytes, data: bytes) -> bytes:
    """The hash of a part and of everything before it."""
    return blake2b(seal + data, digest_size=SEAL).digest()


def _next(file: IO[bytes] | gzip.GzipFile, seal: bytes) -> tuple[AnyPart, bytes] | None:
    size = file.read(LENGTH)
    if not size:
        return None
    length = int.from_bytes(size, "big")
    data = file.read(length) if length <= LARGEST_PART else b""
    found = file.read(SEAL)
    if len(data) != length or found != follow(seal, data):
        raise ValueError("not what was written")
    return msgspec.msgpack.decode(data, type=Heading | TablePart | Ending), found


def _check(part: AnyPart, tables: int, path: Path) -> None:
    if isinstance(part, Heading) and part.form > FORM:
        raise BadBackup(line("{file} was made by a later version: please update the program", file=str(path)))
    if isinstance(part, Ending) and part.tables != tables:
        raise ValueError("not all tables")


def _damaged(path: Path) -> Line:
    return line("{file} is not a sound backup: it is not what was written. Nothing was changed.", file=str(path))


BATCH_SIZE = 2_000  # entries that are written at once
PASSES = 5  # passes over a store that is in use meanwhile
Progress: TypeAlias = Callable[[int, int], None]  # how many of how many


class NotEmpty(StoreError):
    """The target store already has tables."""

    def __init__(self, table: str) -> None:
        words = "The store there has games of its own, such as table {table}. Nothing was changed: use an empty one."
        super().__init__(line(words, table=table))


class Newer(StoreError):
    """The target has a newer version of a table."""

    def __init__(self, table: str) -> None:
        super().__init__(line("Table {table} has gone on in the other store: it stays as it is.", table=table))


class Copied(Struct):
    """The outcome of a copy."""

    tables: int = 0
    alone: int = 0  # of these, rows without a table: pages of albums, results, puzzles
    written: int = 0  # of these, now; the others were there
    again: int = 0  # tables that changed meanwhile and were copied again
    unreadable: list[str] = []
    incomplete: list[str] = []  # read in part: the rest is damaged
    refused: list[str] = []  # so damaged that the other store does not take them
    settled: bool = True  # after the last pass both were the same


async def back_up(store: Store, path: Path, secret: bytes, progress: Progress) -> Copied:
    """Write everything stored at this moment to a file, while people play on."""
    done = Copied()
    async with store.snapshot() as now:
        file = BackupWriter(path, Heading(time.time(), secret=secret))
        try:
            async for bundle in each(now, done, progress):
                if kept := storable(bundle, done):
                    await asyncio.to_thread(file.add, kept)
            await asyncio.to_thread(file.finish)
        except BaseException:
            file.give_up()
            raise
    return done


async def restore(path: Path, store: Store, progress: Progress) -> Copied:
    """Bring a backup into an empty store, or go on where an earlier try stopped; first the whole file is checked."""
    _, total = await asyncio.to_thread(checked, path)
    names = await asyncio.to_thread(lambda: {bundle.table for bundle in tables_in(path)})
    done = Copied()
    batch = BundleBuffer(store, done.refused)
    async with store.snapshot() as here:
        kept = set(await here.names())
        for name in sorted(kept - names):
            raise NotEmpty(name)
        for bundle in tables_in(path):
            if bundle.table in kept and (await here.bundle(bundle.table)).digest != bundle.digest:
                raise NotEmpty(bundle.table)
    for bundle in tables_in(path):
        done.tables += 1
        done.alone += not bundle.rows[TABLES.name]
        if bundle.table not in kept:
            await batch.add(bundle)
            done.written += 1
        progress(done.tables, total)
    await batch.write()
    digests = {bundle.table: bundle.digest for bundle in tables_in(path) if bundle.table not in done.refused}
    done.settled = await equal(store, digests)
    return done


async def move(source: Store, target: Store, progress: Progress) -> Copied:
    """Copy everything, then copy what changed meanwhile, until both are the same."""
    known: dict[str, bytes] = {}  # what the target has
    async with target.snapshot() as there, source.snapshot() as here:
        names = set(await here.names())
        for name in await there.names():
            if name not in names:
                raise NotEmpty(name)
            known[name] = (await there.bundle(name)).digest
    done = Copied()
    for number in range(PASSES):
        done.tables, done.alone, done.unreadable, done.incomplete = 0, 0, [], []
        changed = await _pass(source, target, known, done, progress)
        done.written += changed if not number else 0
        done.again += changed if number else 0
        if not changed and number:
            break
    else:
        done.settled = False
    taken = {name: digest for name, digest in known.items() if name not in done.refused}
    done.settled = done.settled and await equal(target, taken)
    return done


async def rescue(source: Store, target: Store, progress: Progress) -> Copied:
    """Bring everything that can be read of a damaged store into an empty one."""
    done = Copied()
    batch = BundleBuffer(target, done.refused)
    async with source.snapshot() as now:
        async for bundle in each(now, done, progress):
            if kept := storable(bundle, done):
                await batch.add(kept)
        await batch.write()
    return done


async def equal(store: Store, digests: dict[str, bytes]) -> bool:
    """Whether a store has exactly these tables, compared one by one as they are read back."""
    async with store.snapshot() as now:
        if set(await now.names()) != set(digests):
            return False
        return all([(await now.bundle(name)).digest == digest for name, digest in digests.items()])


async def each(now: Snapshot, done: Copied, progress: Progress) -> AsyncIterator[Bundle]:
    """Every table that can be read."""
    names = await now.names()
    for number, name in enumerate(names, 1):
        try:
            bundle = await now.bundle(name)
        except Unreadable:
            done.unreadable.append(shown(name))
        else:
            if name in now.incomplete:
                done.incomplete.append(name)
            done.tables += 1
            done.alone += not bundle.rows[TABLES.name]
            yield bundle
        progress(number, len(names))


def storable(bundle: Bundle, done: Copied) -> Bundle | None:
    """The part of a table that another store can take: without its row, only what outlives a table, if anything."""
    whole, bundle = bundle, mended(bundle)
    if bundle is not whole and bundle.table not in done.incomplete:
        done.incomplete.append(bundle.table)
    rows = {name: rows if name in OUTLIVING else [] for name, rows in bundle.rows.items()}
    if bundle.rows[TABLES.name] or rows == bundle.rows:
        return bundle
    done.unreadable.append(bundle.table)
    done.tables -= 1
    done.alone -= 1
    return Bundle(bundle.table, rows) if any(rows.values()) else None


def shown(name: str) -> str:
    """The name of a table, which damage may have made unprintable."""
    return name.encode("utf-8", "replace").decode()


class BundleBuffer:
    """Collects bundles and writes them in batches."""

    def __init__(self, store: Store, refused: list[str]) -> None:
        self._store, self._refused = store, refused
        self._waiting: list[Bundle] = []
        self._entries = 0

    async def add(self, bundle: Bundle) -> None:
        """Add a bundle; write when the batch is full."""
        self._waiting.append(bundle)
        self._entries += bundle.entries
        if self._entries > BATCH_SIZE or len(self._waiting) > BATCH_SIZE // 10:
            await self.write()

    async def write(self) -> None:
        """Write the batch; if that fails, one bundle at a time."""
        waiting, self._waiting, self._entries = self._waiting, [], 0
        try:
            await self._store.put(waiting)
        except StoreError:
            for bundle in waiting:
                await self._try(bundle)

    async def _try(self, bundle: Bundle) -> None:
        try:
            await self._store.put([bundle])
        except StoreError:
            if not faults(bundle):  # nothing is wrong with the table: it is the store
                raise
            self._refused.append(bundle.table)


async def _pass(source: Store, target: Store, known: dict[str, bytes], done: Copied, progress: Progress) -> int:
    """Copy tables that are missing or older in the target, delete those gone from the source; count both."""
    changed, fresh, batch = 0, set[str](), BundleBuffer(target, done.refused)
    async with source.snapshot() as now:
        async for found in each(now, done, progress):
            if (bundle := storable(found, done)) is None:
                continue
            fresh.add(bundle.table)
            if known.get(bundle.table) != (digest := bundle.digest):
                await _bring(bundle, target, batch, bundle.table in known)
                known[bundle.table], changed = digest, changed + 1
        await batch.write()
    gone = set(known) - fresh - set(done.unreadable)
    for name in gone:
        await target.put([Bundle(name, {})], replace=True)
        del known[name]
    return changed + len(gone)


async def _bring(bundle: Bundle, target: Store, batch: BundleBuffer, there: bool) -> None:
    """Write a table, in place of an older one of the same past where one is there."""
    if not there:
        await batch.add(bundle)
        return
    await batch.write()
    async with target.snapshot() as kept:
        older = await kept.bundle(bundle.table)
    if not continues(bundle, older):
        raise Newer(bundle.table)
    await target.put([bundle], replace=True)
