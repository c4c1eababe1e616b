"""A position: frozen, and nothing in it that can be derived."""

from msgspec import Struct

from nibbles.moves import Card, Setup


class State(Struct, frozen=True):
    """What everybody holds, what lies face down, and what was taken."""

    setup: Setup
    hands: tuple[tuple[Card, ...], ...]  # the lowest card first
    points: tuple[int, ...]
    cheeses: tuple[int, ...]  # not yet turned up
    cheese: int = 0  # the one that is played for
    laid: tuple[Card | None, ...] = ()  # this round, by seat; None: not yet
    shown: tuple[Card, ...] = ()  # the last round, by seat
    gone: tuple[Card, ...] = ()  # all cards that were turned up
