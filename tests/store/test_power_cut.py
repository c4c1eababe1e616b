"""An acknowledged move is on the disk: the syncs are counted, and only what was synced survives."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.store.acknowledging import ROUNDS, TABLES

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture(scope="module")
def counter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that counts syncs."""
    compiler = shutil.which("cc")
    if sys.platform != "linux" or not compiler:
        pytest.skip("counting syncs needs Linux and a C compiler (cc)")
    library = tmp_path_factory.mktemp("syncs") / "syncs.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, HERE / "syncs.c", "-ldl"], check=True)
    return library


def played(counter: Path, folder: Path, synchronous: str, checkpoint: int = 1000) -> dict[str, Any]:
    (folder / "disk").mkdir()
    settings = {"LD_PRELOAD": str(counter), "POWER_CUT": str(folder / "disk"), "PYTHONPATH": os.pathsep.join(paths())}
    command = [sys.executable, "-m", "tests.store.acknowledging", folder / "db", synchronous, str(checkpoint)]
    done = subprocess.run(command, env=os.environ | settings, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def paths() -> list[str]:
    return [path for path in sys.path if path]


def lost(folder: Path) -> list[str]:
    """List the moves that were acknowledged and would be gone after a power cut at that moment."""
    cuts = sorted((folder / "cuts").iterdir())
    assert len(cuts) >= 20 + ROUNDS
    return [cut.name for cut in cuts if not survives(cut, *cut.name.rsplit("-", 1))]


def survives(cut: Path, table: str, entry: str) -> bool:
    forget_unnamed(cut)
    db = sqlite3.connect(cut / "db")
    try:
        kept = db.execute('SELECT line FROM log WHERE "table" = ? ORDER BY entry', (table,)).fetchall()
        sound = db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    except sqlite3.Error:  # not even the schema has reached the disk
        return False
    finally:
        db.close()
    return sound and kept == [(b"%d" % n,) for n in range(int(entry) + 1)]


def forget_unnamed(cut: Path) -> None:
    """Drop the files whose names were not yet, or no longer, in the folder when it was last synced."""
    named = (cut / "names").read_text().split() if (cut / "names").exists() else []
    for file in cut.iterdir():
        if file.name not in named:
            file.unlink()


@pytest.mark.parametrize("checkpoint", [1000, 10], ids=["log only", "log and checkpoints"])
def test_an_acknowledged_move_survives_a_power_cut(counter: Path, tmp_path: Path, checkpoint: int) -> None:
    report = played(counter, tmp_path, "FULL", checkpoint)
    assert lost(tmp_path) == []
    assert min(report["alone"]) >= 1  # at each lone acknowledgement a sync lies behind it


def test_many_tables_share_a_sync(counter: Path, tmp_path: Path) -> None:
    shared = played(counter, tmp_path, "FULL")["together"]
    assert shared["commits"] <= shared["syncs"]
    assert shared["syncs"] * 5 <= TABLES * ROUNDS


def test_without_waiting_for_the_disk_moves_would_be_lost(counter: Path, tmp_path: Path) -> None:
    report = played(counter, tmp_path, "NORMAL")
    assert len(lost(tmp_path)) >= 20
    assert min(report["alone"]) == 0
