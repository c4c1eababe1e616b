"""What a game with compiled twins of its rules offers: how positions and events become whole numbers."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
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
    learned: "Kernel | None" = None  # the same with a learned value, for the set-ups that it fits

    def at_its_best(self, state: Any) -> "Kernel":
        """The one that knows most about a position."""
        return self.learned if self.learned and self.learned.fits(state) else self


class Marks(NamedTuple):
    """What a learned value reads of a position on a card; envs/card/foresight.py asks for it."""

    source: Path  # it defines MARKS, PAIRS, HEADS, Ways, and what one may mark in a row
    ways: Callable[[Any], Sequence[int]]  # of a position's set-up: the words of Ways
    scales: Callable[[Any], Sequence[float]]  # by mark, a byte each: what one of it counts
    pairs: int  # how many rows the table of pairs has; the last stands for none
    pairs_seen: int  # how many pairs a position has
    heads: Callable[[Any], Sequence[int]]  # a seat of each team


class Card(NamedTuple):
    """The part `card` of a game; envs/card puts the sources together and lets them play many games at once."""

    sources: tuple[Path, ...]  # they define WORDS, IDS, SEATS, Tables, Row and what one may do with a row
    fits: Callable[[Any], bool]  # some set-ups may be beyond it
    constants: Callable[[Any], Mapping[str, int]]  # of a position's set-up, by name
    tables: Callable[[Any], Sequence[int]]  # of a position's set-up: the words of Tables
    pack: Callable[[Any], Sequence[int]]
    unpack: Callable[[Any, Sequence[int]], Any]  # any position of the same set-up, and the words of another
    marks: Marks | None = None  # for learning
