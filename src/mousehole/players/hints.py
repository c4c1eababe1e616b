"""Hints: the chance to win after every legal action, exact where the game is solved, an estimate elsewhere.

An exact chance is that of perfect play. An estimate is what a compiled search expects of strong play (see `searched`),
or what practised players would win (see `sampled`): it tells good actions from bad ones, and its bounds say how far
off it may be.
"""

from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.game import Adventure, AnyGame, Decide, Seat
from mousehole.core.knowledge import state_for
from mousehole.core.words import Line, UserError, line
from mousehole.players.forecast import forecast
from mousehole.players.perfect_play import oracle
from mousehole.players.simulated import Budget, sampled
from mousehole.players.trees import growing, searched

ROUNDING = 1e-6  # solutions on disk are stored in short numbers
WITH_ENDS = Budget(games=120, ends=8)  # where games are played to their end


class Hint(Struct, frozen=True):
    """What an action is worth to the seat that decides."""

    action: int  # its number in the turn
    chance: float  # to win, after this action
    loss: float  # chance given away against the best action: 0.1 is ten points; 0 where samples cannot tell them apart
    exact: bool
    low: float  # bounds of an estimate in 95 of 100 cases; the chance itself when it is exact
    high: float
    clear: bool = False  # the loss is real, neither rounding nor sampling error
    reason: Line | None = None  # why it is good or bad, where the game says so


def hints(
    game: AnyGame,
    state: Any,
    *,
    seat: Seat | None = None,
    folder: Path | None = None,
    budget: Budget | None = None,
    seed: str | int = "hints",
    compare: Any = None,
) -> tuple[Hint, ...]:
    """Value every action of a seat that is asked (the first where none is named), in their order.

    Nothing where nobody decides, or another seat. With hidden hands it knows what the seat knows. The same seed gives
    the same estimates, unless the budget limits seconds. An action to `compare` is sampled as often as the best one.
    """
    found = game.turn(state)
    turn = (found.of(seat) if seat is not None else found) if isinstance(found, Decide) else None
    if turn is None:
        return ()
    state = state_for(game, state, turn.seat)
    exact = oracle(game, state, folder) if not game.hidden else None
    budget = budget or (WITH_ENDS if Adventure.simulation in game.parts.adventure else Budget())
    told = solved(exact.choices(state)) if exact else estimated(game, state, turn, budget, str(seed), compare)
    reason = game.parts.reason or no_reason
    return tuple(replace(hint, reason=reason(state, turn.actions[hint.action])) for hint in told)


def solved(chances: tuple[float, ...]) -> list[Hint]:
    """Compare exact chances with the best of them."""
    best = max(chances)
    return [
        Hint(n, chance, best - chance, True, chance, chance, best - chance > ROUNDING)
        for n, chance in enumerate(chances)
    ]


def estimated(
    game: AnyGame, state: Any, turn: Decide[Any], budget: Budget, seed: str, compare: Any = None
) -> list[Hint]:
    """Estimate the chances of all actions."""
    kernel, doubt = growing(game, state) if not game.hidden else None, game.parts.doubt or 0.0
    if kernel:
        found = searched(kernel, state, turn, budget, seed, doubt)
    elif Adventure.simulation in game.parts.adventure and not game.hidden:
        found = forecast(game, state, turn, budget, seed, doubt)
    else:
        number = turn.actions.index(compare) if compare in turn.actions else None
        found = sampled(game, state, turn, budget, seed, compare=number)
    return [Hint(n, one.chance, one.loss, False, one.low, one.high, one.clear) for n, one in enumerate(found)]


def best_of(told: tuple[Hint, ...]) -> Hint:
    """Find the best action of a turn."""
    if not told:
        raise nobody_decides()
    return min(told, key=lambda hint: (hint.loss, -hint.chance))


def nobody_decides() -> UserError:
    """What is raised where choices are asked for and there are none."""
    return UserError(line("nobody decides here: luck comes first, or the game is over"))


def no_reason(state: Any, action: Any) -> Line | None:
    """No reason."""
    return None
