"""The pages of family albums, whatever the store is made of."""

import sqlite3
from pathlib import Path

from msgspec.structs import replace

from mousehole.store import DAY, AlbumSize, GrantRow, MemoryRow, SqliteStore, Store
from tests.store.rows import Clock, result, table

ANNA, BEN = "a" * 64, "b" * 64


def page(browser: str = ANNA, name: str = "t", ended: float = 2.0, entries: int = 1) -> MemoryRow:
    return MemoryRow(browser, name, "mmm", entries, ended, b"{}\x00")


async def ended(store: Store, name: str, *browsers: str, role: str = "seat-0", at: float = 2.0) -> None:
    """Play a table to its end, with these browsers in a seat."""
    await store.create(table(name))
    await store.grant([GrantRow(browser, name, role, 0, 1.0) for browser in browsers])
    await store.append(name, 0, [b"end"], result(name, ended=at))


async def test_pages_come_back_in_the_order_of_the_games_and_a_later_one_replaces(store: Store) -> None:
    await store.remember([page(name="u", ended=3.0), page(), page(BEN)])
    await store.remember([replace(page(), page=b"new")])
    assert await store.memories(ANNA) == [replace(page(), page=b"new"), page(name="u", ended=3.0)]
    assert await store.memories(BEN) == await store.memories(BEN, "t") == [page(BEN)]
    assert await store.memories(BEN, "u") == []
    await store.forget_memories(ANNA)
    assert (await store.memories(ANNA), await store.memories(BEN)) == ([], [page(BEN)])


async def test_a_page_that_is_another_by_now_stays_as_it_is(store: Store) -> None:
    await store.remember([page(), page(name="u")])
    (old, other), new = await store.memories(ANNA), replace(page(), page=b"new")
    await store.remember([replace(page(), page=b"changed meanwhile")])
    await store.remember([new, replace(other, page=b"as known"), page(name="v")], [old, other])
    assert [row.page for row in await store.memories(ANNA)] == [b"changed meanwhile", b"as known", page().page]
    await store.remember([page(name="v", entries=7)], [])
    assert (await store.memories(ANNA, "v"))[0].entries == 1


async def test_a_page_outlives_its_table(store: Store) -> None:
    await ended(store, "t", ANNA)
    await store.remember([page()])
    await store.delete("t")
    assert await store.memories(ANNA) == [page()]


async def test_finished_tables_are_asked_for_until_a_page_tells_of_them(store: Store) -> None:
    await ended(store, "t", ANNA, BEN, at=4.0)
    await ended(store, "u", ANNA, at=3.0)
    assert (await store.unremembered(ANNA), await store.unremembered(ANNA, 1)) == (["u", "t"], ["u"])
    await store.remember([page(name="u")])
    assert (await store.unremembered(ANNA), await store.unremembered(BEN)) == (["t"], ["t"])


async def test_only_games_that_ended_here_with_this_browser_in_a_seat_are_asked_for(store: Store) -> None:
    await ended(store, "watched", ANNA, role="watch")
    await ended(store, "owned", ANNA, role="owner")
    await store.create(table("going on"))
    await store.create(table("uploaded", over=True))
    await store.create(table("barred"))
    await store.grant([GrantRow(ANNA, name, "seat-0", 0, 1.0) for name in ("going on", "uploaded")])
    await store.grant([GrantRow(ANNA, "barred", "seat-0", 0, 1.0, barred=True)])
    await store.append("barred", 0, [b"end"], result("barred"))
    assert await store.unremembered(ANNA) == []


async def test_a_table_that_went_on_is_asked_for_again_unless_it_was_taken_out(store: Store) -> None:
    for name in ("t", "u"):
        await ended(store, name, ANNA)
    await store.remember([page(), replace(page(name="u"), page=b"")])
    assert await store.unremembered(ANNA) == []
    for name in ("t", "u"):
        await store.append(name, 1, [b"sat"])
    assert await store.unremembered(ANNA) == ["t"]


async def test_a_game_that_was_reopened_counts_for_nothing_until_it_ends_again(store: Store) -> None:
    await ended(store, "t", ANNA)
    await store.remember([page()])
    await store.append("t", 1, [b"undone"], reopen=True)
    assert (await store.memories(ANNA), await store.unremembered(ANNA)) == ([], [])
    await store.append("t", 2, [b"end"], result("t"))
    assert (await store.memories(ANNA), await store.unremembered(ANNA)) == ([page()], ["t"])


async def test_a_damaged_page_is_left_out(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "tables.db")
    await store.remember([page(), page(name="u")])
    with sqlite3.connect(tmp_path / "tables.db") as db:
        db.execute("""UPDATE memories SET page = x'00' WHERE "table" = 'u'""")
    db.close()
    assert await store.memories(ANNA) == [page()]
    await store.close()


async def test_the_mark_of_an_album_changes_with_every_page(store: Store) -> None:
    marks = [await store.album_mark(ANNA)]
    for changed in (page(), page(name="u"), replace(page(), page=b"longer than before"), replace(page(), page=b"")):
        await store.remember([changed])
        marks.append(await store.album_mark(ANNA))
    await store.remember([page(BEN)])
    assert await store.album_mark(ANNA) == marks[-1]
    assert len(set(marks)) == len(marks)


async def test_albums_are_listed_by_their_size(store: Store, clock: Clock) -> None:
    await store.remember([page(), page(BEN), page(BEN, name="u")])
    clock.now = 7.0
    await store.note_album(ANNA)
    assert await store.albums() == [AlbumSize(BEN, 2, 6, 0.0), AlbumSize(ANNA, 1, 3, 7.0)]
    assert await store.albums(1) == [AlbumSize(BEN, 2, 6, 0.0)]
    assert await store.albums_size() == 9


async def test_an_album_that_nobody_opens_for_long_is_forgotten(store: Store, clock: Clock) -> None:
    await store.remember([page(), page(BEN)])
    clock.now = 1e9
    await store.note_album(ANNA)
    clock.now += 300 * DAY
    assert await store.expire_albums(365 * DAY) == 0  # from now on it is known of both
    clock.now += 100 * DAY
    assert await store.expire_albums(365 * DAY) == 1
    assert (await store.memories(ANNA), await store.memories(BEN)) == ([], [page(BEN)])
    await store.note_album(BEN)
    clock.now += 300 * DAY
    assert await store.expire_albums(365 * DAY) == 0
    await store.forget_memories(BEN)
    assert await store.albums() == []
