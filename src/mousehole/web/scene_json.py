"""A scene as it is sent: every thing in its place, in the viewer's language, without what is empty or usual.

`tools/client/wire_types.py` writes these types down for the scripts of the browser.
"""

from typing import Annotated

from msgspec import Meta, Raw, Struct

from mousehole.core.scene import Motion, Point

STRAIGHT = 0.0  # this very object, since a default is left out by identity


class SpotView(Struct, frozen=True, omit_defaults=True, gc=False):
    """A place of the board: its centre and size in board units."""

    key: str
    x: float
    y: float
    w: float
    h: float
    sprite: str = ""
    turn: float = STRAIGHT
    glow: str = ""
    tint: str = ""
    mark: str = ""
    label: str = ""
    text: str = ""


class PieceView(Struct, frozen=True, omit_defaults=True, gc=False):
    """A thing that stands on a spot and moves: the same key is the same piece in the next scene."""

    key: str
    on: str
    x: float
    y: float
    w: float
    h: float
    sprite: str = ""
    motion: Motion = "slide"
    turn: float = STRAIGHT
    mirror: bool = False
    tick: int = 0
    pool: str = ""
    sound: str = ""
    enter: Motion = "pop"
    leave: Motion = "vanish"
    tint: str = ""
    mark: str = ""
    label: str = ""
    text: str = ""


class OfferView(Struct, frozen=True, omit_defaults=True, gc=False):
    """An action that can be chosen; offers of one group do the same elsewhere."""

    action: int
    clicks: tuple[str, ...]
    label: str
    route: tuple[str, ...]
    group: int
    minor: bool = False


class ThrowView(Struct, frozen=True, gc=False):
    """What a person taps to let luck happen."""

    clicks: tuple[str, ...]
    label: str


class RowView(Struct, frozen=True, omit_defaults=True, gc=False):
    """A row of a panel."""

    label: str
    value: str = ""
    sprite: str = ""
    meter: tuple[int, int] | None = None


class PanelView(Struct, frozen=True, gc=False):
    """A block of facts beside the board."""

    key: str
    title: str
    rows: tuple[RowView, ...]


class ShadeView(Struct, frozen=True, gc=False):
    """A spot of a zone, with its words."""

    spot: str
    text: str
    strength: float


class ZoneView(Struct, frozen=True, gc=False):
    """Spots that a viewer may have shown on request."""

    key: str
    label: str
    glow: str
    shades: tuple[ShadeView, ...]


SaidSpot = Annotated[Raw, Meta(extra={"holds": SpotView})]  # written before, and not again while it stays the same
SaidPiece = Annotated[Raw, Meta(extra={"holds": PieceView})]


class SceneView(Struct, frozen=True, omit_defaults=True, gc=False):
    """Everything one viewer sees of a position."""

    size: Point
    prompt: str
    spots: tuple[SaidSpot, ...]
    pieces: tuple[SaidPiece, ...]
    panels: tuple[PanelView, ...]
    offers: tuple[OfferView, ...] = ()
    throw: ThrowView | None = None
    backdrop: str = ""
    zones: tuple[ZoneView, ...] = ()


SaidScene = Annotated[Raw, Meta(extra={"holds": SceneView})]
