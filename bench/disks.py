"""Cuts the power under a SQLite store: writes that were never synced are kept, lost or torn, and syncs fail.

`./mousehole bench disks --cuts 200` writes on a disk that fails (`disks.c`, needs a C compiler), cuts the power at some
step, opens the file and looks for every move that was acknowledged. The exit code is 1 where one is missing.
"""

import argparse
import asyncio
import os
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from mousehole.store import SqliteStore, StoreError
from tests.store.rows import table

TABLES = 4
LONGEST = 600  # steps until a cut
TEXT = b"%d of a game " * 20
POWER_CUT = 9  # the exit code of whoever was writing


def main() -> int:
    """Cut the power again and again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--failing", type=float, default=0.05, help="share of syncs that fail")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.write:
        asyncio.run(write(asked.write))
        return 0
    seen, luck = Counter[str](), random.Random(asked.seed)
    with TemporaryDirectory() as place:
        library = Path(place) / "disks.so"
        source = Path(__file__).with_name("disks.c")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        for number in range(asked.cuts):
            folder = Path(place) / str(number)
            folder.mkdir()
            failing = asked.failing * luck.choice((0, 1))
            seen.update(suffered(folder, library, luck.randrange(LONGEST), failing, luck.randrange(1, 1 << 30)))
    print(f"{asked.cuts} power cuts:", *(f"{count} {what}" for what, count in seen.items()), sep="\n  ")
    return int(bool(seen["acknowledged and lost"] + seen["files refused"] + seen["faults"]))


async def write(path: Path) -> None:
    """Write games as fast as they are acknowledged, and say so; what fails is tried again."""
    store = await SqliteStore.open(path)
    for number in range(TABLES):
        await store.create(table(f"{number}"))
    await asyncio.gather(*(moves(store, f"{number}") for number in range(TABLES)))


async def moves(store: SqliteStore, name: str) -> None:
    """Write one game."""
    entry = 0
    while True:
        try:
            await store.append(name, entry, [TEXT % ((entry,) * 20)])
        except StoreError:
            row = await store.table(name)
            assert row
            entry = row.entries
        else:
            entry += 1
            os.write(1, f"{name} {entry}\n".encode())


def suffered(folder: Path, library: Path, cut_at: int, failing: float, seed: int) -> Counter[str]:
    """Write until the power is cut, then look what is left."""
    path = folder / "mousehole.db"
    env = os.environ | {"LD_PRELOAD": str(library), "DISK_CUT_AT": str(cut_at), "DISK_FAILING": str(failing)}
    command = [sys.executable, __file__, "--write", str(path)]
    told = subprocess.run(command, env=env | {"DISK_SEED": str(seed)}, capture_output=True, text=True, check=False)
    if told.returncode != POWER_CUT:
        return Counter({f"stopped before the cut: {told.stderr.splitlines()[-1].partition(':')[0]}": 1})
    acknowledged = {name: int(entries) for name, entries in map(str.split, told.stdout.splitlines())}
    return asyncio.run(judged(path, acknowledged))


async def judged(path: Path, acknowledged: dict[str, int]) -> Counter[str]:
    """Look for everything that was acknowledged."""
    seen = Counter({"acknowledged": sum(acknowledged.values())})
    try:
        store = await SqliteStore.open(path)
    except StoreError as error:
        return seen + Counter({"files refused": 1, str(error): 1})
    for name, entries in acknowledged.items():
        lines = await store.log(name)
        wrong = [n for n, line in enumerate(lines) if line != TEXT % ((n,) * 20)]
        seen["acknowledged and lost"] += max(0, entries - len(lines)) + len(wrong)
        seen["written and not acknowledged"] += max(0, len(lines) - entries)
    await store.close()
    with closing(sqlite3.connect(path)) as db:
        seen["faults"] += db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]
    return seen


if __name__ == "__main__":
    sys.exit(main())
