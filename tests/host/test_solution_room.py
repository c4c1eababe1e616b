"""Solved boards take so much of the disk and no more."""

import os
import time
from pathlib import Path

import pytest

from mousehole import shelf
from mousehole.core.words import UserError
from mousehole.games.mmm.solver.exact import EXACT
from mousehole.host.processes import OwnProcesses
from mousehole.host.solution_room import bytes_used, make_room
from mousehole.host.solving import Solving
from mousehole.store import DAY

MMM = shelf.find("mmm")
TINY = 'steps = 3\npantry = """\nC B\n"""'


def solution(folder: Path, name: str, size: int, days: float) -> Path:
    """A file that was last used so many days ago."""
    file = folder / f"mmm-{name}.chances"
    file.write_bytes(bytes(size))
    os.utime(file, (time.time() - days * DAY, time.time()))
    return file


def test_the_longest_unused_make_way_and_no_more_than_needed(tmp_path: Path) -> None:
    old, older, new = (solution(tmp_path, name, 40, days) for name, days in (("a", 5), ("b", 9), ("c", 0.1)))
    make_room(tmp_path, 10, budget=100)
    assert (older.exists(), old.exists(), new.exists()) == (False, True, True)
    make_room(tmp_path, 20, budget=100)
    assert old.exists()


def test_what_is_in_use_is_not_removed_for_others(tmp_path: Path) -> None:
    files = [solution(tmp_path, name, 40, 0.1) for name in "ab"]
    with pytest.raises(UserError, match="tomorrow"):
        make_room(tmp_path, 30, budget=100)
    assert all(file.exists() for file in files)


def test_what_can_never_fit_is_refused_at_once(tmp_path: Path) -> None:
    old = solution(tmp_path, "a", 40, 9)
    with pytest.raises(UserError, match="are set aside"):
        make_room(tmp_path, 101, budget=100)
    assert old.exists()


async def test_a_board_whose_solution_does_not_fit_is_not_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path))
    solving = Solving(OwnProcesses(workers=1))
    solving.budget = 100 << 20
    work = solving.start(MMM, MMM.setup(side="two_paws", steps=30))
    await solving._tasks.finish()
    assert work.stage == "failed"
    assert work.problem
    assert "set aside" in work.problem.text
    assert not (tmp_path / "solutions").exists()
    solving.close()


def test_the_size_of_a_solution_is_known_beforehand_and_using_it_is_noted(tmp_path: Path) -> None:
    state = MMM.new(MMM.setup(board=TINY))
    EXACT.solve(tmp_path, state, lambda done, total: None)
    (file,) = tmp_path.iterdir()
    assert bytes_used(tmp_path) == EXACT.size(state)
    os.utime(file, (0, file.stat().st_mtime))
    assert EXACT.open(tmp_path, state)
    assert file.stat().st_atime > time.time() - DAY
