"""Hints: the chance to win after every legal action, exact where the game is solved, sampled by search elsewhere.

A sampled chance is the share of games that a search won, which plays on at random where its tree ends. It tells better
actions from worse ones; where good play differs much from random play, it is far from the chance of good players.
"""

from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct

from mousehole.core.game import Decide, Game
from mousehole.core.words import Line
from mousehole.players.arena import wilson
from mousehole.players.exact import oracle
from mousehole.players.mcts import SearchPlayer

AnyGame: TypeAlias = Game[Any, Any, Any]
SIMULATIONS = 2000


class Hint(Struct, frozen=True):
    """What an action is worth to the seat that decides."""

    action: int  # its number in the turn
    chance: float
    loss: float  # against the best action
    exact: bool
    low: float  # bounds of the sampled share in 95 of 100 cases; the chance itself when it is exact
    high: float
    reason: Line | None = None


def hints(
    game: AnyGame, state: Any, *, folder: Path | None = None, simulations: int = SIMULATIONS, seed: str = "hints"
) -> tuple[Hint, ...]:
    """Value every action of a turn, in the order of the actions; nothing where nobody decides."""
    turn = game.turn(state)
    if not isinstance(turn, Decide):
        return ()
    known = oracle(game, state, folder)
    if known is not None:
        chances, exact = known.choices(state), True
        bounds = [(chance, chance) for chance in chances]
    else:
        look, exact = SearchPlayer(simulations).look(game, state, turn, Random(seed)), False
        chances = tuple(share for _, share in look)
        bounds = [wilson(round(share * visits), visits) for visits, share in look]
    best = max(chances) if exact else look[most_tried(look)][1]
    reason = game.part("reason") or no_reason
    return tuple(
        Hint(n, chance, max(0.0, best - chance), exact, *bounds[n], reason(state, turn.actions[n]))
        for n, chance in enumerate(chances)
    )


def most_tried(look: list[tuple[int, float]]) -> int:
    """Find the action that a search trusts most."""
    return max(range(len(look)), key=lambda n: look[n][0])


def no_reason(state: Any, action: Any) -> Line | None:
    """Give no reason."""
    return None
