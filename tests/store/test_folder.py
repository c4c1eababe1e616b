"""Where saved games live."""

import stat
import sys
from pathlib import Path

import pytest

from mousehole.store import StoreError, folder


def test_the_environment_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path / "deep" / "saves"))
    assert folder() == tmp_path / "deep" / "saves"
    assert folder().is_dir()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a user's folders closed by itself")
def test_a_new_folder_is_closed_to_other_people(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path / "saves"))
    assert stat.S_IMODE(folder().stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_made_is_explained(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path / "file" / "saves"))
    with pytest.raises(StoreError, match=r"file.saves for saved games cannot be made: "):
        folder()
