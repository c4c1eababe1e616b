"""Where each system keeps what belongs to a person, and what can be made again."""

import sys
from pathlib import Path

import pytest

from mousehole.folders import InUse, cache_folder, data_folder, put_in_place, solutions

VARIABLES = ("MOUSEHOLE_DATA", "MOUSEHOLE_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA")


@pytest.mark.parametrize(
    ("platform", "variables", "data", "cache"),
    [
        ("linux", {"XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "/cache"}, "/data", "/cache"),
        ("linux", {"XDG_DATA_HOME": "near", "XDG_CACHE_HOME": "near"}, "/mia/.local/share", "/mia/.cache"),
        ("linux", {}, "/mia/.local/share", "/mia/.cache"),
        ("darwin", {}, "/mia/Library/Application Support", "/mia/Library/Caches"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local", "/local"),
        ("win32", {}, "/mia/AppData/Local", "/mia/AppData/Local"),
    ],
)
def test_each_system_has_its_places(monkeypatch, platform, variables, data, cache):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/mia"))
    assert (data_folder(), cache_folder()) == (Path(data) / "mousehole", Path(cache) / "mousehole")


def test_the_environment_names_other_places(monkeypatch, tmp_path):
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("MOUSEHOLE_CACHE", str(tmp_path / "cache"))
    assert (solutions(), cache_folder()) == (tmp_path / "data" / "solutions", tmp_path / "cache")


class Held(type(Path())):
    """A file that another program lets go of after a while, as on Windows."""

    tries = 0

    def replace(self, target):
        Held.tries += 1
        if Held.tries < 3:
            raise PermissionError(13, "Access is denied")
        return super().replace(target)


def test_a_file_in_use_is_replaced_once_it_is_free(tmp_path):
    rough = Held(tmp_path / "rough")
    rough.write_text("new")
    put_in_place(rough, tmp_path / "file", waits=(0, 0, 0))
    assert (tmp_path / "file").read_text() == "new"


def test_a_file_that_stays_in_use_is_named(tmp_path):
    Held.tries = -10
    rough = Held(tmp_path / "rough")
    rough.write_text("new")
    with pytest.raises(InUse, match="file is in use by another program"):
        put_in_place(rough, tmp_path / "file", waits=(0, 0))
