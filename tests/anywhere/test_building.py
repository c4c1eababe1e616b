"""What the folder is built from, and what stops the building."""

import re
from pathlib import Path

import pytest

from mousehole.anywhere.building import fetching
from mousehole.anywhere.building.folder import SIGN, refuse_others
from mousehole.anywhere.building.pins import WHEELS
from mousehole.core.words import Trouble

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
    with pytest.raises(Trouble, match="holds something else"):
        refuse_others(tmp_path)
    (tmp_path / SIGN).write_text("{}", "utf-8")
    refuse_others(tmp_path)


def test_without_npm_it_is_said_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Trouble, match="comes by npm"):
        fetching.python_for_browsers(tmp_path)
