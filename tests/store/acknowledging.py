"""A program that notes, at each acknowledgement, what a power cut at that moment would leave."""

import asyncio
import json
import os
import shutil
import sys
from pathlib import Path

from mousehole.store import SqliteStore
from tests.store.rows import table

DISK = Path(os.environ.get("POWER_CUT", ""))
TABLES = 100
ROUNDS = 5


def syncs():
    return (DISK / "count").stat().st_size


def cut(folder):
    """Keep what the disk holds, unless a sync of somebody else's moves comes in between."""
    before = syncs()
    shutil.copytree(DISK, folder)
    if syncs() != before:
        shutil.rmtree(folder)


async def alone(store, cuts):
    """Append one move at a time: for each, the syncs between asking and acknowledgement."""
    waited = []
    for entry in range(20):
        before = syncs()
        await store.append("lone", entry, [b"%d" % entry])
        waited.append(syncs() - before)
        cut(cuts / f"lone-{entry}")
    return waited


async def together(store, cuts):
    """Append to many tables at once, several times, and note some of the acknowledged moments."""

    async def append(number, entry):
        await store.append(f"t{number}", entry, [b"%d" % entry])
        if number % 25 == 24:
            cut(cuts / f"t{number}-{entry}")

    before, commits = syncs(), store.writer.commits
    for entry in range(ROUNDS):
        await asyncio.gather(*(append(number, entry) for number in range(TABLES)))
    return {"syncs": syncs() - before, "commits": store.writer.commits - commits}


async def main(path, synchronous, checkpoint):
    cuts = path.parent / "cuts"
    store = await SqliteStore.open(path, synchronous=synchronous)
    await store.writer.write(lambda db: db.execute(f"PRAGMA wal_autocheckpoint = {checkpoint}"))
    await asyncio.gather(*(store.create(table(name)) for name in ["lone", *(f"t{n}" for n in range(TABLES))]))
    print(json.dumps({"alone": await alone(store, cuts), "together": await together(store, cuts)}))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
