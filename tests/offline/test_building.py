"""What the folder is built from, and what stops the building."""

import os
import re
from pathlib import Path

import pytest

from mousehole.core.words import UserError
from mousehole.offline.building import fetching
from mousehole.offline.building.fetching import PYODIDE, WHEELS
from mousehole.offline.building.folder import SIGN, early_pages, house_files, refuse_others
from mousehole.offline.building.packing import _made_once
from mousehole.web.install_files import MANIFEST, NAMES

ROOT = Path(__file__).parents[2]


def test_packages_have_the_versions_and_hashes_that_servers_play_with():
    lock = (ROOT / "locks" / "play.txt").read_text("utf-8")
    for wheel in WHEELS:
        found = re.search(rf"^{wheel.name}==(\S+)", lock, re.MULTILINE)
        assert found and found[1] == wheel.version
        assert f"sha256:{wheel.sha256}" in lock


def test_a_folder_that_holds_something_else_is_refused(tmp_path):
    refuse_others(tmp_path / "new")
    (tmp_path / "letter.txt").write_text("dear aunt", "utf-8")
    with pytest.raises(UserError, match="holds something else"):
        refuse_others(tmp_path)
    (tmp_path / SIGN).write_text("{}", "utf-8")
    refuse_others(tmp_path)


def test_what_was_made_for_builds_long_past_is_deleted(tmp_path, monkeypatch):
    monkeypatch.setattr(fetching, "wheels", lambda kept: [kept / "segno-1.whl"])
    old = [_made_once(tmp_path / f"compiled-{n}.zip", lambda rough: rough.write_bytes(b"old")) for n in range(20)]
    for age, file in enumerate(sorted(tmp_path.iterdir())):
        os.utime(file, (age, age))
    assert _made_once(tmp_path / "compiled-0.zip", never) == old[0]  # is of use again
    for name in ("packed-now.xz", "segno-0.whl", "segno-1.whl", "pyodide-1.0.tgz", f"{PYODIDE.replace('@', '-')}.tgz"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "pyodide-1.0").mkdir()
    fetching.forget_old(tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert {"compiled-0.zip", "packed-now.xz"} <= left and len(left) == fetching.BUILT_FILES_KEPT + 2
    assert left - {path.name for pattern in fetching.BUILT_FILES for path in tmp_path.glob(pattern)} == {
        "segno-1.whl",
        f"{PYODIDE.replace('@', '-')}.tgz",
    }


def never(rough):
    raise AssertionError("it was made before")


async def test_pages_written_beforehand_ask_for_nothing_that_the_folder_lacks():
    found = {f"/a/b/{name}" for name in house_files()} | {f"/a/b/{name}" for name in (*NAMES, MANIFEST)}
    for pages in (await early_pages("/a/b")).values():
        for page in pages.values():
            asked = re.findall(r'<(?:script|link)[^>]* (?:src|href)="([^"?]+)', page.decode())
            assert len(asked) > 8 and found >= {*asked}


def test_without_npm_it_is_said_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="comes by npm"):
        fetching.python_for_browsers(tmp_path)
