"""What a game with a compiled twin of its rules offers: how positions and events become whole numbers."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Kernel(NamedTuple):
    """The part `kernel` of a game; what compiled players do with it is in players/compiled_search.py."""

    fits: Callable[[Any], bool]  # some set-ups may be beyond it
    box: Callable[[Any], Any]
    pack: Callable[[Any], Any]
    unpack: Callable[[Any, Any], Any]  # any position of the same game, and a row
    code: Callable[[Any, Any], int]  # of an event in a position
    most: int  # options or outcomes at once
    fair: Callable[[Any], Any] | None = None  # a box for judging, where `box` takes a side
    slow: int = 1  # how many times more expensive a simulation is than where everything is a formula
    explore: float = 0.7  # how willing a search is to try what looks worse: less where its guesses are good
