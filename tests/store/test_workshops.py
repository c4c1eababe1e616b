"""Adventures that people draw, in either kind of store: kept by revision, counted, moved and forgotten."""

from msgspec.structs import replace

from mousehole.store import DAY, GRACE, Store, WorkshopRow
from mousehole.store.sqlite import first_page
from tests.store.rows import Clock

MINE = WorkshopRow("w1", "me", "Sweet", 0, b"files", 30.0)


async def test_a_later_revision_takes_the_place_of_the_one_that_was_known(store: Store) -> None:
    assert await store.workshop("w1") is None
    assert await store.keep_workshop(MINE)
    assert not await store.keep_workshop(MINE)
    later = replace(MINE, revision=1, value=b"more files", touched=31.0)
    assert await store.keep_workshop(later, 0)
    assert not await store.keep_workshop(replace(later, value=b"late"), 0)
    assert await store.workshop("w1") == later
    assert await store.workshop("w\0") is None


async def test_a_browser_finds_its_own_adventures_the_last_touched_first(store: Store) -> None:
    for row in (MINE, replace(MINE, id="w2", touched=40.0), replace(MINE, id="w3", browser="you")):
        await store.keep_workshop(row)
    assert [(one.id, one.title, one.bytes) for one in await store.workshops_of("me")] == [
        ("w2", "Sweet", 5),
        ("w1", "Sweet", 5),
    ]
    assert await store.workshops_size() == 15
    await store.forget_workshops("me")
    await store.delete_workshop("nobody")
    assert await store.workshops_of("me") == []
    assert await store.workshop("w3") is not None


async def test_what_nobody_touches_is_forgotten_and_what_lies_on_tables_later(store: Store, clock: Clock) -> None:
    await store.keep_workshop(MINE)
    await store.keep_workshop(replace(MINE, id="w2"))
    await store.keep_workshop(replace(MINE, id="hash", browser=""))
    clock.now = 30.0 + 364 * DAY
    found = await store.workshop("w2")
    assert found
    await store.touch_workshop(found)
    clock.now = 30.0 + 366 * DAY
    assert await store.expire_workshops(365 * DAY) == 1
    assert [await store.workshop(name) is None for name in ("w1", "w2", "hash")] == [True, False, False]
    clock.now += 2 * GRACE
    assert await store.expire_workshops(365 * DAY) == 1
    assert [await store.workshop(name) is None for name in ("w2", "hash")] == [False, True]


def test_the_schema_fits_the_first_page_which_a_rescue_takes_from_a_fresh_file() -> None:
    leaf = 13  # what the header of a page without further pages begins with
    assert first_page()[100] == leaf
