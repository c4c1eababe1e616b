"""A program to be killed: it plays at several tables for ever, and notes each acknowledged line."""

import asyncio
import os
import sys
from pathlib import Path

from mousehole.store import SqliteStore, Taken
from tests.store.rows import table


async def play(store, name, notes):
    """Append one to three lines at a time, each naming its own place."""
    entry = await seated(store, name)
    while True:
        lines = [f"{name} {number} {os.getpid()}".encode() for number in range(entry, entry + 1 + entry % 3)]
        try:
            await store.append(name, entry, lines)
        except Taken:  # the other process was faster
            entry = len(await store.log(name))
            continue
        os.write(notes, b"\n".join([*lines, b""]))
        entry += len(lines)


async def seated(store, name):
    row = await store.table(name)
    if row:
        return row.entries
    try:
        await store.create(table(name))
    except Taken:
        return await seated(store, name)
    return 0


async def main(path, notes, names):
    store = await SqliteStore.open(Path(path))
    file = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    await asyncio.gather(*(play(store, name, file) for name in names))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
