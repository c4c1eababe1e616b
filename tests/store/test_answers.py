"""Answers kept for every server: found until they expire, replaced, never piling up, and damage shows."""

import sqlite3

import pytest

from mousehole.store import SqliteStore, StoreError
from mousehole.store.store import LARGEST_ANSWER, SWEPT


async def test_an_answer_is_found_again_also_by_another_server(store, open_again):
    await store.keep_answer("board", "hints", b"42 % \x00", 60)
    other = await open_again()
    found = await other.answer("board")
    assert (found.key, found.kind, found.value) == ("board", "hints", b"42 % \x00")
    assert await other.answer("another board") is None
    await other.close()


async def test_a_later_answer_takes_the_place_of_an_earlier_one(store):
    await store.keep_answer("board", "hints", b"old", 60)
    await store.keep_answer("board", "trouble", b"new", 60)
    found = await store.answer("board")
    assert (found.kind, found.value) == ("trouble", b"new")


async def test_an_answer_past_its_time_is_not_found(store, clock):
    await store.keep_answer("board", "hints", b"old", 60)
    clock.now += 59
    assert await store.answer("board")
    clock.now += 2
    assert await store.answer("board") is None


async def test_answers_past_their_time_make_way_for_new_ones(store, clock):
    for number in range(3 * SWEPT):
        await store.keep_answer(f"old {number}", "hints", b"old", 60)
    clock.now += 61
    for number in range(3):
        await store.keep_answer(f"new {number}", "hints", b"new", 60)
    clock.now -= 61
    assert [await store.answer(f"old {number}") for number in range(3 * SWEPT)] == [None] * (3 * SWEPT)


async def test_an_answer_that_is_too_long_is_refused(store):
    with pytest.raises(StoreError, match="too long"):
        await store.keep_answer("board", "hints", bytes(LARGEST_ANSWER + 1), 60)


async def test_a_damaged_answer_is_none(tmp_path):
    store = await SqliteStore.open(tmp_path / "tables.db")
    await store.keep_answer("board", "hints", b"42 %", 60)
    with sqlite3.connect(tmp_path / "tables.db") as db:
        db.execute("UPDATE answers SET value = ?", (b"43 %",))
    db.close()
    assert await store.answer("board") is None
    await store.close()
