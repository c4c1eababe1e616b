"""What was found in the simulated world about leases, one by one."""

import asyncio
from random import Random
from types import SimpleNamespace

from mousehole.host import Host
from mousehole.host.leases import SAFE_SECONDS, Leases
from mousehole.store import Failing
from mousehole.table import Chair, Options
from tests.simulation.world import nuts
from tests.simulation.world.history import History
from tests.simulation.world.seeded import seeded
from tests.simulation.world.storage import SimStore, Storage
from tests.simulation.world.virtual_loop import VirtualLoop

PEOPLE = (Chair("person", "Anna"), Chair("person", "Ben"))


def in_virtual_time(work):
    """Do some work with a store in virtual time."""
    loop = VirtualLoop(Random(0))
    try:
        with seeded(loop, Random(1)):
            return loop.run_until_complete(work(Storage(loop, Random(2), History(loop), postgres=False)))
    finally:
        loop.close()


def store_on(storage, kind=SimStore):
    return kind(storage, SimpleNamespace(name="here", dead=False, dooms={}, check_lease=lambda *_: None))


def driver(take_over, waiting=()):
    """A host that plays nowhere, with people who wait at some tables."""
    return SimpleNamespace(is_playing=lambda _: False, waiting_tables=lambda: waiting, take_over=take_over)


class SlowOnce(SimStore):
    """A store whose first lease is told so late that nobody may rely on it any more."""

    told = 0

    async def lease(self, server, tables, seconds):
        got = await super().lease(server, tables, seconds)
        self.told += 1
        await asyncio.sleep(SAFE_SECONDS if self.told == 1 else 0.0)
        return got


def test_a_table_that_could_not_be_opened_is_taken_over_at_the_next_look():
    begun = []

    async def begin(table):
        begun.append(table)
        if len(begun) == 1:
            raise Failing()

    async def watched(storage):
        storage.leases.take("another server", ["t"], 5.0)
        leases = Leases(store_on(storage), driver(begin, ["t"]))
        assert not await leases.take("t")
        await asyncio.sleep(12.0)
        await leases.close()

    in_virtual_time(watched)
    assert begun[:2] == ["t", "t"]


def test_a_lease_that_is_told_too_late_to_be_relied_on_stays_to_be_found():
    begun = []

    async def begin(table):
        begun.append(table)

    async def watched(storage):
        storage.leases.take("a server that died", ["t"], 0.5)
        leases = Leases(store_on(storage, SlowOnce), driver(begin))
        leases.start()
        await asyncio.sleep(20.0)
        await leases.close()

    in_virtual_time(watched)
    assert begun


def test_a_table_goes_on_for_whoever_comes_back_to_it():
    async def watched(storage):
        host = Host(store_on(storage))
        storage.leases.take = lambda *_: set()  # another server has every lease
        table = await host.open(nuts.GAME, nuts.Setup(), PEOPLE, Options(shared=True, auto_throw=True))
        entry = table.entry
        host.attend(table.id)
        await asyncio.sleep(1.0)
        host.leave(table.id)
        await asyncio.sleep(1.0)
        del storage.leases.take  # that server ended its lease, and died before it played again
        host.attend(table.id)
        await asyncio.sleep(1.0)
        await host.close()
        return table.entry - entry

    assert in_virtual_time(watched) == 1
