"""Boards are solved in the background, one after the other, each in its own process and with progress to watch."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal, TypeAlias

import msgspec

from mousehole import shelf
from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import Line, Trouble, line
from mousehole.folders import solutions
from mousehole.host.advice import TooMuch
from mousehole.host.pool import Where, reached, start_process
from mousehole.host.solution_room import BUDGET, make_room

Chances: TypeAlias = tuple[tuple[Line, float], ...]
QUEUE = 5
KEPT = 64
EVERY = 0.2  # seconds between two words of progress
PATIENCE = 15.0  # seconds after which a survey that nobody asks about any more is given up


class Work:
    """A board being solved; `keep` where the solution stays for hints, otherwise only its values are told."""

    def __init__(self, game: shelf.AnyGame, setup: Any, keep: bool) -> None:
        self.game, self.setup, self.keep = game, setup, keep
        self.stage: Literal["waiting", "working", "done", "failed", "given up"] = "waiting"
        self.done, self.total = 0, 0
        self.began = self.asked = time.monotonic()
        self.found: Chances = ()
        self.problem: Line | None = None

    @property
    def running(self) -> bool:
        """Whether it waits or works."""
        return self.stage in ("waiting", "working")

    @property
    def left(self) -> float | None:
        """The seconds it will still take, once that can be told."""
        spent = time.monotonic() - self.began
        return spent / self.done * (self.total - self.done) if self.stage == "working" and self.done else None

    @property
    def forgotten(self) -> bool:
        """Whether nobody waits for it any more."""
        return not self.keep and time.monotonic() - self.asked > PATIENCE


class Solving:
    """Solves boards, one at a time."""

    def __init__(self) -> None:
        self.budget = BUDGET  # bytes that all solutions may take on disk
        self._works: OrderedDict[tuple[Where, bool], Work] = OrderedDict()
        self._tasks = HeldTasks()
        self._turn = asyncio.Lock()
        self._process: BaseProcess | None = None
        self._hearers: list[Callable[[Work], None]] = []

    def tell(self, hearer: Callable[[Work], None]) -> None:
        """Let somebody hear of every board whose solution is there from now on."""
        self._hearers.append(hearer)

    def start(self, game: shelf.AnyGame, setup: Any, keep: bool = True) -> Work:
        """Begin to solve a board, unless that is under way."""
        if (work := self.look(game, setup, keep)) and (work.running or work.stage == "done"):
            return work
        if (reason := possible(game, setup)) is not None:
            raise Trouble(reason)
        if sum(other.running for other in self._works.values()) >= QUEUE:
            raise TooMuch(line("other boards are being worked out: try again in a minute"))
        work = self._works[_where(game, setup), keep] = Work(game, setup, keep)
        self._tasks.start(self._solve(work))
        if len(self._works) > KEPT:
            self._works.popitem(last=False)
        return work

    def look(self, game: shelf.AnyGame, setup: Any, keep: bool = True) -> Work | None:
        """Find the work on a board; to look is to wait for it."""
        work = self._works.get((_where(game, setup), keep))
        if work:
            work.asked = time.monotonic()
        return work

    def close(self) -> None:
        """Stop what is under way; a solution appears only when it is complete."""
        self._tasks.cancel()
        if self._process is not None:
            self._process.terminate()

    async def _solve(self, work: Work) -> None:
        async with self._turn:
            if work.forgotten:
                work.stage = "given up"
                return
            try:
                if work.keep:
                    await asyncio.to_thread(self._make_room, work)
            except Trouble as trouble:
                work.stage, work.problem = "failed", trouble.line
                return
            work.stage, work.began = "working", time.monotonic()
            here, there = get_context("spawn").Pipe(duplex=False)
            self._process = start_process(solve, there, _where(work.game, work.setup), work.keep)
            there.close()
            try:
                await self._follow(work, here)
            finally:
                self._process.terminate()
                self._process = None
                here.close()

    def _make_room(self, work: Work) -> None:
        """Let the solution of a board fit beside the others, unless it is there already."""
        exact = work.game.parts.exact
        if exact and not solved(work.game, work.setup):
            make_room(solutions(), exact.size(work.game.new(work.setup)), self.budget)

    async def _follow(self, work: Work, news: Connection) -> None:
        """Hear of progress until the end."""
        while work.stage == "working":
            try:
                heard = await asyncio.to_thread(news.recv)
            except (EOFError, OSError):
                work.stage, work.problem = "failed", line("solving stopped before its end; try again")
                return
            if work.forgotten:
                work.stage = "given up"
            elif heard[0] == "progress":
                work.done, work.total = heard[1:]
            elif heard[0] == "done":
                work.stage, work.found = "done", heard[1]
                self._ended(work)
            else:
                work.stage, work.problem = "failed", heard[1]

    def _ended(self, work: Work) -> None:
        if work.keep:
            for hearer in self._hearers:
                hearer(work)


def possible(game: shelf.AnyGame, setup: Any) -> Line | None:
    """Say why a board cannot be solved, or nothing."""
    exact = game.parts.exact
    if exact is None:
        return line("{game} has no solver", game=game.title)
    return exact.obstacle(game.new(setup))


def solved(game: shelf.AnyGame, setup: Any) -> bool:
    """Whether a board is solved already."""
    exact = game.parts.exact
    try:
        return exact is not None and exact.open(solutions(), game.new(setup)) is not None
    except Trouble:
        return False


def solve(news: Connection, where: Where, keep: bool) -> None:
    """Solve in a process: tell progress now and then, and the chances in the end."""
    (game, state), last = reached(where), 0.0
    exact = game.parts.exact
    if exact is None:
        raise AssertionError("only games with a solver are solved")

    def progress(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            news.send(("progress", done, total))

    try:
        policy = "" if keep or exact.open(solutions(), state) else "free"
        news.send(("done", exact.survey(solutions(), state, policy, progress)))
    except Trouble as trouble:
        news.send(("failed", trouble.line))


def _where(game: shelf.AnyGame, setup: Any) -> Where:
    return Where(game.name, msgspec.json.encode(setup))
