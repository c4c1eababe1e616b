"""Tasks that nobody waits for still run to their end, and end with their owner."""

import asyncio
import gc
import logging

import pytest

from mousehole.core.held_tasks import HeldTasks, shielded
from mousehole.core.words import UserError, line


async def test_a_task_that_nobody_holds_runs_to_its_end():
    held, done = HeldTasks(), asyncio.Event()

    async def work():
        await asyncio.sleep(0)
        done.set()

    held.start(work())
    gc.collect()
    await held.finish()
    assert done.is_set()


async def test_to_finish_is_to_wait_even_for_what_fails():
    held = HeldTasks()

    async def failing():
        raise ValueError

    task = held.start(failing())
    await held.finish()
    assert isinstance(task.exception(), ValueError)


async def test_what_is_cancelled_is_not_held_any_longer():
    held = HeldTasks()
    task = held.start(asyncio.sleep(3600))
    held.cancel()
    await held.finish()
    assert task.cancelled()
    assert not held._running


@pytest.mark.parametrize(("error", "logged"), [(UserError(line("too fast, wait a moment")), 0), (ValueError(), 1)])
async def test_of_what_nobody_waits_for_any_more_failures_are_logged_and_refusals_are_not(caplog, error, logged):
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def work():
        begun.set()
        await go_on.wait()
        raise error

    async def waiting():
        await shielded(asyncio.create_task(work()))

    with caplog.at_level(logging.ERROR):
        waiter = asyncio.create_task(waiting())
        await begun.wait()
        waiter.cancel()
        await asyncio.gather(waiter, return_exceptions=True)
        go_on.set()
        for _ in range(3):  # it fails, and its failure is looked at
            await asyncio.sleep(0)
        gc.collect()
    assert waiter.cancelled()
    assert len(caplog.records) == logged
    assert not any("never retrieved" in record.message for record in caplog.records)
