"""The pulse of the event loop, also where Python has no clock for a thread of its own."""

import asyncio
import time

from mousehole.host.limits import Heartbeat


async def test_it_beats_where_a_thread_has_no_clock_of_its_own(monkeypatch):
    monkeypatch.delattr(time, "thread_time")
    heart = Heartbeat()
    heart.start()
    await asyncio.sleep(0)
    assert heart._task and not heart._task.done()
    heart.stop()
