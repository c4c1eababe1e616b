"""Settings of a table, changed by several at once: by two requests, or by two servers on one store."""

import asyncio

import pytest
from msgspec.structs import replace

from mousehole.bus import MemoryBus
from mousehole.host import Host
from mousehole.shelf import find
from mousehole.store import SqliteStore
from mousehole.table import Chair, Refused

MMM = find("mmm")
TWO = (Chair("person", "Anna"), Chair("person", "Ben"))


@pytest.fixture
async def hosts(tmp_path):
    """Two servers on one store, with news between them."""
    bus = MemoryBus()
    pair = [Host(await SqliteStore.open(tmp_path / "tables.db"), bus) for _ in range(2)]
    yield pair
    for host in pair:
        await host.close()


def keeping(name, value):
    return lambda old: replace(old, extra={**old.extra, name: value})


async def test_two_requests_at_once_never_erase_each_others_change(hosts):
    host, _ = hosts
    table = await host.open(MMM, MMM.setup(players=2), TWO)
    await asyncio.gather(*(host.change_settings(table.id, keeping(f"{n}", n)) for n in range(20)))
    assert (await host.settings(table.id)).extra == {f"{n}": n for n in range(20)}
    assert (await host.settings(table.id)).version == 20


async def test_a_second_server_never_erases_what_the_first_has_changed(hosts):
    one, two = hosts
    table = await one.open(MMM, MMM.setup(players=2), TWO)
    await two.table(table.id)
    await one.change_settings(table.id, keeping("epochs", {"seat-1": 1}))
    await two.change_settings(table.id, keeping("chat", False))
    await one.set_hints(table.id, True)
    for host in hosts:
        await host.refresh(table.id)
        settings = await host.settings(table.id)
        assert (settings.extra, settings.options.hints) == ({"epochs": {"seat-1": 1}, "chat": False}, True)
        assert (await host.table(table.id)).options.hints is True


async def test_two_servers_change_a_table_a_hundred_times_without_losing_one(hosts):
    one, two = hosts
    table = await one.open(MMM, MMM.setup(players=2), TWO)
    changes = (host.change_settings(table.id, keeping(f"{n}", n)) for n in range(50) for host in (one, two))
    await asyncio.gather(*changes)
    await one.refresh(table.id)
    assert (await one.settings(table.id)).extra == {f"{n}": n for n in range(50)}
    assert (await one.settings(table.id)).version == 100


async def test_a_change_is_told_to_other_servers(hosts):
    one, two = hosts
    table = await one.open(MMM, MMM.setup(players=2), TWO)
    async with two.watch_settings(table.id) as news:
        await one.change_settings(table.id, keeping("chat", False))
        assert await asyncio.wait_for(anext(aiter(news)), 240) == 1


async def test_a_deleted_table_is_gone_at_other_servers_too(hosts):
    one, two = hosts
    table = await one.open(MMM, MMM.setup(players=2), TWO)
    await two.table(table.id)
    await one.delete(table.id)
    await two.refresh(table.id)
    assert two.settings_in_memory(table.id) is None
    with pytest.raises(Refused):
        await two.table(table.id)
