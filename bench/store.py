"""Acknowledged moves per second, with and without waiting for the disk, side by side in one run."""

import asyncio
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from mousehole.store import SqliteStore, TableRow

TABLES = (1, 10, 100, 500)
SECONDS = 1.0
ROUNDS = 3
LINE = b'{"kind":"play","seat":0,"event":{"type":"place","face":"cheese","square":"d4"}}'


async def main(folder: Path) -> None:
    """Measure each number of tables in turns, so that both ways run under the same conditions."""
    print(f"{'tables':>6} {'FULL/s':>9} {'NORMAL/s':>9} {'FULL : NORMAL':>14} {'moves per commit':>17}")
    for count in TABLES:
        full, normal = [], []
        for turn in range(ROUNDS):
            full.append(await measured(folder / f"full-{count}-{turn}.db", "FULL", count))
            normal.append(await measured(folder / f"normal-{count}-{turn}.db", "NORMAL", count))
        safe, quick = (median(rate for rate, _ in runs) for runs in (full, normal))
        shared = median(share for _, share in full)
        print(f"{count:>6} {safe:>9,.0f} {quick:>9,.0f} {safe / quick:>14.2f} {shared:>17.1f}")


async def measured(path: Path, synchronous: str, count: int) -> tuple[float, float]:
    """Play at so many tables at once: acknowledged moves per second, and moves that shared a commit."""
    store = await SqliteStore.open(path, synchronous=synchronous)
    await asyncio.gather(*(store.create(row(n)) for n in range(count)))
    before, start = store.writer.commits, time.perf_counter()
    moves = sum(await asyncio.gather(*(played(store, f"t{n}", start + SECONDS) for n in range(count))))
    seconds, commits = time.perf_counter() - start, store.writer.commits - before
    await store.close()
    return moves / seconds, moves / commits


async def played(store: SqliteStore, name: str, end: float) -> int:
    """Move on until the time is up, each move after the acknowledgement of the one before."""
    entry = 0
    while time.perf_counter() < end:
        await store.append(name, entry, [LINE])
        entry += 1
    return entry


def row(number: int) -> TableRow:
    """Make up a table."""
    return TableRow(f"t{number}", "g", "mmm", 1, "", b"{}", None, b"{}", 0.0, 0.0)


if __name__ == "__main__":
    with TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as place:
        asyncio.run(main(Path(place)))
