"""All saved games of a browser as one file, the same as `mousehole backup` writes, and back again."""

import tempfile
import time
from pathlib import Path

from mousehole.store import Store
from mousehole.store.bundles.backup_file import BackupWriter, Heading, checked, tables_in
from mousehole.store.bundles.bundle_checks import Unreadable


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


async def brought_back(store: Store, data: bytes) -> list[str]:
    """Add the tables of a file that are not here; those that came are named. First the whole file is checked."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games"
        path.write_bytes(data)
        checked(path)
        async with store.moment() as now:
            here = set(await now.names())
        fresh = [bundle for bundle in tables_in(path) if bundle.table not in here]
        for bundle in fresh:
            await store.put([bundle])
        return [bundle.table for bundle in fresh]
