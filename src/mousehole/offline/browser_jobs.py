"""Jobs done by a second worker of the browser, so that a thinking bot never holds up the house."""

import asyncio
from collections.abc import Callable, Iterable
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import asdict

from mousehole import shelf
from mousehole.compiled.kernels import kernel_of
from mousehole.core.kernel import WasmKernel
from mousehole.core.solvable import Swept
from mousehole.core.words import UserError, line
from mousehole.folders import adventure_folder, solutions
from mousehole.host.adventures import NAMED
from mousehole.host.jobs import (
    KINDS,
    MOVE,
    SOLVE,
    TRY,
    Answer,
    Heard,
    JobKind,
    PositionRef,
    StoredAnswer,
    answer_in,
    every_so_often,
    pack_question,
    reach_position,
    stored_answer,
    unpack_question,
)
from mousehole.offline.own_content import taken_in
from mousehole.players.mcts import LEVELS
from mousehole.players.perfect_play import Solver
from mousehole.web.workshop.archive import packed

PACKS = "packs"
TROUBLE = {
    "memory": line(
        "this device has too little memory to work out this board: towards the end, chances are exact all the same"
    ),
    "room": line("this browser has no room for the result: towards the end, chances are exact all the same"),
}
LEARNED = "learned/"  # where weights of learned values lie beside the pages
PACKAGE = Path(str(files("mousehole")))
Ask: TypeAlias = Callable[[int, str, str], None]  # the number of a question, its kind and the question itself


class BrowserJobs:
    """Asks the other worker; moves of players that hardly think are made here."""

    def __init__(self, ask: Ask) -> None:
        self._ask, self._numbers = ask, count(1)
        self._waiting: dict[int, asyncio.Future[str]] = {}
        self._hearers: dict[int, Heard] = {}
        self._told: set[str] = set()  # the adventures that the other worker knows

    async def do(self, kind: JobKind[Answer], *question: Any, table: str = "", heard: Heard | None = None) -> Answer:
        """Do a job, or let the other worker do it."""
        if kind.is_instant and kind.is_instant(*question):
            return kind.work(*question)
        if question and isinstance(question[0], PositionRef):
            self._know_adventure(question[0].setup)
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        if heard:
            self._hearers[number] = heard
        try:
            self._ask(number, kind.name, pack_question(question))
            return answer_in(kind, msgspec.json.decode(await self._waiting[number], type=StoredAnswer))
        finally:
            self._hearers.pop(number, None)
            del self._waiting[number]

    def solved(self, file: str, size: int) -> None:
        """Note that the other worker holds the solution of a board, a file of so many bytes."""
        note = solutions() / file
        note.parent.mkdir(parents=True, exist_ok=True)
        note.unlink(missing_ok=True)  # what was told before is told anew: the folder has changed
        note.write_text(str(size))

    async def found(self, kind: JobKind[Answer], *question: Any) -> bool:
        """Nobody else is here."""
        return False

    def know(self, packs: str) -> None:
        """Let the other worker know adventures; what is asked afterwards may be about them."""
        self._ask(0, PACKS, packs)

    def _know_adventure(self, setup: bytes) -> None:
        """Let the other worker know the adventure that a set-up names, if it was drawn here."""
        found = NAMED.search(setup)
        sha256 = found[1].decode() if found else ""
        folder = adventure_folder(sha256) if found and sha256 not in self._told else None
        if folder:
            self._told.add(sha256)
            files = {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}
            self.know(msgspec.json.encode({sha256: packed(folder.name, files)}).decode())

    async def close(self) -> None:
        """Nobody has to be let go: the page ends the other worker."""

    def hear(self, number: int, text: str) -> None:
        """Take an answer from the other worker; without a text it has failed."""
        waiting = self._waiting.get(number)
        if waiting is None or waiting.done():
            return
        if text:
            waiting.set_result(text)
        else:
            waiting.set_exception(UserError(line("something went wrong while thinking: ask again")))

    def progressed(self, number: int, done: int, total: int) -> None:
        """Hear how far a long job is."""
        if number in self._hearers:
            self._hearers[number](done, total)


def needed(name: str, question: str) -> list[str]:
    """The weights that a job would think by and that are not here yet, by their paths in the package."""
    if name in (PACKS, TRY.name):
        return []
    where, *more = unpack_question(KINDS[name], question)
    if name == MOVE.name and (level := LEVELS.get(more[1])) and not level.learned:
        return []
    kernel = kernel_of(shelf.find(where.game))
    weights = kernel.learned.weights if isinstance(kernel, WasmKernel) and kernel.learned else None
    return [weights.file.relative_to(PACKAGE).as_posix()] if weights and not weights.file.exists() else []


def brought(path: str, data: bytes | memoryview) -> None:
    """Put weights where they belong."""
    file = PACKAGE / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def sweep(name: str, question: str) -> dict[str, Any] | None:
    """What a worker without Python should solve for a job, if anything; `keep` where the solution stays."""
    if name != SOLVE.name:
        return None
    where, keep, _ = unpack_question(SOLVE, question)
    game, state = reach_position(where)
    exact = Solver(game).exact
    if not isinstance(exact, Swept) or exact.obstacle(state) or exact.open(solutions(), state):
        return None
    return {**asdict(exact.sweep(state)), "keep": keep}


def swept(question: str, values: Iterable[float]) -> str:
    """The answer about a board that was solved so."""
    game, _ = reach_position(unpack_question(SOLVE, question)[0])
    exact = Solver(game).exact
    assert isinstance(exact, Swept)
    return msgspec.json.encode(stored_answer(exact.told(tuple(values)))).decode()


def not_swept(reason: str) -> str:
    """The answer about a board that could not be solved so."""
    return msgspec.json.encode(StoredAnswer(trouble=TROUBLE.get(reason, TROUBLE["memory"]))).decode()


def think(name: str, question: str, heard: Heard) -> str:
    """Do a job in the other worker, or take in adventures there."""
    if name == PACKS:
        taken_in(msgspec.json.decode(question, type=dict[str, bytes]))
        return ""
    kind = KINDS[name]
    given = unpack_question(kind, question)
    try:
        answer = stored_answer(kind.work(every_so_often(heard), *given) if kind.own_process else kind.work(*given))
    except UserError as error:
        answer = StoredAnswer(trouble=error.line)
    return msgspec.json.encode(answer).decode()
