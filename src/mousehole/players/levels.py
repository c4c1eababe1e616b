"""The four levels people choose from: the same search, deeper or shallower, with slips for the weakest."""

from typing import Any, NamedTuple

from mousehole.compiled.compiler import fast
from mousehole.core.game import AnyGame, Decide, Luck, Parts, Player
from mousehole.players.mcts import SearchPlayer


class Level(NamedTuple):
    """How much a player thinks: by simulations, not by time, so that the same luck leads to the same game."""

    rank: int
    simulations: int
    slips: float = 0.0  # how often it plays at random
    learned: bool = False  # trusts a learned value where the game has one


TUNED = 8  # how expensive a simulation was (`slow` of a kernel) when these numbers were chosen

LEVELS = {
    "easy": Level(15, 60, slips=0.3),
    "medium": Level(40, 150),
    "strong": Level(50, 700),
    "best": Level(60, 3_000, learned=True),
}


class LevelPlayer(Player):
    """Searches as its level says."""

    def __init__(self, level: Level):
        self.level = level
        self.rank = level.rank

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose one of the turn's actions."""
        if self.level.slips and luck.random() < self.level.slips:
            return luck.choice(turn.actions)
        search = SearchPlayer(self.simulations(game, state, turn), guided=True, learned=self.level.learned)
        return search.choose(game, state, turn, luck)

    def simulations(self, game: AnyGame, state: Any, turn: Decide[Any]) -> int:
        """The number of its level, or fewer where each costs more, so that it thinks no longer."""
        number, kernel = self.level.simulations, game.parts.kernel if fast() else None
        if kernel and self.level.learned:
            kernel = kernel.at_its_best(state)
        return min(number, max(len(turn.actions), number * TUNED // kernel.slow)) if kernel else number


def levels(game: AnyGame) -> dict[str, LevelPlayer]:
    """List the levels of a game that can be searched fast; one that can be solved brings its own."""
    if Parts.kernel not in game.parts or Parts.exact in game.parts:
        return {}
    return {name: LevelPlayer(level) for name, level in LEVELS.items()}
