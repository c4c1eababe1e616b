"""A tile side as a graph: who can go where, how far it is, and who sees whom."""

from collections.abc import Container, Iterator
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import TypeAlias

from msgspec import Struct

from mousehole.games.mystics.content.content_types import Exit, Seam, Symbol, Terrain, TileSide, TokenPlacement

Name: TypeAlias = str  # of a space: "t1a/c3"
Links: TypeAlias = dict[Name, tuple[Name, ...]]
Segment: TypeAlias = tuple[float, float, float, float]
Distances: TypeAlias = dict[Name, dict[Name, int]]
OFF = "off"


class Site(Struct, frozen=True, eq=False):
    """A space as the rules see it."""

    name: Name
    x: float
    y: float
    terrain: Terrain
    kind: str
    current: Name
    size: float


class Ground(Struct, frozen=True, eq=False):
    """A tile side, worked out; there is one of each, so identity is equality."""

    id: str
    tile: str
    page: TileSide
    sites: dict[Name, Site]
    near: Links  # what counts as adjacent: across yellow lines, not across red ones MM-230, MM-294
    reach: dict[Name, frozenset[Name]]  # a space and those adjacent to it
    struck_from: dict[Name, frozenset[Name]]  # where one can stand and strike at a space: never across a red line
    roads: dict[Name, tuple[tuple[Name, int, bool], ...]]  # where mice may step: space, cost, gecko print
    ways: Links  # where minions walk
    flights: Links
    far: Distances  # for those that walk
    far_aloft: Distances
    sight: dict[Name, frozenset[Name]]
    firm: frozenset[Name]  # where anybody can stand
    water: frozenset[Name]  # that has to be climbed out of
    unlimited: frozenset[Name]  # spaces for any number of figures
    doors: frozenset[Name]  # spaces from which a way may lead off
    entries: tuple[Name, ...]
    exits: tuple[Exit, ...]
    flips: tuple[Name, ...]
    points: tuple[Symbol, ...]
    tokens: tuple[TokenPlacement, ...]

    @property
    def outdoor(self) -> bool:
        """Whether rain falls here."""
        return bool(self.wood)

    @property
    def wood(self) -> str:
        """Name the part of the woods that a side belongs to; indoors none."""
        if self.page.overlay:
            return "upwood"  # MM-200
        return {"green": "downwood", "blue": "underwood"}.get(self.page.arrow, "")  # MM-198, MM-199


def built(side: str, page: TileSide, terrain: dict[str, Terrain], yellow_up: int, radius: float) -> Ground:
    """Work out a tile side."""
    sites = {
        full(side, name): Site(
            full(side, name),
            s.x,
            s.y,
            terrain[s.terrain],
            s.terrain,
            full(side, s.current) if s.current else "",
            s.size,
        )
        for name, s in page.spaces.items()
    }
    pairs = {frozenset((full(side, a), full(side, b))) for path in page.paths for a, b in pairwise(path)}
    seams = {frozenset(full(side, name) for name in line.between): line for line in page.lines}
    ways, flights = links(sites, pairs, walkable), links(sites, pairs, flyable)
    near = links(sites, {pair for pair in pairs if not red(seams.get(pair))}, anywhere)
    return Ground(
        id=side,
        tile=page.tile,
        page=page,
        sites=sites,
        near=near,
        reach={name: frozenset((name, *around)) for name, around in near.items()},
        struck_from={to: frozenset(name for name in near if to in near[name] and walkable(sites[name])) for to in near},
        roads=roads(side, ways, seams, yellow_up),
        ways=ways,  # MM-186, MM-229, MM-282, MM-291
        flights=flights,
        far=distances(ways),
        far_aloft=distances(flights),
        sight=sights(sites, page, radius),
        firm=frozenset(name for name, site in sites.items() if walkable(site)),
        water=frozenset(name for name, site in sites.items() if site.terrain.climbs),
        unlimited=frozenset(name for name, site in sites.items() if not site.terrain.limit),
        doors=frozenset(full(side, name) for name in ways_off(page)),
        entries=tuple(full(side, name) for name in page.entries),
        exits=page.exits,
        flips=tuple(full(side, name) for name in page.flips),
        points=page.points,
        tokens=page.tokens,
    )


def full(side: str, name: str) -> Name:
    """The name of a space that is unique among all tiles."""
    return OFF if name == OFF else f"{side}/{name}"


def ways_off(page: TileSide) -> Iterator[str]:
    """Name the spaces from which a way may lead off a side."""
    yield from page.flips
    yield from (name for way in page.exits for name in way.near)
    yield from (name for point in page.points for name in point.near)


def links(sites: dict[Name, Site], pairs: set[frozenset[Name]], allowed: "Allowed") -> Links:
    """List the neighbours of every space that can be entered so, in the order of the file."""
    order = {name: number for number, name in enumerate(sites)}
    found: dict[Name, list[Name]] = {name: [] for name in sites}
    for pair in pairs:
        a, b = sorted(pair, key=order.__getitem__)
        if allowed(sites[b]):
            found[a].append(b)
        if allowed(sites[a]):
            found[b].append(a)
    return {name: tuple(sorted(near, key=order.__getitem__)) for name, near in found.items()}


class Allowed:
    """Which terrain a figure enters by its own will."""

    def __init__(self, *enter: str, aloft: bool = False):
        self.enter, self.aloft = enter, aloft

    def __call__(self, site: Site) -> bool:
        """Whether a space may be entered."""
        return site.terrain.enter in self.enter and not (self.aloft and site.terrain.blocks_flight)


walkable = Allowed("free", "ends_move")  # MM-160, MM-180
flyable = Allowed("free", "ends_move", "deadly", "gap", aloft=True)  # MM-120, MM-181
anywhere = Allowed("free", "ends_move", "deadly")


def red(line: Seam | None) -> bool:
    """Whether a line divides two spaces for good."""
    return line is not None and line.kind == "red"


def roads(
    side: str, ways: Links, seams: dict[frozenset[Name], Seam], yellow_up: int
) -> dict[Name, tuple[tuple[Name, int, bool], ...]]:
    """Say where mice may step from each space, at which cost, and whether only with somebody wild."""
    found: dict[Name, tuple[tuple[Name, int, bool], ...]] = {}
    for name, near in ways.items():
        steps: list[tuple[Name, int, bool]] = []
        for to in near:
            line = seams.get(frozenset((name, to)))
            if line is None:
                steps.append((to, 1, False))
            elif line.kind == "yellow":
                steps.append((to, yellow_up if full(side, line.up) == to else 1, line.gecko))  # MM-292, MM-293
        found[name] = tuple(steps)  # MM-228
    return found


def distances(ways: Links) -> Distances:
    """Count the spaces from every space to every other that can be reached."""
    return {start: spread(ways, start) for start in ways}  # MM-298


def spread(ways: Links, start: Name, barred: Container[Name] = ()) -> dict[Name, int]:
    """Count the spaces from one space to all that can be reached around those that are barred, nearest first."""
    found = edge = {start: 0}
    n = 0
    while edge:
        n += 1
        edge = {to: n for name in edge for to in ways[name] if to not in found and to not in barred}
        found = found | edge
    return found


@lru_cache(65536)
def detours(ground: Ground, aloft: bool, start: Name, barred: frozenset[Name]) -> dict[Name, int]:
    """Count the spaces from one space to all others around those that are barred, nearest first."""
    return spread(ground.flights if aloft else ground.ways, start, barred)


def sights(sites: dict[Name, Site], page: TileSide, radius: float) -> dict[Name, frozenset[Name]]:
    """Say which spaces each space sees: a line between the centres that meets no wall and nothing solid."""
    solid = [site for site in sites.values() if site.terrain.blocks_sight]  # MM-169
    return {
        a.name: frozenset(b.name for b in sites.values() if clear(a, b, page.walls, solid, radius))
        for a in sites.values()
    }


def clear(a: Site, b: Site, walls: tuple[Segment, ...], solid: list[Site], radius: float) -> bool:
    """Whether the line between two centres is free."""
    line = (a.x, a.y, b.x, b.y)  # MM-168
    if any(crosses(line, wall) for wall in walls):
        return False
    return all(site in (a, b) or apart(line, site.x, site.y) > site.size * radius for site in solid)


def crosses(one: Segment, other: Segment) -> bool:
    """Whether two segments meet; touching counts."""
    ax, ay, bx, by = one
    cx, cy, dx, dy = other
    first, second = side_of(ax, ay, bx, by, cx, cy), side_of(ax, ay, bx, by, dx, dy)
    third, fourth = side_of(cx, cy, dx, dy, ax, ay), side_of(cx, cy, dx, dy, bx, by)
    if first == second == third == fourth == 0:
        return max(min(ax, bx), min(cx, dx)) <= min(max(ax, bx), max(cx, dx)) and max(min(ay, by), min(cy, dy)) <= min(
            max(ay, by), max(cy, dy)
        )
    return first * second <= 0 and third * fourth <= 0


def side_of(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> int:
    """Say on which side of a line a point lies."""
    cross = round((bx - ax) * (y - ay) - (by - ay) * (x - ax), 9)
    return (cross > 0) - (cross < 0)


def apart(line: Segment, x: float, y: float) -> float:
    """Measure how near a segment comes to a point."""
    ax, ay, bx, by = line
    length = (bx - ax) ** 2 + (by - ay) ** 2
    t = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) if length else 0.0
    return round(hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)), 9)
