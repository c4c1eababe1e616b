"""`mousehole worker`."""

import asyncio
import os
import signal
from argparse import ArgumentParser, Namespace
from contextlib import suppress

from mousehole.bus import open_bus
from mousehole.cli.options.house_settings import HouseSettings, settings_of, shared_arguments
from mousehole.cli.options.packs import take_packs
from mousehole.cli.serve import add
from mousehole.core.words import Say, line, voice
from mousehole.host.jobs.answers import Answers
from mousehole.host.jobs.choosing import check_queue
from mousehole.host.jobs.own_processes import OwnProcesses
from mousehole.store import open_store


def arguments(parser: ArgumentParser) -> None:
    """Take where the jobs are, and how many are done at once."""
    shared_arguments(parser)
    parser.add_argument("--jobs-at-once", type=int, default=0, metavar="N", help="jobs at a time (default: the cores)")
    take_packs(parser, "a folder with content that the servers have too")


def run(asked: Namespace, language: str) -> int:
    """Think for the servers of a house until asked to stop."""
    for folder in asked.pack:
        add(folder)
    found = settings_of(asked)
    check_queue(found.store)
    asyncio.run(work(found, max(1, asked.jobs_at_once or os.cpu_count() or 1), voice(language)))
    return 0


async def work(found: HouseSettings, at_once: int, say: Say) -> None:
    """Do jobs until SIGTERM or Ctrl+C; those in hand are finished, or handed to others."""
    from mousehole.host.jobs.worker import Worker

    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows ends it without asking
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    store = await open_store(found.store)
    bus = await open_bus(found.bus)
    processes = OwnProcesses(at_once)
    print(say(line("This worker is at work. Press Ctrl+C to stop.")), flush=True)
    try:
        await Worker(found.store, Answers(store, bus), processes, at_once).run(stop)
    finally:
        await processes.close()
        await bus.close()
        await store.close()
