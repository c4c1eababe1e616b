"""Trophies: what a game that has ended earns somebody who played it, each by a rule that is a pure function."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from mousehole.core.words import Line


class Finished(Struct, frozen=True):
    """A game that has ended, as one person who played it looks back at it."""

    states: Sequence[Any]  # every position, the start first
    events: Sequence[Any]  # between them
    movers: Sequence[int | None]  # who made each event; None is luck
    seats: tuple[int, ...]  # of the person who looks back
    won: bool
    reason: str
    score: int = 0
    rating: str = ""
    title: str = ""  # what the group has earned with this game, in its English words


class Trophy(Struct, frozen=True):
    """A trophy of one game; `earned` is asked only about games in which luck was never taken back."""

    key: str  # by which albums know it; never changes
    name: Line
    words: Line  # what has to be done for it
    sprite: str
    earned: Callable[[Finished], bool]
    titled: bool = False  # it comes with a title of the group, which the album shows with a crown
