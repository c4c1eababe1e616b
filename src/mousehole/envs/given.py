"""What callers give to environments, checked before anything begins: positions and numbers."""

from typing import Any

from mousehole.core.game import AnyGame
from mousehole.library.positions import Position


def state_of(game: AnyGame, start: Any, given: Any) -> Any:
    """The state of a position, or a state as it is; whatever is no state of the game is refused."""
    if isinstance(given, Position) and given.game.name == game.name:
        given = given.state
    if not isinstance(given, type(start)):
        raise ValueError(f"this is not a position of {game.name}: {given!r:.200}")
    return given


def some(what: str, number: int) -> int:
    """A number of games or threads: one or more."""
    if number < 1:
        raise ValueError(f"{what}: a whole number, 1 or more, is needed, not {number}")
    return number
