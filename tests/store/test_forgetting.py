"""Forgetting is slow and can be taken back: a wrong clock costs nobody their games."""

from mousehole.store import GRACE, Forgotten, Store
from mousehole.store.types import DAY
from tests.store.conftest import Open
from tests.store.rows import Clock, result, table

YEAR = 365 * DAY


async def filled(store: Store, clock: Clock, count: int) -> None:
    clock.now = 10 * YEAR
    for number in range(count):
        await store.create(table(f"t{number:03}", touched=clock.now - number), [b"0"])


async def listed(store: Store) -> int:
    return len(await store.tables(limit=1000))


async def test_a_clock_400_days_ahead_forgets_a_few_tables_and_deletes_none(store: Store, clock: Clock) -> None:
    await filled(store, clock, 92)
    clock.now += 400 * DAY
    assert await store.expire(YEAR) == Forgotten(20, 0)
    assert await listed(store) == 72
    assert len(await store.log("t091")) == 1
    clock.now -= 400 * DAY
    assert await store.expire(YEAR) == Forgotten(0, 0)
    assert await listed(store) == 92


async def test_many_starts_on_one_day_forget_no_more_than_one(store: Store, clock: Clock, open_again: Open) -> None:
    await filled(store, clock, 50)
    clock.now += 400 * DAY
    assert [(await store.expire(YEAR)).hidden for _ in range(3)] == [20, 0, 0]
    await store.close()
    again = await open_again()
    clock.now += DAY / 2
    assert (await again.expire(YEAR)).hidden == 0
    clock.now += DAY
    assert (await again.expire(YEAR)).hidden == 20
    await again.close()


async def test_a_large_house_forgets_as_fast_as_it_fills(store: Store, clock: Clock) -> None:
    await filled(store, clock, 200)
    clock.now += 8 * DAY
    assert (await store.expire(7 * DAY)).hidden == 4 * 200 / 7 // 1 + 1


async def test_what_was_forgotten_is_gone_after_a_month(store: Store, clock: Clock) -> None:
    await filled(store, clock, 3)
    clock.now += YEAR + DAY
    assert await store.expire(YEAR) == Forgotten(3, 0)
    clock.now += GRACE - DAY
    assert await store.expire(YEAR) == Forgotten(0, 0)
    assert await store.table("t000")
    clock.now += 2 * DAY
    assert await store.expire(YEAR) == Forgotten(0, 3)
    assert await store.table("t000") is None


async def test_only_untouched_tables_are_forgotten(store: Store, clock: Clock) -> None:
    await filled(store, clock, 3)
    clock.now += YEAR
    await store.append("t001", 1, [b"1"])
    clock.now += DAY
    await store.expire(YEAR)
    assert [row.id for row in await store.tables()] == ["t001"]


async def test_to_touch_a_forgotten_table_brings_it_back_for_good(store: Store, clock: Clock) -> None:
    await filled(store, clock, 2)
    clock.now += YEAR + DAY
    await store.expire(YEAR)
    assert await listed(store) == 0
    assert [row.id for row in await store.tables(["t001"])] == ["t001"]  # on the list of who has it
    clock.now += 1
    await store.append("t001", 1, [b"1"])
    assert [row.id for row in await store.tables()] == ["t001"]
    clock.now += GRACE + DAY
    assert await store.expire(YEAR) == Forgotten(0, 1)
    assert await store.log("t001") == [b"0", b"1"]


async def test_all_that_was_forgotten_can_be_brought_back(store: Store, clock: Clock) -> None:
    await filled(store, clock, 4)
    clock.now += YEAR + DAY
    await store.expire(YEAR)
    assert await store.bring_back() == 4
    assert await listed(store) == 4
    assert await store.expire(YEAR) == Forgotten(0, 0)


async def test_a_result_outlives_its_table_while_the_group_plays_on(store: Store, clock: Clock) -> None:
    for name, group in (("first", "g"), ("lone", "h")):
        await store.create(table(name, group))
        await store.append(name, 0, [b"end"], result(name, group))
    clock.now += YEAR + DAY
    assert await store.expire(YEAR) == Forgotten(2, 0)
    clock.now += GRACE + DAY
    await store.create(table("second", "g", touched=clock.now))
    assert await store.expire(YEAR) == Forgotten(0, 2)
    assert [row.table for row in await store.results("g")] == ["first"]
    assert await store.results("h") == []
