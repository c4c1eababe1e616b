"""All saved games of a browser as one file, the same as `mousehole backup` writes, and back again."""

import tempfile
import time
from pathlib import Path

from msgspec.structs import replace

from mousehole.store import MemoryRow, Store
from mousehole.store.bundles.backup_file import BackupWriter, Heading, checked, tables_in
from mousehole.store.bundles.bundle import MEMORIES, TABLES, Bundle
from mousehole.store.bundles.bundle_checks import Unreadable
from mousehole.store.people.memories import written


async def exported(store: Store) -> bytes:
    """Write every table that can be read into a file; each is read at a moment of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games"
        async with store.moment() as now:
            names = await now.names()
        file = BackupWriter(path, Heading(time.time()))
        for name in names:
            async with store.moment() as now:
                try:
                    file.add(await now.bundle(name))
                except Unreadable:
                    continue
        file.finish()
        return path.read_bytes()


async def brought_back(store: Store, data: bytes, browser: str) -> list[str]:
    """Add what a file has and this browser has not; the tables that came are named. First the whole file is checked."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games"
        path.write_bytes(data)
        checked(path)
        async with store.moment() as now:
            here = set(await now.names())
        fresh = [bundle for bundle in tables_in(path) if bundle.table not in here]
        for bundle in fresh:
            await store.put([adopted(bundle, browser)])
        return [bundle.table for bundle in fresh if bundle.rows[TABLES.name]]


def adopted(bundle: Bundle, browser: str) -> Bundle:
    """A table with the page of an album that this browser has about it; one that outlived its table becomes its own."""
    pages = [MemoryRow(*row[:6]) for row in bundle.rows.get(MEMORIES.name, [])]
    own = [page for page in pages if page.browser == browser] or ([] if bundle.rows[TABLES.name] else pages)
    rows = [written(replace(page, browser=browser)) for page in own[:1]]
    return Bundle(bundle.table, {**bundle.rows, MEMORIES.name: rows})
