"""Where a mouse can walk in a chapter: over paths, through exits, by symbols and flip spaces, never over a red line."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

from mousehole.games.mystics.board.chapter_map import beyond, sides
from mousehole.games.mystics.content.content_types import Chapter
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_types import TileSide

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
