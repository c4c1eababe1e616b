"""Backup, restore, verify, move-store and admin, as somebody who looks after a house calls them."""

import asyncio
import json
import os
import sqlite3
from contextlib import closing

import pytest

from mousehole import shelf
from mousehole.core.game import Chance
from mousehole.host import Host
from mousehole.host.stored_table import settings_of
from mousehole.store import FolderLock, MemoryRow, SqliteStore
from mousehole.store.backup import last_backup
from mousehole.table import Chair, Play, ThrowDice
from tests.cli.test_cli import ROOT, mousehole

MMM = shelf.find("mmm")


async def played(path, tables=3, moves=8):
    """Fill a file with tables that people have begun to play; name them."""
    host = Host(await SqliteStore.open(path))
    found = [await host.open(MMM, MMM.setup(), (Chair("person", "Ana"),)) for _ in range(tables)]
    for table in found:
        for _ in range(moves):
            thrown = isinstance(table.turn, Chance)
            await host.move(table.id, ThrowDice(0, table.entry, "") if thrown else Play(0, table.entry, 0, ""))
    await host.close()
    return [table.id for table in found]


@pytest.fixture
def house(tmp_path):
    """A folder with saved games, and the names of its tables."""
    folder = tmp_path / "house"
    folder.mkdir()
    names = asyncio.run(played(folder / "mousehole.db"))
    (folder / "web.secret").write_bytes(bytes(range(32)))
    return folder, names


def at(folder, *arguments, cwd=None):
    return mousehole(*arguments, cwd=cwd, MOUSEHOLE_DATA=str(folder))


def test_a_backup_brings_a_house_back_links_and_all(house, tmp_path):
    folder, _ = house
    made = at(folder, "backup", tmp_path / "all.backup")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith("3 tables in ")
    assert (tmp_path / "all.backup").stat().st_mode & 0o777 == 0o600
    new = tmp_path / "new"
    back = at(new, "restore", tmp_path / "all.backup")
    assert (back.returncode, back.stdout, back.stderr) == (0, "3 tables restored\n", "")
    assert (new / "web.secret").read_bytes() == bytes(range(32))
    assert at(new, "verify").stdout.startswith("3 tables with ")
    again = at(folder, "backup", tmp_path / "all.backup")
    assert again.returncode == 2 and "choose another name" in again.stderr


def test_a_restore_into_a_house_in_use_is_refused(house, tmp_path):
    folder, _ = house
    at(folder, "backup", tmp_path / "b")
    new = tmp_path / "new"
    new.mkdir()
    asyncio.run(played(new / "mousehole.db", 1))
    refused = at(new, "restore", tmp_path / "b")
    assert refused.returncode == 2 and "games of its own" in refused.stderr
    with FolderLock(folder) as lock:
        lock.tell("http://127.0.0.1:1")
        refused = at(folder, "restore", tmp_path / "b")
    assert refused.returncode == 2 and "already open" in refused.stderr


def test_verify_names_what_is_damaged_and_leaves_with_1(house):
    folder, names = house
    with closing(sqlite3.connect(folder / "mousehole.db", isolation_level=None)) as db:
        db.execute('UPDATE log SET line = ? WHERE "table" = ? AND entry = 4', (b"{}", names[1]))
    found = at(folder, "verify")
    assert found.returncode == 1
    assert found.stdout == f"{names[1]}: damaged: 4 of 9 entries are sound\n1 fault\n"
    page = json.loads(at(folder, "--language", "fr", "verify", "--json").stdout)
    assert [fault["table"] for fault in page["faults"]] == [names[1]]
    assert page["faults"][0]["words"].startswith("abîmée")


def test_a_damaged_file_is_rescued_into_a_new_one(house, tmp_path):
    folder, _ = house
    file = folder / "mousehole.db"
    data = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as db:
        pages = [
            row[0] for row in db.execute("SELECT rootpage FROM sqlite_master WHERE name LIKE '%autoindex_tables%'")
        ]
    start = (pages[0] - 1) * 4096
    data[start : start + 4096] = b"\xff" * 4096
    file.write_bytes(data)
    for command in (("verify",), ("backup", tmp_path / "backup")):
        said = at(folder, *command)
        assert "Traceback" not in said.stderr
    saved = at(folder, "rescue", file)
    assert (saved.returncode, saved.stderr) == (0, "")
    assert saved.stdout == f"3 tables in {folder / 'mousehole.rescued.db'}, 0 of them damaged\n"
    assert file.read_bytes() == data
    assert at(folder, "verify", "--store", folder / "mousehole.rescued.db").stdout.startswith("3 tables with ")
    again = at(folder, "rescue", file)
    assert again.returncode == 2 and "choose another name" in again.stderr


@pytest.mark.parametrize("content", [b"Dear diary,\n" * 500, bytes(40_000)], ids=["text", "zeros"])
def test_where_nothing_can_be_read_nothing_is_written_and_it_is_said(tmp_path, content):
    (tmp_path / "mousehole.db").write_bytes(content)
    for _ in range(2):
        said = at(tmp_path, "rescue", tmp_path / "mousehole.db")
        assert (said.returncode, said.stderr.count("are damaged. Nothing was changed")) == (2, 1)
    assert not (tmp_path / "mousehole.rescued.db").exists()


def test_a_backup_makes_its_folder_counts_tables_and_notes_when_it_was(house, tmp_path):
    folder, _ = house
    asyncio.run(remembering(folder / "mousehole.db"))
    said = at(folder, "backup", tmp_path / "new/backups/one")
    assert said.returncode == 0 and said.stdout.startswith("3 tables in ")
    assert (tmp_path / "new/backups").stat().st_mode & 0o777 == 0o700
    assert last_backup(folder) > 0 == last_backup(tmp_path)


def test_games_move_to_postgresql_and_back(house, tmp_path, postgres):
    folder, names = house
    server = postgres.fresh()
    there = at(folder, "move-store", folder, server)
    assert (there.returncode, there.stdout, there.stderr) == (
        0,
        "3 tables are the same in both stores, 3 of them copied now\n",
        "",
    )
    assert at(folder, "verify", "--store", server).returncode == 0
    assert mousehole("verify", MOUSEHOLE_STORE=server).stdout.startswith("3 tables with ")
    again = at(folder, "move-store", folder / "mousehole.db", server)
    assert again.stdout == "3 tables are the same in both stores, 0 of them copied now\n"
    back = at(tmp_path, "move-store", server, tmp_path / "back.db")
    assert back.returncode == 0, back.stderr
    assert (tmp_path / "web.secret").read_bytes() == (folder / "web.secret").read_bytes()
    assert at(folder, "backup", tmp_path / "one").returncode == 0
    assert at(folder, "backup", tmp_path / "two", "--store", server).returncode == 0
    listed = json.loads(at(folder, "admin", "tables", "--json", "--store", server).stdout)
    assert {row["id"] for row in listed} == set(names)


def test_admin_looks_closes_and_removes(house):
    folder, names = house
    assert all(name in at(folder, "admin", "tables").stdout for name in names)
    page = json.loads(at(folder, "admin", "statistics", "--json").stdout)
    assert (page["tables"], page["games"], page["damaged"]) == (3, {"mmm": 3}, 0)
    size = json.loads(at(folder, "admin", "size", "--json").stdout)
    assert size["bytes"] > 10_000 and size["tables"] == 3
    assert "MB for 3 tables" in at(folder, "admin", "size").stdout
    assert at(folder, "admin", "close", names[0]).returncode == 0
    assert at(folder, "admin", "remove", names[1]).returncode == 0
    rows, settings = asyncio.run(rest(folder / "mousehole.db", names[0]))
    assert rows == {names[0], names[2]}
    assert settings.extra["epochs"] == {"owner": 1, "watch": 1, "seat-0": 1}
    assert at(folder, "verify").returncode == 0
    with FolderLock(folder) as lock:
        lock.tell("http://127.0.0.1:1")
        assert at(folder, "admin", "tables").returncode == 0
        refused = at(folder, "admin", "remove", names[2])
    assert refused.returncode == 2 and "already open" in refused.stderr
    gone = at(folder, "admin", "remove", names[1])
    assert gone.returncode == 2 and "There is no table" in gone.stderr


def test_admin_lists_measures_and_removes_albums(house):
    folder, _ = house
    asyncio.run(remembering(folder / "mousehole.db"))
    listed = json.loads(at(folder, "admin", "albums", "--json").stdout)
    assert [(one["browser"], one["pages"], one["bytes"]) for one in listed["albums"]] == [("b2", 2, 8), ("b1", 1, 4)]
    assert listed["bytes"] == 12
    assert at(folder, "admin", "remove-album", "b").returncode == 2
    assert at(folder, "admin", "remove-album", "b2").returncode == 0
    assert "b2" not in at(folder, "admin", "albums").stdout


async def remembering(path):
    store = await SqliteStore.open(path)
    rows = [("b1", "t"), ("b2", "t"), ("b2", "u")]
    await store.remember([MemoryRow(browser, table, "mmm", 6, 2.0, b"page") for browser, table in rows])
    await store.close()


async def rest(path, name):
    store = await SqliteStore.open(path)
    rows, row = {found.id for found in await store.tables()}, await store.table(name)
    await store.close()
    return rows, settings_of(row)


def test_a_probe_hears_whether_a_worker_is_at_work(tmp_path):
    assert at(tmp_path, "worker", "--alive").returncode == 1
    (tmp_path / "worker.alive").touch()
    assert at(tmp_path, "worker", "--alive").returncode == 0
    os.utime(tmp_path / "worker.alive", (1.0, 1.0))
    assert at(tmp_path, "worker", "--alive").returncode == 1


@pytest.mark.parametrize(
    "words",
    [
        ("backup",),
        ("restore", "nowhere"),
        ("restore", __file__),
        ("verify", "--store", "mysql://x"),
        ("verify", "--store", "nowhere.db"),
        ("verify", "--store", "postgresql://127.0.0.1:1/x"),
        ("move-store", "nowhere", "there"),
        ("move-store", "postgresql://127.0.0.1:1/x", "there.db"),
        ("admin", "fly"),
        ("admin", "remove"),
        ("admin", "remove-album", "nobody"),
        ("admin", "close", "nobody"),
    ],
)
def test_a_wrong_call_gets_words_and_changes_nothing(house, tmp_path, tmp_path_factory, words):
    folder, _ = house
    called = at(folder, *words, cwd=tmp_path_factory.mktemp("elsewhere"))  # a relative target is locked where it lies
    assert called.returncode == 2
    assert "Traceback" not in called.stderr and called.stderr.startswith("mousehole")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house"]
    assert not (ROOT / "web.lock").exists()
