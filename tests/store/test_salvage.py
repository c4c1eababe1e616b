"""Of a damaged file nothing less is saved than a server serves, and nothing ends in a traceback."""

import random
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from mousehole.cli.stores import verify
from mousehole.store import Damaged, GrantRow, MemoryRow, SqliteStore, StoreError
from mousehole.store.backup import Copied, back_up, each, rescue, restore
from tests.store.rows import Clock, result, table

NAMES = [f"{n * 0x1357:016x}"[::-1] for n in range(1, 61)]


async def filled(path: Path) -> None:
    """Keep games of several pages, with all that belongs to them."""
    store = await SqliteStore.open(path, Clock())
    for number, name in enumerate(NAMES):
        lines = [b"%d " % entry * 30 for entry in range(5 + number % 40)]
        await store.create(table(name, group=f"g{number % 7}"), lines)
        await store.grant([GrantRow(f"{b:064}", name, "seat-0", 0, 5.0) for b in range(number % 4)])
        if number % 3 == 0:
            await store.append(name, len(lines), [b"end"], result(name, f"g{number % 7}"))
            await store.remember([MemoryRow(f"{1:064}", name, "mmm", len(lines) + 1, 2.0, bytes(500))])
    await store.close()


def damage(path: Path, luck: random.Random) -> None:
    """Garble pages, flip bytes, or cut the file short."""
    data = bytearray(path.read_bytes())
    pages = len(data) // 4096
    match luck.choice(("pages", "pages", "bytes", "zeros", "cut")):
        case "pages":
            for _ in range(luck.randint(1, 5)):
                start = luck.randrange(1, pages) * 4096
                data[start : start + 4096] = luck.randbytes(4096)
        case "zeros":
            start = luck.randrange(1, pages) * 4096
            data[start : start + 4096] = bytes(4096)
        case "bytes":
            for _ in range(luck.randint(1, 200)):
                data[luck.randrange(4096, len(data))] = luck.randrange(256)
        case "cut":
            del data[luck.randrange(pages // 2, pages) * 4096 :]
    path.write_bytes(data)


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(path, Clock())
    try:
        yield store
    finally:
        await store.close()


async def served(path: Path) -> dict[str, int]:
    """How many entries of each game a server brings back; a StoreError is an answer, nothing else is."""
    found = {}
    try:
        async with opened(path) as store:
            for name in NAMES:
                try:
                    found[name] = len(await store.log(name))
                except Damaged as hurt:
                    found[name] = len(hurt.lines)
                except StoreError:
                    found[name] = 0
    except StoreError:
        return {}
    return found


def quiet(done: int, total: int) -> None:
    pass


@pytest.mark.parametrize("seed", range(40))
async def test_whatever_is_damaged_a_rescue_saves_all_that_is_served(tmp_path: Path, seed: int) -> None:
    hurt, new = tmp_path / "hurt.db", tmp_path / "new.db"
    await filled(hurt)
    damage(hurt, random.Random(seed))
    copy = hurt.read_bytes()
    before = await served(hurt)
    hurt.write_bytes(copy)
    async with opened(new) as fresh:
        done = await rescue(await SqliteStore.open_damaged(hurt), fresh, quiet)
    after = await served(new)
    less = {name: (n, after.get(name, 0)) for name, n in before.items() if after.get(name, 0) < n}
    assert not less, (less, done)


@pytest.mark.parametrize("seed", range(40))
async def test_a_backup_of_a_damaged_file_can_be_restored(tmp_path: Path, seed: int) -> None:
    hurt, new = tmp_path / "hurt.db", tmp_path / "new.db"
    await filled(hurt)
    damage(hurt, random.Random(seed))
    before = await served(hurt)
    try:
        async with opened(hurt) as store:
            await verify(store, quiet)
            await back_up(store, tmp_path / "backup", b"", quiet)
    except StoreError:
        assert not any(before.values())
        return
    async with opened(new) as fresh:
        await restore(tmp_path / "backup", fresh, quiet)
    after = await served(new)
    async with opened(new) as fresh:
        found = await verify(fresh, quiet)
    assert found.tables >= sum(n > 0 for n in before.values())
    assert {name: n for name, n in before.items() if after.get(name, 0) < n} == {}


async def test_what_is_lost_is_named(tmp_path: Path) -> None:
    path = tmp_path / "db"
    await filled(path)
    data = bytearray(path.read_bytes())
    page = data.rindex(b"13 13 13 ") // 4096 * 4096
    data[page : page + 4096] = b"\xff" * 4096
    path.write_bytes(data)
    read = Copied()
    async with opened(path) as store, store.snapshot() as now:
        found = [bundle.table async for bundle in each(now, read, quiet)]
    assert sorted(found) == sorted(NAMES)
    assert 0 < len(read.incomplete) < 10
    assert not read.unreadable


def header(data: bytearray) -> None:
    data[:100] = random.Random(1).randbytes(100)


def sizes(data: bytearray) -> None:
    data[16:18], data[28:32] = b"\x02\x01", b"\xff" * 4


def first_page(data: bytearray) -> None:
    data[:4096] = random.Random(1).randbytes(4096)


@pytest.mark.parametrize("hit", [header, sizes, first_page])
async def test_a_file_that_is_damaged_at_its_very_beginning_is_rescued_whole(
    tmp_path: Path, hit: Callable[[bytearray], None]
) -> None:
    hurt, new = tmp_path / "hurt.db", tmp_path / "new.db"
    await filled(hurt)
    before, data = await served(hurt), bytearray(hurt.read_bytes())
    hit(data)
    hurt.write_bytes(data)
    async with opened(new) as fresh:
        done = await rescue(await SqliteStore.open_damaged(hurt), fresh, quiet)
    assert (await served(new), done.unreadable, done.incomplete) == (before, [], [])


FOREVER = "CREATE VIEW results AS WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x FROM r"


async def test_a_file_that_would_be_read_for_ever_is_not(tmp_path: Path) -> None:
    hurt, new = tmp_path / "hurt.db", tmp_path / "new.db"
    await filled(hurt)
    before = await served(hurt)
    with closing(sqlite3.connect(hurt)) as db:
        db.execute("DROP TABLE results")
        db.execute(FOREVER)
        db.commit()
    async with opened(new) as fresh:
        await rescue(await SqliteStore.open_damaged(hurt), fresh, quiet)
    assert await served(new) == before


async def test_what_is_no_file_of_games_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "db").write_text("Dear diary,\n" * 500)
    async with opened(tmp_path / "new.db") as fresh:
        with pytest.raises(StoreError, match="These saved games are damaged"):
            await rescue(await SqliteStore.open_damaged(tmp_path / "db"), fresh, quiet)
