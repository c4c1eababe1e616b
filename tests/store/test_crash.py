"""Two processes write to the same file and are killed again and again: nothing acknowledged is lost."""

import os
import random
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mousehole.store import SqliteStore

ROOT = Path(__file__).parents[2]
KILLS = 40
MOST = 60  # moves that a writer plays before it is killed
OWN = {"left": ["a", "b", "c"], "right": ["d", "e", "f"]}
SHARED = ["s"]  # both sides write here, and the first one wins


def writer(folder: Path, side: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "tests.store.endless", folder / "db", folder / side, *OWN[side], *SHARED]
    paths = os.pathsep.join(path for path in sys.path if path)
    return subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": paths}, stderr=subprocess.PIPE)


def killed(folder: Path, side: str) -> None:
    """Start a writer and kill it: mostly while it plays, now and then while it still starts."""
    with writer(folder, side) as process:
        if random.random() < 0.8:
            await_notes(folder / side, process, random.randint(1, MOST))
        time.sleep(random.uniform(0, 0.02))
        assert process.poll() is None, process.stderr and process.stderr.read().decode()
        process.kill()


def await_notes(notes: Path, process: "subprocess.Popen[bytes]", more: int) -> None:
    wanted = count(notes) + more
    while count(notes) < wanted and process.poll() is None:
        time.sleep(0.002)


def count(notes: Path) -> int:
    return notes.read_bytes().count(b"\n") if notes.exists() else 0


def kill_often(folder: Path, side: str) -> None:
    for _ in range(KILLS // 2):
        killed(folder, side)


def acknowledged(folder: Path) -> list[list[bytes]]:
    """Read the noted lines as table, entry and process."""
    return [note.split() for side in OWN for note in (folder / side).read_bytes().splitlines()]


async def test_acknowledged_moves_outlive_forty_kills(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as sides:
        list(sides.map(kill_often, [tmp_path] * 2, OWN))
    store = await SqliteStore.open(tmp_path / "db")
    tables = [*OWN["left"], *OWN["right"], *SHARED]
    logs = {name: [line.split() for line in await store.log(name)] for name in tables}
    await store.close()
    notes = acknowledged(tmp_path)
    assert len(notes) > 5 * KILLS  # they did play: about half of MOST, four times out of five
    assert [note for note in notes if logs[note[0].decode()][int(note[1])] != note] == []
    for name, lines in logs.items():
        assert [line[:2] for line in lines] == [[name.encode(), b"%d" % n] for n in range(len(lines))]
    assert sound(tmp_path / "db")


def sound(path: Path) -> bool:
    db = sqlite3.connect(path)
    problems = [*db.execute("PRAGMA integrity_check"), *db.execute("PRAGMA foreign_key_check")]
    db.close()
    return problems == [("ok",)]
