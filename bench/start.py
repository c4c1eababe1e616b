"""How long people wait: for `--help`, and for a saved game of 2,000 events to open."""

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from mousehole import shelf
from mousehole.core.game import Chance, Decide
from mousehole.host import Host, snapshot
from mousehole.host.stored_table import Begun, add_events
from mousehole.store import SqliteStore
from mousehole.table import Chair, Table, Undo, encode

EVENTS = 2000
PANTRY = "\n".join(" ".join("BFGHC"[(column + 2 * row) % 5] for column in range(12)) for row in range(12))


def long_game():
    """Play Mmm! on the largest pantry, taking back at the end, until the log has 2,000 events in force or undone."""
    game = shelf.find("mmm")
    setup = game.setup(board=f'steps = 30\npantry = """\n{PANTRY}\n"""')
    luck, state, events = Random(1), game.new(setup), []
    while isinstance(turn := game.turn(state), Decide | Chance):
        event = luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random())
        state = game.apply(state, event)
        events.append(event)
    return game, setup, tuple(events)


async def opening():
    """Write a log of 2,000 events and time how long a fresh host takes from the file to the first scene."""
    game, setup, events = long_game()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        host = Host(await SqliteStore.open(path))
        table = await host.open(game, setup, (Chair("person"),), begun=Begun(events))
        await lengthen(host, table, events)
        await host.close()
        times = []
        for _ in range(5):
            host = Host(await SqliteStore.open(path))
            begun = time.perf_counter()
            opened = await host.table(table.id)
            snapshot(opened, None)
            times.append(time.perf_counter() - begun)
            await host.close()
        return opened.entry, min(times)


async def lengthen(host: Host, table: Table, events):
    """Take the game back and play it again until the log is long enough."""
    while table.entry < EVENTS:
        back = table.propose(Undo(0, table.entry, 0, ""))
        await host.store.append(table.id, table.entry, [encode(back.entry)])
        table.add(back)
        first = table.entry
        add_events(table, events[: EVENTS - table.entry])
        await host.store.append(table.id, first, [encode(entry) for entry in table.log[first:]])


def helping():
    """Time `--help` in fresh processes."""
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-m", "mousehole", "--help"], stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - begun)
    return min(times)


def main():
    """Print both, as the best of five."""
    print(f"--help: {helping() * 1e3:.0f} ms")
    entries, seconds = asyncio.run(opening())
    print(f"opening a saved game with {entries} entries: {seconds * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
