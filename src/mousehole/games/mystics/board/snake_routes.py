"""Ways of a snake over a tile: straight on, whatever lies there."""

from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot

from mousehole.games.mystics.content.tile_graph import Ground, Links, Name, apart, full

REACH = 1.6  # how far apart the centres of two neighbours are at most


@lru_cache(64)
def joints(ground: Ground) -> Links:
    """List the neighbours of every space for somebody who disregards lines, walls and terrain."""
    pairs = {frozenset(full(ground.id, name) for name in pair) for path in ground.page.paths for pair in pairwise(path)}
    sites = ground.sites.values()
    return {
        a.name: tuple(
            b.name
            for b in sites
            if a is not b and (hypot(a.x - b.x, a.y - b.y) <= REACH or frozenset((a.name, b.name)) in pairs)
        )
        for a in sites
    }


@lru_cache(4096)
def route(ground: Ground, start: Name, to: Name) -> tuple[Name, ...]:
    """Find the way with the fewest spaces, and among those the straightest; both ends belong to it."""
    sites, links = ground.sites, joints(ground)
    a, b = sites[start], sites[to]
    queue: list[tuple[int, float, tuple[Name, ...]]] = [(0, 0.0, (start,))]
    seen: set[Name] = set()
    while queue:
        n, bend, way = heappop(queue)
        if way[-1] == to:
            return way
        if way[-1] in seen:
            continue
        seen.add(way[-1])
        for name in links[way[-1]]:
            if name not in seen:
                aside = apart((a.x, a.y, b.x, b.y), sites[name].x, sites[name].y)
                heappush(queue, (n + 1, round(bend + aside, 6), (*way, name)))
    return (start,)
