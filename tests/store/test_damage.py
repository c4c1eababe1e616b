"""What was not read as it was written says so: rows, lines, results, lists and indexes."""

import logging
import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bench import flips
from mousehole.store import Damaged, GrantRow, Missing, ReadOnly, SqliteStore, Store, StoreError
from mousehole.store.migrations import steps
from tests.servers import Postgres
from tests.store.conftest import postgres_at, sqlite_at
from tests.store.rows import Clock, result, table

OTHER = {
    '"group"': "'other'",
    "game": "'chopchop'",
    "edition": "edition + 1",
    "content": "'0'",
    "setup": "'{}'",
    "seed": "NULL",
    "options": "'{1}'",
    "created": "created + 1",
    "touched": "touched + 1",
    "over": "NOT over",
    "entries": "entries + 1",
    "tip": "'tip'",
    "card": "'card'",
    "seal": "'seal'",
}


class Hurt:
    """A store, and a way to change what it keeps behind its back."""

    def __init__(self, store: Store, where: Path | str) -> None:
        self.store, self.where = store, where

    async def wound(self, statement: str) -> None:
        if isinstance(self.where, Path):
            change(self.where, statement)
        else:
            await change_server(self.where, statement)


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(statement)


async def change_server(address: str, statement: str) -> None:
    import asyncpg

    db = await asyncpg.connect(address, server_settings={"search_path": "mousehole"})
    await db.execute("SET session_replication_role = replica")  # no foreign keys, as if the disk did it
    await db.execute(statement)
    await db.close()


@pytest.fixture(params=["sqlite", "postgres"])
async def hurt(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Hurt]:
    where: Path | str = tmp_path / "db"
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("postgres")
        where = server.fresh()
    opened = sqlite_at(where, Clock()) if isinstance(where, Path) else postgres_at(where, Clock())
    store = await opened()
    for name in ("t", "u"):
        await store.create(table(name), [b"0", b"1", b"2", b"3"])
        await store.append(name, 4, [b"end"], result(name))
    yield Hurt(store, where)
    await store.close()


@pytest.mark.parametrize("column", OTHER)
async def test_a_change_of_any_column_of_a_table_is_told(hurt: Hurt, column: str) -> None:
    store, wound = hurt.store, hurt.wound
    before = await store.log("t")
    await wound(f"UPDATE tables SET {column} = {OTHER[column]} WHERE id = 't'")
    found = await store.table("t")
    assert found
    assert not found.sound
    with pytest.raises(Damaged) as damage:
        await store.log("t")
    assert list(damage.value.lines) in ([], before)  # all of it where only what may change has changed
    with pytest.raises(Damaged):
        await store.set_options("t", b"{}", b"{}")
    assert (await store.table("u"), len(await store.log("u"))) == (
        replace(table("u"), touched=30.0, over=True, entries=5),
        5,
    )


@pytest.mark.parametrize(
    "wound", ["role = 'owner'", "epoch = 9", "browser = 'b'", "barred = NOT barred", "since = 0", "\"table\" = 'u'"]
)
async def test_a_damaged_grant_gives_nobody_anything(hurt: Hurt, wound: str) -> None:
    await hurt.store.grant([GrantRow(browser, "t", "seat-0", 0, 5.0) for browser in ("a", "c")])
    await hurt.wound(f"UPDATE grants SET {wound} WHERE browser = 'a'")
    found = [row for name in "tu" for row in await hurt.store.grants(name)]
    assert [row.browser for row in found] == ["c"]


@pytest.mark.parametrize("column", ["line", "seal", "entry"])
async def test_a_log_is_sound_up_to_its_first_damage(hurt: Hurt, column: str) -> None:
    store, wound = hurt.store, hurt.wound
    await wound(
        f"UPDATE log SET {column} = {'77' if column == 'entry' else repr('other')} WHERE \"table\" = 't' AND entry = 2"
    )
    with pytest.raises(Damaged) as damage:
        await store.log("t")
    assert damage.value.lines == (b"0", b"1")
    assert len(await store.log("u")) == 5


async def test_the_end_of_a_log_is_missed(hurt: Hurt) -> None:
    store, wound = hurt.store, hurt.wound
    await wound("DELETE FROM log WHERE \"table\" = 't' AND entry = 4")
    with pytest.raises(Damaged) as damage:
        await store.log("t")
    assert damage.value.lines == (b"0", b"1", b"2", b"3")


async def test_lines_that_changed_places_are_told(hurt: Hurt) -> None:
    store, wound = hurt.store, hurt.wound
    await wound("UPDATE log SET entry = 9 - entry WHERE \"table\" = 't' AND entry IN (1, 3)")
    await wound("UPDATE log SET entry = entry - 5 WHERE \"table\" = 't' AND entry > 5")
    with pytest.raises(Damaged) as damage:
        await store.log("t")
    assert damage.value.lines == (b"0",)


async def test_a_table_that_left_only_its_log_is_damaged_not_missing(hurt: Hurt) -> None:
    store, wound = hurt.store, hurt.wound
    await wound("UPDATE tables SET id = 'v' WHERE id = 't'")
    for asking in (store.log("t"), store.append("t", 5, [b"5"])):
        with pytest.raises(Damaged):
            await asking
    row = await store.table("t")
    assert row
    assert not row.sound
    assert [(row.id, row.sound) for row in await store.tables(["t", "u", "w"])] == [("u", True), ("t", False)]
    with pytest.raises(Missing):
        await store.log("nobody")


async def test_a_damaged_result_is_left_out_and_logged(hurt: Hurt, caplog: pytest.LogCaptureFixture) -> None:
    store, wound = hurt.store, hurt.wound
    await wound("UPDATE results SET title = 'legend' WHERE \"table\" = 't'")
    assert [row.table for row in await store.results("g")] == ["u"]
    assert "result of table 't' is damaged" in caplog.text


@pytest.mark.parametrize("column", ["id", "game", '"group"'])
async def test_one_bad_row_leaves_the_others_on_the_list(tmp_path: Path, column: str) -> None:
    store = await SqliteStore.open(tmp_path / "db")
    for name in "abc":
        await store.create(table(name), [b"0"])
    change(tmp_path / "db", f"UPDATE tables SET {column} = CAST(x'ff' AS TEXT), touched = 'soon' WHERE id = 'b'")
    assert [row.id for row in await store.tables() if row.sound] == ["a", "c"]
    assert len(await store.tables()) == 3
    assert [(row.id, row.sound) for row in await store.tables(["c", "b"])] == [("c", True), ("b", False)]
    await store.close()


async def test_a_damaged_page_takes_only_its_own_tables_off_the_list(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "db")
    names = [f"{n:04}" for n in range(60)]
    for name in names:
        await store.create(replace(table(name), setup=name.encode() * 250), [b"0"])
    await store.close()
    data = bytearray((tmp_path / "db").read_bytes())
    page = data.index(names[30].encode() * 250) // 4096 * 4096
    data[page : page + 4096] = b"\xff" * 4096
    (tmp_path / "db").write_bytes(data)
    store = await SqliteStore.open(tmp_path / "db")
    sound = {row.id for row in await store.tables(limit=1000) if row.sound}
    assert 50 < len(sound) < 60
    assert {row.id for row in await store.tables(names) if row.sound} == sound
    assert [row.id for row in await store.tables([names[30]])] == [names[30]]
    await store.close()


async def test_an_index_that_lost_its_way_is_told_and_made_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await SqliteStore.open(tmp_path / "db")
    await store.create(table("t"))
    await store.append("t", 0, [b"end"], result("t"))
    await store.close()
    with closing(sqlite3.connect(tmp_path / "db")) as db:
        db.execute("PRAGMA writable_schema = ON")
        entry = db.execute("SELECT * FROM sqlite_master WHERE name = 'results_by_group'").fetchone()
        db.execute("DELETE FROM sqlite_master WHERE name = 'results_by_group'")
        db.commit()
    with closing(sqlite3.connect(tmp_path / "db")) as db:
        db.execute("UPDATE results SET \"group\" = 'g'  || 'h'")
        db.execute("UPDATE results SET \"group\" = 'g', seal = (SELECT seal FROM results)")
        db.execute("DELETE FROM results")
        db.execute("PRAGMA writable_schema = ON")
        db.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", entry)
        db.commit()
    with caplog.at_level(logging.WARNING):
        await (await SqliteStore.open(tmp_path / "db")).close()
    assert "damaged" in caplog.text
    assert "made anew" in caplog.text
    caplog.clear()
    await (await SqliteStore.open(tmp_path / "db")).close()
    assert not caplog.text


async def test_a_damaged_schema_is_told_even_where_its_text_cannot_be_read(tmp_path: Path) -> None:
    await (await SqliteStore.open(tmp_path / "db")).close()
    data = (tmp_path / "db").read_bytes()
    (tmp_path / "db").write_bytes(data.replace(b"INDEX tables_by_touched ON", b"INDEX tables_by_touched \xc1N"))
    with pytest.raises(StoreError, match="damaged"):
        await SqliteStore.open(tmp_path / "db")


async def test_a_column_that_changed_its_name_is_told(tmp_path: Path) -> None:
    """SQLite would take the quoted name it no longer finds for a text, and find no result of any group."""
    await (await SqliteStore.open(tmp_path / "db")).close()
    data = (tmp_path / "db").read_bytes()
    assert b'"group" TEXT' in data
    (tmp_path / "db").write_bytes(data.replace(b'"group" TEXT', b'"groep" TEXT'))
    with pytest.raises(StoreError, match="damaged"):
        await SqliteStore.open(tmp_path / "db")


def miscount_free_pages(path: Path) -> None:
    """Damage that no row shows, and that grows with the next page that is taken."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek(36)
        file.write((7).to_bytes(4, "big"))


async def test_a_damaged_file_is_only_read_unless_its_owner_says_otherwise(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await SqliteStore.open(tmp_path / "db")
    await store.create(table("t"), [b"0"])
    await store.close()
    miscount_free_pages(tmp_path / "db")
    before = (tmp_path / "db").read_bytes()
    store = await SqliteStore.open(tmp_path / "db")
    assert "damaged and only read" in caplog.text
    assert (await store.log("t"), [row.id for row in await store.tables()]) == ([b"0"], ["t"])
    for writing in (store.append("t", 1, [b"1"]), store.create(table("u"))):
        with pytest.raises(ReadOnly, match="only read"):
            await writing
    await store.close()
    assert (tmp_path / "db").read_bytes() == before
    store = await SqliteStore.open(tmp_path / "db", damaged=True)
    await store.append("t", 1, [b"1"])
    assert await store.log("t") == [b"0", b"1"]
    await store.close()


def old_database(path: Path) -> None:
    """A database of version 1, from before there were seals."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(steps("sqlite")[0] + "; PRAGMA user_version = 1;")
        rows = (
            "('t', 'g', 'mmm', 1, 'c', x'7b7d', x'00', x'7b7d', 1.0, 2.0, 1)",
            "('u', 'g', 'mmm', 1, 'c', x'7b7d', NULL, x'7b7d', 1.0, 2.0, 0)",
        )
        db.execute(f"INSERT INTO tables VALUES {', '.join(rows)}")
        db.execute("INSERT INTO log VALUES ('t', 0, x'30'), ('t', 1, x'31'), ('t', 2, x'32')")
        db.execute("INSERT INTO results VALUES ('t', 'g', 'mmm', x'7b7d', x'7b7d', 1, 'legend', 2.0)")
        db.commit()


async def test_what_was_kept_before_there_were_seals_is_sealed(tmp_path: Path) -> None:
    old_database(tmp_path / "db")
    store = await SqliteStore.open(tmp_path / "db")
    await store.append("t", 3, [b"3"])
    assert await store.log("t") == [b"0", b"1", b"2", b"3"]
    assert await store.log("t", 2) == [b"2", b"3"]
    assert [(row.id, row.entries, row.sound) for row in await store.tables()] == [("t", 4, True), ("u", 0, True)]
    assert [row.title for row in await store.results("g")] == ["legend"]
    change(tmp_path / "db", "UPDATE log SET line = x'39' WHERE entry = 1")
    with pytest.raises(Damaged):
        await store.log("t")
    await store.close()


async def test_what_a_server_kept_before_there_were_seals_is_sealed(postgres: Postgres) -> None:
    import asyncpg

    address = postgres.fresh()
    db = await asyncpg.connect(address)
    await db.execute(
        "CREATE SCHEMA mousehole; SET search_path = mousehole; CREATE TABLE version (number BIGINT NOT NULL)"
    )
    await db.execute(steps("postgres")[0] + "; INSERT INTO version VALUES (1)")
    await db.execute("INSERT INTO tables VALUES ('t', 'g', 'mmm', 1, 'c', '{}', NULL, '{}', 1.0, 2.0, true)")
    await db.execute("INSERT INTO log VALUES ('t', 0, '0'), ('t', 1, '1')")
    await db.execute("INSERT INTO results VALUES ('t', 'g', 'mmm', '{}', '{}', true, 'legend', 2.0)")
    await db.close()
    store = await postgres_at(address, Clock())()
    await store.append("t", 2, [b"2"])
    assert await store.log("t") == [b"0", b"1", b"2"]
    assert [(row.id, row.entries, row.sound) for row in await store.tables()] == [("t", 3, True)]
    assert [row.title for row in await store.results("g")] == ["legend"]
    await store.close()


async def test_no_flipped_bit_goes_unnoticed(tmp_path: Path) -> None:
    heard, luck = flips.Heard(), random.Random(5)
    logging.getLogger("mousehole.store").addHandler(heard)
    origin, copy = tmp_path / "origin.db", tmp_path / "copy.db"
    names = await flips.played(origin, 4, luck)
    plain, size = await flips.answers(origin, names, heard), origin.stat().st_size
    verdicts = []
    for _ in range(150):
        flips.wounded(origin, copy, [luck.randrange(size * 8)])
        verdicts.append(flips.judged(plain, await flips.answers(copy, names, heard)))
    logging.getLogger("mousehole.store").removeHandler(heard)
    assert "silent" not in verdicts
    assert verdicts.count("told by the table") > 40
