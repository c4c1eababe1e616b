"""A player that looks one step ahead, judging by a game's own `value`."""

from typing import Any

from mousehole.core.game import AnyGame, Chance, Decide, Luck, Player

CLOSE = 1e-9  # smaller differences are ignored: rounding must not decide


class GreedyPlayer(Player):
    """Takes the action with the best prospect; equal ones are equally likely."""

    rank = 20
    quick = True  # fast enough to lead simulated games

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose one of the turn's actions."""
        if len(turn.actions) == 1:
            return turn.actions[0]
        prospects = [prospect(game, game.apply(state, action), turn.seat) for action in turn.actions]
        most = max(prospects)
        return luck.choice([action for action, p in zip(turn.actions, prospects, strict=True) if p >= most - CLOSE])


def prospect(game: AnyGame, state: Any, seat: int) -> float:
    """Value a state for a seat; where luck follows at once, on average over it."""
    value = game.parts.value or no_value
    turn = game.turn(state)
    if not isinstance(turn, Chance):
        return value(state, seat)
    total = sum(weight * value(game.apply(state, event), seat) for event, weight in turn.odds)
    return total / turn.steps[-1]


def no_value(state: Any, seat: int) -> float:
    """Value nothing, where a game does not say how good a position looks."""
    return 0.0
