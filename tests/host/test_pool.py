"""Worker processes: positions are reached without walking twice, a death is survived, and nobody outlives the host."""

import os
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

import pytest

from mousehole import shelf
from mousehole.core.game import Chance, Over
from mousehole.host import jobs
from mousehole.host.jobs import PositionRef, position_of, reach_position
from mousehole.host.processes import Pool
from mousehole.table import Chair, DrawLuck, Play, Sit, Table, Undo

MMM = shelf.find("mmm")
PARENT = """
import asyncio, os
from mousehole.host.processes import Pool

async def main():
    print(await Pool(workers=1).ask(os.getpid), flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


def played(plies: int, seed: bytes = bytes(16)) -> Table:
    table = Table("t", MMM, MMM.setup(), seed)
    table.add(table.propose(Sit(0, Chair("person"))))
    while table.ply < plies and not isinstance(table.turn, Over):
        go_on(table)
    return table


def go_on(table: Table, action: int = 0) -> None:
    chance = isinstance(table.turn, Chance)
    table.add(table.propose(DrawLuck(table.entry)) if chance else table.propose(Play(0, table.entry, action, "")))


@pytest.fixture
def applied(monkeypatch):
    """The events a worker applies, and nothing remembered from before."""
    events = []

    def apply(state, event):
        events.append(event)
        return MMM.apply(state, event)

    monkeypatch.setattr(shelf, "find", lambda name: replace(MMM, apply=apply))
    monkeypatch.setattr(jobs, "_reached", type(jobs._reached)())
    return events


def test_a_position_is_reached_from_the_last_one_of_its_game(applied):
    table = played(8)
    assert reach_position(position_of(table))[1] == table.state
    assert applied == table.events
    go_on(table)
    assert reach_position(position_of(table))[1] == table.state
    assert applied == table.events, "what was walked before is not walked again"
    assert reach_position(position_of(table))[1] == table.state
    assert applied == table.events


def test_after_an_undo_the_new_way_is_walked(applied):
    table = played(8)
    reach_position(position_of(table))
    table.add(table.propose(Undo(0, table.entry, 5, "")))
    while isinstance(table.turn, Chance):
        go_on(table)
    go_on(table, -1 + len(table.turn.actions))
    assert reach_position(position_of(table))[1] == table.state


def test_tables_that_begin_alike_do_not_disturb_each_other(applied):
    one, other = played(3), played(3)
    for table in (one, other, one, other):
        assert reach_position(position_of(table))[1] == table.state
        while isinstance(table.turn, Chance):
            go_on(table)
        go_on(table, 0 if table is one else len(table.turn.actions) - 1)
        assert reach_position(position_of(table))[1] == table.state


def test_only_so_many_positions_are_remembered(applied):
    for number in range(jobs.POSITIONS_KEPT + 9):
        reach_position(position_of(played(2, seed=number.to_bytes(16, "big"))))
    assert len(jobs._reached) <= jobs.POSITIONS_KEPT


def test_every_ply_of_a_game_has_its_place(applied):
    table = played(8)
    whole = position_of(table)
    assert [reach_position(whole.at(ply))[1] for ply in range(table.ply + 1)] == [ply.state for ply in table.plies]
    assert applied == table.events


def test_a_sketch_is_a_place_too():
    fields = (("board", 'steps = 2\npantry = """\nB B F\n. G F\n"""\n'), ("hand", "BBF"))
    game, state = reach_position(PositionRef("mmm", sketch=fields))
    assert game is MMM
    assert game.turn(state).actions


def test_events_are_encoded_once_and_forgotten_when_taken_back():
    table = played(6)
    before = table.event_lines()
    assert before.count(b"\n") == 6
    table.add(table.propose(Undo(0, table.entry, 4, "")))
    assert before.startswith(table.event_lines())
    assert table.event_lines().count(b"\n") == 4
    go_on(table)
    assert table.event_lines().count(b"\n") == 5


async def test_a_pool_whose_worker_died_answers_the_next_question():
    workers = Pool(workers=1)
    with pytest.raises(BrokenProcessPool):
        await workers.ask(os._exit, 1)
    assert await workers.ask(os.getpid) != os.getpid()
    workers.close()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs a system that lists its processes")
def test_a_worker_ends_with_a_host_that_was_killed():
    host = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    worker = int(host.stdout.readline())
    assert alive(worker)
    host.kill()
    host.wait()
    host.stdout.close()
    for _ in range(4800):
        if not alive(worker):
            return
        time.sleep(0.05)
    raise AssertionError("the worker is still there")


def alive(process: int) -> bool:
    """Whether a process runs; one that only waits to be counted as dead does not."""
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"
