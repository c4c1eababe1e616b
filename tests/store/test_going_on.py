"""When saved games could not be reached for a while, bots and luck go on by themselves; the log says so once."""

import asyncio
import logging
import signal
from contextlib import suppress

import pytest

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.host import Host
from mousehole.host import host as host_module
from mousehole.store import SqliteStore, StoreError
from mousehole.table import Chair, Options
from tests.store.rows import table as row

MMM = shelf.find("mmm")
BOTS = (Chair("bot", "", "random"), Chair("bot", "", "random"))
PLENTY = 100_000  # pages


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(host_module, "LONGEST_RETRY", 0.5)


async def waiting(host, table):
    """Wait until bots and luck wait for the store."""
    while not host._stalled:
        assert not isinstance(table.turn, Over)
        await asyncio.sleep(0.01)


async def fill(store):
    """Let nothing more fit on the disk."""
    await store.writer.write(lambda db: db.execute("PRAGMA max_page_count = 1").fetchone())
    await store.create(row("filler"))
    with suppress(StoreError):
        for entry in range(1000):
            await store.append("filler", entry, [bytes(500)])
        pytest.fail("there is still room")


async def test_bots_go_on_when_the_disk_has_room_again(tmp_path, caplog):
    caplog.set_level(logging.WARNING)
    store = await SqliteStore.open(tmp_path / "db")
    host = Host(store)
    table = await host.open(MMM, MMM.setup(players=2), BOTS, Options())
    await fill(store)
    await waiting(host, table)
    stood = table.entry
    await asyncio.sleep(1)
    assert table.entry == stood
    await store.writer.write(lambda db: db.execute(f"PRAGMA max_page_count = {PLENTY}").fetchone())
    await host.wait_until_idle(table.id)
    assert isinstance(table.turn, Over)
    told = [record.message for record in caplog.records if record.name == host_module.__name__]
    assert [words.startswith("bots and luck") for words in told] == [True, True]
    await host.close()


async def test_bots_go_on_when_the_server_of_the_saved_games_is_back(postgres):
    from mousehole.store.postgres import PostgresStore

    host = Host(await PostgresStore.open(postgres.fresh()))
    table = await host.open(MMM, MMM.setup(players=2), BOTS, Options())
    async with host.watch(table.id) as news:
        async for _ in news:
            if table.ply >= 3:
                break
    await asyncio.to_thread(postgres.server.stop, signal.SIGQUIT)
    await waiting(host, table)
    await asyncio.to_thread(postgres.server.start)
    table = await host.table(table.id)
    while not isinstance(table.turn, Over):
        await asyncio.sleep(0.02)
        table = await host.table(table.id)  # another object, if only an answer of the store was lost
    await host.close()
