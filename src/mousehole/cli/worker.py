"""`mousehole worker`."""

import asyncio
import os
import signal
import time
from argparse import ArgumentParser, Namespace
from contextlib import suppress

from mousehole.bus import open_bus
from mousehole.cli.options import HouseSettings, settings_of, shared_arguments, take_packs
from mousehole.cli.serve import add
from mousehole.core.words import Say, line, voice
from mousehole.host.jobs import Answers
from mousehole.host.processes import OwnProcesses, check_queue
from mousehole.store import folder, open_store

ALIVE = "worker.alive"  # a file of the data folder, touched by a worker whose loop goes round
BEAT, SILENT = 10.0, 60.0  # seconds between two touches, and after which something hangs


def arguments(parser: ArgumentParser) -> None:
    """Take where the jobs are, and how many are done at once."""
    shared_arguments(parser)
    parser.add_argument("--jobs-at-once", type=int, default=0, metavar="N", help="jobs at a time (default: the cores)")
    parser.add_argument("--alive", action="store_true", help="only say whether a worker is at work here, for probes")
    take_packs(parser, "a folder with content that the servers have too")


def run(asked: Namespace, language: str) -> int:
    """Think for the servers of a house until asked to stop."""
    if asked.alive:
        return int(not alive())
    for pack in asked.pack:
        add(pack)
    found = settings_of(asked)
    check_queue(found.store)
    asyncio.run(work(found, max(1, asked.jobs_at_once or os.cpu_count() or 1), voice(language)))
    return 0


async def work(found: HouseSettings, at_once: int, say: Say) -> None:
    """Do jobs until SIGTERM or Ctrl+C; those in hand are finished, or handed to others."""
    from mousehole.host.job_queue import Worker

    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows ends it without asking
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    store = await open_store(found.store)
    bus = await open_bus(found.bus)
    processes = OwnProcesses(at_once)
    beating = asyncio.create_task(beat())
    print(say(line("This worker is at work. Press Ctrl+C to stop.")), flush=True)
    try:
        await Worker(found.store, Answers(store, bus), processes, at_once).run(stop)
    finally:
        beating.cancel()
        await processes.close()
        await bus.close()
        await store.close()


async def beat() -> None:
    """Show again and again that this worker does not hang."""
    folder().mkdir(parents=True, exist_ok=True)
    while True:
        (folder() / ALIVE).touch()
        await asyncio.sleep(BEAT)


def alive() -> bool:
    """Whether a worker with this data folder has shown lately that it does not hang."""
    with suppress(OSError):
        return time.time() - (folder() / ALIVE).stat().st_mtime < SILENT
    return False
