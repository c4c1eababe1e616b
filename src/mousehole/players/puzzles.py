"""Finds puzzles: positions with one clearly best choice, graded by how often simple players miss it there."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.game import AnyGame, Chance, Decide, Over, Player, Solvable
from mousehole.core.puzzles import LEAD, UNIT, Grade, Puzzle
from mousehole.players.perfect_play import oracle
from mousehole.players.player import players
from mousehole.players.trees import certain_leads, growing

Chances: TypeAlias = tuple[float, ...]  # to win, after each action of a turn
EQUAL = 1e-6  # solutions are kept in short numbers
SURE_LEAD = 0.05  # by which the answer of a searched puzzle leads at least, in 99 of 100 searches
FIRST_LOOK, LONG_LOOK = 16_000, 400_000  # simulations
LONG_LOOK_SEEDS = ("one", "another")  # two long looks with luck of their own have to agree
SIMPLE_PLAYERS = ("greedy", "thumb", "medium")  # what they miss is worth a thought
STRONG = "strong"  # stands in where a game has no rule of thumb, and leads games whose positions are searched
ATTEMPTS = 12  # of each of them: some play at random now and then
MISSED_BELOW = 0.5  # a position is a puzzle where a quick one finds the answer less often than that
PER_GAME = 3  # puzzles at most
MANY_CHOICES, SHARE_WEIGHED = 12, 0.1  # only a share of decisions with more choices is valued: they take long
SHARE_OF_AGREED = 0.25  # a share of those where all quick players agree: they are hardly ever wrong
MOST_EVENTS = 2000  # events of a game that goes on for ever


class Judge(Protocol):
    """What choices are worth, and how certain that is."""

    exact: bool

    def clear(self, state: Any, turn: Decide[Any]) -> Chances | None:
        """What each action is worth, where one is clearly best at first sight."""

    def certain(self, state: Any, turn: Decide[Any], chances: Chances) -> Chances | None:
        """What each action is worth after a longer look, where that finds the same."""


class ExactJudge:
    """Reads the solution of a board; there is nothing to add."""

    exact = True

    def __init__(self, game: AnyGame, folder: Path | None = None):
        self._game, self._folder = game, folder

    def clear(self, state: Any, turn: Decide[Any]) -> Chances | None:
        """What each action is worth, where the best ones lead."""
        known = oracle(self._game, state, self._folder) if len(turn.actions) > 1 else None
        chances = known.choices(state) if known else ()
        return chances if leads(chances, LEAD) else None

    def certain(self, state: Any, turn: Decide[Any], chances: Chances) -> Chances | None:
        """The same: it is exact."""
        return chances


class SearchJudge:
    """Searches: a first look and two long ones, each with its own luck, which must be certain of the same answer."""

    exact = False

    def __init__(self, game: AnyGame, first: int = FIRST_LOOK, long: int = LONG_LOOK):
        self._game, self._first, self._long = game, first, long
        self._least = max(SURE_LEAD, game.parts.doubt or 0.0)  # no less than searched chances may be off

    def clear(self, state: Any, turn: Decide[Any]) -> Chances | None:
        """What each action is worth, as it looks at first."""
        return self._look(state, turn, self._first, "first look") if len(turn.actions) > 1 else None

    def certain(self, state: Any, turn: Decide[Any], chances: Chances) -> Chances | None:
        """What the long looks agree on: their mean."""
        looks = [look for seed in LONG_LOOK_SEEDS if (look := self._look(state, turn, self._long, seed))]
        if len(looks) < len(LONG_LOOK_SEEDS) or len({look.index(max(look)) for look in (chances, *looks)}) > 1:
            return None
        return tuple(sum(pair) / len(pair) for pair in zip(*looks, strict=True))

    def _look(self, state: Any, turn: Decide[Any], simulations: int, seed: str) -> Chances | None:
        kernel = growing(self._game, state)
        if kernel is None:
            return None
        chances, leads = certain_leads(kernel, state, turn, simulations, seed)
        return tuple(chances) if sum(lead < self._least for lead in leads) == 1 else None


def judge_of(game: AnyGame) -> Judge:
    """The judge that knows most about a game."""
    return ExactJudge(game) if Solvable.exact in game.parts.solvable else SearchJudge(game)


def leads(chances: Chances, by: float) -> bool:
    """Whether some actions are equally best, and every other one is worse by at least this much."""
    best = max(chances, default=0.0)
    others = [chance for chance in chances if best - chance > EQUAL]
    return bool(others) and best - max(others) >= by


class FoundPuzzle(Struct, frozen=True):
    """A position that makes a puzzle; `solved` is how often each simple player finds the answer."""

    state: Any
    puzzle: Puzzle  # its position is not written yet
    solved: dict[str, float]


class PuzzleFinder:
    """Finds puzzles of one set-up, never two that are worth the same choice for choice, and so `many` at most."""

    def __init__(
        self, game: AnyGame, setup: Any, judge: Judge, seed: str, wanted: Mapping[Grade, int], many: int | None = None
    ):
        self._game, self._setup, self._judge = game, setup, judge
        self._left = sum(wanted.values()) if many is None else many
        self._luck = Random(seed)
        self._wanted = Counter(wanted)  # how many of each grade are still to be found
        self._known: set[tuple[int, ...]] = set()
        self._rules = simple_players(game)
        self._quick = {name: player for name, player in self._rules.items() if player.quick} or self._rules
        self._leaders = [*self._quick.values()] if judge.exact else [players(game)[STRONG]]
        self.looked = 0  # decisions so far

    def find(self) -> Iterator[FoundPuzzle]:
        """Play games until all grades are full."""
        while self._left and self._wanted.total():
            yield from self._of_a_game()

    def _of_a_game(self) -> Iterator[FoundPuzzle]:
        state, left = self._game.new(self._setup), PER_GAME
        for _ in range(MOST_EVENTS):
            turn = self._game.turn(state)
            if isinstance(turn, Over) or not left or not self._left or not self._wanted.total():
                return
            if isinstance(turn, Decide) and (found := self._puzzle(state, turn)):
                left, self._left = left - 1, self._left - 1
                self._wanted[found.puzzle.grade] -= 1
                self._known.add(alike(found.puzzle))
                yield found
            state = self._game.apply(state, self._event(state, turn))

    def _event(self, state: Any, turn: Chance[Any] | Decide[Any]) -> Any:
        """Play on as people do, by changing rules of thumb; or well, where chances have to be searched."""
        if isinstance(turn, Chance):
            return turn.at(self._luck.random())
        return self._luck.choice(self._leaders).choose(self._game, state, turn, self._luck)

    def _puzzle(self, state: Any, turn: Decide[Any]) -> FoundPuzzle | None:
        """The puzzle that a decision makes, if it does; what costs most is asked last."""
        if turn.others or (len(turn.actions) > MANY_CHOICES and self._luck.random() > SHARE_WEIGHED):
            return None
        if self._agreed(state, turn) and self._luck.random() > SHARE_OF_AGREED:
            return None
        self.looked += 1
        chances = self._judge.clear(state, turn)
        found = self._graded(state, turn, chances) if chances else None
        if not chances or not found or not self._wanted[found.puzzle.grade] or alike(found.puzzle) in self._known:
            return None
        sure = self._judge.certain(state, turn, chances)
        return replace(found, puzzle=replace(found.puzzle, worth=in_units(sure))) if sure else None

    def _agreed(self, state: Any, turn: Decide[Any]) -> bool:
        """Whether all quick players would do the same."""
        chosen = [player.choose(self._game, state, turn, self._luck) for player in self._quick.values()]
        return all(action == chosen[0] for action in chosen)

    def _graded(self, state: Any, turn: Decide[Any], chances: Chances) -> FoundPuzzle | None:
        puzzle = Puzzle("", 0, in_units(chances), "", self._judge.exact)
        solved = {name: self._solved(player, state, turn, puzzle) for name, player in self._quick.items()}
        if min(solved.values()) >= MISSED_BELOW:
            return None
        slow = {name: player for name, player in self._rules.items() if name not in self._quick}
        solved |= {name: self._solved(player, state, turn, puzzle) for name, player in slow.items()}
        missed = round(100 * (1 - sum(solved.values()) / len(solved)))
        return FoundPuzzle(state, replace(puzzle, missed=missed), solved)

    def _solved(self, player: Player, state: Any, turn: Decide[Any], puzzle: Puzzle) -> float:
        """How often a player finds one of the best actions."""
        chosen = (player.choose(self._game, state, turn, self._luck) for _ in range(ATTEMPTS))
        return sum(turn.actions.index(action) in puzzle.best for action in chosen) / ATTEMPTS


def simple_players(game: AnyGame) -> dict[str, Player]:
    """The players whose mistakes make puzzles."""
    every = players(game)
    names = SIMPLE_PLAYERS if set(SIMPLE_PLAYERS) <= every.keys() else (*SIMPLE_PLAYERS, STRONG)
    return {name: player for name, player in every.items() if name in names}


def in_units(chances: Chances) -> tuple[int, ...]:
    """Chances as whole numbers."""
    return tuple(round(chance * UNIT) for chance in chances)


def alike(puzzle: Puzzle) -> tuple[int, ...]:
    """A key that mirror images of a puzzle share."""
    return tuple(sorted(puzzle.worth))
