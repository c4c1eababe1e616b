"""Positions and boards put together by hand: a game draws a sketch, and every offer of its scene is a change.

The parts `explorer` (any position of a game) and `designer` (a board of your own) use this. A sketch is named by a few
plain fields, so that an address can carry it; what the fields mean is the game's own business, and no page that shows
a sketch knows the game.
"""

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from mousehole.core.scene import Scene
from mousehole.core.words import Line

Fields: TypeAlias = Mapping[str, str]


class Sketch(Struct, frozen=True):
    """A sketch as it is drawn: `changes` are the fields that each offer of the scene leads to, by its action."""

    fields: Fields
    scene: Scene
    changes: tuple[Fields, ...]
    setup: Any = None  # what a new table would begin with
    state: Any = None  # the position, where it is complete
    note: Line | None = None  # what is missing or wrong
    text: str = ""  # the field that may also be edited as text
    wrong: bool = False  # the note tells a mistake, not how to begin


@runtime_checkable
class Sketcher(Protocol):
    """The part `explorer` or `designer` of a game."""

    def sketch(self, fields: Fields) -> Sketch:
        """Draw what the fields name; empty ones name the usual beginning, wrong ones are told in the note."""

    def fields(self, setup: Any, state: Any) -> Fields:
        """Name a position of a game, or its board."""
