"""Advice from worker processes: within a quota, worked out once, and boards solved one after the other."""

import asyncio

import pytest

from mousehole import shelf
from mousehole.core.game import Chance, Over
from mousehole.host import Host
from mousehole.host.advice import Advice
from mousehole.host.jobs import position_of
from mousehole.host.limits import TooMuch
from mousehole.host.processes import OwnProcesses
from mousehole.host.solving import is_solved
from mousehole.store import SqliteStore
from mousehole.table import Chair, NoHints, Play, ThrowDice

MMM = shelf.find("mmm")
SETUP = MMM.setup(board='steps = 2\npantry = """\nB B F\n. G F\n"""\n')


@pytest.fixture
async def host(tmp_path, monkeypatch):
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path))
    host = Host(await SqliteStore.open(tmp_path / "tables.db"))
    yield host
    await host.close()


async def deciding(host, **fields):
    table = await host.open(MMM, SETUP, (Chair("person"),), **fields)
    while isinstance(table.turn, Chance):
        await host.move(table.id, ThrowDice(0, table.entry, ""))
    return table


async def finished(host):
    table = await deciding(host)
    while not isinstance(table.turn, Over):
        if isinstance(table.turn, Chance):
            await host.move(table.id, ThrowDice(0, table.entry, ""))
        else:
            await host.move(table.id, Play(0, table.entry, 0, ""))
    return table


async def ended(host, *works):
    """Ask again and again, as pages do, until all work is over."""
    for _ in range(12_000):  # a first solve waits for a compiler
        for work in works:
            host.solving.look(work.game, work.setup, work.keep)
        if not any(work.running for work in works):
            return works[0]
        await asyncio.sleep(0.02)
    raise AssertionError("it takes too long")


async def test_hints_come_from_a_worker_and_are_exact_once_the_board_is_solved(host):
    table = await deciding(host)
    estimated = await host.advice.hints(table, [0])
    assert estimated and not any(hint.exact for hint in estimated)
    work = await ended(host, host.solving.start(MMM, SETUP))
    assert work.stage == "done", work.problem
    assert is_solved(MMM, SETUP)
    exact = await host.advice.hints(table, [0])
    assert all(hint.exact for hint in exact), "what was told before the board was solved must not be told again"
    assert [label.values["n"] for label, _ in work.found] == [1, 2]


async def test_the_same_question_is_worked_out_once_and_costs_nothing_again(host):
    host.advice = Advice(host.jobs, rate=0.0, burst=1.0)
    table = await deciding(host)
    first = await asyncio.gather(*(host.advice.hints(table, [0]) for _ in range(5)))
    assert all(told == first[0] for told in first)
    assert await host.advice.hints(table, [0]) == first[0]


async def test_a_flood_is_refused_politely_and_other_tables_are_served(host):
    host.advice = Advice(host.jobs, rate=0.0, burst=1.0)
    table, other = await deciding(host), await deciding(host)
    await host.advice.hints(table, [0])
    await host.move(table.id, Play(0, table.entry, 0, ""))
    while isinstance(table.turn, Chance):
        await host.move(table.id, ThrowDice(0, table.entry, ""))
    if isinstance(table.turn, Over) or position_of(table) == position_of(other):
        pytest.fail("this luck is no use for the test")
    with pytest.raises(TooMuch, match="wait a moment"):
        await host.advice.hints(table, [0])
    assert await host.advice.at(position_of(other), other.id)


async def test_many_askers_at_once_wait_in_a_short_row_only(host):
    host.advice = Advice(OwnProcesses(workers=1), rate=0.0, burst=1.0)
    tables = [await deciding(host) for _ in range(30)]
    told = await asyncio.gather(*(host.advice.hints(t, [0]) for t in tables), return_exceptions=True)
    refused = [one for one in told if isinstance(one, TooMuch)]
    different = len({position_of(table) for table in tables})
    assert len(refused) == sum(1 for one in told if isinstance(one, Exception))
    assert bool(refused) == (different > 8)


async def test_hints_may_be_turned_off_and_that_is_kept(host):
    table = await deciding(host)
    await host.set_hints(table.id, False)
    with pytest.raises(NoHints):
        await host.advice.hints(table, [0])
    host.open_tables.drop(table.id)
    assert not (await host.table(table.id)).hints_on


async def test_a_game_is_looked_back_at_with_progress(host):
    table = await finished(host)
    work = host.advice.review(table, 0)
    assert host.advice.review(table, 0) is work
    while work.found is None:
        assert work.problem is None and work.done <= work.total
        await asyncio.sleep(0.02)
    assert len(work.found.moments) == table.ply and not work.found.exact


async def test_a_game_that_goes_on_is_not_looked_back_at(host):
    with pytest.raises(NoHints, match="once it is over"):
        host.advice.review(await deciding(host), 0)


async def test_boards_wait_for_each_other_and_a_long_row_is_refused(host):
    boards = [MMM.setup(board=f'steps = {n + 1}\npantry = """\nB B F\n"""\n') for n in range(6)]
    works = [host.solving.start(MMM, board, keep=False) for board in boards[:5]]
    assert host.solving.start(MMM, boards[0], keep=False) is works[0]
    await asyncio.sleep(0)
    assert [work.stage for work in works].count("working") <= 1
    with pytest.raises(TooMuch, match="in a minute"):
        host.solving.start(MMM, boards[5], keep=False)
    await ended(host, *works)
    for work in works:
        assert work.stage == "done" and len(work.found) == boards.index(work.setup) + 1
    assert not is_solved(MMM, boards[0]), "a survey keeps nothing"


async def test_a_survey_that_nobody_waits_for_is_given_up(host, monkeypatch):
    monkeypatch.setattr("mousehole.host.solving.GIVE_UP_AFTER", -1.0)
    work = await ended(host, host.solving.start(MMM, SETUP, keep=False))
    assert work.stage == "given up"


async def test_what_cannot_be_solved_is_told(host):
    with pytest.raises(Exception, match="line"):
        host.solving.start(MMM, MMM.setup(in_line=True))
