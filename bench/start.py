"""How long people wait: for `--help`, and for a saved game of 2,000 events to open."""

import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

from mousehole import shelf
from mousehole.core.game import Chance, Decide
from mousehole.host import Host, snapshot
from mousehole.host.concurrency import done
from mousehole.host.stored_table import Begun, adding
from mousehole.store import SqliteStore
from mousehole.table import Chair, Table, Undo, encode

EVENTS = 2000
ROOT = str(Path(__file__).parents[1])
TURNS = 25
JOBS = {
    "--help": ("-m", "mousehole", "--help"),
    "import mousehole": ("-c", "import mousehole"),
    "take Mmm! out": ("-c", "from mousehole import shelf; shelf.find('mmm')"),
}
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
        done(adding(table, Begun(events[: EVENTS - table.entry])))
        await host.store.append(table.id, first, [encode(entry) for entry in table.log[first:]])


def helping():
    """Time `--help` in fresh processes."""
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-m", "mousehole", "--help"], stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - begun)
    return min(times)


def compared(folder):
    """CPU milliseconds of short starts from another checkout and from this one, in turns: the best and the median."""
    times = {(job, tree): [] for job in JOBS for tree in (folder, ROOT)}
    for number in range(TURNS + 1):
        for job, tree in sorted(times, reverse=bool(number % 2)):
            spent = cpu([sys.executable, "-P", *JOBS[job]], tree)
            if number:  # the first turn writes the compiled modules
                times[job, tree].append(spent)
    return {key: (min(found), median(found)) for key, found in times.items()}


def cpu(command, tree):
    """The CPU milliseconds of a process that takes its modules from a checkout."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = {**os.environ, "PYTHONPATH": str(Path(tree, "src"))}
    subprocess.run(command, env=env, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3


def main():
    """Print both, as the best of five; or, with `--against DIR`, short starts beside those of another checkout."""
    if sys.argv[1:2] == ["--against"]:
        for (job, tree), (best, middle) in compared(sys.argv[2]).items():
            print(f"{job:16} {tree}: {best:.1f} ms CPU, median {middle:.1f}")
        return
    print(f"--help: {helping() * 1e3:.0f} ms")
    entries, seconds = asyncio.run(opening())
    print(f"opening a saved game with {entries} entries: {seconds * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
