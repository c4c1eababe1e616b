"""How good a position looks: what the generic players ask."""

from math import exp

from nibbles.moves import Card
from nibbles.rules import DECK
from nibbles.state import State

SPREAD = 2.0  # points of cheese that tell good positions from better ones


def value(state: State, seat: int) -> float:
    """Estimate the chance that a seat wins, from 0 to 1; the chances of all seats add up to 1."""
    if state.gone and not state.cheeses and not state.cheese:
        best = max(state.points)
        return (state.points[seat] == best) / state.points.count(best)
    ahead = [exp(expected(state, at) / SPREAD) for at in range(len(state.points))]
    return ahead[seat] / sum(ahead)


def expected(state: State, seat: int) -> float:
    """The cheese that a seat may hope for: what it has, what its card may take, and what its hand may still take."""
    rivals, card = len(state.points) - 1, state.laid[seat] or 0
    later = sum(state.cheeses) / max(1, len(state.cheeses))
    hand = sum(strength(held, rivals) for held in state.hands[seat])
    return state.points[seat] + state.cheese * strength(card, rivals) + later * hand


def strength(card: Card, rivals: int) -> float:
    """About how often a card beats those of all rivals."""
    return (card / max(DECK)) ** rivals
