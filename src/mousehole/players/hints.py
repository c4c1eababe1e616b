"""Hints: the chance to win after every legal action, exact where the game is solved, an estimate elsewhere.

An exact chance is that of perfect play. An estimate is what a compiled search expects of strong play (see `searched`),
or what practised players would win (see `guided`): it tells good actions from bad ones, and its bounds say how far off
it may be.
"""

from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.game import AnyGame, Decide
from mousehole.core.words import Line
from mousehole.players.estimates.simulated import Budget, sampled
from mousehole.players.estimates.trees import growing, searched
from mousehole.players.perfect_play import oracle

ROUNDING = 1e-6  # solutions on disk are stored in short numbers


class Hint(Struct, frozen=True):
    """What an action is worth to the seat that decides."""

    action: int  # its number in the turn
    chance: float
    loss: float  # against the best action
    exact: bool
    low: float  # bounds of an estimate in 95 of 100 cases; the chance itself when it is exact
    high: float
    clear: bool = False  # the loss is real, neither rounding nor sampling error
    reason: Line | None = None


def hints(
    game: AnyGame, state: Any, *, folder: Path | None = None, budget: Budget | None = None, seed: str = "hints"
) -> tuple[Hint, ...]:
    """Value every action of a turn, in the order of the actions; nothing where nobody decides."""
    turn = game.turn(state)
    if not isinstance(turn, Decide):
        return ()
    known = oracle(game, state, folder)
    told = solved(known.choices(state)) if known else estimated(game, state, turn, budget or Budget(), seed)
    reason = game.parts.reason or no_reason
    return tuple(replace(hint, reason=reason(state, turn.actions[hint.action])) for hint in told)


def solved(chances: tuple[float, ...]) -> list[Hint]:
    """Compare exact chances with the best of them."""
    best = max(chances)
    return [
        Hint(n, chance, best - chance, True, chance, chance, best - chance > ROUNDING)
        for n, chance in enumerate(chances)
    ]


def estimated(game: AnyGame, state: Any, turn: Decide[Any], budget: Budget, seed: str) -> list[Hint]:
    """Estimate the chances of all actions."""
    kernel, doubt = growing(game, state), game.parts.doubt or 0.0
    if kernel:
        found = searched(kernel, state, turn, budget, seed, doubt)
    else:
        found = sampled(game, state, turn, budget, seed, doubt)
    return [Hint(n, one.chance, one.loss, False, one.low, one.high, one.clear) for n, one in enumerate(found)]


def best_of(told: tuple[Hint, ...]) -> Hint:
    """Find the best action of a turn."""
    return min(told, key=lambda hint: (hint.loss, -hint.chance))


def no_reason(state: Any, action: Any) -> Line | None:
    """No reason."""
    return None
