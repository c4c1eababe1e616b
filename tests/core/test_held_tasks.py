"""Tasks that nobody waits for still run to their end, and end with their owner."""

import asyncio
import gc

from mousehole.core.held_tasks import HeldTasks


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
