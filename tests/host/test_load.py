"""Under more load than it can carry the host refuses moves as busy, and takes the same ones a moment later."""

import asyncio
import sqlite3
import time

import pytest

from mousehole import shelf
from mousehole.host import Host, limits
from mousehole.host.limits import FEWEST_MOVES, Busy, LoadGate
from mousehole.store import SqliteStore
from mousehole.table import Chair, ThrowDice

MMM = shelf.find("mmm")
ME = Chair("person", "Ana")
WAIT = 0.1


@pytest.fixture
async def host(tmp_path):
    found = Host(await SqliteStore.open(tmp_path / "tables.db"))
    found.load.longest_wait = WAIT
    yield found
    await found.close()


def hold_the_loop():
    until = time.monotonic() + 2 * WAIT
    while time.monotonic() < until:
        pass


async def taken(host, table, ticket):
    """Send a move again and again, as the page does; say how often it was refused."""
    for refusals in range(1000):
        try:
            await host.move(table.id, ThrowDice(0, 1, ticket))
        except Busy:
            await asyncio.sleep(0.02)
        else:
            return refusals
    raise AssertionError("it is never taken")


async def test_a_move_that_would_wait_for_the_loop_is_refused_and_taken_later(host):
    table = await host.open(MMM, MMM.setup(), (ME,))
    host.load.pulse.start()
    await asyncio.sleep(0)
    hold_the_loop()
    with pytest.raises(Busy, match="on its way"):
        await host.move(table.id, ThrowDice(0, table.entry, "t"))
    assert table.ply == 0
    await taken(host, table, "t")
    assert table.ply == 1


async def test_moves_behind_a_slow_disk_are_refused_and_none_is_lost_or_doubled(host, tmp_path):
    tables = [await host.open(MMM, MMM.setup(), (ME,)) for _ in range(6)]
    disk = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    disk.execute("BEGIN IMMEDIATE")
    first = asyncio.create_task(taken(host, tables[0], "a"))
    await asyncio.sleep(2 * WAIT)
    others = [asyncio.create_task(taken(host, table, "b")) for table in tables[1:]]
    await asyncio.sleep(2 * WAIT)
    assert all(table.ply == 0 for table in tables)
    disk.execute("ROLLBACK")
    disk.close()
    refusals = [await first, *[await other for other in others]]
    assert all(refusals[1:])
    assert [(table.ply, len(await host.store.log(table.id))) for table in tables] == [(1, 2)] * 6


async def test_without_a_limit_nothing_is_refused(host):
    host.load.longest_wait = float("inf")
    table = await host.open(MMM, MMM.setup(), (ME,))
    host.load.pulse.start()
    await asyncio.sleep(0)
    hold_the_loop()
    await host.move(table.id, ThrowDice(0, table.entry, "t"))
    assert table.ply == 1


async def test_the_room_for_moves_grows_while_they_are_answered_soon_and_shrinks_when_not(monkeypatch):
    gate = LoadGate()
    gate.longest_wait = 100.0
    for _ in range(20):
        with gate.admitted():
            pass
    wide = gate.room
    assert wide > LoadGate().room
    monkeypatch.setattr(limits, "PROMPT", 0.0)
    with gate.admitted(), gate.admitted(), gate.admitted():
        pass
    assert FEWEST_MOVES < gate.room < wide
    monkeypatch.setattr(limits, "FEWEST_MOVES", wide + 1)
    with gate.admitted():
        pass
    assert gate.room == wide + 1
    gate.pulse.stop()
