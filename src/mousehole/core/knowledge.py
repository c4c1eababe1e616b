"""What a viewer may know of a position: the one way to every scene, story and player of a game with hidden hands."""

from typing import Any

from mousehole.core.game import AnyGame, Chance, Decide, Over, Seat, Turn
from mousehole.core.scene import Scene
from mousehole.core.words import Line


def state_for(game: AnyGame, state: Any, viewer: Seat | None) -> Any:
    """A position as a viewer knows it."""
    return game.hidden.view(state, viewer) if game.hidden else state


def event_for(game: AnyGame, event: Any, viewer: Seat | None) -> Any:
    """An event as a viewer sees it."""
    return game.hidden.seen(event, viewer) if game.hidden and event is not None else event


def turn_for(game: AnyGame, turn: Turn[Any], viewer: Seat | None) -> Turn[Any]:
    """A turn as a viewer knows it: what others may choose, and what luck may bring, can tell what they hold."""
    match turn:
        case Decide() if game.hidden:
            own = turn.of(viewer) if viewer is not None else None
            return Decide(own.seat, own.actions) if own else Decide(turn.seat, ())
        case Chance() if game.hidden:
            return Chance((), turn.thrower)
    return turn


def scene_for(game: AnyGame, state: Any, turn: Turn[Any], viewer: Seat | None, last: Any = None) -> Scene:
    """Draw a position for a viewer."""
    if not game.hidden:
        return game.scene(state, turn, viewer, last)
    return game.scene(
        state_for(game, state, viewer), turn_for(game, turn, viewer), viewer, event_for(game, last, viewer)
    )


def story_for(game: AnyGame, viewer: Seat | None, before: Any, event: Any, after: Any) -> tuple[Line, ...]:
    """Tell an event to a viewer."""
    if not game.hidden:
        return game.tell(before, event, after, viewer)
    return game.tell(
        state_for(game, before, viewer), event_for(game, event, viewer), state_for(game, after, viewer), viewer
    )


def eyes(seats: tuple[Seat, ...]) -> Seat | None:
    """Whose view a screen has by itself: that of its only seat; where several share it, a spectator's."""
    return seats[0] if len(seats) == 1 else None


def seats_asked(turn: Turn[Any], seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Which of some seats are asked now."""
    return tuple(each.seat for each in turn.asked if each.seat in seats) if isinstance(turn, Decide) else ()


def is_open(game: AnyGame, turn: Turn[Any]) -> bool:
    """Whether everything may be shown: nothing was hidden, or the game is over."""
    return not game.hidden or isinstance(turn, Over)
