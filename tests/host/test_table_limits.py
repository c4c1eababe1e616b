"""A table's log has an end that is told, and taking back without end is told off."""

import pytest

from mousehole import shelf
from mousehole.core.record import dump
from mousehole.host import Host
from mousehole.host.limits import Full, TableLimits, TooMuch
from mousehole.store import SqliteStore
from mousehole.table import Chair, Options, Sit, ThrowDice, Undo
from mousehole.testing import random_record

MMM = shelf.find("mmm")
ME, BOT = Chair("person", "Ana"), Chair("bot", "", "random")


@pytest.fixture
async def host(tmp_path):
    found = Host(await SqliteStore.open(tmp_path / "tables.db"))
    yield found
    await found.close()


async def test_a_full_table_takes_no_more_moves_and_goes_on_as_a_copy(host):
    table = await host.open(MMM, MMM.setup(), (ME,))
    host.limits = TableLimits(entries=6)
    while table.entry < 6:
        await host.move(table.id, ThrowDice(0, table.entry, "") if table.ply == 0 else Undo(0, table.entry, 0, ""))
    with pytest.raises(Full, match="play on at a new one"):
        await host.move(table.id, Undo(0, table.entry, 0, ""))
    copy = await host.fork(table.id, table.ply)
    assert (table.entry, copy.ply) == (6, table.ply)


async def test_bots_stop_at_a_full_table_too(host):
    host.limits = TableLimits(entries=8)
    table = await host.open(MMM, MMM.setup(players=2), (BOT, BOT), Options())
    await host.wait_until_idle(table.id)
    assert table.entry == 8


async def test_a_record_that_is_too_long_is_not_taken_in(host):
    record, _ = random_record(MMM, MMM.setup(), b"long")
    host.limits = TableLimits(entries=len(record.events) // 2)
    with pytest.raises(Full):
        await host.import_record(dump(record), lambda seats: (ME,) * seats)


async def test_taking_back_without_end_is_told_off_and_the_game_goes_on(host):
    table = await host.open(MMM, MMM.setup(), (ME,))
    host.limits = TableLimits(undos=3)
    for _ in range(3):
        await host.move(table.id, ThrowDice(0, table.entry, ""))
        await host.move(table.id, Undo(0, table.entry, 0, ""))
    await host.move(table.id, ThrowDice(0, table.entry, ""))
    with pytest.raises(TooMuch, match="needs a moment"):
        await host.move(table.id, Undo(0, table.entry, 0, ""))
    assert table.ply == 1


async def rename(host, table, times):
    judged = await host.settings(table.id)
    for n in range(times):
        await host.move(table.id, Sit(0, Chair("person", f"Ana {n}")), judged)


async def test_a_guest_who_changes_names_without_end_is_told_off_and_the_game_goes_on(host):
    table = await host.open(MMM, MMM.setup(), (ME,))
    host.limits = TableLimits(sits=3)
    await rename(host, table, 3)
    with pytest.raises(TooMuch, match="needs a moment"):
        await rename(host, table, 1)
    await host.move(table.id, Sit(0, Chair("empty")))  # a right that ended is enforced all the same
    await host.move(table.id, Sit(0, ME))
    await host.move(table.id, ThrowDice(0, table.entry, ""))


async def test_names_and_undos_leave_room_for_moves(host):
    table = await host.open(MMM, MMM.setup(), (ME,))
    host.limits = TableLimits(entries=40)
    with pytest.raises(Full, match="kept for moves"):
        await rename(host, table, 40)
    assert table.entry == 4
    for _ in range(10):
        await host.move(table.id, ThrowDice(0, table.entry, ""))
        await host.move(table.id, Undo(0, table.entry, 0, ""))
    await host.move(table.id, ThrowDice(0, table.entry, ""))
    with pytest.raises(Full, match="kept for moves"):
        await host.move(table.id, Undo(0, table.entry, 0, ""))
    assert (table.entry, table.ply) == (25, 1)
