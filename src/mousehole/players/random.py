"""A player without a plan."""

from typing import Any

from mousehole.core.game import AnyGame, Decide, Luck, Player


class RandomPlayer(Player):
    """Takes any action, all equally likely."""

    rank = 0
    quick = True
    guesses = True  # it looks at nothing

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose one of the turn's actions."""
        return luck.choice(turn.actions)
