"""The benchmark: fixed tasks with fixed luck, what players make of them, and results that anybody can replay.

Where a board is solved, a player is measured by its regret: how much of the chance to win its decisions give away. In
the other tasks it is the share of games that it wins, beside a named rival.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

import msgspec
from msgspec import Struct

from mousehole import shelf
from mousehole.core.game import AnyGame, Chance, Decide, Over, Player, player_name
from mousehole.core.record import BadRecord, draw, objection, read_setup, words_of
from mousehole.core.solvable import Oracle
from mousehole.core.words import UserError, line
from mousehole.players.arena import player_of, team_names
from mousehole.players.intervals import NORMAL_95, standard_error, wilson
from mousehole.players.perfect_play import PerfectPlayer, Solver
from mousehole.players.player import honest

__all__ = [
    "LONGEST",
    "PERFECT",
    "SEED",
    "SURVEYED",
    "TASKS",
    "TINY",
    "VERSION",
    "BenchmarkResult",
    "Match",
    "NoSuchTask",
    "Survey",
    "Task",
    "board_of",
    "check",
    "dice_of",
    "oracle_of",
    "pantry",
    "play",
    "regrets",
    "survey",
    "task_of",
    "write",
]

VERSION = 1  # of tasks and luck: results of another version are not comparable
SEED = f"mousehole benchmark {VERSION}"
LONGEST = 20_000  # events of a game
SURVEYED = 40  # random games that tell how long a task is, and how many actions it offers
TINY = 1e-6
PERFECT = "perfect"


class NoSuchTask(UserError):
    """No task of the benchmark has this name."""


class Task(Struct, frozen=True):
    """What is to be played: a set-up, which team a player leads, and who leads the other."""

    name: str
    game: str
    setup: dict[str, Any]
    games: int = 200
    team: int = 0
    rival: str = ""
    solved: bool = False  # measured by regret against exact chances


class Survey(Struct, frozen=True):
    """How large a task is."""

    decisions: float  # of a random game, on average
    longest: int | None  # decisions of any game, where the rules bound them
    branching: float  # actions of a decision, on average
    states: int | None  # positions between turns whose exact chance is known


class BenchmarkResult(Struct, frozen=True):
    """What a player made of a task, as figures, and every event of its games to replay them by."""

    benchmark: int
    task: str
    edition: int
    player: str
    games: int
    wins: int
    regrets: tuple[float, ...]  # by game; empty where nothing is solved
    seconds: float  # of a processor, for a decision of the player
    events: tuple[tuple[Any, ...], ...] = ()

    @property
    def share(self) -> float:
        """The share of games won."""
        return self.wins / self.games

    def interval(self) -> tuple[float, float]:
        """The bounds that hold the true share in 95 of 100 cases."""
        return wilson(self.wins, self.games)

    @property
    def regret(self) -> tuple[float, float] | None:
        """The chance to win that the decisions of a game give away, on average, and how far off that may be."""
        if not self.regrets:
            return None
        return fmean(self.regrets), NORMAL_95 * standard_error(self.regrets) if len(self.regrets) > 1 else 1.0


def pantry(rows: str, steps: int) -> dict[str, Any]:
    """The set-up of a board of Mmm!, its rows apart by slashes."""
    grid = "\n".join(row.strip() for row in rows.split("/"))
    return {"board": f'steps = {steps}\npantry = """\n{grid}\n"""\n'}


TASKS = {
    task.name: task
    for task in (
        Task("mmm-6", "mmm", pantry("B B F / G H H", 3), 1000, solved=True),
        Task("mmm-12", "mmm", pantry("B B B F / G G F F / H C C C", 4), 1000, solved=True),
        Task("mmm-20", "mmm", pantry("B B B F F / G G H H H / C C C B B / F F F G G", 6), 500, solved=True),
        Task("mmm-two-paws", "mmm", {"side": "two_paws"}, 500, solved=True),
        Task("mmm-one-paw", "mmm", {"side": "one_paw"}, 500, solved=True),
        Task("mmm-line", "mmm", {"side": "one_paw", "in_line": True}, 500),
        Task("chopchop-mice", "chopchop", {}, 200, 0, "best"),
        Task("chopchop-cat", "chopchop", {}, 200, 1, "best"),
        Task("mousewarming", "mousewarming", {}, 500),
        Task("mystics", "mystics", {"chapter": "c1"}, 50),
    )
}


def task_of(name: str) -> Task:
    """Find a task by its name."""
    if name not in TASKS:
        names = ", ".join(TASKS)
        raise NoSuchTask(line("there is no task {name}; the tasks are {names}", name=name, names=names))
    return TASKS[name]


def board_of(task: Task) -> tuple[AnyGame, Any]:
    """The game of a task, and its set-up."""
    game = shelf.find(task.game)
    return game, read_setup(game, msgspec.json.encode(task.setup))


def oracle_of(task: Task, folder: Path | None = None, progress: Callable[[int, int], None] | None = None) -> Oracle:
    """The exact chances of a task: its board is solved once."""
    game, setup = board_of(task)
    return Solver(game, folder).solve(game.new(setup), progress)


def survey(task: Task) -> Survey:
    """Measure a task by random games of its own luck."""
    game, setup = board_of(task)
    counts, decisions = list[int](), 0
    for number in range(SURVEYED):
        state, luck = game.new(setup), Random(f"{SEED}/survey/{number}")
        while not isinstance(turn := game.turn(state), Over):
            if isinstance(turn, Decide):
                counts.append(len(turn.actions))
                decisions += 1
            state = game.apply(state, turn.at(luck.random()) if isinstance(turn, Chance) else luck.choice(turn.actions))
    exact = game.parts.solvable.exact if task.solved else None
    longest = game.longest(setup) if game.longest else None
    return Survey(decisions / SURVEYED, longest, fmean(counts), exact.size(game.new(setup)) // 4 if exact else None)


def dice_of(task: Task, number: int) -> bytes:
    """The seed of the luck of a game of a task."""
    return blake2b(f"{SEED}/{task.name}/{number}".encode(), digest_size=16).digest()


class Match:
    """Plays the games of a task, and what is known of each decision."""

    def __init__(self, task: Task, folder: Path | None = None):
        self.task, (self.game, self.setup) = task, board_of(task)
        teams = team_names(self.game, self.setup)
        self._mine = [teams.index(kind.team) == task.team for kind in self.game.seats(self.setup)]
        self._rival = honest(self.game, player_of(self.game, task.rival)) if task.rival else None
        self._oracle = oracle_of(task, folder) if task.solved else None

    def rival_of(self, seat: int) -> Player | None:
        """Who plays a seat that is not the player's."""
        return None if self._mine[seat] else self._rival

    def mind(self, number: int, seat: int) -> Random:
        """The luck of whoever plays a seat."""
        return Random(f"{SEED}/{self.task.name}/{number}/{seat}")

    def regret(self, state: Any, turn: Decide[Any], action: Any) -> float:
        """What an action gives away of the best chance to win."""
        if self._oracle is None or len(turn.actions) == 1:
            return 0.0
        choices = self._oracle.choices(state)
        return max(choices) - choices[turn.actions.index(action)]

    def won(self, over: Over) -> bool:
        """Whether the player's team has won."""
        return any(self._mine[winner] for winner in over.winners)


def play(
    task: Task,
    player: Player | str,
    *,
    games: int = 0,
    folder: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> BenchmarkResult:
    """Let a player play the games of a task, all of them unless fewer are asked for."""
    match, many = Match(task, folder), min(games, task.games) or task.games
    perfect = player == PERFECT and task.solved  # on boards that are solved elsewhere, too
    chooser = PerfectPlayer(folder) if perfect else honest(match.game, player_of(match.game, player))
    wins, decided, spent = 0, 0, 0.0
    regrets, told = list[float](), list[tuple[Any, ...]]()
    for number in range(many):
        minds = [match.mind(number, seat) for seat in range(len(match._mine))]
        state, events, lost, dice = match.game.new(match.setup), list[Any](), 0.0, dice_of(task, number)
        while not isinstance(turn := match.game.turn(state), Over) and len(events) < LONGEST:
            if isinstance(turn, Chance):
                event = draw(turn.odds, dice, len(events))
            elif rival := match.rival_of(turn.seat):
                event = rival.choose(match.game, state, turn, minds[turn.seat])
            else:
                began = process_time()
                event = chooser.choose(match.game, state, turn, minds[turn.seat])
                spent, decided = spent + process_time() - began, decided + 1
                lost += match.regret(state, turn, event)
            state = match.game.apply(state, event)
            events.append(event)
        wins += isinstance(turn, Over) and match.won(turn)
        regrets.append(lost)
        told.append(tuple(events))
        if progress:
            progress(number + 1, many)
    found = tuple(regrets) if task.solved else ()
    edition, name = match.game.edition, player_name(player)
    return BenchmarkResult(VERSION, task.name, edition, name, many, wins, found, spent / max(1, decided), tuple(told))


def write(result: BenchmarkResult) -> bytes:
    """A result as a file to hand in: JSON, a game on each line."""
    head = {name: getattr(result, name) for name in result.__struct_fields__ if name != "events"}
    games = b",\n".join(map(msgspec.json.encode, result.events))
    return msgspec.json.encode(head).removesuffix(b"}") + b',"events":[\n' + games + b"\n]}\n"


def check(
    data: bytes, folder: Path | None = None, progress: Callable[[int, int], None] | None = None
) -> BenchmarkResult:
    """Replay a result from its file: luck, rivals and moves as they must be, figures as they are said to be."""
    try:
        claimed = msgspec.json.decode(data, type=_Page)
    except msgspec.DecodeError as error:
        raise BadRecord(line("that is no result of the benchmark: {reason}", reason=str(error))) from None
    task = task_of(claimed.task)
    game = board_of(task)[0]
    if (claimed.benchmark, claimed.edition) != (VERSION, game.edition):
        raise BadRecord(line("this result is of another version of the benchmark or of {game}", game=game.name))
    if len(claimed.events) != claimed.games:
        raise BadRecord(
            line("{n} games are claimed, but {found} are there", n=claimed.games, found=len(claimed.events))
        )
    match, wins, regrets = Match(task, folder), 0, list[float]()
    for number, page in enumerate(claimed.events):
        over, lost = _replayed(match, number, page)
        wins += match.won(over)
        regrets.append(lost)
        if progress:
            progress(number + 1, claimed.games)
    if wins != claimed.wins:
        raise BadRecord(line("{n} wins are claimed, but {found} are there", n=claimed.wins, found=wins))
    if task.solved and not _alike(regrets, claimed.regrets):
        raise BadRecord(line("the regrets are not those of the games"))
    found = tuple(regrets) if task.solved else ()
    return BenchmarkResult(
        VERSION, task.name, game.edition, claimed.player, claimed.games, wins, found, claimed.seconds
    )


class _Page(Struct):
    benchmark: int
    task: str
    edition: int
    player: str
    games: int
    wins: int
    regrets: list[float]
    seconds: float
    events: list[list[msgspec.Raw]]


def _alike(found: Sequence[float], claimed: Sequence[float]) -> bool:
    pairs = zip(found, claimed, strict=False)
    return len(found) == len(claimed) and all(abs(one - other) < TINY for one, other in pairs)


def _replayed(match: Match, number: int, page: Sequence[msgspec.Raw]) -> tuple[Over, float]:
    """Replay a game, and add up what the player's decisions gave away."""
    game, dice, lost = match.game, dice_of(match.task, number), 0.0
    minds = [match.mind(number, seat) for seat in range(len(match._mine))]
    state = game.new(match.setup)
    for ply, event in enumerate(_events(game, page)):
        turn = game.turn(state)
        if reason := objection(turn, event):
            raise BadRecord(line("game {n}, move {ply}: {reason}", n=number + 1, ply=ply + 1, reason=reason))
        if isinstance(turn, Chance):
            expected = draw(turn.odds, dice, ply)
        elif isinstance(turn, Decide) and (rival := match.rival_of(turn.seat)):
            expected = rival.choose(game, state, turn, minds[turn.seat])
        else:
            expected = event
            lost += match.regret(state, turn, event) if isinstance(turn, Decide) else 0.0
        if expected != event:
            words = "game {n}, move {ply}: {expected} was due, not {event}"
            told = {"expected": words_of(expected), "event": words_of(event)}
            raise BadRecord(line(words, n=number + 1, ply=ply + 1, **told))
        state = game.apply(state, event)
    over = game.turn(state)
    if not isinstance(over, Over):
        raise BadRecord(line("game {n} has no end", n=number + 1))
    return over, lost


def _events(game: AnyGame, page: Sequence[msgspec.Raw]) -> Iterator[Any]:
    for raw in page:
        try:
            yield msgspec.json.decode(raw, type=game.event)
        except msgspec.DecodeError as error:
            raise BadRecord(line("that is no result of the benchmark: {reason}", reason=str(error))) from None


def regrets(
    game: AnyGame, setup: Any, events: Sequence[Any], folder: Path | None = None
) -> Iterator[tuple[int, int, float]]:
    """The ply, the seat and the regret of every decision of a game on a solved board."""
    oracle, state = Solver(game, folder).oracle(game.new(setup)), game.new(setup)
    if oracle is None:
        raise UserError(line("this position is of another board, which is not solved yet"))
    for ply, event in enumerate(events):
        turn = game.turn(state)
        if isinstance(turn, Decide):
            choices = oracle.choices(state)
            yield ply, turn.seat, max(choices) - choices[turn.actions.index(event)]
        state = game.apply(state, event)
