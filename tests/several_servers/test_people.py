"""People at one table on two servers with PostgreSQL and Redis: they see, hear and limit each other."""

import asyncio
import signal
from contextlib import AsyncExitStack, asynccontextmanager
from secrets import token_hex

import pytest
import uvicorn
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from mousehole.bus import open_bus
from mousehole.host import Host
from mousehole.host.limits import LaggingBuckets, SharedBuckets
from mousehole.store import open_store
from mousehole.web.app import application
from mousehole.web.rights.access import Keys
from mousehole.web.server.settings import no_limits
from mousehole.web.server_state import ServerState
from tests.web.browser import Browser
from tests.web.test_rights import gone, links, owner
from tests.web.test_safety import SHARED
from tests.web.test_two_servers import in_thread, started


@pytest.fixture
async def ports(postgres, redis):
    async with serving(postgres, redis, no_limits()) as found:
        yield found


@asynccontextmanager
async def serving(postgres, redis, settings):
    address, servers = postgres.fresh(), []
    for _ in range(2):
        host = Host(await open_store(address), await open_bus(redis.address))
        state = ServerState(host, Keys(b"k" * 32), settings)
        server = uvicorn.Server(uvicorn.Config(application(state), port=0, log_level="error"))
        servers.append((server, host, asyncio.create_task(server.serve())))
        await started(server)
    yield [server.servers[0].sockets[0].getsockname()[1] for server, _, _ in servers]
    for server, host, task in servers:
        server.should_exit = True
        await task
        await host.close()


async def at_one_table(one, two):
    anna, ben = Browser(one), Browser(two)
    table = await in_thread(anna.opened, **SHARED)
    found = await in_thread(links, anna, table)
    await in_thread(ben.post, found["seat-1"])
    return anna, ben, table


async def test_people_on_two_servers_see_hear_and_point_for_each_other(ports):
    anna, ben, table = await at_one_table(*ports)
    async with anna.live(table) as me:
        await me.say(type="chat", text="Anybody here?")
        await me.hear("said")
        async with ben.live(table) as you:
            while not all(seat.get("present") for seat in (await me.hear("seats"))["seats"]):
                pass
            seats = (await you.hear("seats"))["seats"]
            while not all(seat.get("present") for seat in seats):
                seats = (await you.hear("seats"))["seats"]
            assert [seat.get("owner", False) for seat in seats] == [True, False]
            await you.say(type="chat", text="Me!")
            assert (await me.hear("said"))["text"] == "Me!"
            await me.say(type="point", action=0)
            assert (await you.hear("pointed"))["seat"] == 0
            async with ben.live(table) as again:
                assert [said["text"] for said in again.welcome["chat"]] == ["Anybody here?", "Me!"]
        while all(seat.get("present") for seat in (await me.hear("seats"))["seats"]):
            pass


async def test_moves_and_removals_reach_the_other_server_also_while_redis_is_away(ports, redis):
    anna, ben, table = await at_one_table(*ports)
    async with anna.live(table) as me, ben.live(table) as you:
        answer = await me.move("throw")
        await you.shown(answer["entry"])
        await asyncio.to_thread(redis.server.stop, signal.SIGKILL)
        try:
            answer = await me.move("play", action=0)
            await you.shown(answer["entry"])  # found by a look at the store
        finally:
            await asyncio.to_thread(redis.server.start)
        await in_thread(owner, anna, table, do="remove", seat=1)
        assert await gone(you) == "removed"


async def test_a_move_that_the_store_cannot_take_is_to_be_tried_again_and_then_is_made_once(ports, postgres, caplog):
    anna, _, table = await at_one_table(*ports)
    async with anna.live(table) as me:
        throw = {"type": "throw", "seat": 0, "entry": me.entry, "ticket": "once"}
        await asyncio.to_thread(postgres.server.stop, signal.SIGQUIT)
        try:
            answer = await answered(me, throw)
        finally:
            await asyncio.to_thread(postgres.server.start)
        async with asyncio.timeout(240):
            while answer["type"] == "refused":
                assert answer["reason"] == "busy"
                await asyncio.sleep(0.2)
                answer = await answered(me, throw)
        assert await answered(me, throw) == answer
    assert answer["entry"] == throw["entry"] + 1
    assert "the server with the saved games" in caplog.text
    assert "Traceback" not in caplog.text


async def answered(talk, move):
    await talk.say(**move)
    return await talk.hear("ack", "refused")


async def test_what_is_counted_afterwards_stops_who_takes_too_much_from_all_servers_together(redis):
    buses, name = [await open_bus(redis.address) for _ in range(3)], token_hex(8)
    every = [LaggingBuckets(bus, name, 50 / 1e9, 50) for bus in buses]  # they fill up again in thirty years
    assert all(each.take("here", 40) for each in every)
    async with asyncio.timeout(240):
        while not all("here" in each._stopped for each in every):
            assert all(each.take("here", 0) for each in every)  # so that it goes on telling
            await asyncio.sleep(0.05)
    assert not any(each.take("here", 6) for each in every)
    assert all(each.take("here", 4) for each in every)  # of the share that each gives by itself
    assert all(each.take("elsewhere") for each in every)
    for bus in buses:
        await bus.close()


async def test_pages_open_at_another_server_count_too(postgres, redis):
    limits = replace(no_limits(), sockets_address=4)
    async with serving(postgres, redis, limits) as ports, AsyncExitStack() as inside:
        anna, ben, table = await at_one_table(*ports)
        for _ in range(3):
            await inside.enter_async_context(anna.live(table))
        with pytest.raises(ConnectionClosed, match="Too many pages"):
            await asyncio.wait_for(with_two_pages(ben, table), 240)


async def with_two_pages(browser, table):
    """Open two pages again and again, until there is no room for both."""
    while True:
        async with browser.live(table), browser.live(table):
            await asyncio.sleep(0.05)


async def test_what_somebody_does_at_two_servers_is_counted_together_while_redis_is_there(redis):
    buses = [await open_bus(redis.address) for _ in range(2)]
    name = token_hex(8)
    one, two = (SharedBuckets(bus, name, 5 / 1e9, 5) for bus in buses)  # they fill up again in thirty years
    assert [await each.take("here") for each in (one, two, one, two, one)] == [True] * 5
    own = [await each.take("here") for each in (one, two, one, two)]
    assert own == [True, True, False, False]  # each gives a share by itself, so that no wrong count shuts anybody out
    assert await two.take("elsewhere", 4)
    assert not await one.take("elsewhere", 2)
    await asyncio.to_thread(redis.server.stop, signal.SIGKILL)
    try:
        third = SharedBuckets(buses[0], token_hex(8), 5 / 1e9, 5)
        assert [await third.take("here") for _ in range(6)] == [True] * 5 + [False]  # each server counts its own
    finally:
        await asyncio.to_thread(redis.server.start)
        for bus in buses:
            await bus.close()
