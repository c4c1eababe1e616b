"""Where things stand in the picture: the track on top, the tile below it, then wheel, hourglass, dice and stash."""

from collections.abc import Mapping
from functools import lru_cache

from mousehole.core.scene import Point
from mousehole.games.mystics.content.content_types import IllustratedEntry
from mousehole.games.mystics.content.drawings import with_drawings
from mousehole.games.mystics.content.pack import LOOKS_LIKE
from mousehole.games.mystics.content.tile_graph import Ground, Name
from mousehole.games.mystics.packs.library import own

WIDTH, TRACK, MARGIN = 8.0, 1.2, 0.15
SPACE = 1.42  # the size of an ordinary space
LOWER = 2.1  # the height of what lies below the tile


@lru_cache(256)
def frame(ground: Ground) -> tuple[float, float, float, float]:
    """Measure a tile: its left and top edge in its own units, the scale, and its height in the picture."""
    xs = [site.x for site in ground.sites.values()]
    ys = [site.y for site in ground.sites.values()]
    scale = min(1.55, (WIDTH - 1.8) / max(1.0, max(xs) - min(xs)))
    return min(xs) - (WIDTH / scale - (max(xs) - min(xs))) / 2, min(ys), scale, (max(ys) - min(ys)) * scale + 2.1


def size(ground: Ground) -> Point:
    """The size of the whole picture."""
    return WIDTH, TRACK + frame(ground)[3] + LOWER


def at(ground: Ground, x: float, y: float) -> Point:
    """Turn a point of a tile into a point of the picture."""
    left, top, scale, _ = frame(ground)
    return round((x - left) * scale, 3), round((y - top) * scale + TRACK + 1.05, 3)


def space_at(ground: Ground, name: Name) -> Point:
    """The centre of a space."""
    site = ground.sites[name]
    return at(ground, site.x, site.y)


def space_size(ground: Ground, name: Name) -> Point:
    """The size of a space."""
    side = SPACE * ground.sites[name].size * frame(ground)[2] / 1.55
    return round(side, 3), round(side, 3)


def tile(ground: Ground) -> tuple[Point, Point]:
    """The centre and size of the whole tile."""
    height = frame(ground)[3]
    return (WIDTH / 2, TRACK + height / 2), (WIDTH - 2 * MARGIN, height - 0.1)


def track_at(place: int, cards: int) -> Point:
    """The place of a card on the track."""
    pitch = min(0.98, (WIDTH - 2 * MARGIN) / max(1, cards))
    return round(WIDTH / 2 + (place - (cards - 1) / 2) * pitch, 3), TRACK / 2


def track_size(cards: int) -> Point:
    """The size of a card on the track."""
    side = min(0.94, (WIDTH - 2 * MARGIN) / max(1, cards) - 0.04)
    return round(side, 3), 1.1


def lower(ground: Ground, x: float, y: float) -> Point:
    """A point of the part below the tile."""
    return x, round(TRACK + frame(ground)[3] + y, 3)


def edge(ground: Ground, edge: str, near: tuple[Name, ...]) -> Point:
    """The place of an exit: at its edge, beside the spaces it opens to."""
    points = [space_at(ground, name) for name in near]
    x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    (_, middle), (_, height) = tile(ground)
    match edge:
        case "west":
            return 0.45, round(y, 3)
        case "east":
            return WIDTH - 0.45, round(y, 3)
        case "north":
            return round(x, 3), round(middle - height / 2 + 0.35, 3)
    return round(x, 3), round(middle + height / 2 - 0.35, 3)


def crowd(count: int) -> tuple[tuple[Point, ...], float]:
    """Place figures that share a space, and say how large they are drawn."""
    if count <= 1:
        return ((0.0, -0.08),), 1.0
    if count == 2:
        return ((-0.37, -0.05), (0.37, -0.05)), 0.88
    if count == 3:
        return ((-0.37, -0.38), (0.37, -0.38), (0.0, 0.32)), 0.82
    if count == 4:
        return ((-0.37, -0.39), (0.37, -0.39), (-0.37, 0.33), (0.37, 0.33)), 0.8
    columns = 3 if count <= 6 else 4
    pitch, rows = 1.56 / columns, -(-count // columns)
    points = [((n % columns - (columns - 1) / 2) * pitch, (n // columns - (rows - 1) / 2) * 0.6) for n in range(count)]
    return tuple((round(x, 3), round(y, 3)) for x, y in points), 0.7 if columns == 3 else 0.58


PREFIX = {"items": "item-", "conditions": "mark-", "tiles": "tile-"}


def look(kind: str, name: str, things: Mapping[str, IllustratedEntry]) -> str:
    """Name the thing of the game whose drawing is used; empty where there is none."""
    if name in getattr(own(), kind):
        return name
    thing = things.get(name)
    return thing.looks if thing else ""


def drawing(kind: str, name: str, things: Mapping[str, IllustratedEntry], other: str) -> str:
    """Name the drawing of a thing, or another one when it has none."""
    found = look(kind, name, things)
    where = next((one for one in LOOKS_LIKE.get(kind, (kind,)) if found in with_drawings(own(), one)), "")
    return f"mystics-{PREFIX.get(where, '')}{found}" if where else other
