"""How a game looks and speaks before its author has drawn and worded it: every action as a button, by its name."""

from typing import Any

from mousehole.core.scene import Offer, Scene, Spot, Throw
from mousehole.core.words import Line, Who, line, plain


def plain_scene(state: Any, turn: Any, viewer: int | None, last: Any) -> Scene:
    """Offer what can be done, on an empty table."""
    actions = getattr(turn, "actions", ())
    offers = tuple(Offer(number, (), plain(named(action))) for number, action in enumerate(actions))
    throw = Throw((), line("Roll")) if hasattr(turn, "odds") else None
    return Scene((1.0, 1.0), (Spot("table", (0.5, 0.5)),), (), _prompt(turn), offers, throw)


def plain_story(before: Any, event: Any, after: Any, viewer: int | None) -> tuple[Line, ...]:
    """Tell an event by its name."""
    return (plain(named(event)),)


def plain_ending(over: Any) -> Line:
    """Say who has won."""
    if not over.winners:
        return line("Nobody wins: {reason}.", reason=over.reason)
    return line("{who} wins.", who=tuple(line("{who}", who=Who(seat)) for seat in over.winners))


def named(event: Any) -> str:
    """Name an event by its type and its fields: `place fish a5`."""
    fields = (getattr(event, name) for name in getattr(event, "__struct_fields__", ()))
    return " ".join([type(event).__name__.lower(), *map(str, fields)])


def _prompt(turn: Any) -> Line:
    if hasattr(turn, "winners"):
        return plain_ending(turn)
    seat = getattr(turn, "seat", getattr(turn, "thrower", None))
    return line("Your turn, {who}.", who=Who(seat)) if seat is not None else line("One moment…")
