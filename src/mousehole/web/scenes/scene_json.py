"""A scene as it is sent: every thing in its place, in the viewer's language, without what is empty or usual.

`tools/client/wire_types.py` writes these types down for the scripts of the browser.
"""

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from mousehole.core.scene import Motion, Point

STRAIGHT = 0.0  # this very object, since a default is left out by identity
MILD = 0.6  # how strong most shades are
LEVEL = (0.0, 0.0)


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
    number: int = 0


class OfferView(Struct, frozen=True, omit_defaults=True, gc=False):
    """An action that can be chosen; offers of one group do the same elsewhere."""

    action: int
    clicks: tuple[str, ...]
    label: str
    group: int
    minor: bool = False
    under: str = ""
    beyond: tuple[str, ...] = ()
    tag: str = ""
    hands: tuple[str, ...] = ()
    tone: str = ""


class ThrowView(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a person taps to let luck happen."""

    clicks: tuple[str, ...]
    label: str
    itself: bool = False


class RowView(Struct, frozen=True, omit_defaults=True, gc=False):
    """A row of a panel."""

    label: str
    value: str = ""
    sprite: str = ""
    meter: tuple[int, int] | None = None
    front: bool = False
    ill: int = 0


class PanelView(Struct, frozen=True, omit_defaults=True, gc=False):
    """A block of facts beside the board; one with a face is a card."""

    key: str
    title: str
    rows: tuple[RowView, ...]
    face: str = ""
    glow: str = ""
    over: bool = False


class ShadeView(Struct, frozen=True, omit_defaults=True, gc=False):
    """A spot of a zone, with its words; most shades are mild."""

    spot: str
    text: str = ""
    strength: float = MILD


class ZoneView(Struct, frozen=True, gc=False):
    """Spots that a viewer may have shown on request."""

    key: str
    label: str
    glow: str
    shades: tuple[ShadeView, ...]


class PageView(Struct, frozen=True, omit_defaults=True, gc=False):
    """A page of the tale, laid over the board until it is read."""

    title: str
    words: tuple[str, ...]
    sprite: str = ""
    cast: tuple[str, ...] = ()


class SceneView(Struct, frozen=True, omit_defaults=True, gc=False):
    """Everything one viewer sees of a position."""

    size: Point
    prompt: str
    spots: tuple[SpotView, ...]
    pieces: tuple[PieceView, ...]
    panels: tuple[PanelView, ...]
    offers: tuple[OfferView, ...] = ()
    throw: ThrowView | None = None
    backdrop: str = ""
    zones: tuple[ZoneView, ...] = ()
    wings: Point = LEVEL
    page: PageView | None = None
    round: bool = False


class ListEdit(Struct, frozen=True, omit_defaults=True, gc=False):
    """A list that changed: things at `on` get the fields in `set`, those at `cut` go, `put` are inserted at `at`."""

    on: tuple[int, ...] = ()
    set: tuple[dict[str, Any], ...] = ()
    cut: tuple[int, ...] = ()
    at: tuple[int, ...] = ()
    put: tuple[Any, ...] = ()


class SceneChange(Struct, frozen=True, omit_defaults=True, gc=False):
    """A scene by what changed since the one before; what is left out stays, except that nothing is thrown or staged."""

    prompt: str
    spots: ListEdit | None = None
    pieces: ListEdit | None = None
    panels: ListEdit | None = None
    offers: ListEdit | None = None
    throw: ThrowView | None = None
    zones: ListEdit | None = None
    size: Point | None = None
    backdrop: str | None = None
    wings: Point | None = None
    page: PageView | None = None


SaidScene = Annotated[Raw, Meta(extra={"holds": SceneView})]
SaidChange = Annotated[Raw, Meta(extra={"holds": SceneChange})]
