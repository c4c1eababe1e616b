"""The log of a table: what its entries are, and how they are written."""

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.game import AnyGame, Seat


class Chair(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sits in a seat: a person, a bot of some level, or nobody yet."""

    kind: Literal["person", "bot", "empty"]
    name: str = ""
    level: str = ""
    face: str = ""  # what a person chose to be drawn as


class Options(Struct, frozen=True):
    """How a table is played, beside the set-up of its game."""

    shared: bool = False  # seats belong to different people: nobody takes back for another
    auto_throw: bool = False
    real_dice: bool = False  # luck is typed in, not drawn
    hints: bool | None = None  # whether people may ask what their actions are worth; None: unless they are rivals
    drawn_from: int = 0  # the ply from which on the seed draws: later than 0 for a fork or an imported game


class Played(Struct, frozen=True, tag="played", tag_field="type"):
    """A seat chose an action."""

    seat: Seat
    event: Any
    ticket: str = ""


class Fell(Struct, frozen=True, tag="fell", tag_field="type"):
    """Luck happened; `seat` threw it, None when it just happened."""

    event: Any
    seat: Seat | None = None
    ticket: str = ""


class Undone(Struct, frozen=True, tag="undone", tag_field="type"):
    """A seat took the game back to a ply."""

    seat: Seat
    to: int
    ticket: str = ""


class Sat(Struct, frozen=True, tag="sat", tag_field="type"):
    """Somebody took a seat, or left it."""

    seat: Seat
    chair: Chair


Entry: TypeAlias = Played | Fell | Undone | Sat


def encode(entry: Entry) -> bytes:
    """Write an entry as the store keeps it."""
    return msgspec.json.encode(entry)


def decode(game: AnyGame, text: bytes) -> Entry:
    """Read an entry back."""
    entry: Entry = msgspec.json.decode(text, type=Played | Fell | Undone | Sat)
    if isinstance(entry, Played | Fell):
        return replace(entry, event=msgspec.convert(entry.event, game.event))
    return entry
