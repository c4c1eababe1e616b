"""A player without a plan."""

from random import Random
from typing import Any

from mousehole.core.game import AnyGame, Decide


class RandomPlayer:
    """Takes any action, all equally likely."""

    rank = 0
    quick = True

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Random) -> Any:
        """Choose one of the turn's actions."""
        return luck.choice(turn.actions)
