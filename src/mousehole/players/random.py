"""A player without a plan."""

from random import Random
from typing import Any

from mousehole.core.game import Decide, Game


class RandomPlayer:
    """Takes any action, all equally likely."""

    rank = 0
    quick = True

    def choose(self, game: Game[Any, Any, Any], state: Any, turn: Decide[Any], luck: Random) -> Any:
        """Choose one of the turn's actions."""
        return luck.choice(turn.actions)
