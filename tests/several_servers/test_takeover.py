"""A server is killed while it drives bots: another one goes on."""

import asyncio

from tests.several_servers.test_processes import serving
from tests.web.browser import Browser


async def test_the_bots_of_a_killed_server_are_played_on_by_another(tmp_path, postgres, redis):
    shared = ("--store", postgres.fresh(), "--bus", redis.address)
    with serving(tmp_path / "a", *shared) as (process, one), serving(tmp_path / "b", *shared) as (_, two):
        anna = Browser(one)
        table = await asyncio.to_thread(anna.opened)
        async with anna.live(table) as here:
            anna.port = two
            async with anna.live(table) as there:
                await here.say(type="sit", seat=0, chair={"kind": "bot", "level": "random"})
                await there.shown(there.entry + 4)
                process.kill()
                process.wait()
                await there.shown(there.entry + 6)  # heard within twenty seconds, or it is an error
            async with anna.live(table, known=there.entry) as back:
                await back.shown(there.entry + 1)
