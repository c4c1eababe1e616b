"""Workers: jobs through a queue, a worker killed in the middle of one, nobody there, and jobs nobody waits for."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from mousehole.bus import MemoryBus
from mousehole.core.game import Over
from mousehole.core.words import UserError
from mousehole.host import Host
from mousehole.host.jobs import (
    HINTS,
    LOOKS,
    MOVE,
    SOLVE,
    Answers,
    NobodyFree,
    PositionRef,
    answer_in,
    position_of,
    stored_answer,
)
from mousehole.host.processes import OwnProcesses, SharingAnswers
from mousehole.store import StoreError, open_store
from mousehole.table import Chair
from tests.host.napping import FAINT, NAP
from tests.host.test_advice import MMM, SETUP, deciding, ended

pytest.importorskip("procrastinate")
from mousehole.host import job_queue
from mousehole.host.job_queue import AskingWorkers, Worker, prepare

ROOT = Path(__file__).parents[2]


class House:
    """A server's side of the queue, and workers beside it."""

    def __init__(self, address, bus):
        self.address, self.bus = address, bus
        self.started = []

    async def open(self):
        self.store = await open_store(self.address)
        self.answers = Answers(self.store, self.bus)
        self.home = OwnProcesses(workers=1)
        self.jobs = await AskingWorkers.open(self.address, self.answers, self.home)
        return self

    def worker(self):
        """Start a worker as people do, in a process of its own."""
        command = [sys.executable, "-P", "-m", "tests.host.napping", "worker", "--store", self.address]
        environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
        process = subprocess.Popen(
            [*command, "--jobs-at-once", "1"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        )
        self.started.append(process)
        assert "at work" in process.stdout.readline()
        return process

    async def close(self):
        for process in self.started:
            process.kill()
            process.wait()
            process.stdout.close()
        await self.jobs.close()
        await self.store.close()


@pytest.fixture
async def house(postgres, tmp_path, monkeypatch):
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path))
    found = await House(postgres.fresh(), MemoryBus()).open()
    yield found
    await found.close()


@pytest.fixture
async def worker(house):
    """A worker in this process."""
    processes, stop = OwnProcesses(workers=1), asyncio.Event()
    task = asyncio.create_task(Worker(house.address, house.answers, processes, 1).run(stop))
    yield processes
    stop.set()
    await task
    await processes.close()


async def noted(diary: Path, lines: int = 1) -> list[str]:
    """Wait until so many lines stand in a diary."""
    for _ in range(3000):
        if len(found := read(diary)) >= lines:
            return found
        await asyncio.sleep(0.02)
    raise AssertionError("nobody napped")


def read(diary: Path) -> list[str]:
    return diary.read_text().split() if diary.exists() else []


async def test_a_queue_that_cannot_be_reached_is_told_in_words(tmp_path):
    with pytest.raises(StoreError, match="cannot do it"):
        await prepare(f"postgresql://mouse@/none?host={tmp_path}")


async def test_a_worker_answers_as_the_server_itself_would(house, worker):
    host = Host(house.store, house.bus, jobs=house.home)
    table = await deciding(host)
    where = position_of(table)
    for kind, question in ((HINTS, (where, 0)), (LOOKS, (where, 0, 0)), (MOVE, (where, 0, "strong", "luck", (0,)))):
        answer = await house.jobs.do(kind, *question, table=table.id)
        assert answer == await house.home.do(kind, *question)
        assert type(answer) is type(await house.home.do(kind, *question))


async def test_lines_inside_of_answers_survive_the_way(house):
    found = await house.home.do(SOLVE, PositionRef("mmm", msgspec.json.encode(SETUP)), False, 0)
    assert found
    assert answer_in(SOLVE, stored_answer(found)) == found


async def test_a_board_is_solved_by_a_worker(house, worker):
    host = Host(house.store, house.bus, jobs=house.jobs)
    work = host.solving.start(MMM, SETUP)
    await ended(host, work)
    assert (work.stage, work.problem) == ("done", None)
    assert work.found


async def test_the_job_of_a_killed_worker_is_done_by_another(house, tmp_path, monkeypatch):
    monkeypatch.setattr(job_queue, "HEARTBEAT_LIFETIME", 240.0)  # of those who ask: a busy worker's may come late
    diary, first = tmp_path / "diary", house.worker()
    waiting = asyncio.create_task(house.jobs.do(NAP, str(diary), 5.0))
    (napper,) = await noted(diary)
    house.worker()
    first.kill()
    answer = await waiting
    assert str(answer) != napper
    assert (await noted(diary, 2))[1] == str(answer)


async def test_a_worker_asked_to_end_finishes_what_it_has_in_hand(house, tmp_path):
    diary, worker = tmp_path / "diary", house.worker()
    waiting = asyncio.create_task(house.jobs.do(NAP, str(diary), 1.0))
    napper = await noted(diary)
    worker.send_signal(signal.SIGTERM)
    assert [str(await waiting)] == napper
    assert await asyncio.to_thread(worker.wait, 60) == 0


async def test_a_job_that_kills_whoever_does_it_is_given_up(house, worker, tmp_path):
    with pytest.raises(UserError, match="went wrong"):
        await house.jobs.do(FAINT, str(tmp_path / "diary"))
    assert len(read(tmp_path / "diary")) == 3


async def test_where_no_worker_is_there_bots_think_at_home_and_hints_say_so(house):
    table = await deciding(Host(house.store, house.bus, jobs=house.home))
    where = position_of(table)
    assert await house.jobs.do(MOVE, where, 0, "strong", "luck", (0,)) in range(len(table.turn.actions))
    with pytest.raises(NobodyFree, match="nobody is free"):
        await house.jobs.do(HINTS, where, 0)


async def test_a_job_that_nobody_waits_for_any_more_is_taken_back(house, tmp_path):
    diary = tmp_path / "diary"
    waiting = asyncio.create_task(house.jobs.do(NAP, str(diary), 0.0))
    while not await jobs(house):  # noqa: ASYNC110 (it tells in no other way)
        await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises((asyncio.CancelledError, NobodyFree)):
        await waiting
    assert not await jobs(house)


async def jobs(house):
    """The jobs in the queue."""
    return await house.jobs._queue.job_manager.list_jobs_async()


async def test_bots_of_a_table_play_on_while_the_queue_is_gone(house):
    host = Host(house.store, house.bus, jobs=house.jobs)
    await house.jobs._queue.close_async()
    table = await host.open(MMM, SETUP, (Chair("bot", level="strong"),))
    await host.wait_until_idle(table.id)
    assert isinstance(table.turn, Over)


async def test_a_board_that_workers_solve_for_one_server_is_waited_for_at_another(house, worker):
    one, other = (Host(house.store, house.bus, jobs=house.jobs) for _ in range(2))
    assert await other.solving.joined(MMM, SETUP) is None
    work = await ended(one, one.solving.start(MMM, SETUP))
    joined = await other.solving.joined(MMM, SETUP)
    assert (await ended(other, joined)).found == work.found


async def test_what_one_server_thought_with_its_own_processes_another_finds(house):
    table = await deciding(Host(house.store, house.bus, jobs=house.home))
    first = await SharingAnswers(house.home, house.answers).do(HINTS, position_of(table), 0)
    assert await SharingAnswers(NobodyThinks(), house.answers).do(HINTS, position_of(table), 0) == first


class NobodyThinks:
    """Whoever is asked here has not found what was kept."""

    async def do(self, kind, *question, **more):
        raise NobodyFree
