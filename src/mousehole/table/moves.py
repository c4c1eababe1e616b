"""What somebody asks of a table: the same types on the wire, at the host and at the table."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from mousehole.core.game import Seat
from mousehole.table.log import Chair

Ticket: TypeAlias = Annotated[str, Meta(max_length=64)]  # it is kept with the entry


class _Move(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What moves have in common. `entry` is the newest entry the mover knows; a `ticket` makes a retry harmless."""


class Play(_Move, frozen=True, tag="play"):
    """Choose an action by its number in the present turn."""

    seat: Seat
    entry: int
    action: int
    ticket: Ticket


class Throw(_Move, frozen=True, tag="throw"):
    """Let luck happen; with real dice the outcome is told by its number in the odds."""

    seat: Seat
    entry: int
    ticket: Ticket
    outcome: int | None = None


class Fall(_Move, frozen=True, tag="fall"):
    """Let luck happen that no person throws; only the host asks for it."""

    entry: int


class Undo(_Move, frozen=True, tag="undo"):
    """Take the game back to a ply."""

    seat: Seat
    entry: int
    to: int
    ticket: Ticket


class Sit(_Move, frozen=True, tag="sit"):
    """Put somebody in a seat: a person, a bot that takes over, or nobody."""

    seat: Seat
    chair: Chair


Move: TypeAlias = Play | Throw | Fall | Undo | Sit
