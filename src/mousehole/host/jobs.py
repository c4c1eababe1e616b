"""Jobs: kinds of thinking, the questions and answers that travel between servers and workers, and who does them."""

import base64
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import astuple, replace

from mousehole import __version__, shelf
from mousehole.bus import Bus
from mousehole.core.game import Adventure, AnyGame, Decide, Seat
from mousehole.core.solvable import Progress
from mousehole.core.words import Line, UserError, Who, line
from mousehole.folders import solved_mark
from mousehole.host.level_words import level_or_strongest
from mousehole.host.solution_room import make_room
from mousehole.host.trying import TryReport, tried
from mousehole.players.hints import Hint, hints
from mousehole.players.perfect_play import Solver
from mousehole.players.player import find
from mousehole.players.review import BRIEF, Valuation, look, opened
from mousehole.players.simulated import Budget
from mousehole.store import DAY, Store
from mousehole.table import Table

Answer = TypeVar("Answer")
Heard: TypeAlias = Callable[[int, int], None]  # how much is done, and of how much


@dataclass(frozen=True, eq=False)
class JobKind(Generic[Answer]):
    """A kind of thinking: what does it, and what matters where several wait."""

    name: str
    work: Callable[..., Answer]  # a function of a module, so that any process can do it
    question: Any  # the type of the question, a tuple
    answer: Any  # the type of the answer
    priority: int  # higher comes first
    timeout: float = 30.0  # seconds a server waits for other workers
    answer_kept: float = 0.0  # seconds for which every server finds the answer; 0: only the server that asked gets it
    local_fallback: bool = False  # whether the server does it itself when no other worker has time
    is_instant: Callable[..., bool] | None = None  # whether an answer takes less time than the way to a worker
    own_process: bool = False  # whether it runs in a process of its own, reports progress and can be stopped
    depends_on_solutions: bool = False  # whether it is asked again once another board is solved


class Jobs(Protocol):
    """Runs jobs: processes of this machine, or workers elsewhere."""

    async def do(self, kind: JobKind[Answer], *question: Any, table: str = "", heard: Heard | None = None) -> Answer:
        """Do a job and return its answer; cancelling gives the job up. `table` is the table it belongs to, if any."""

    async def found(self, kind: JobKind[Answer], *question: Any) -> bool:
        """Whether another server has the answer already, or waits for it."""

    async def close(self) -> None:
        """Stop all workers."""


class NobodyFree(UserError):
    """No worker is free right now; try again in a moment."""

    def __init__(self) -> None:
        super().__init__(line("nobody is free to think right now: try again in a moment"))


POSITIONS_KEPT = 64  # positions a worker remembers, so that it need not replay a long game for every question

_reached: OrderedDict["PositionRef", Any] = OrderedDict()


class PositionRef(Struct, frozen=True):
    """How to reach a position: a game, its set-up and the events so far, or a sketch."""

    game: str
    setup: bytes = b""
    events: bytes = b""  # a line of JSON each, so that the start of a game is the start of its bytes
    sketch: tuple[tuple[str, str], ...] | None = None  # fields of the game's part `explorer`

    @property
    def digest(self) -> bytes:
        """A short name of this position."""
        return blake2b(msgspec.msgpack.encode(self), digest_size=16).digest()

    def at(self, ply: int) -> "PositionRef":
        """How to reach an earlier position of the same game."""
        return replace(self, events=b"".join(self.events.splitlines(keepends=True)[:ply]))

    def continues(self, other: "PositionRef") -> bool:
        """Whether another position is on the way to this one."""
        return (self.game, self.setup) == (other.game, other.setup) and self.events.startswith(other.events)


def position_of(table: Table) -> PositionRef:
    """How to reach the position of a table."""
    return PositionRef(table.game.name, msgspec.json.encode(table.setup), table.event_lines())


def reach_position(where: PositionRef) -> tuple[AnyGame, Any]:
    """Reach a position in a worker, from the furthest one on the way there that it remembers."""
    game = shelf.find(where.game)
    if where.sketch is not None and (explorer := game.parts.solvable.explorer):
        return game, explorer.sketch(dict(where.sketch)).state
    start = max(filter(where.continues, _reached), key=lambda known: len(known.events), default=where.at(0))
    state = _reached.pop(start) if start in _reached else game.new(msgspec.json.decode(where.setup, type=game.setup))
    for event in where.events[len(start.events) :].splitlines():
        state = game.apply(state, msgspec.json.decode(event, type=game.event))
    _reached[where] = state
    if len(_reached) > POSITIONS_KEPT:
        _reached.popitem(last=False)
    return game, state


PROGRESS_INTERVAL = 0.2  # seconds between two words of progress


def every_so_often(tell: Heard, pause: float = PROGRESS_INTERVAL) -> Heard:
    """Report progress at most once per `pause`."""
    last = 0.0

    def told(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= pause:
            last = time.monotonic()
            tell(done, total)

    return told


Chances: TypeAlias = tuple[tuple[Line, float], ...]
HINT_SECONDS, HINT_SECONDS_WITH_ENDS = 1.5, 2.5  # for a hint; the longer where games are played to their end
LOOK_BUDGET = replace(BRIEF, seconds=0.5)  # for each decision of a review
SLICE_SECONDS = 0.35  # seconds a worker looks back before others have their turn


def choice(where: PositionRef, seat: Seat, level: str, luck: str, people: tuple[Seat, ...]) -> int:
    """Choose for a bot: reach the position, ask the player, answer with the number of its action."""
    game, state = reach_position(where)
    turn = game.turn(state)
    decision = turn.of(seat) if isinstance(turn, Decide) else None
    if decision is None:
        raise AssertionError("a bot is asked only when it has to decide")
    player = find(game, level_or_strongest(game, level)).beside(
        people
    )  # a level that is gone is played by the strongest
    return decision.actions.index(player.choose(game, state, decision, Random(luck)))


def is_instant(where: PositionRef, seat: Seat, level: str, luck: str, people: tuple[Seat, ...]) -> bool:
    """Whether a bot decides faster than a question could travel to a worker."""
    game = shelf.find(where.game)
    return find(game, level_or_strongest(game, level)).quick


def hints_at(where: PositionRef, seat: Seat | None) -> tuple[Hint, ...]:
    """What the actions at a position are worth to a seat that is asked, or to the first one."""
    game, state = reach_position(where)
    seconds = HINT_SECONDS_WITH_ENDS if Adventure.simulation in game.parts.adventure else HINT_SECONDS
    return hints(game, state, seat=seat, budget=Budget(seconds=seconds))


def value_at(where: PositionRef) -> float | None:
    """The exact chance of the seat that is to move or to throw, where it is known."""
    return look(*reach_position(where), 0, "", budget=LOOK_BUDGET).value


def looks_at(where: PositionRef, seat: Seat, first: int) -> list[Valuation]:
    """Evaluate plies of a game from `first` on, for a moment; the caller asks again for the rest."""
    until, found, lines = time.monotonic() + SLICE_SECONDS, list[Valuation](), where.events.splitlines()
    for ply in range(first, len(lines) + 1):
        game, state = reach_position(where.at(ply))
        event = msgspec.json.decode(lines[ply], type=game.event) if ply < len(lines) else None
        found.append(look(game, state, seat, f"review/{ply}", event=event, budget=LOOK_BUDGET))
        if ply == 0:
            found[0] = opened(game, state, seat, found[0])
        if time.monotonic() >= until:
            break
    return found


def solve(progress: Progress, where: PositionRef, keep: bool, budget: int) -> Chances:
    """Solve a board and return its chances; the solution is kept on request, if all solutions fit into their budget."""
    game, state = reach_position(where)
    solver = Solver(game)
    solved = solver.oracle(state)
    if keep and not solved:
        make_room(solver.folder, solver.exact.size(state), budget)
    return solver.survey(state, "" if keep or solved else "free", progress)


MOVE = JobKind(
    "move",
    choice,
    tuple[PositionRef, int, str, str, tuple[int, ...]],
    int,
    priority=30,
    timeout=3.0,
    answer_kept=600.0,
    local_fallback=True,
    is_instant=is_instant,
)
HINTS = JobKind(
    "hints",
    hints_at,
    tuple[PositionRef, int | None],
    tuple[Hint, ...],
    priority=20,
    answer_kept=DAY,
    depends_on_solutions=True,
)
VALUE = JobKind(
    "value", value_at, tuple[PositionRef], float | None, priority=20, answer_kept=DAY, depends_on_solutions=True
)
LOOKS = JobKind(
    "looks",
    looks_at,
    tuple[PositionRef, int, int],
    list[Valuation],
    priority=10,
    answer_kept=DAY,
    depends_on_solutions=True,
)
SOLVE = JobKind(
    "solve", solve, tuple[PositionRef, bool, int], Chances, priority=0, timeout=1e6, answer_kept=600.0, own_process=True
)
TRY = JobKind("try", tried, tuple[str, bytes, str, str, int, str], TryReport, priority=0, timeout=1e6, own_process=True)
KINDS = {kind.name: kind for kind in (MOVE, HINTS, VALUE, LOOKS, SOLVE, TRY)}


ERROR_KEPT = 15.0  # seconds for which an error is the answer for everybody
PROGRESS_KEPT = 30.0  # seconds after which a progress report is outdated


class StoredAnswer(Struct, frozen=True):
    """A stored answer, or the reason why there is none."""

    value: Raw = Raw(b"null")
    trouble: Line | None = None


class Answers:
    """Answers in the store; servers that wait for one are woken by the bus."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self.store, self.bus = store, bus

    async def of(self, key: str) -> StoredAnswer | None:
        """The stored answer to a question, if any."""
        row = await self.store.answer(key)
        try:
            return msgspec.json.decode(row.value, type=StoredAnswer) if row else None
        except msgspec.DecodeError:
            return None

    async def keep(self, kind: JobKind[Any], key: str, told: StoredAnswer) -> None:
        """Store an answer and wake the servers that wait for it; an error is stored only for a moment."""
        seconds = kind.answer_kept if told.trouble is None else min(kind.answer_kept, ERROR_KEPT)
        await self.store.keep_answer(key, kind.name, msgspec.json.encode(told), seconds)
        await self.bus.publish(topic(key), 1)

    async def progress(self, key: str) -> tuple[int, int] | None:
        """How far a long job is, if somebody is working on it."""
        row = await self.store.answer(f"{key}/progress")
        return msgspec.json.decode(row.value, type=tuple[int, int]) if row else None

    async def begun(self, key: str) -> bool:
        """Whether a question was answered, or is being worked on."""
        return bool(await self.of(key) or await self.progress(key))

    async def tell_progress(self, key: str, done: int, total: int) -> None:
        """Tell every server how far a long job is."""
        await self.store.keep_answer(f"{key}/progress", "progress", msgspec.json.encode((done, total)), PROGRESS_KEPT)
        await self.bus.publish(topic(key), 1)


def topic(key: str) -> str:
    """The bus topic of an answer."""
    return f"answer/{key}"


def key_of(kind: JobKind[Any], question: tuple[Any, ...]) -> str:
    """Name a question, the same on every server of this version that knows the same solved boards."""
    mark = solved_mark() if kind.depends_on_solutions else 0
    asked = msgspec.json.encode((__version__, kind.name, mark, question))
    return blake2b(asked, digest_size=16).hexdigest()


def pack_question(question: tuple[Any, ...]) -> str:
    """Write a question as text; a long game shrinks to a tenth."""
    return base64.b85encode(zlib.compress(msgspec.json.encode(question), 1)).decode()


def unpack_question(kind: JobKind[Any], text: str) -> tuple[Any, ...]:
    """Read a question."""
    question: tuple[Any, ...] = msgspec.json.decode(zlib.decompress(base64.b85decode(text)), type=kind.question)
    return question


def stored_answer(answer: object) -> StoredAnswer:
    """Encode an answer or an error."""
    return StoredAnswer(Raw(msgspec.json.encode(answer)))


def answer_in(kind: JobKind[Answer], found: StoredAnswer) -> Answer:
    """Decode an answer; a stored error is raised again."""
    if found.trouble:
        raise UserError(revive(found.trouble))
    answer: Answer = revive(msgspec.json.decode(found.value, type=kind.answer))
    return answer


def revive(found: Any) -> Any:
    """Turn what was read from JSON back into lines and names, which JSON cannot tell from other objects."""
    match found:
        case Line():
            return replace(found, values={name: _value(value) for name, value in found.values.items()})
        case Struct():
            return type(found)(*map(revive, astuple(found)))
        case tuple() | list():
            return type(found)(map(revive, found))
    return found


def _value(value: Any) -> Any:
    match value:
        case {"seat": seat}:
            return Who(seat)
        case {"text": _}:
            return revive(msgspec.convert(value, Line))
        case list():
            return tuple(map(_value, value))
    return value
