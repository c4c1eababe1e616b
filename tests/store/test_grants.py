"""What browsers may do at tables, whatever the store is made of."""

import pytest
from msgspec.structs import replace

from mousehole.store import GrantRow, Missing, Store
from tests.store.rows import Clock, result, table

ANNA, BEN = "a" * 64, "b" * 64


def grant(browser: str = ANNA, name: str = "t", role: str = "seat-0", epoch: int = 0) -> GrantRow:
    return GrantRow(browser, name, role, epoch, 5.0)


async def test_a_grant_comes_back_as_it_was_given(store: Store) -> None:
    await store.create(table("t"))
    rows = [grant(role="owner"), replace(grant(epoch=3), barred=True, listed=False)]
    await store.grant([*rows, grant(BEN, role="watch")])
    assert await store.grants("t", ANNA) == rows
    assert await store.grants("t") == [*rows, grant(BEN, role="watch")]
    assert await store.grants("x") == await store.grants("t", "nobody") == []


async def test_a_later_grant_takes_the_place_of_an_earlier_one(store: Store) -> None:
    await store.create(table("t"))
    await store.grant([grant(), grant(epoch=1)])
    await store.grant([replace(grant(epoch=2), since=9.0, listed=False)])
    assert await store.grants("t") == [replace(grant(epoch=2), since=9.0, listed=False)]


async def test_a_grant_that_comes_late_does_not_undo_one_of_a_later_epoch(store: Store) -> None:
    await store.create(table("t"))
    await store.grant([grant(epoch=2)])
    await store.grant([replace(grant(epoch=1), barred=True)])
    assert await store.grants("t") == [grant(epoch=2)]


async def test_nothing_is_granted_at_a_missing_table(store: Store) -> None:
    await store.create(table("t"))
    with pytest.raises(Missing):
        await store.grant([grant(), grant(name="x")])
    assert await store.grants("t") == []


async def test_grants_end_with_their_table(store: Store) -> None:
    await store.create(table("t"))
    await store.grant([grant()])
    await store.delete("t")
    assert await store.grants_of(ANNA) == []


async def test_a_browser_can_be_forgotten_in_a_role_at_a_table_or_altogether(store: Store) -> None:
    for name in "tuv":
        await store.create(table(name))
        await store.grant([grant(browser, name, role) for browser in (ANNA, BEN) for role in ("owner", "seat-0")])
    await store.drop(ANNA, "t", "owner")
    await store.drop(ANNA, "u")
    assert [(row.table, row.role) for row in await store.grants_of(ANNA)] == [
        ("t", "seat-0"),
        ("v", "owner"),
        ("v", "seat-0"),
    ]
    assert [row.table for row in await store.grants_of(ANNA, ["t", "u", "x"])] == ["t"]
    assert await store.grants_of(ANNA, []) == []
    await store.drop(ANNA)
    assert await store.grants_of(ANNA) == []
    assert len(await store.grants_of(BEN)) == 6


async def test_the_tables_of_a_browser_are_listed_page_by_page_those_that_go_on_first(
    store: Store, clock: Clock
) -> None:
    for n in range(50):
        await store.create(table(f"t{n:02}", touched=float(n)))
        await store.grant([grant(name=f"t{n:02}"), grant(name=f"t{n:02}", role="owner")])
    await store.append("t49", 0, [b"end"], result("t49"))
    await store.grant([replace(grant(name="t10", role=role), listed=False) for role in ("owner", "seat-0")])
    await store.grant([replace(grant(name="t11", role=role), barred=True) for role in ("owner", "seat-0")])
    pages = [await store.tables_of(ANNA, 20, skip) for skip in (0, 20, 40, 60)]
    names = [f"t{n:02}" for n in reversed(range(49)) if n not in (10, 11)]
    assert [[row.id for row in page] for page in pages] == [names[:20], names[20:40], [*names[40:], "t49"], []]
    assert await store.tables_of(BEN) == []


async def test_names_of_browsers_that_look_like_sql_are_only_names(store: Store) -> None:
    name = """'; DROP TABLE grants; -- $1 ? :x"""
    await store.create(table("t"))
    await store.grant([grant(name)])
    assert await store.grants_of(name) == [grant(name)]
