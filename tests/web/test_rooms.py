"""The rooms of tables: they take no memory once the last guest has left."""

import asyncio
import gc

from mousehole.web.live.room import Room
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
