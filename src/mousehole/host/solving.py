"""Boards are solved in the background, one after the other, each in its own process and with progress to watch."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

import msgspec

from mousehole.core.game import AnyGame
from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import Line, UserError, line
from mousehole.host.jobs import SOLVE, Chances, Jobs, PositionRef
from mousehole.host.limits import TooMuch
from mousehole.host.solution_room import BUDGET
from mousehole.players.perfect_play import Solver, oracle

QUEUE = 5
REMEMBERED_WORKS = 64
LOOK_INTERVAL = 0.2  # seconds between two checks that somebody is still waiting
GIVE_UP_AFTER = 15.0  # seconds after which a survey nobody asks about is given up


class Work:
    """A board being solved; with `keep` the solution stays for hints, otherwise only its chances are returned."""

    def __init__(self, game: AnyGame, setup: Any, keep: bool) -> None:
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
        """The seconds it will still take, once that can be estimated."""
        spent = time.monotonic() - self.began
        return spent / self.done * (self.total - self.done) if self.stage == "working" and self.done else None

    @property
    def forgotten(self) -> bool:
        """Whether nobody has asked about it lately."""
        return not self.keep and time.monotonic() - self.asked > GIVE_UP_AFTER


class Solving:
    """Solves boards, one at a time."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self.budget = BUDGET  # bytes that all solutions may take on disk
        self._works: OrderedDict[tuple[PositionRef, bool], Work] = OrderedDict()
        self._tasks = HeldTasks()
        self._turn = asyncio.Lock()
        self._hearers: list[Callable[[Work], None]] = []

    def tell(self, hearer: Callable[[Work], None]) -> None:
        """Call a listener with every board that is solved from now on."""
        self._hearers.append(hearer)

    def start(self, game: AnyGame, setup: Any, keep: bool = True) -> Work:
        """Begin to solve a board, unless that is under way."""
        if (work := self.look(game, setup, keep)) and (work.running or work.stage == "done"):
            return work
        if (reason := possible(game, setup)) is not None:
            raise UserError(reason)
        if sum(other.running for other in self._works.values()) >= QUEUE:
            raise TooMuch(line("other boards are being worked out: try again in a minute"))
        work = self._works[_where(game, setup), keep] = Work(game, setup, keep)
        self._tasks.start(self._solve(work))
        if len(self._works) > REMEMBERED_WORKS:
            self._works.popitem(last=False)
        return work

    def look(self, game: AnyGame, setup: Any, keep: bool = True) -> Work | None:
        """The work on a board, if any; asking keeps it alive."""
        work = self._works.get((_where(game, setup), keep))
        if work:
            work.asked = time.monotonic()
        return work

    async def joined(self, game: AnyGame, setup: Any, keep: bool = True) -> Work | None:
        """Find the work on a board; where workers solve it for another server, wait for it here too."""
        work = self.look(game, setup, keep)
        if work is None:
            with suppress(UserError):  # overloaded, or the store is away: then this server knows of no other's work
                if await self._jobs.found(SOLVE, *self._question(game, setup, keep)):
                    work = self.start(game, setup, keep)
        return work

    def close(self) -> None:
        """Stop what is under way; a solution appears only when it is complete."""
        self._tasks.cancel()

    async def _solve(self, work: Work) -> None:
        """Solve a board when its turn has come; one that nobody is waiting for is given up."""
        async with self._turn:
            if work.forgotten:
                work.stage = "given up"
                return
            work.stage, work.began = "working", time.monotonic()
            solving = asyncio.create_task(self._solved(work))
            try:
                while not work.forgotten and not solving.done():
                    await asyncio.wait({solving}, timeout=LOOK_INTERVAL)
            finally:
                solving.cancel()
            if not solving.done():
                work.stage = "given up"

    async def _solved(self, work: Work) -> None:
        def heard(done: int, total: int) -> None:
            work.done, work.total = done, total

        try:
            work.found = await self._jobs.do(SOLVE, *self._question(work.game, work.setup, work.keep), heard=heard)
        except UserError as error:
            work.stage, work.problem = "failed", error.line
        else:
            work.stage = "done"
            self._ended(work)

    def _question(self, game: AnyGame, setup: Any, keep: bool) -> tuple[PositionRef, bool, int]:
        return _where(game, setup), keep, self.budget

    def _ended(self, work: Work) -> None:
        if work.keep:
            for hearer in self._hearers:
                hearer(work)


def possible(game: AnyGame, setup: Any) -> Line | None:
    """Say why a board cannot be solved, or nothing."""
    try:
        return Solver(game).exact.obstacle(game.new(setup))
    except UserError as error:
        return error.line


def worth_solving(game: AnyGame, setup: Any) -> bool:
    """Whether a board should be solved before anybody asks: many play on it, and it can be solved but is not yet."""
    exact = game.parts.solvable.exact
    usual = exact is not None and exact.usual(game.new(setup))
    return usual and possible(game, setup) is None and not is_solved(game, setup)


def is_solved(game: AnyGame, setup: Any) -> bool:
    """Whether a board is solved already."""
    try:
        return oracle(game, game.new(setup)) is not None
    except UserError:
        return False


def _where(game: AnyGame, setup: Any) -> PositionRef:
    return PositionRef(game.name, msgspec.json.encode(setup))
