"""Tile sides as their file spells them."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from mousehole.games.mystics.content.content_types import Drawn, Laid

Edge: TypeAlias = Literal["north", "east", "south", "west"]


class Space(Struct, frozen=True, forbid_unknown_fields=True):
    """A space of a tile side; one unit is about the way from a space to the next."""

    x: float
    y: float
    terrain: str = "floor"
    current: str = ""  # the space it flows to, or "off"
    size: float = 1.0


class Seam(Struct, frozen=True, forbid_unknown_fields=True):
    """A line between two neighbouring spaces; `up` is the space that is hard to reach."""

    between: tuple[str, str]
    kind: Literal["yellow", "red"]
    up: str = ""
    gecko: bool = False


class Exit(Struct, frozen=True, forbid_unknown_fields=True):
    """A way off the tile."""

    colour: str
    edge: Edge
    near: Annotated[tuple[str, ...], Meta(min_length=1)]


class Point(Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol that only some mice can explore."""

    kind: Literal["gear", "gecko", "hook", "tree"]
    near: Annotated[tuple[str, ...], Meta(min_length=1)]
    leads: str
    arrive: Annotated[tuple[str, ...], Meta(min_length=1)]


class Drop(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a leaf from a branch begins its flight: beside the tree, on the side below."""

    side: str
    at: str


class TileSide(Drawn, frozen=True):
    """One side of a tile: a graph of spaces."""

    tile: str
    words: str
    spaces: dict[str, Space]
    paths: tuple[tuple[str, ...], ...]  # chains of neighbours
    entries: Annotated[tuple[str, ...], Meta(min_length=1)]
    lines: tuple[Seam, ...] = ()
    walls: tuple[tuple[float, float, float, float], ...] = ()
    exits: tuple[Exit, ...] = ()
    flips: tuple[str, ...] = ()
    points: tuple[Point, ...] = ()
    tokens: tuple[Laid, ...] = ()
    arrow: Literal["none", "green", "blue"] = "none"
    overlay: bool = False  # a branch that is laid over a tile
    drop: Drop | None = None  # where its leaves come down
    lanes: tuple[tuple[str, ...], ...] = ()  # straight rows of water
