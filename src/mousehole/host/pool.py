"""The processes that work for the host: how they start and end, and how they reach the positions asked about."""

import asyncio
import os
import sys
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import AnyGame
from mousehole.table import Table

Answer = TypeVar("Answer")
KEPT = 64  # positions a worker remembers, so that it need not replay a long game for every question
LOWER = 5  # how far below people's moves a thinking process stands

_reached: OrderedDict["Where", Any] = OrderedDict()


class Where(Struct, frozen=True):
    """How to reach a position: a game, its set-up and the events so far, or a sketch of it."""

    game: str
    setup: bytes = b""
    events: bytes = b""  # a line of JSON each, so that the start of a game is the start of its bytes
    sketch: tuple[tuple[str, str], ...] | None = None  # fields of the game's part `explorer`

    def at(self, ply: int) -> "Where":
        """How to reach an earlier position of the same game."""
        return replace(self, events=b"".join(self.events.splitlines(keepends=True)[:ply]))

    def continues(self, other: "Where") -> bool:
        """Whether another position is on the way to this one."""
        return (self.game, self.setup) == (other.game, other.setup) and self.events.startswith(other.events)


def where_of(table: Table) -> Where:
    """How to reach the position of a table."""
    return Where(table.game.name, msgspec.json.encode(table.setup), table.event_lines())


def reached(where: Where) -> tuple[AnyGame, Any]:
    """Reach a position in a worker, from the furthest one on the way there that it remembers."""
    game = shelf.find(where.game)
    if where.sketch is not None and (explorer := game.parts.explorer):
        return game, explorer.sketch(dict(where.sketch)).state
    start = max(filter(where.continues, _reached), key=lambda known: len(known.events), default=where.at(0))
    state = _reached.pop(start) if start in _reached else game.new(msgspec.json.decode(where.setup, type=game.setup))
    for event in where.events[len(start.events) :].splitlines():
        state = game.apply(state, msgspec.json.decode(event, type=game.event))
    _reached[where] = state
    if len(_reached) > KEPT:
        _reached.popitem(last=False)
    return game, state


class Pool:
    """Worker processes that answer questions, started when the first one is asked."""

    def __init__(self, workers: int = 0, lower: int = 0) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._lower = lower
        self._running: ProcessPoolExecutor | None = None

    async def ask(self, do: Callable[..., Answer], *question: Any) -> Answer:
        """Let a worker answer; where one dies, all who wait hear of it, and the next question gets fresh ones."""
        pool = self._running = self._running or self._started()
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, do, *question)
        except BrokenProcessPool:
            if self._running is pool:
                self._running = None
            raise

    def close(self) -> None:
        """Let the workers go."""
        if self._running:
            self._running.shutdown(wait=False, cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        start_resource_tracker()
        return ProcessPoolExecutor(self._workers, get_context("spawn"), initializer=_begin, initargs=(self._lower,))


def start_process(work: Callable[..., None], *given: Any, lower: int = LOWER) -> BaseProcess:
    """Start a process for one long piece of work."""
    start_resource_tracker()
    process = get_context("spawn").Process(target=_do, args=(lower, work, given), daemon=True)
    process.start()
    return process


def start_resource_tracker() -> None:
    """Start what cleans up after processes, before an app on the whole screen takes standard error away from it.

    It cleans up after a server that was killed, and need not complain about having to.
    """
    if os.name == "posix":
        sys.warnoptions.append("ignore:resource_tracker")
        resource_tracker.ensure_running()
        sys.warnoptions.pop()


def exit_with_parent() -> None:
    """Let this process end with the one it works for, however that one ends."""
    Thread(target=_exit_after_parent, daemon=True).start()


def lower_priority(by: int) -> None:
    """Let people's moves come first."""
    if by and hasattr(os, "nice"):
        os.nice(by)


def _begin(lower: int) -> None:
    exit_with_parent()
    lower_priority(lower)


def _do(lower: int, work: Callable[..., None], given: tuple[Any, ...]) -> None:
    _begin(lower)
    work(*given)


def _exit_after_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
