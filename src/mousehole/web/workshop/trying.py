"""Trials of adventures on this server: one at a time for each draft, given up when nobody looks any more."""

import asyncio
from collections import OrderedDict
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from mousehole.core.game import AnyGame
from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import Line, UserError, line
from mousehole.host.jobs import TRY, Jobs
from mousehole.host.limits import TooMuch
from mousehole.host.trying import MOST_GAMES, TryReport
from mousehole.web.workshop.draft import Files

AT_ONCE = 2  # trials that run on one server
REMEMBERED = 200  # drafts whose last trial is known
PATIENCE = 60.0  # seconds after the last look in which a trial goes on
PAUSE = 5.0  # seconds between two looks at whether somebody still waits


class Trying(Struct, frozen=True):
    """Games that companions should play."""

    chapter: str = ""
    level: str = "medium"
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)] = 100
    seed: Annotated[str, Meta(max_length=60)] = "try"


class Trial:
    """Some games that companions play, or have played."""

    def __init__(self, games: int, revision: int) -> None:
        self.done, self.of, self.revision = 0, games, revision
        self.report: TryReport | None = None
        self.problem: Line | None = None
        self.asked = asyncio.get_running_loop().time()
        self.task: asyncio.Task[TryReport] | None = None

    @property
    def running(self) -> bool:
        """Whether games are still to be played."""
        return self.task is not None and not self.task.done()

    def heard(self, done: int, total: int) -> None:
        """Note how far it is."""
        self.done = done


class Trials:
    """The trials of all drafts."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs, self._tasks = jobs, HeldTasks()
        self._known: OrderedDict[str, Trial] = OrderedDict()

    def of(self, name: str) -> Trial | None:
        """The last trial of a draft; somebody looks at it."""
        if found := self._known.get(name):
            found.asked = asyncio.get_running_loop().time()
        return found

    def start(self, name: str, revision: int, game: AnyGame, files: Files, asked: Trying) -> Trial:
        """Begin a trial in place of the last one of this draft."""
        before = self._known.pop(name, None)
        if before and before.task:
            before.task.cancel()
        if sum(one.running for one in self._known.values()) >= AT_ONCE:
            raise TooMuch(line("other adventures are being tried right now: wait a moment"))
        trial = self._known[name] = Trial(asked.games, revision)
        question = game.name, msgspec.msgpack.encode(dict(files)), asked.chapter, asked.level, asked.games, asked.seed
        trial.task = asyncio.ensure_future(self._jobs.do(TRY, *question, heard=trial.heard))
        self._tasks.start(self._follow(trial))
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return trial

    async def _follow(self, trial: Trial) -> None:
        """Wait for the report while somebody wants it."""
        assert trial.task
        now = asyncio.get_running_loop().time
        while not trial.task.done():
            await asyncio.wait({trial.task}, timeout=PAUSE)
            if now() - trial.asked > PATIENCE:
                trial.task.cancel()
        try:
            trial.report = trial.task.result()
            trial.done = trial.of
        except asyncio.CancelledError:
            return
        except UserError as error:
            trial.problem = error.line
        except Exception:  # noqa: BLE001 (content of somebody's own: whatever went wrong, the page has to know)
            trial.problem = line("something went wrong while these games were played")


def told(trial: Trial | None) -> dict[str, Any]:
    """What a page is told about a trial."""
    if trial is None:
        return {"running": False, "done": 0, "of": 0}
    found = msgspec.to_builtins(trial.report) if trial.report else {}
    state = {"running": trial.running, "done": trial.done, "of": trial.of, "revision": trial.revision}
    return {**found, **state}
