"""What was compiled is kept for the next start; nothing that is lost or broken there stops a game."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mousehole.core import compiled

pytestmark = pytest.mark.skipif(not compiled.fast(), reason="numba is not installed")

SHARED = """
from mousehole.core.compiled import compiled

@compiled()
def first(box):
    return box.price + 1
"""
OWN = """
from typing import NamedTuple
from shared import first

class Box(NamedTuple):
    price: int

print(first(Box({price})), sum(first.stats.cache_hits.values()))
"""


@pytest.fixture
def program(tmp_path):
    """Run a program beside a function that several share; it tells its result and how much it found compiled."""
    (tmp_path / "shared.py").write_text(SHARED)

    def run(name: str, price: int = 1) -> str:
        (tmp_path / f"{name}.py").write_text(OWN.format(price=price))
        path = os.pathsep.join([str(tmp_path), str(Path(compiled.__file__).parents[2])])
        env = os.environ | {"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
        command = [sys.executable, "-c", f"import {name}"]
        return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout.strip()

    return run


def kept(tmp_path):
    return sorted((tmp_path / "kept").rglob("*.kept"))


def test_each_package_finds_its_own_again_and_one_that_is_gone_stops_nobody(program, tmp_path):
    assert program("mill") == "2 0"
    assert program("guest") == "2 0"  # its type is called Box, too
    assert len(kept(tmp_path)) == 2
    (tmp_path / "guest.py").unlink()
    assert program("mill", price=5) == "6 1"


def test_a_torn_file_is_made_again(program, tmp_path):
    program("mill")
    (file,) = kept(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert program("mill") == "2 0"
    assert len(file.read_bytes()) == len(whole)


def test_without_a_place_to_keep_them_functions_are_compiled_all_the_same(monkeypatch):
    numba = pytest.importorskip("numba")
    asked = []

    def nowhere(**options):
        asked.append(options["cache"])
        if options["cache"]:
            raise RuntimeError("cannot cache function: no locator available")
        return lambda function: function

    monkeypatch.setattr(numba, "njit", nowhere)
    assert compiled.compiled()(len) is len
    assert asked == [True, False]


def test_versions_nobody_used_for_long_are_swept_away(monkeypatch, tmp_path):
    monkeypatch.setattr(compiled, "folder", lambda: tmp_path / "compiled-now")
    monkeypatch.setattr(compiled, "shelf", lambda: tmp_path)
    for name, days in (("compiled-now", 90), ("compiled-old", 90), ("compiled-used", 90), ("solved-old", 90)):
        aged(tmp_path / name, days)
    aged(tmp_path / "compiled-used" / "warm", 2)
    compiled.sweep()
    assert sorted(left.name for left in tmp_path.iterdir()) == ["compiled-now", "compiled-used", "solved-old"]


def aged(folder, days):
    """Make a folder that was last used some days ago."""
    folder.mkdir()
    then = time.time() - days * 86_400
    for each in (folder, folder.parent):
        os.utime(each, (then, then))
