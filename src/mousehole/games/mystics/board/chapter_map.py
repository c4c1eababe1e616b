"""How the tiles of a chapter lie together: its sides, what is beyond an exit, and which ways lead where."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

from mousehole.games.mystics.content.content_types import Chapter, Exit, TileSide
from mousehole.games.mystics.content.pack import Pack

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


Place: TypeAlias = tuple[str, str]  # side and space
OPEN = ("free", "ends_move")


def stranded(pack: Pack, chapter: Chapter) -> bool:
    """Whether no mouse can walk to where the goal wants it, or to what it has to bring."""
    reach = walked(pack, chapter)
    return any(not reach & places for places in wanted(pack, chapter))


def wanted(pack: Pack, chapter: Chapter) -> Iterator[set[Place]]:
    """List sets of spaces of which each has to be reached somewhere."""
    goal = chapter.goal
    if goal.side:
        page = pack.tiles[goal.side]
        doors = {name for way in page.exits if way.colour == goal.colour for name in way.near}
        yield {(goal.side, name) for name in doors or page.spaces}
    laid = [(place.side, one) for place in chapter.places for one in place.tokens]
    laid += [(side, one) for side in sides(pack, chapter) for one in pack.tiles[side].tokens]
    carried = {(side, one.at) for side, one in laid if goal.carries and pack.tokens[one.token].item == goal.carries}
    if carried:
        yield carried


def walked(pack: Pack, chapter: Chapter) -> set[Place]:
    """Find every space that a mouse can walk to."""
    edge = [(chapter.start.side, name) for name in chapter.start.spaces]
    found = set(edge)
    while edge:
        new = set(steps(pack, chapter, *edge.pop())) - found
        found |= new
        edge += sorted(new)
    return found


def steps(pack: Pack, chapter: Chapter, side: str, space: str) -> Iterator[Place]:
    """List where one can go from a space."""
    page = pack.tiles[side]
    for name in near(page, space):
        if pack.terrain[page.spaces[name].terrain].enter in OPEN:
            yield side, name
    for way in page.exits if side not in chapter.overlays else ():
        for other in beyond(pack, chapter, side, way) or () if space in way.near else ():
            doors = [back for back in pack.tiles[other].exits if back.colour == way.colour]
            yield from ((other, name) for back in doors for name in back.near)
    for point in page.points:
        if space in point.near and point.leads in sides(pack, chapter):
            yield from ((point.leads, name) for name in point.arrive)
    if space in page.flips:
        yield from ((s, name) for s, p in pack.tiles.items() if p.tile == page.tile for name in p.flips)


def near(page: TileSide, space: str) -> Iterator[str]:
    """List the neighbours of a space that no red line cuts off."""
    red = {frozenset(seam.between) for seam in page.lines if seam.kind == "red"}
    for path in page.paths:
        for a, b in pairwise(path):
            if space in (a, b) and frozenset((a, b)) not in red:
                yield b if space == a else a
