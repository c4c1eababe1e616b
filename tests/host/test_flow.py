"""Long work leaves the event loop to others, is done once for all who wait, and takes turns with other long work."""

import asyncio
import time
from collections import Counter
from dataclasses import replace

import pytest

from mousehole import shelf
from mousehole.core.game import Chance, Over
from mousehole.core.record import BadRecord, Record, dump
from mousehole.core.words import line
from mousehole.host import Host
from mousehole.host.concurrency import SingleFlight, Slices, collect
from mousehole.store import SqliteStore
from mousehole.table import Chair, LuckDrawn, Played, Table, Undone, encode
from mousehole.testing import random_record

MMM = shelf.find("mmm")
ME = Chair("person", "Ana")
LONG = 4000  # entries


@pytest.fixture
async def host(tmp_path):
    found = Host(await SqliteStore.open(tmp_path / "tables.db"))
    yield found
    await found.close()


@pytest.fixture
def mmm_that(monkeypatch):
    """Put an Mmm! on the shelf that does something more at every event."""

    def put(more):
        def apply(state, event):
            more()
            return MMM.apply(state, event)

        found, game = shelf._built_in, replace(MMM, apply=apply)
        monkeypatch.setattr(shelf, "_built_in", lambda name: game if name == "mmm" else found(name))

    return put


@pytest.fixture
def asked(mmm_that):
    """What the host asks of Mmm!, counted, by how often others had their turn before."""
    counts = Counter()
    mmm_that(lambda: counts.update([Ticker.ticks]))
    return counts


async def long_table(host, entries=LONG):
    """A table whose log is long: played and taken back again and again, and forgotten in memory."""
    table = await host.open(MMM, MMM.setup(), (ME,))
    while table.entry < entries:
        event = table.turn.odds[0][0] if isinstance(table.turn, Chance) else table.turn.actions[0]
        table.add(table.step(LuckDrawn(event) if isinstance(table.turn, Chance) else Played(0, event)))
        if table.ply == 9:
            table.add(table.step(Undone(0, 0)))
    await host.store.append(table.id, 1, [encode(entry) for entry in table.log[1:]])
    host.open_tables.drop(table.id)
    return table.id


class Ticker:
    """Counts how often it has its turn while others work."""

    ticks = 0

    async def __aenter__(self):
        self._task = asyncio.create_task(self._tick())

    async def __aexit__(self, *_):
        self._task.cancel()

    async def _tick(self):
        while True:
            Ticker.ticks += 1
            await asyncio.sleep(0)


async def test_a_long_table_is_opened_with_everybody_else_s_turns_in_between(host, asked):
    name = await long_table(host)
    asked.clear()
    async with Ticker():
        table = await host.table(name)
    assert table.entry >= LONG
    assert len(asked) > 5


async def test_a_short_table_does_not_wait_for_a_long_one(host, mmm_that):
    long, short = await long_table(host), (await host.open(MMM, MMM.setup(), (ME,))).id
    host.open_tables.drop(long)
    host.open_tables.drop(short)
    ended = []
    mmm_that(lambda: None if ended else time.sleep(0.001))  # the long one takes longer than any answer of the store

    async def opened(name):
        await host.table(name)
        ended.append(name)

    await asyncio.gather(opened(long), opened(short))
    assert ended == [short, long]


async def test_a_table_that_several_wait_for_is_opened_once(host):
    name = await long_table(host)
    found = await asyncio.gather(*(host.table(name) for _ in range(5)))
    assert len({id(table) for table in found}) == 1


async def test_one_who_leaves_does_not_stop_what_others_wait_for():
    together, begun, go = SingleFlight[str, int](), asyncio.Event(), asyncio.Event()

    async def work():
        begun.set()
        await go.wait()
        return 7

    first, second = (asyncio.create_task(together.do("seven", work)) for _ in range(2))
    await begun.wait()
    first.cancel()
    go.set()
    assert await second == 7
    assert await together.do("seven", work) == 7


async def test_long_work_takes_turns_with_a_round_of_the_loop_after_every_slice(monkeypatch):
    slices, steps = Slices(), []

    def work(name):
        for _ in range(3):
            steps.append((Ticker.ticks, name))
            yield
        return name

    monkeypatch.setattr("mousehole.host.concurrency.SLICE_SECONDS", 1e-9)
    async with Ticker():
        assert await asyncio.gather(slices.do(work("a")), slices.do(work("b"))) == ["a", "b"]
    assert "".join(name for _, name in steps) == "ababab"
    assert len({tick for tick, _ in steps}) == len(steps)
    assert await slices.do(collect(range(4))) == (0, 1, 2, 3)


async def test_work_that_fails_tells_whoever_waits_and_others_go_on():
    slices = Slices()

    def failing():
        yield
        raise BadRecord(line("no"))

    told = await asyncio.gather(slices.do(failing()), slices.do(collect("ab")), return_exceptions=True)
    assert [type(told[0]), told[1]] == [BadRecord, ("a", "b")]


async def test_a_record_is_folded_once_and_a_fork_not_at_all(host, asked):
    record, _ = random_record(MMM, MMM.setup(), b"long")
    asked.clear()
    table = await host.import_record(dump(record), lambda seats: (ME,) * seats)
    assert asked.total() == len(record.events)
    fork = await host.fork(table.id, table.ply - 1)
    assert asked.total() == len(record.events)
    assert (fork.state, fork.ply) == (table.plies[-2].state, table.ply - 1)
    assert isinstance(table.turn, Over)
    assert isinstance(fork, Table)


async def test_a_finished_record_keeps_its_seed_and_one_that_goes_on_does_not(host):
    record, _ = random_record(MMM, MMM.setup(), b"known")
    whole = await host.import_record(dump(record), lambda seats: (ME,) * seats)
    half = Record(record.game, record.edition, record.setup, record.events[:5], record.seed, record.content)
    begun = await host.import_record(dump(half), lambda seats: (ME,) * seats)
    assert (whole.seed, whole.clean, whole.options.drawn_from) == (b"known", True, 0)
    assert (begun.seed != b"known", begun.clean, begun.options.drawn_from) == (True, False, 5)
