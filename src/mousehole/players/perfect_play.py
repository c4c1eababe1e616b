"""Perfect play: from a game's solution or, if a game is small enough, by visiting all of its positions."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mousehole.core.game import AnyGame, Chance, Decide, Luck, Over, Player, Seat, Solvable
from mousehole.core.solvable import On, Oracle, Progress
from mousehole.core.words import Line, UserError, line
from mousehole.folders import solutions

MOST_POSITIONS = 2_000_000


class TooLarge(UserError):
    """A game has too many positions to visit, or one that repeats."""


class NotSolved(UserError):
    """Perfect play was asked for on a board that is not solved yet."""


class PerfectPlayer(Player):
    """Takes the action with the best chance; the first of equal ones."""

    rank = 100

    def __init__(self, folder: Path | None = None, otherwise: Player | None = None):
        self._folder = folder
        self._otherwise = otherwise  # plays the boards that are not solved

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose one of the turn's actions."""
        if len(turn.actions) == 1:
            return turn.actions[0]
        known = oracle(game, state, self._folder)
        if known is None and self._otherwise:
            return self._otherwise.choose(game, state, turn, luck)
        if known is None:
            raise NotSolved(line("this board is not solved yet: run mousehole solve {game}", game=game.name))
        choices = known.choices(state)
        return turn.actions[choices.index(max(choices))]

    def caveat(self, game: AnyGame, state: Any) -> Line | None:
        """Where it is not perfect: another player plays boards that are not solved."""
        if oracle(game, state, self._folder):
            return None
        told = self._otherwise.caveat(game, state) if self._otherwise else None
        return told or line("not perfect here: this board is not solved yet")


class Solver:
    """The solver of a game with a folder of solutions: the one way in which boards are looked up and solved."""

    def __init__(self, game: AnyGame, folder: Path | None = None):
        exact = game.parts.solvable.exact
        if exact is None:
            raise UserError(line("{game} has no solver", game=game.name))
        self.exact, self.folder = exact, folder or solutions()

    def oracle(self, state: Any) -> Oracle | None:
        """Find the solution a position belongs to, if its board has been solved."""
        return self.exact.open(self.folder, state)

    def solve(self, state: Any, progress: Progress | None = None, on: On = "cpu") -> Oracle:
        """Find the solution of a board, or solve it; one that cannot be solved raises `UserError`."""
        return self.oracle(state) or self.exact.solve(self.folder, state, progress or (lambda done, total: None), on)

    def survey(self, state: Any, policy: str, progress: Progress, on: On = "cpu") -> tuple[tuple[Line, float], ...]:
        """How good the start of a board is in several circumstances; an unknown policy raises `UserError`."""
        return self.exact.survey(self.folder, state, policy, progress, on)


def oracle(game: AnyGame, state: Any, folder: Path | None = None) -> Oracle | None:
    """Find the solution a position belongs to, if the game has been solved."""
    return Solver(game, folder).oracle(state) if Solvable.exact in game.parts.solvable else None


class Lookout:
    """Visits every position of a small game: each team's chance to win if every team plays its best."""

    def __init__(self, game: AnyGame, setup: Any, most: int = MOST_POSITIONS):
        kinds = [kind.team for kind in game.seats(setup)]
        teams = list(dict.fromkeys(kinds))
        self._game = game
        self._team = [teams.index(team) for team in kinds]
        self._teams = len(teams)
        self._most = most
        self._known: dict[Any, tuple[float, ...]] = {}

    def value(self, state: Any, seat: Seat) -> float:
        """The chance that a seat wins from here."""
        return self._chances(state)[self._team[seat]]

    def choices(self, state: Any) -> tuple[float, ...]:
        """The chance of the seat that decides, for each action of its turn."""
        match self._game.turn(state):
            case Decide() as turn:
                return tuple(self.value(self._game.apply(state, action), turn.seat) for action in turn.actions)
        return ()

    def _chances(self, state: Any) -> tuple[float, ...]:
        """Walk through all positions that can follow, deepest first, without nesting calls."""
        path: dict[Any, Iterator[Any]] = {}
        self._visit(state, path)
        while path:
            at, following = next(reversed(path.items()))
            for after in following:
                if after not in self._known:
                    self._visit(after, path)
                    break
            else:
                self._known[at] = self._weighed(at)
                del path[at]
        return self._known[state]

    def _visit(self, state: Any, path: dict[Any, Iterator[Any]]) -> None:
        if state in path:
            raise TooLarge(line("positions of this game can recur, so it cannot be searched completely"))
        if len(self._known) + len(path) >= self._most:
            raise TooLarge(line("this game has more than {most} positions", most=self._most))
        if state not in self._known:
            path[state] = self._following(state)

    def _following(self, state: Any) -> Iterator[Any]:
        match self._game.turn(state):
            case Decide() as turn:
                return (self._game.apply(state, action) for action in turn.actions)
            case Chance() as turn:
                return (self._game.apply(state, event) for event, _ in turn.odds)
        return iter(())

    def _weighed(self, state: Any) -> tuple[float, ...]:
        turn = self._game.turn(state)
        if isinstance(turn, Over):
            won = {self._team[winner] for winner in turn.winners}
            return tuple(float(team in won) for team in range(self._teams))
        if isinstance(turn, Decide):
            team = self._team[turn.seat]
            return max(
                (self._known[self._game.apply(state, a)] for a in turn.actions), key=lambda chances: chances[team]
            )
        sums = [0.0] * self._teams
        for event, weight in turn.odds:
            for team, chance in enumerate(self._known[self._game.apply(state, event)]):
                sums[team] += weight * chance
        return tuple(total / turn.steps[-1] for total in sums)
