"""Reviews share the workers fairly: side by side, so many for each visitor, and resting while nobody asks."""

import asyncio

import pytest

from mousehole import shelf
from mousehole.core.record import dump
from mousehole.host import Host, advice, jobs
from mousehole.host.advice import Reviews
from mousehole.host.limits import TooMuch
from mousehole.store import SqliteStore
from mousehole.table import Chair
from mousehole.testing import random_record

MMM = shelf.find("mmm")
SETUP = MMM.setup(board='steps = 2\npantry = """\nB B F\n. G F\n"""\n')


@pytest.fixture
async def tables(tmp_path, monkeypatch):
    """Finished games of a tiny board; a worker's slice is one ply."""
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path))
    monkeypatch.setattr(jobs, "SLICE_SECONDS", 0.0)
    host = Host(await SqliteStore.open(tmp_path / "tables.db"))
    records = [random_record(MMM, SETUP, bytes([n]))[0] for n in range(12)]
    records.sort(key=lambda record: len(record.events))
    yield [await host.import_record(dump(record), lambda seats: (Chair("person"),) * seats) for record in records]
    await host.close()


async def answered(kind, *question, table=""):
    """Answer as a worker does, in this process."""
    return await asyncio.to_thread(kind.work, *question)


async def test_a_short_game_does_not_wait_for_a_long_one(tables):
    found = Reviews(answered)
    long, short = found.review(tables[-1], 0, "ana", 0), found.review(tables[0], 0, "ben", 0)
    while short.found is None:
        assert long.found is None
        await asyncio.sleep(0.001)
    assert long.total > short.total
    found.close()


async def test_a_visitor_has_so_many_reviews_at_once_and_others_theirs(tables):
    found = Reviews(answered)
    for table in tables[: advice.MOST_PER_VISITOR]:
        found.review(table, 0, "ana", 0)
    with pytest.raises(TooMuch, match="many reviews"):
        found.review(tables[-1], 0, "ana", 0)
    assert found.review(tables[0], 0, "ana", 0)
    assert found.review(tables[-1], 0, "ben", 0)
    found.close()


async def test_a_review_nobody_asks_about_rests_and_goes_on_where_it_was(tables, monkeypatch):
    found = Reviews(answered)
    monkeypatch.setattr(advice, "IDLE_TIMEOUT", -1.0)
    work = found.review(tables[-1], 0, "ana", 0)
    await asyncio.sleep(0)
    assert work.resting
    monkeypatch.setattr(advice, "IDLE_TIMEOUT", 60.0)
    assert found.review(tables[-1], 0, "ana", 0) is work
    while work.found is None:
        assert not work.resting
        await asyncio.sleep(0.01)
    assert len(work.found.moments) == tables[-1].ply
