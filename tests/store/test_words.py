"""Whatever goes wrong is said in every language of the house."""

import sqlite3
from pathlib import Path

import pytest

from mousehole.core.words import languages, voice
from mousehole.store import Closed, Damaged, LogGap, Missing, StoreError, Taken
from mousehole.store import folder as data_folder
from mousehole.store.sqlite import explained, refuse_later, refuse_other_journal, unopened

CODES = [
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CORRUPT_INDEX,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_MISUSE,
]


def failed(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("some reason")
    error.sqlite_errorcode = code
    return error


def raised(doing: object, *arguments: object) -> StoreError:
    assert callable(doing)
    with pytest.raises(StoreError) as caught:
        doing(*arguments)
    return caught.value


def later() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.execute("PRAGMA user_version = 999")
    return db


@pytest.fixture
def errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[StoreError]:
    (tmp_path / "file").touch()
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path / "file" / "saves"))
    return [
        *(Taken("t", 1), LogGap("t", 5), Missing("t"), Closed()),
        *(unopened(failed(code), tmp_path) for code in CODES),
        *(explained(failed(code), tmp_path) for code in CODES[:4]),
        *(Damaged("t"), Damaged("t", [b"0"])),
        raised(data_folder),
        raised(refuse_later, later(), tmp_path),
        raised(refuse_other_journal, sqlite3.connect(":memory:"), tmp_path, "WAL"),
    ]


@pytest.mark.parametrize("language", languages()[1:])
def test_every_failure_has_its_words(errors: list[StoreError], language: str) -> None:
    assert [str(error) for error in errors if not voice(language).knows(error.line)] == []
    assert len({voice(language)(error.line) for error in errors}) == len(errors)


@pytest.mark.parametrize("code", CODES)
def test_those_who_play_hear_of_no_path(code: int, tmp_path: Path) -> None:
    assert str(tmp_path) in str(unopened(failed(code), tmp_path))
    assert str(tmp_path) not in str(explained(failed(code), tmp_path))
