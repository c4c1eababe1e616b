"""A campaign: chapters that follow each other, and a party that keeps what it has won."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from mousehole.core.words import Line


class MapChapter(Struct, frozen=True):
    """A chapter as the map of a campaign shows it."""

    key: str
    name: Line
    words: Line  # how it begins
    sprite: str
    figure: str = ""  # who waits there


class Traveller(Struct, frozen=True):
    """Somebody of a party, with all that it brings along."""

    name: Line
    sprite: str
    luggage: tuple[Line, ...] = ()
    home: bool = False  # it stays there in this chapter


class Stage(Struct, frozen=True):
    """A step of a campaign, and whether it has been taken."""

    name: Line
    won: bool


@runtime_checkable
class Campaign(Protocol):
    """What a game tells about its campaign; which chapters were played and won, the house knows by itself."""

    def title(self, setup: Any) -> Line:
        """What the campaign of a set-up is called."""

    def chapters(self, setup: Any) -> tuple[MapChapter, ...]:
        """The chapters of the campaign of a set-up, in their order."""

    def chapter(self, setup: Any) -> str:
        """The key of the chapter that a set-up plays."""

    def party(self, setup: Any) -> tuple[Traveller, ...]:
        """Who goes along, and who stays at home with its luggage."""

    def gains(self, state: Any) -> tuple[Line, ...]:
        """What was won in a game besides the game: titles and treasures."""

    def stages(self, won: Sequence[Any]) -> Sequence[Stage]:
        """How far somebody is who has won with these set-ups, the first of them first."""
