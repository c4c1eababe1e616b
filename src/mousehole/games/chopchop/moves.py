"""What can happen in Chop! Chop!: a start, three kinds of luck, and what a piece may do."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Name: TypeAlias = str  # of a space: a1 to g6, top-c3, hole-n
Mouse: TypeAlias = Literal["mouse-1", "mouse-2", "mouse-3", "mouse-4"]
Figure: TypeAlias = Literal["mouse-1", "mouse-2", "mouse-3", "mouse-4", "cat"]
Tile: TypeAlias = Literal["cheese", "plate", "plus1", "plus2", "arrow", "fork", "knife"]
Layout: TypeAlias = Literal["side", "pinwheel", "end"]
MICE: tuple[Mouse, ...] = ("mouse-1", "mouse-2", "mouse-3", "mouse-4")  # CC-02
CAT = len(MICE)  # the cat's number among the pieces
FIGURES: tuple[Figure, ...] = (*MICE, "cat")
TILES: tuple[Tile, ...] = ("cheese", "plate", "plus1", "plus2", "arrow", "fork", "knife")


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a group agrees on before the first roll."""

    players: Annotated[int, Meta(ge=2, le=5)] = 2  # CC-01
    cat: Annotated[int, Meta(ge=0, le=4)] | None = None  # CC-01
    holes: Layout = "side"  # CC-40
    friends_block: bool = True  # CC-22
    arrow_catches: bool = True  # CC-62


class Start(Struct, frozen=True, tag="start", tag_field="type", forbid_unknown_fields=True):
    """The cat picks its square on the table."""

    square: Name


class Rolled(Struct, frozen=True, tag="rolled", tag_field="type", forbid_unknown_fields=True):
    """The side's die is rolled."""

    value: int


class Move(Struct, frozen=True, cache_hash=True, tag="move", tag_field="type", forbid_unknown_fields=True):
    """Move a piece by exact count; different ways to one space are one action."""

    piece: Figure
    to: Name


class Flipped(Struct, frozen=True, tag="flipped", tag_field="type", forbid_unknown_fields=True):
    """The tile under the piece is turned over."""

    tile: Tile


class Fly(Struct, frozen=True, cache_hash=True, tag="fly", tag_field="type", forbid_unknown_fields=True):
    """Follow the arrow to any square."""

    piece: Figure
    to: Name


class Take(Struct, frozen=True, tag="take", tag_field="type", forbid_unknown_fields=True):
    """Fetch a face-up cheese with the fork."""

    square: Name


class Leave(Struct, frozen=True, tag="leave", tag_field="type", forbid_unknown_fields=True):
    """Leave every cheese where it is."""


class Pass(Struct, frozen=True, tag="pass", tag_field="type", forbid_unknown_fields=True):
    """No piece can move: the roll is lost."""


Event: TypeAlias = Start | Rolled | Move | Flipped | Fly | Take | Leave | Pass
