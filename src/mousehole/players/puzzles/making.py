"""Plays games until enough positions have come up where one choice is clearly best and simple players miss it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.game import AnyGame, Chance, Decide, Over, Player
from mousehole.core.puzzles.puzzle import UNIT, Grade, Puzzle
from mousehole.players.player import players
from mousehole.players.puzzles.judging import Chances, Judge

RULES = ("greedy", "thumb", "medium")  # simple players: what they miss is worth a thought
STRONG = "strong"  # stands in where a game has no rule of thumb, and leads games whose positions are searched
TRIES = 12  # of each of them: some play at random now and then
FAILS = 0.5  # at least one of the quick ones finds the answer less often than that, or the position is no puzzle
A_GAME = 3  # puzzles from one game at most
MANY, SHARE = 12, 0.1  # of decisions with more choices than that only a share is looked at: they take long to weigh
AGREED = 0.25  # of those where all quick players would do the same: that is hardly ever wrong
LONG = 2000  # events of a game that goes on for ever


class Found(Struct, frozen=True):
    """A position that makes a puzzle; `solved` is how often each simple player finds the answer."""

    state: Any
    puzzle: Puzzle  # its position is not written yet
    solved: dict[str, float]


class Maker:
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

    def found(self) -> Iterator[Found]:
        """Play games until all grades are full."""
        while self._left and self._wanted.total():
            yield from self._of_a_game()

    def _of_a_game(self) -> Iterator[Found]:
        state, left = self._game.new(self._setup), A_GAME
        for _ in range(LONG):
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
        """Play on as people do: now by this rule of thumb, now by that; or well, where chances have to be searched."""
        if isinstance(turn, Chance):
            return turn.at(self._luck.random())
        return self._luck.choice(self._leaders).choose(self._game, state, turn, self._luck)

    def _puzzle(self, state: Any, turn: Decide[Any]) -> Found | None:
        """The puzzle that a decision makes, if it does; what costs most is asked last."""
        if turn.others or (len(turn.actions) > MANY and self._luck.random() > SHARE):
            return None
        if self._agreed(state, turn) and self._luck.random() > AGREED:
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

    def _graded(self, state: Any, turn: Decide[Any], chances: Chances) -> Found | None:
        puzzle = Puzzle("", 0, in_units(chances), "", self._judge.exact)
        solved = {name: self._solved(player, state, turn, puzzle) for name, player in self._quick.items()}
        if min(solved.values()) >= FAILS:
            return None
        slow = {name: player for name, player in self._rules.items() if name not in self._quick}
        solved |= {name: self._solved(player, state, turn, puzzle) for name, player in slow.items()}
        missed = round(100 * (1 - sum(solved.values()) / len(solved)))
        return Found(state, replace(puzzle, missed=missed), solved)

    def _solved(self, player: Player, state: Any, turn: Decide[Any], puzzle: Puzzle) -> float:
        """How often a player finds one of the best actions."""
        chosen = (player.choose(self._game, state, turn, self._luck) for _ in range(TRIES))
        return sum(turn.actions.index(action) in puzzle.best for action in chosen) / TRIES


def simple_players(game: AnyGame) -> dict[str, Player]:
    """The players whose mistakes make puzzles."""
    every = players(game)
    names = RULES if set(RULES) <= every.keys() else (*RULES, STRONG)
    return {name: player for name, player in every.items() if name in names}


def in_units(chances: Chances) -> tuple[int, ...]:
    """Chances as whole numbers."""
    return tuple(round(chance * UNIT) for chance in chances)


def alike(puzzle: Puzzle) -> tuple[int, ...]:
    """What two puzzles share that mirror each other."""
    return tuple(sorted(puzzle.worth))
