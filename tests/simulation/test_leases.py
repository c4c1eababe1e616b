"""What was found in the simulated world about leases, one by one."""

import asyncio
from random import Random
from types import SimpleNamespace

from mousehole.host.flow.leases import Driving, Leases
from mousehole.store import Failing
from tests.simulation.world.history import History
from tests.simulation.world.seeded import seeded
from tests.simulation.world.storage import SimStore, Storage
from tests.simulation.world.virtual_loop import VirtualLoop


def in_virtual_time(work):
    loop = VirtualLoop(Random(0))
    try:
        with seeded(loop, Random(1)):
            return loop.run_until_complete(work(loop))
    finally:
        loop.close()


def test_a_table_that_could_not_be_opened_is_taken_over_at_the_next_look():
    begun = []

    async def begin(table):
        begun.append(table)
        if len(begun) == 1:
            raise Failing()

    async def watched(loop):
        storage = Storage(loop, Random(2), History(loop))
        storage.leases.take("another server", ["t"], 5.0)
        store = SimStore(storage, SimpleNamespace(name="here", dead=False))
        leases = Leases(store, Driving(lambda _: False, lambda _: True, begin))
        assert not await leases.take("t")
        await asyncio.sleep(12.0)
        await leases.close()

    in_virtual_time(watched)
    assert begun[:2] == ["t", "t"]
