"""How browsers get on with puzzles, whatever the store is made of."""

import asyncio
import sqlite3

from mousehole.store import SqliteStore
from mousehole.store.store import PUZZLES_KEPT, SWEPT

ANNA, BEN = "a" * 64, "b" * 64


async def test_progress_is_found_again_also_by_another_server(store, open_again):
    assert await store.puzzle_progress(ANNA) == b""
    assert await store.keep_puzzle_progress(ANNA, b"", b"one \x00")
    other = await open_again()
    assert (await other.puzzle_progress(ANNA), await other.puzzle_progress(BEN)) == (b"one \x00", b"")
    await other.close()


async def test_of_two_who_know_the_same_only_one_goes_on(store):
    done = await asyncio.gather(*(store.keep_puzzle_progress(ANNA, b"", bytes([n])) for n in range(5)))
    assert sorted(done) == [False] * 4 + [True]
    assert await store.puzzle_progress(ANNA) == bytes([done.index(True)])
    assert not await store.keep_puzzle_progress(ANNA, b"old", b"new")


async def test_a_person_can_be_forgotten(store):
    for browser in (ANNA, BEN):
        await store.keep_puzzle_progress(browser, b"", b"one")
    await store.forget_puzzles(ANNA)
    assert [await store.puzzle_progress(browser) for browser in (ANNA, BEN)] == [b"", b"one"]


async def test_what_nobody_touched_for_a_year_makes_way(store, clock):
    for number in range(SWEPT):
        await store.keep_puzzle_progress(f"old {number}", b"", b"old")
    clock.now += PUZZLES_KEPT + 1
    await store.keep_puzzle_progress(ANNA, b"", b"new")
    assert [await store.puzzle_progress(f"old {number}") for number in range(SWEPT)] == [b""] * SWEPT
    assert await store.puzzle_progress(ANNA) == b"new"


async def test_damaged_progress_is_none_and_can_be_begun_again(tmp_path):
    store = await SqliteStore.open(tmp_path / "tables.db")
    await store.keep_puzzle_progress(ANNA, b"", b"1500")
    with sqlite3.connect(tmp_path / "tables.db") as db:
        db.execute("UPDATE puzzles SET value = ?", (b"2500",))
    db.close()
    assert await store.puzzle_progress(ANNA) == b""
    assert await store.keep_puzzle_progress(ANNA, b"", b"1500")
    await store.close()
