"""The SQLite file: versions, damage, locks, and commits that several tables share."""

import asyncio
import hashlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from mousehole.store import SqliteStore, StoreError
from mousehole.store import sqlite as connecting
from mousehole.store.migrations import steps
from tests.store.rows import table


async def opened_and_closed(path: Path) -> None:
    await (await SqliteStore.open(path)).close()


async def test_the_writer_waits_for_the_disk(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "db")
    pragmas = [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("fullfsync", 1)]
    for name, value in pragmas:
        query = f"PRAGMA {name}"
        assert await store.writer.write(lambda db, q=query: db.execute(q).fetchone()) == (value,)  # type: ignore[misc]
    await store.close()


async def test_the_schema_itself_settles_races(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "db")
    await store.create(table("t"), [b"0"])
    db = sqlite3.connect(tmp_path / "db")
    db.execute("PRAGMA foreign_keys = ON")
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        db.execute("INSERT INTO log VALUES ('t', 0, 'other', 'seal')")
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        db.execute("INSERT INTO log VALUES ('nobody', 0, 'line', 'seal')")
    db.close()
    await store.close()


async def test_moves_that_arrive_during_a_commit_share_the_next(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "db")
    names = [f"t{n}" for n in range(200)]
    await asyncio.gather(*(store.create(table(name)) for name in names))
    before = store.writer.commits
    await asyncio.gather(*(store.append(name, 0, [b"0"]) for name in names))
    assert 1 <= store.writer.commits - before <= 20
    await store.close()


async def test_a_job_that_breaks_fails_alone(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "db")
    good = [store.create(table(f"t{n}")) for n in range(10)]
    bad = [store.writer.write(lambda db: db.execute("SELECT nonsense")), store.writer.write(lambda db: 1 // 0)]
    outcomes = await asyncio.gather(*good[:5], *bad, *good[5:], return_exceptions=True)
    assert [type(o).__name__ for o in outcomes if o] == ["OperationalError", "ZeroDivisionError"]
    assert len(await store.tables()) == 10
    await store.close()


async def test_a_file_of_a_later_version_is_left_as_it_is(tmp_path: Path) -> None:
    path, known = tmp_path / "db", len(steps("sqlite"))
    await opened_and_closed(path)
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {known + 6}")
    db.close()
    before = hashlib.sha256(path.read_bytes()).digest()
    with pytest.raises(StoreError, match=f"version {known + 6}; this program knows versions up to {known}"):
        await SqliteStore.open(path)
    assert hashlib.sha256(path.read_bytes()).digest() == before
    assert names(tmp_path) == ["db"]


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def test_a_file_of_an_earlier_version_takes_the_missing_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "db"
    store = await SqliteStore.open(path)
    await store.create(table("t"), [b"0"])
    await store.close()
    later = (*steps("sqlite"), "ALTER TABLE tables ADD COLUMN mood TEXT; CREATE TABLE guests (name TEXT);")
    monkeypatch.setattr(connecting, "steps", lambda kind: later)
    await opened_and_closed(path)
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (len(later),)
    assert db.execute("SELECT id, mood FROM tables").fetchall() == [("t", None)]
    db.close()


async def test_a_step_that_fails_leaves_the_version_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, known = tmp_path / "db", len(steps("sqlite"))
    await opened_and_closed(path)
    monkeypatch.setattr(connecting, "steps", lambda kind: (*steps(kind), "CREATE TABLE guests (name TEXT); NONSENSE;"))
    with pytest.raises(StoreError, match="NONSENSE"):
        await SqliteStore.open(path)
    monkeypatch.undo()
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (known,)
    assert not db.execute("SELECT name FROM sqlite_master WHERE name = 'guests'").fetchall()
    db.close()
    await opened_and_closed(path)


async def test_a_file_that_is_no_database_is_explained_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "db"
    path.write_bytes(b"a letter to grandmother, not a database. " * 100)
    with pytest.raises(StoreError, match="damaged"):
        await SqliteStore.open(path)
    assert path.read_bytes().startswith(b"a letter to grandmother")


async def test_a_damaged_page_is_explained_and_other_tables_are_read(tmp_path: Path) -> None:
    path = tmp_path / "db"
    store = await SqliteStore.open(path)
    for name in "abc":
        await store.create(table(name), [bytes([n]) * 900 for n in range(100)])
    await store.close()
    wound(path, page_of(path, b"\x63" * 900))
    store = await SqliteStore.open(path)
    with pytest.raises(StoreError, match="damaged"):
        await store.log("c")
    assert len(await store.log("a")) == 100
    await store.close()


def page_of(path: Path, content: bytes) -> int:
    """Find the last page that holds this content."""
    return path.read_bytes().rindex(content) // 4096


def wound(path: Path, page: int) -> None:
    """Overwrite a page with rubbish."""
    with path.open("r+b") as file:
        file.seek(page * 4096)
        file.write(b"\xff" * 4096)


async def test_a_folder_in_the_way_is_explained(tmp_path: Path) -> None:
    (tmp_path / "db").mkdir()
    with pytest.raises(StoreError, match="cannot be written"):
        await SqliteStore.open(tmp_path / "db")


@pytest.mark.skipif(sys.platform == "win32", reason="permissions work differently on Windows")
def test_a_folder_without_permission_is_explained(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o555)
    words = said_to_somebody_else(tmp_path / "closed" / "db")
    assert "cannot be written: check the folder and its permissions" in words


@pytest.mark.skipif(sys.platform == "win32", reason="permissions work differently on Windows")
def test_a_file_without_permission_is_explained(tmp_path: Path) -> None:
    asyncio.run(opened_and_closed(tmp_path / "db"))
    (tmp_path / "db").chmod(0o444)
    tmp_path.chmod(0o555)
    words = said_to_somebody_else(tmp_path / "db")
    assert "cannot be written: check the folder and its permissions" in words


_OPEN = """
import asyncio, os, sys
from pathlib import Path
from mousehole.store import SqliteStore, StoreError
async def trial(path):
    await (await SqliteStore.open(path)).close()
asyncio.run(trial(Path(sys.argv[2])))  # loads every module while it still may
if os.getuid() == 0:
    os.setuid(65534)
try:
    asyncio.run(trial(Path(sys.argv[1])))
except StoreError as error:
    print(error)
"""


def said_to_somebody_else(path: Path) -> str:
    """Open a file as a user whom permissions hold back, and hear why it fails."""
    if os.getuid() == 0:
        for folder in list(path.parents)[1:-2]:
            folder.chmod(folder.stat().st_mode | 0o011)
    with TemporaryDirectory() as spare:
        command = [sys.executable, "-c", _OPEN, path, Path(spare) / "db"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


async def test_a_file_that_another_program_keeps_locked_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "LOCK_TIMEOUT", 0.2)
    store = await SqliteStore.open(tmp_path / "db")
    await store.create(table("t"))
    other = sqlite3.connect(tmp_path / "db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="Another program keeps the saved games locked"):
        await store.append("t", 0, [b"0"])
    assert await store.log("t") == []
    other.execute("ROLLBACK")
    other.close()
    await store.append("t", 0, [b"0"])
    await store.close()


async def test_a_new_file_opened_by_many_at_once_is_made_once(tmp_path: Path) -> None:
    stores = await asyncio.gather(*(SqliteStore.open(tmp_path / "db") for _ in range(12)))
    await asyncio.gather(*(store.create(table(f"t{n}")) for n, store in enumerate(stores)))
    assert len(await stores[0].tables()) == 12
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_full_disk_loses_only_what_was_not_acknowledged(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "db")
    await store.create(table("t"), [b"0"])
    await store.writer.write(lambda db: db.execute("PRAGMA max_page_count = 12").fetchone())
    outcomes = await asyncio.gather(
        store.append("t", 1, [b"1"]), store.append("t", 2, [bytes(900_000)]), return_exceptions=True
    )
    assert any(isinstance(o, StoreError) and "is full" in str(o) for o in outcomes)
    kept = [b"0", *([] if outcomes[0] else [b"1"])]
    assert await store.log("t") == kept
    await store.writer.write(lambda db: db.execute("PRAGMA max_page_count = 100000").fetchone())
    await store.append("t", len(kept), [b"on"])
    assert await store.log("t") == [*kept, b"on"]
    await store.close()


async def test_reading_goes_on_while_another_writes(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "db")
    await store.create(table("t"), [b"0"])
    other = sqlite3.connect(tmp_path / "db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    connecting.result(store._append(connecting.SqliteConnection(other), "t", 1, [b"1"], 5.0, None, None))
    assert await asyncio.wait_for(store.log("t"), 240) == [b"0"]
    other.execute("COMMIT")
    other.close()
    assert await store.log("t") == [b"0", b"1"]
    await store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="permissions work differently on Windows")
async def test_a_new_file_is_closed_to_other_people(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "db")
    await store.create(table("t"))
    assert modes(tmp_path) == {0o600}
    await store.close()


def modes(folder: Path) -> set[int]:
    return {file.stat().st_mode & 0o777 for file in folder.iterdir()}
