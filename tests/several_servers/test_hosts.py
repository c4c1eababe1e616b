"""Two servers on one PostgreSQL: what one writes the other has, whether news arrive or not."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from mousehole.bus import MemoryBus, open_bus
from mousehole.core.game import Decide, Over
from mousehole.host import Host
from mousehole.host.host import SettingsChanged
from mousehole.shelf import find
from mousehole.store import SqliteStore, open_store
from mousehole.table import Chair, Play, Refused, Sit, Stale, ThrowDice

MMM = find("mmm")
TWO = (Chair("person", "Anna"), Chair("person", "Ben"))
BOTS = (Chair("bot", "", "greedy"),) * 2


@pytest.fixture
async def pair(postgres):
    """Two servers that never hear of each other by news."""
    address = postgres.fresh()
    hosts = [Host(await open_store(address), MemoryBus()) for _ in range(2)]
    yield hosts
    for host in hosts:
        await host.close()


@asynccontextmanager
async def attending(host, table_id):
    host.attend(table_id)
    yield
    host.leave(table_id)


def next_move(table, ticket="t"):
    turn = table.turn
    if isinstance(turn, Decide):
        return Play(turn.seat, table.entry, 0, ticket)
    return ThrowDice(turn.thrower, table.entry, ticket)


async def opened_at_both(one, two, chairs=TWO):
    table = await one.open(MMM, MMM.setup(players=2), chairs)
    return table, await two.table(table.id)


async def test_a_move_is_seen_at_the_other_server_by_its_news(postgres, redis):
    address = postgres.fresh()
    one, two = [Host(await open_store(address), await open_bus(redis.address)) for _ in range(2)]
    table, there = await opened_at_both(one, two)
    async with two.watch(table.id) as news:
        await one.move(table.id, next_move(table))
        async with asyncio.timeout(240):
            async for newest in news:
                await two.catch_up(table.id, newest)
                if there.entry == table.entry:
                    break
    assert there.log == table.log
    assert there is await two.table(table.id)
    await one.close()
    await two.close()


class SlowLog(SqliteStore):
    """A store that hands out no log until it may."""

    may = None

    async def log(self, *what):
        if self.may:
            self.asked.set()
            await self.may.wait()
        return await super().log(*what)


async def test_settings_that_change_while_a_table_is_loaded_are_read_again(tmp_path):
    store = await SlowLog.open(tmp_path / "tables.db")
    one, two = Host(store), Host(store)
    table = await one.open(MMM, MMM.setup(players=2), TWO)
    store.may, store.asked = asyncio.Event(), asyncio.Event()
    loading = asyncio.create_task(two.table(table.id))
    await store.asked.wait()  # it has read the settings
    await one.set_hints(table.id, True)
    asked = asyncio.create_task(two.refresh(table.id))
    await asyncio.sleep(0)
    store.may.set()
    await asyncio.gather(loading, asked)
    assert (await two.settings(table.id)).options.hints
    await two.close()


async def test_a_move_that_no_news_told_is_found_by_a_look(pair):
    one, two = pair
    table, there = await opened_at_both(one, two)
    await one.move(table.id, next_move(table))
    async with attending(two, table.id), two.watch(table.id) as news:
        await two.sync()
        assert await anext(news) == table.entry
    assert there.log == table.log


async def test_settings_and_deletion_are_found_by_a_look(pair):
    one, two = pair
    table, there = await opened_at_both(one, two)
    async with attending(two, table.id):
        await one.set_hints(table.id, True)
        await two.sync()
        assert there.options.hints is True
        await one.delete(table.id)
        await two.sync()
        with pytest.raises(Refused):
            await two.table(table.id)


async def test_whoever_comes_from_a_server_that_knew_more_can_move_at_once(pair):
    one, two = pair
    table, there = await opened_at_both(one, two)
    await one.move(table.id, next_move(table))
    answer = await two.move(table.id, next_move(table, "u"))
    assert answer.entry == there.entry == table.entry + 1


async def test_a_move_sent_again_to_another_server_is_taken_once(pair):
    one, two = pair
    table, there = await opened_at_both(one, two)
    move = next_move(table)
    answer = await one.move(table.id, move)
    assert await two.move(table.id, move) == answer
    assert there.log == table.log


async def test_a_move_of_whoever_knew_less_is_refused_and_the_server_knows_more(pair):
    one, two = pair
    table, there = await opened_at_both(one, two)
    move = next_move(table, "late")
    await one.move(table.id, next_move(table))
    with pytest.raises(Stale):
        await two.move(table.id, move)
    assert there.log == table.log


async def test_two_who_sit_down_at_two_servers_both_sit(pair):
    one, two = pair
    table, there = await opened_at_both(one, two, (Chair("empty"),) * 2)
    await asyncio.gather(one.move(table.id, Sit(0, TWO[0])), two.move(table.id, Sit(1, TWO[1])))
    await one.refresh(table.id)
    await two.refresh(table.id)
    assert table.chairs == there.chairs == list(TWO)


async def test_nobody_moves_by_settings_that_another_server_has_changed(pair):
    one, two = pair
    table, there = await opened_at_both(one, two)
    judged = await two.settings(table.id)
    await one.change_settings(table.id, lambda old: replace(old, extra={"epochs": {"seat-0": 1}}))
    with pytest.raises(SettingsChanged):
        await two.move(table.id, next_move(there), judged)
    assert (await two.settings(table.id)).extra == {"epochs": {"seat-0": 1}}
    with pytest.raises(SettingsChanged):  # still judged by what was before
        await two.move(table.id, next_move(there), judged)
    await two.move(table.id, next_move(there), await two.settings(table.id))


async def test_two_servers_play_a_table_of_bots_to_its_end_without_one_entry_twice(pair):
    one, two = pair
    table, there = await opened_at_both(one, two, BOTS)
    async with attending(one, table.id), attending(two, table.id), asyncio.timeout(240):
        while not isinstance(table.turn, Over) or not isinstance(there.turn, Over):
            await asyncio.sleep(0.05)
            await asyncio.gather(one.sync(), two.sync())
    assert table.log == there.log
    lines = await one.store.log(table.id)
    assert len(lines) == table.entry


@pytest.fixture(params=["sqlite", "postgres"])
async def stores(request, tmp_path):
    """Two ends of one store that servers share."""
    if request.param == "sqlite":
        pair = [await SqliteStore.open(tmp_path / "tables.db") for _ in range(2)]
    else:
        address = request.getfixturevalue("postgres").fresh()
        pair = [await open_store(address) for _ in range(2)]
    for store in pair:
        store.shared = True
    yield pair
    for store in pair:
        await store.close()


async def test_a_lease_is_of_one_server_until_it_lapses_or_is_let_go(stores):
    one, two = stores
    assert await one.lease("a", ["x", "y"], 60) == {"x", "y"}
    assert await two.lease("b", ["y", "z"], 60) == {"z"}
    assert await one.lease("a", ["x", "y", "z"], 60) == {"x", "y"}  # renewed
    await one.let_go("a", ["x"], done=True)
    assert await two.lapsed() == []
    await one.let_go("a", ["y"], done=False)
    assert await two.lapsed() == ["y"]
    await two.let_go("a", ["z"], done=True)  # not its own
    assert await two.lease("b", ["x", "y", "z"], -1) == {"x", "y", "z"}
    assert set(await one.lapsed()) == {"x", "y", "z"}
    assert await one.lease("a", ["x"], 60) == {"x"}


async def test_what_a_server_leaves_another_plays_on(postgres):
    address = postgres.fresh()
    one, two = Host(await open_store(address), pace=0.05), Host(await open_store(address))
    table = await one.open(MMM, MMM.setup(players=2), BOTS)
    async with asyncio.timeout(240):
        async with one.watch(table.id) as news:
            async for newest in news:
                if newest > 4:
                    break
        await one.close()
        two.join_other_servers()  # it looks for what others left
        async with two.watch(table.id) as news:
            async for _ in news:
                if (await two.store.table(table.id)).over:
                    break
    await two.close()
