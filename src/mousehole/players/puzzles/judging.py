"""Says what every choice is worth, and whether one is the best beyond doubt."""

from pathlib import Path
from typing import Any, Protocol, TypeAlias

from mousehole.core.game import AnyGame, Decide, Parts
from mousehole.core.puzzles.puzzle import LEAD
from mousehole.players.estimates.trees import certain_leads, growing
from mousehole.players.perfect_play import oracle

Chances: TypeAlias = tuple[float, ...]  # to win, after each action of a turn
EQUAL = 1e-6  # solutions are kept in short numbers
SURE_LEAD = 0.05  # by which the answer of a searched puzzle leads at least, in 99 of 100 searches
FIRST_LOOK, LONG_LOOK = 16_000, 400_000  # simulations
LOOKS = ("one", "another")  # two long looks with luck of their own have to agree


class Judge(Protocol):
    """Knows what choices are worth."""

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
    """Searches: a first look, and two long ones with luck of their own, each of which has to be certain of the same."""

    exact = False

    def __init__(self, game: AnyGame, first: int = FIRST_LOOK, long: int = LONG_LOOK):
        self._game, self._first, self._long = game, first, long
        self._least = max(SURE_LEAD, game.parts.doubt or 0.0)  # no less than searched chances may be off

    def clear(self, state: Any, turn: Decide[Any]) -> Chances | None:
        """What each action is worth, as it looks at first."""
        return self._look(state, turn, self._first, "first look") if len(turn.actions) > 1 else None

    def certain(self, state: Any, turn: Decide[Any], chances: Chances) -> Chances | None:
        """What the long looks agree on: their mean."""
        looks = [look for seed in LOOKS if (look := self._look(state, turn, self._long, seed))]
        if len(looks) < len(LOOKS) or len({look.index(max(look)) for look in (chances, *looks)}) > 1:
            return None
        return tuple(sum(pair) / len(pair) for pair in zip(*looks, strict=True))

    def _look(self, state: Any, turn: Decide[Any], simulations: int, seed: str) -> Chances | None:
        kernel = growing(self._game, state)
        if kernel is None:
            return None
        chances, leads = certain_leads(kernel, state, turn, simulations, seed)
        return tuple(chances) if sum(lead < self._least for lead in leads) == 1 else None


def judge_of(game: AnyGame) -> Judge:
    """Whoever knows most about a game."""
    return ExactJudge(game) if Parts.exact in game.parts else SearchJudge(game)


def leads(chances: Chances, by: float) -> bool:
    """Whether some actions are equally best, and every other one falls behind by so much."""
    best = max(chances, default=0.0)
    others = [chance for chance in chances if best - chance > EQUAL]
    return bool(others) and best - max(others) >= by
