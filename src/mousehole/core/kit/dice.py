"""Throws of several equal dice, as multisets with whole-number weights."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TypeVar

F = TypeVar("F")


@cache
def throws(faces: tuple[F, ...], dice: int) -> tuple[tuple[tuple[F, ...], int], ...]:
    """List all throws of equally likely faces, in face order; the weights add up to len(faces) ** dice."""
    return tuple((throw, ways(throw)) for throw in combinations_with_replacement(faces, dice))


def ways(throw: Sequence[object]) -> int:
    """Count the orders in which dice can show a throw."""
    return factorial(len(throw)) // prod(map(factorial, Counter(throw).values()))


@cache
def without(hand: tuple[F, ...], face: F) -> tuple[F, ...]:
    """Take one die with that face out of a hand."""
    at = hand.index(face)
    return hand[:at] + hand[at + 1 :]
