"""What every store promises, whatever it is made of."""

import asyncio
from typing import cast

import pytest
from msgspec.structs import replace

from mousehole.store import Closed, LogGap, Missing, OtherOptions, Store, Taken
from tests.store.conftest import Open
from tests.store.rows import Clock, result, table


async def test_a_table_comes_back_as_it_was_created(store: Store) -> None:
    row = replace(table("t"), seed=None, content="", options='{"names":["Élodie"]}'.encode())
    await store.create(row, [b"one", b"two"])
    assert await store.table("t") == replace(row, entries=2)
    assert await store.log("t") == [b"one", b"two"]


async def test_a_seed_keeps_every_byte(store: Store) -> None:
    await store.create(replace(table("t"), seed=bytes(range(256))))
    found = await store.table("t")
    assert found
    assert found.seed == bytes(range(256))


async def test_a_table_id_is_used_once(store: Store) -> None:
    await store.create(table("t"), [b"first"])
    with pytest.raises(Taken):
        await store.create(table("t"), [b"second"])
    assert await store.log("t") == [b"first"]


async def test_lines_follow_one_another(store: Store) -> None:
    await store.create(table("t"))
    await store.append("t", 0, [b"0"])
    await store.append("t", 1, [b"1", b"2"])
    await store.append("t", 3, [b"3"])
    assert await store.log("t") == [b"0", b"1", b"2", b"3"]
    assert await store.log("t", 2) == [b"2", b"3"]
    assert await store.log("t", 4) == []


async def test_an_entry_is_written_once(store: Store) -> None:
    await store.create(table("t"), [b"0", b"1"])
    with pytest.raises(Taken) as refusal:
        await store.append("t", 1, [b"other", b"more"])
    assert (refusal.value.table, refusal.value.entry) == ("t", 1)
    assert await store.log("t") == [b"0", b"1"]


async def test_a_hole_in_the_log_is_refused(store: Store) -> None:
    await store.create(table("t"), [b"0"])
    with pytest.raises(LogGap):
        await store.append("t", 2, [b"2"])
    assert await store.log("t") == [b"0"]


async def test_a_refused_append_changes_nothing(store: Store, clock: Clock) -> None:
    await store.create(table("t"), [b"0"])
    before = await store.table("t")
    clock.now += 50
    with pytest.raises(Taken):
        await store.append("t", 0, [b"late"], result("t"))
    assert await store.table("t") == before
    assert await store.results("g") == []


async def test_nothing_is_written_to_a_missing_table(store: Store) -> None:
    for doing in (store.append("x", 0, [b"0"]), store.append("x", 7, [b"7"]), store.set_options("x", b"{}", b"{}")):
        with pytest.raises(Missing):
            await doing
    with pytest.raises(Missing):
        await store.log("x")
    assert await store.table("x") is None
    await store.delete("x")


async def test_of_many_who_write_the_same_entry_one_wins(store: Store) -> None:
    await store.create(table("t"))
    tries = [store.append("t", 0, [b"%d" % n]) for n in range(20)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    winners = [n for n, outcome in enumerate(outcomes) if outcome is None]
    assert await store.log("t") == [b"%d" % n for n in winners]
    assert [type(outcome) for outcome in outcomes if outcome] == [Taken] * 19


async def test_two_stores_on_the_same_data_see_and_refuse_each_other(store: Store, open_again: Open) -> None:
    other = await open_again()
    await store.create(table("t"))
    outcomes = await asyncio.gather(
        *(one.append("t", 0, [b"%d" % n]) for n, one in enumerate([store, other] * 5)), return_exceptions=True
    )
    assert sum(outcome is None for outcome in outcomes) == 1
    assert {type(outcome) for outcome in outcomes if outcome} == {Taken}
    assert await store.log("t") == await other.log("t")
    await other.close()


async def test_a_conflict_leaves_its_neighbours_alone(store: Store) -> None:
    names = [f"t{n}" for n in range(30)]
    for name in names:
        await store.create(table(name), [b"0"])
    tries = [store.append(name, n % 3, [b"new"]) for n, name in enumerate(names)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [Taken, type(None), LogGap] * 10
    logs = [await store.log(name) for name in names]
    assert logs == [[b"0"], [b"0", b"new"], [b"0"]] * 10


async def test_a_result_ends_the_table(store: Store) -> None:
    await store.create(table("t"))
    await store.append("t", 0, [b"end"], result("t", title="legend"))
    found = await store.table("t")
    assert found
    assert found.over
    assert await store.results("g") == [result("t", title="legend")]


async def test_an_ending_can_be_taken_back_and_replaced(store: Store) -> None:
    await store.create(table("t"))
    await store.append("t", 0, [b"end"], result("t"))
    await store.append("t", 1, [b"undo"], reopen=True)
    found = await store.table("t")
    assert found
    assert not found.over
    assert await store.results("g") == []
    await store.append("t", 2, [b"end"], result("t", title="second"))
    await store.append("t", 3, [b"end"], result("t", title="third"))
    assert [row.title for row in await store.results("g")] == ["third"]


async def test_results_come_in_the_order_of_their_endings(store: Store) -> None:
    for name, group, ended in (("a", "g", 5.0), ("b", "g", 3.0), ("c", "h", 1.0), ("d", "g", 4.0)):
        await store.create(table(name, group))
        await store.append(name, 0, [b"end"], result(name, group, ended))
    assert [row.table for row in await store.results("g")] == ["b", "d", "a"]
    assert await store.results("nobody") == []


async def test_the_last_touched_table_is_listed_first(store: Store, clock: Clock) -> None:
    for n, name in enumerate("abcd"):
        await store.create(table(name, touched=float(n), over=name in "ac"))
    await store.append("b", 0, [b"0"])
    clock.now += 1
    await store.set_options("a", b"{}", b'{"names":[]}')
    assert [row.id for row in await store.tables()] == ["a", "b", "d", "c"]
    assert [row.id for row in await store.tables(limit=2)] == ["a", "b"]
    assert [row.id for row in await store.tables(over=True)] == ["a", "c"]
    assert [row.id for row in await store.tables(["d", "b", "nobody"], over=False)] == ["b", "d"]
    assert await store.tables([]) == []
    assert (await store.tables(["a"]))[0].options == b'{"names":[]}'


async def test_options_are_replaced_only_by_who_knows_them(store: Store, open_again: Open) -> None:
    other = await open_again()
    await store.create(table("t"))
    await store.set_options("t", b"{}", b'{"chat":false}')
    before = await store.table("t")
    for one in (store, other):
        with pytest.raises(Taken):
            await one.set_options("t", b"{}", b'{"hints":false}')
    assert await other.table("t") == before
    await other.set_options("t", b'{"chat":false}', b"{}")
    await other.close()


async def test_names_that_look_like_sql_are_only_names(store: Store) -> None:
    name = """'; DROP TABLE log; -- "a" %s ? :x $1 é"""
    await store.create(table(name, group=name), [b"0"])
    await store.append(name, 1, [b"1"], result(name, name))
    assert await store.log(name) == [b"0", b"1"]
    assert [row.id for row in await store.tables([name])] == [name]
    assert [row.table for row in await store.results(name)] == [name]


async def test_a_deleted_table_leaves_nothing(store: Store) -> None:
    await store.create(table("t"))
    await store.append("t", 0, [b"end"], result("t"))
    await store.delete("t")
    assert await store.table("t") is None
    assert await store.results("g") == []
    await store.create(table("t"))
    assert await store.log("t") == []


async def test_everything_is_there_after_a_reopening(store: Store, open_again: Open) -> None:
    await store.create(table("t"), [b"0"])
    await store.append("t", 1, [b"1"], result("t"))
    before = await store.table("t")
    await store.close()
    again = await open_again()
    assert (await again.table("t"), await again.log("t")) == (before, [b"0", b"1"])
    assert await again.results("g") == [result("t")]
    await again.close()


async def test_a_close_finishes_what_is_pending(store: Store, open_again: Open) -> None:
    for name in "abcde":
        await store.create(table(name))
    tries = [asyncio.ensure_future(store.append(name, 0, [b"0"])) for name in "abcde"]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*tries) == [None] * 5
    again = await open_again()
    assert [await again.log(name) for name in "abcde"] == [[b"0"]] * 5
    await again.close()


async def test_a_waiter_that_leaves_takes_no_move_with_it(store: Store) -> None:
    await store.create(table("t"))
    leaving = asyncio.ensure_future(store.append("t", 0, [b"kept"]))
    await asyncio.sleep(0)
    leaving.cancel()
    await asyncio.wait([leaving])
    await store.set_options("t", b"{}", b"{}")
    assert await store.log("t") == [b"kept"]


async def test_a_closed_store_says_so(store: Store) -> None:
    await store.close()
    await store.close()
    for doing in (store.table("t"), store.create(table("t"))):
        with pytest.raises(Closed, match="closed"):
            await cast("asyncio.Future[object]", doing)


async def test_the_first_secret_stays_for_every_server(open_again: Open) -> None:
    one, two = await open_again(), await open_again()
    assert [await one.secret(b"first"), await two.secret(b"second"), await one.secret(b"third")] == [b"first"] * 3
    await one.close()
    await two.close()


async def test_two_servers_that_write_in_turns_never_write_over_each_other(open_again: Open) -> None:
    one, two = await open_again(), await open_again()
    await one.create(replace(table("t"), options=b"old"))
    for entry, (writer, other) in enumerate([(one, two), (one, two), (two, one), (two, one), (one, two)]):
        await writer.append("t", entry, [b"%d" % entry], options=b"old")
        with pytest.raises(Taken):
            await other.append("t", entry, [b"x"], options=b"old")
    await two.set_options("t", b"old", b"new")
    with pytest.raises(OtherOptions):
        await one.append("t", 5, [b"x"], options=b"old")
    await one.append("t", 5, [b"5"], options=b"new")
    with pytest.raises(LogGap):
        await one.append("t", 7, [b"x"])
    assert await two.log("t") == [b"%d" % entry for entry in range(6)]
    await one.close()
    await two.close()


async def test_there_is_no_table_with_a_name_that_no_database_takes(store: Store) -> None:
    assert await store.table("\0") is None
