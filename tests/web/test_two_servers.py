"""Two servers on one store: what ends at one of them has ended at the other."""

import asyncio

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed

from mousehole.bus import MemoryBus
from mousehole.host import Host
from mousehole.store import SqliteStore
from mousehole.web import app
from mousehole.web.app import application
from mousehole.web.live.socket import Live
from mousehole.web.rights.access import Keys
from mousehole.web.server.settings import no_limits
from mousehole.web.server_state import ServerState
from tests.web.browser import Browser
from tests.web.test_rights import gone, links, owner
from tests.web.test_safety import SHARED


@pytest.fixture
async def ports(tmp_path):
    bus, ports, servers, tasks = MemoryBus(), [], [], []
    for _ in range(2):
        host = Host(await SqliteStore.open(tmp_path / "tables.db"), bus)
        server = uvicorn.Server(
            uvicorn.Config(application(ServerState(host, Keys(b"k" * 32), no_limits())), port=0, log_level="error")
        )
        servers.append((server, host))
        tasks.append(asyncio.create_task(server.serve()))
        await started(server)
        ports.append(server.servers[0].sockets[0].getsockname()[1])
    yield ports
    for server, _ in servers:
        server.should_exit = True
    await asyncio.gather(*tasks)
    for _, host in servers:
        await host.close()


async def started(server):
    while not server.started:  # noqa: ASYNC110 (it tells in no other way)
        await asyncio.sleep(0.01)


def in_thread(asking, *arguments, **more):
    return asyncio.to_thread(asking, *arguments, **more)


class Clumsy(Live):
    """A live connection that stumbles over a ping."""

    def _pong(self):
        raise ValueError("oops")


async def test_a_live_connection_that_fails_leaves_a_line_in_the_log(ports, monkeypatch, caplog):
    monkeypatch.setattr(app, "Live", Clumsy)
    anna = Browser(ports[0])
    table = await in_thread(anna.opened, **SHARED)
    async with anna.live(table) as me:
        await me.say(type="ping")
        with pytest.raises(ConnectionClosed):
            await me.hear("pong")
    assert f"a live connection to table {table} failed" in caplog.text
    assert "oops" in caplog.text


async def test_whoever_is_removed_at_one_server_is_gone_at_the_other(ports):
    one, two = ports
    anna, ben, zoe = Browser(one), Browser(two), Browser(two)
    table = await in_thread(anna.opened, **SHARED)
    found = await in_thread(links, anna, table)
    assert [(await in_thread(each.post, found[role])).status for each, role in ((ben, "seat-1"), (zoe, "watch"))] == [
        303,
        303,
    ]
    async with ben.live(table) as player, zoe.live(table) as watcher:
        await in_thread(owner, anna, table, do="remove", seat=1)
        assert await gone(player) == "removed"
        await watcher.say(type="ping")
        await watcher.hear("pong")
        assert (await in_thread(ben.get, f"/table/{table}")).status == 403
        assert (await in_thread(ben.post, found["seat-1"])).status == 403
        anna.port = two
        await in_thread(owner, anna, table, do="chat")
        while (await watcher.hear("changed"))["options"]["chat"]:  # the first is about the removal
            pass
        assert (await in_thread(ben.get, f"/table/{table}")).status == 403
        anna.port = one
        await in_thread(owner, anna, table, do="delete")
        assert await gone(watcher) == "deleted"
