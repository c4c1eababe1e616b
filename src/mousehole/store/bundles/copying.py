"""Brings tables from one store, or a backup, into another: nothing is lost, nothing newer is written over."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from mousehole.core.words import line
from mousehole.store.bundles.backup_file import BackupWriter, Heading, checked, tables_in
from mousehole.store.bundles.bundle import Bundle, Moment
from mousehole.store.bundles.bundle_checks import Unreadable, continues, faults
from mousehole.store.store import Store, StoreError, Taken

PILE = 2_000  # entries that are written at once
PASSES = 5  # looks at a store that is played on meanwhile
Progress: TypeAlias = Callable[[int, int], None]  # how many of how many


class NotEmpty(StoreError):
    """A store has tables of its own, which nothing may be mixed with."""

    def __init__(self, table: str) -> None:
        words = "The store there has games of its own, such as table {table}. Nothing was changed: use an empty one."
        super().__init__(line(words, table=table))


class Newer(StoreError):
    """A table has gone on in the store where it should be written."""

    def __init__(self, table: str) -> None:
        super().__init__(line("Table {table} has gone on in the other store: it stays as it is.", table=table))


class Copied(Struct):
    """What became of a copy."""

    tables: int = 0
    written: int = 0  # of these, now; the others were there
    again: int = 0  # tables that changed meanwhile and were copied again
    unreadable: list[str] = []
    refused: list[str] = []  # so damaged that the other store does not take them
    settled: bool = True  # at the last look both were the same


async def back_up(store: Store, path: Path, secret: bytes, progress: Progress) -> Copied:
    """Write all that is kept at this moment to a file, while people play on."""
    done = Copied()
    async with store.moment() as now:
        file = BackupWriter(path, Heading(time.time(), secret=secret))
        try:
            async for bundle in each(now, done, progress):
                await asyncio.to_thread(file.add, bundle)
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
    pile = Pile(store, done.refused)
    async with store.moment() as here:
        kept = set(await here.names())
        for name in sorted(kept - names):
            raise NotEmpty(name)
        for bundle in tables_in(path):
            if bundle.table in kept and (await here.bundle(bundle.table)).digest != bundle.digest:
                raise NotEmpty(bundle.table)
    for bundle in tables_in(path):
        done.tables += 1
        if bundle.table not in kept:
            await pile.add(bundle)
            done.written += 1
        progress(done.tables, total)
    await pile.write()
    digests = {bundle.table: bundle.digest for bundle in tables_in(path) if bundle.table not in done.refused}
    done.settled = await equal(store, digests)
    return done


async def move(source: Store, target: Store, progress: Progress) -> Copied:
    """Copy everything, then look again for what changed meanwhile, until a look finds both the same."""
    known: dict[str, bytes] = {}  # what the target has
    async with target.moment() as there, source.moment() as here:
        names = set(await here.names())
        for name in await there.names():
            if name not in names:
                raise NotEmpty(name)
            known[name] = (await there.bundle(name)).digest
    done = Copied()
    for number in range(PASSES):
        done.tables, done.unreadable = 0, []
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


async def equal(store: Store, digests: dict[str, bytes]) -> bool:
    """Whether a store has exactly these tables, compared one by one as they are read back."""
    async with store.moment() as now:
        if set(await now.names()) != set(digests):
            return False
        return all([(await now.bundle(name)).digest == digest for name, digest in digests.items()])


async def each(now: Moment, done: Copied, progress: Progress) -> AsyncIterator[Bundle]:
    """Every table that can be read."""
    names = await now.names()
    for number, name in enumerate(names, 1):
        try:
            yield await now.bundle(name)
            done.tables += 1
        except Unreadable:
            done.unreadable.append(name)
        progress(number, len(names))


class Pile:
    """Tables that wait until it is worth writing them."""

    def __init__(self, store: Store, refused: list[str]) -> None:
        self._store, self._refused = store, refused
        self._waiting: list[Bundle] = []
        self._entries = 0

    async def add(self, bundle: Bundle) -> None:
        """Put a table on the pile."""
        self._waiting.append(bundle)
        self._entries += bundle.entries
        if self._entries > PILE or len(self._waiting) > PILE // 10:
            await self.write()

    async def write(self) -> None:
        """Write what waits; where that fails, one by one."""
        waiting, self._waiting, self._entries = self._waiting, [], 0
        try:
            await self._store.put(waiting)
        except Taken:
            raise
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
    """Copy what the target has not or has older, delete what is gone; count both."""
    changed, fresh, pile = 0, set[str](), Pile(target, done.refused)
    async with source.moment() as now:
        async for bundle in each(now, done, progress):
            fresh.add(bundle.table)
            if known.get(bundle.table) != (digest := bundle.digest):
                await _bring(bundle, target, pile, bundle.table in known)
                known[bundle.table], changed = digest, changed + 1
        await pile.write()
    gone = set(known) - fresh - set(done.unreadable)
    for name in gone:
        await target.put([Bundle(name, {})], replace=True)
        del known[name]
    return changed + len(gone)


async def _bring(bundle: Bundle, target: Store, pile: Pile, there: bool) -> None:
    """Write a table, in place of an older one of the same past where one is there."""
    if not there:
        await pile.add(bundle)
        return
    await pile.write()
    async with target.moment() as kept:
        older = await kept.bundle(bundle.table)
    if not continues(bundle, older):
        raise Newer(bundle.table)
    await target.put([bundle], replace=True)
