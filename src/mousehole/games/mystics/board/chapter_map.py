"""How the tiles of a chapter lie together: its sides, what is beyond an exit, and which ways lead where."""

from mousehole.games.mystics.content.content_types import Chapter
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_types import Exit

STEP = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
FACING = {"north": "south", "south": "north", "east": "west", "west": "east"}


def sides(pack: Pack, chapter: Chapter) -> list[str]:
    """List all sides of the chapter's tiles."""
    tiles = [placed.tile for placed in chapter.tiles]
    return [side for side, page in pack.tiles.items() if page.tile in tiles or side in chapter.overlays]


def beyond(pack: Pack, chapter: Chapter, side: str, way: Exit) -> list[str] | None:
    """List the sides an exit leads to; None when it leads off the map."""
    here = next(placed.at for placed in chapter.tiles if placed.tile == pack.tiles[side].tile)
    there = (here[0] + STEP[way.edge][0], here[1] + STEP[way.edge][1])
    tile = next((placed.tile for placed in chapter.tiles if placed.at == there), None)
    if tile is None:
        return None
    return [
        other
        for other, page in pack.tiles.items()
        if page.tile == tile and any(e.colour == way.colour and e.edge == FACING[way.edge] for e in page.exits)
    ]


def reachable(pack: Pack, chapter: Chapter) -> set[str]:
    """Find all sides that can be reached from the start by exits, flips and symbols."""
    found, edge = {chapter.start.side}, [chapter.start.side]
    while edge:
        side = edge.pop()
        new = {to for _, to in ways(pack, chapter, side) if to in sides(pack, chapter)} - found
        found |= new
        edge += sorted(new)
    return found


def ways(pack: Pack, chapter: Chapter, side: str) -> set[tuple[str, str]]:
    """List the ways off a side: the kind of each and where it leads; a leaf flies only where one lies."""
    page = pack.tiles[side]
    found = {("exit", other) for way in page.exits for other in beyond(pack, chapter, side, way) or []}
    found |= {(point.kind, point.leads) for point in page.points}
    found |= {
        ("flip", o) for o, p in pack.tiles.items() if page.flips and o != side and p.tile == page.tile and p.flips
    }
    laid = [*page.tokens, *(one for place in chapter.places if place.side == side for one in place.tokens)]
    leafy = page.drop and any(one.token == "leaf" for one in laid)
    return found | ({("leaf", page.drop.side)} if page.drop and leafy else set())
