"""What must hold for every tile side: a connected graph whose lines, doors and currents lead somewhere."""

from collections.abc import Iterator
from itertools import pairwise

from mousehole.core.content import BadContent
from mousehole.core.words import Line, line
from mousehole.games.mystics.maps import TileSide
from mousehole.games.mystics.pack import Pack

FILE = "tiles.toml"


def mistakes(pack: Pack) -> Iterator[BadContent]:
    """Find what is wrong with the tile sides."""
    if "floor" not in pack.terrain:
        yield BadContent("terrain.toml", line("there is no terrain {name}", name="floor"))
    for side, page in pack.tiles.items():
        for key, reason in of_side(pack, page):
            yield BadContent(FILE, line("{key}: {reason}", key=f"{side}.{key}", reason=reason))
    yield from of_tiles(pack)


def of_side(pack: Pack, page: TileSide) -> Iterator[tuple[str, Line]]:
    """Check one side; the graph only when all names are known."""
    problems = [*names(pack, page)]
    yield from problems
    if not problems:
        yield from lines(page)
        yield from currents(page)
        yield from lanes(pack, page)
        yield from connected(pack, page)


def names(pack: Pack, page: TileSide) -> Iterator[tuple[str, Line]]:
    """Check that every space and terrain that is named exists."""
    for name, space in page.spaces.items():
        if space.terrain not in pack.terrain:
            yield f"spaces.{name}.terrain", line("there is no terrain {name}", name=space.terrain)
        if "/" in name or name == "off":
            yield f"spaces.{name}", line("a space can not be called {name}", name=name)
    for key, named in mentioned(page):
        if named not in page.spaces:
            yield key, line("there is no space {name}", name=named)
        elif pack.terrain.get(page.spaces[named].terrain, pack.terrain["floor"]).enter == "forbidden":
            yield key, line("nobody can enter {name}", name=named)
    for laid in page.tokens:
        if laid.token not in pack.tokens:
            yield "tokens", line("there is no token {name}", name=laid.token)


def mentioned(page: TileSide) -> Iterator[tuple[str, str]]:
    """List the spaces that the parts of a side name."""
    yield from (("paths", name) for path in page.paths for name in path)
    yield from (("entries", name) for name in page.entries)
    yield from (("flips", name) for name in page.flips)
    yield from (("lines", name) for seam in page.lines for name in seam.between)
    yield from (("exits", name) for way in page.exits for name in way.near)
    yield from (("points", name) for point in page.points for name in point.near)
    yield from (("tokens", laid.at) for laid in page.tokens)
    yield from (("lanes", name) for lane in page.lanes for name in lane)


def neighbours(page: TileSide) -> set[frozenset[str]]:
    """List the pairs of neighbours."""
    return {frozenset(pair) for path in page.paths for pair in pairwise(path)}


def lines(page: TileSide) -> Iterator[tuple[str, Line]]:
    """Check that lines lie between neighbours, and that yellow ones say which way is up."""
    pairs = neighbours(page)
    for seam in page.lines:
        a, b = seam.between
        if frozenset(seam.between) not in pairs:
            yield "lines", line("{a} and {b} are no neighbours", a=a, b=b)
        if seam.kind == "yellow" and seam.up not in seam.between:
            yield "lines", line("a yellow line needs one of its spaces as up")
        if seam.kind == "red" and (seam.up or seam.gecko):
            yield "lines", line("a red line has neither up nor gecko")
    for path in page.paths:
        if len(path) < 2 or any(a == b for a, b in pairwise(path)):
            yield "paths", line("a path joins two different spaces at least")


def currents(page: TileSide) -> Iterator[tuple[str, Line]]:
    """Check that currents flow to a neighbour or off the board."""
    pairs = neighbours(page)
    for name, space in page.spaces.items():
        if space.current in ("", "off"):
            continue
        if frozenset((name, space.current)) not in pairs:
            yield f"spaces.{name}.current", line("{a} and {b} are no neighbours", a=name, b=space.current)


def lanes(pack: Pack, page: TileSide) -> Iterator[tuple[str, Line]]:
    """Check that turtles are called to water."""
    for name in dict.fromkeys(name for lane in page.lanes for name in lane):
        if not pack.terrain[page.spaces[name].terrain].climbs:
            yield "lanes", line("{name} is no water", name=name)


def connected(pack: Pack, page: TileSide) -> Iterator[tuple[str, Line]]:
    """Check that a minion can walk from every space to every other."""
    open_spaces = [n for n, s in page.spaces.items() if pack.terrain[s.terrain].enter in ("free", "ends_move")]
    pairs = [pair for pair in neighbours(page) if all(name in open_spaces for name in pair)]
    found, edge = set(open_spaces[:1]), open_spaces[:1]
    while edge:
        near = {name for pair in pairs if edge[0] in pair for name in pair} - found
        found |= near
        edge = [*edge[1:], *sorted(near)]
    for name in open_spaces:
        if name not in found:
            yield f"spaces.{name}", line("no path leads there")
            return


def of_tiles(pack: Pack) -> Iterator[BadContent]:
    """Check what two sides must have in common, and where symbols lead."""
    for side, page in pack.tiles.items():
        others = [name for name, other in pack.tiles.items() if other.tile == page.tile and name != side]
        if len(others) > 1:
            yield told(side, "tile", line("the tile {name} has more than two sides", name=page.tile))
        if page.flips and not (others and pack.tiles[others[0]].flips):
            yield told(side, "flips", line("the other side has no flip space"))
        below = pack.tiles.get(page.drop.side) if page.drop else None
        if page.drop and (below is None or page.drop.at not in below.spaces):
            yield told(side, "drop", line("there is no space {name}", name=f"{page.drop.side}/{page.drop.at}"))
        for point in page.points:
            beyond = pack.tiles.get(point.leads)
            if beyond is None:
                yield told(side, "points", line("there is no tile side {name}", name=point.leads))
            elif any(name not in beyond.spaces for name in point.arrive):
                yield told(side, "points", line("there is no space {name}", name=", ".join(point.arrive)))


def told(side: str, key: str, reason: Line) -> BadContent:
    """Write a mistake of a side."""
    return BadContent(FILE, line("{key}: {reason}", key=f"{side}.{key}", reason=reason))
