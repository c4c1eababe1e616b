"""The rooms of tables: they take no memory once the last guest has left, and no guest takes more than a share."""

import asyncio
import gc
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from mousehole.bus import MemoryBus
from mousehole.web.live.room import OUTBOX_BYTES, TALK_PER_SECOND, Outbox, Room
from mousehole.web.server import request_limits
from mousehole.web.server.request_limits import RequestLimits
from mousehole.web.server.settings import Settings
from tests.web.browser import Browser


def rooms(table):
    return [thing for thing in gc.get_objects() if type(thing) is Room and thing.table.id == table]


async def test_a_room_goes_with_its_last_guest_and_waits_for_no_collector(unbraked):
    browser = Browser(unbraked)
    table = browser.opened()
    gc.disable()
    try:
        async with browser.live(table) as talk:
            await talk.move("throw")
            assert len(rooms(table)) == 1
        while rooms(table):  # noqa: ASYNC110 (nothing tells that it is gone)
            await asyncio.sleep(0.05)
    finally:
        gc.enable()


async def test_what_waits_for_a_slow_reader_is_bounded_by_its_bytes():
    box = Outbox()
    box.put(bytes(2 * OUTBOX_BYTES))  # a single message may be as large as it is
    assert not box.overrun
    assert len(box.take()) == 1
    for _ in range(4):
        box.put(bytes(OUTBOX_BYTES // 4))
    assert not box.overrun
    box.put(b"one more")
    assert (box.overrun, len(box.take())) == (True, 4)


async def test_all_live_connections_of_an_address_share_one_pace(monkeypatch):
    monkeypatch.setattr(request_limits, "LIVE_BURST", 3e6)  # so that none comes back in time
    limits = RequestLimits(MemoryBus(), replace(Settings(), messages=1e-6))
    here, there = (SimpleNamespace(scope={"client": (f"203.0.113.{n}", 1)}) for n in (1, 2))
    for _ in range(3):
        await limits.live_turn(here)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(limits.live_turn(here), 0.01)
    await limits.live_turn(there)


def test_a_crowd_hears_less_of_what_is_said_and_shown_than_a_family():
    def heard(crowd):
        room = Room(SimpleNamespace())
        room.viewers = set(range(crowd))
        return sum(room.has_ear() for _ in range(1000))

    assert heard(4) == 1000
    assert 1 <= heard(2500) <= 4
    assert heard(10 * TALK_PER_SECOND) >= 1
