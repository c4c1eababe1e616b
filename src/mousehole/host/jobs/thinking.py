"""The kinds of jobs, and what a process does for each: choose for a bot, give hints, look back, solve a board."""

import time
from random import Random
from typing import TypeAlias

import msgspec

from mousehole import shelf
from mousehole.core.exact import Progress
from mousehole.core.game import Decide, Seat
from mousehole.core.words import Line
from mousehole.folders import solutions
from mousehole.host.jobs.job import JobKind
from mousehole.host.jobs.positions import Where, reached
from mousehole.host.level_words import known_level
from mousehole.host.solution_room import make_room
from mousehole.players.hints import Hint, hints
from mousehole.players.player import find
from mousehole.players.review import Look, look, opened
from mousehole.store import DAY

Chances: TypeAlias = tuple[tuple[Line, float], ...]
SLICE = 0.35  # seconds a worker looks back before others have their turn


def choice(where: Where, seat: Seat, level: str, luck: str, people: tuple[Seat, ...]) -> int:
    """Choose for a bot: reach the position, ask the player, answer with the number of its action."""
    game, state = reached(where)
    turn = game.turn(state)
    decision = turn.of(seat) if isinstance(turn, Decide) else None
    if decision is None:
        raise AssertionError("a bot is asked only when it has to decide")
    player = find(game, known_level(game, level)).beside(people)  # a level that is gone is played by the strongest
    return decision.actions.index(player.choose(game, state, decision, Random(luck)))


def hardly_thinks(where: Where, seat: Seat, level: str, luck: str, people: tuple[Seat, ...]) -> bool:
    """Whether a bot answers sooner than a question travels."""
    game = shelf.find(where.game)
    return find(game, known_level(game, level)).quick


def hints_at(where: Where, seat: Seat | None) -> tuple[Hint, ...]:
    """What the actions at a position are worth to a seat that is asked, or to the first one."""
    return hints(*reached(where), seat=seat)


def value_at(where: Where) -> float | None:
    """The exact chance of the seat that is to move or to throw, where it is known."""
    return look(*reached(where), 0, "").value


def looks_at(where: Where, seat: Seat, first: int) -> list[Look]:
    """Look at some plies of a game from `first` on, for a moment; the rest is asked for again."""
    until, found, lines = time.monotonic() + SLICE, list[Look](), where.events.splitlines()
    for ply in range(first, len(lines) + 1):
        game, state = reached(where.at(ply))
        event = msgspec.json.decode(lines[ply], type=game.event) if ply < len(lines) else None
        found.append(look(game, state, seat, f"review/{ply}", event=event))
        if ply == 0:
            found[0] = opened(game, state, seat, found[0])
        if time.monotonic() >= until:
            break
    return found


def solve(progress: Progress, where: Where, keep: bool, budget: int) -> Chances:
    """Solve a board: its chances; the solution is kept if so wished and all of them fit into a budget of bytes."""
    game, state = reached(where)
    exact = game.parts.exact
    if exact is None:
        raise AssertionError("only games with a solver are solved")
    solved = exact.open(solutions(), state)
    if keep and not solved:
        make_room(solutions(), exact.size(state), budget)
    return exact.survey(solutions(), state, "" if keep or solved else "free", progress)


MOVE = JobKind(
    "move",
    choice,
    tuple[Where, int, str, str, tuple[int, ...]],
    int,
    priority=30,
    patience=3.0,
    kept=600.0,
    at_home=True,
    quick=hardly_thinks,
)
HINTS = JobKind("hints", hints_at, tuple[Where, int | None], tuple[Hint, ...], priority=20, kept=DAY, known=True)
VALUE = JobKind("value", value_at, tuple[Where], float | None, priority=20, kept=DAY, known=True)
LOOKS = JobKind("looks", looks_at, tuple[Where, int, int], list[Look], priority=10, kept=DAY, known=True)
SOLVE = JobKind("solve", solve, tuple[Where, bool, int], Chances, priority=0, patience=1e6, kept=600.0, long=True)
KINDS = {kind.name: kind for kind in (MOVE, HINTS, VALUE, LOOKS, SOLVE)}
