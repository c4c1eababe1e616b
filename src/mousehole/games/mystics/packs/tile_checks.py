"""What must hold for every tile side: a connected graph whose lines, doors and currents lead somewhere."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot

from mousehole.core.content import BadContent
from mousehole.core.words import Line, line
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_types import TileSide
from mousehole.games.mystics.packs.unknown_names import absent, unknown

FILE = "tiles.toml"
APART = 0.6  # closer than this, spaces hide each other
WIDE, HIGH = 6, 6  # units across a side


def mistakes(pack: Pack) -> Iterator[BadContent]:
    """Find what is wrong with the tile sides."""
    yield from unknown(pack, "terrain.toml", "", "terrain", "floor")
    for side, page in pack.tiles.items():
        for key, reason in of_side(pack, page):
            yield BadContent(FILE, reason, f"{side}.{key}")
    yield from of_tiles(pack)


def of_side(pack: Pack, page: TileSide) -> Iterator[tuple[str, Line]]:
    """Check one side; what follows from a part of it only where all names in that part are known."""
    problems = [*names(pack, page)]
    yield from problems
    wrong = {key.partition(".")[0] for key, _ in problems}
    if not wrong & {"paths", "lines"}:
        yield from lines(page)
    if not wrong & {"paths", "spaces"}:
        yield from currents(page)
        yield from connected(pack, page)
    if not wrong & {"lanes", "spaces"}:
        yield from lanes(pack, page)
    yield from room(page)


def names(pack: Pack, page: TileSide) -> Iterator[tuple[str, Line]]:
    """Check that every space and terrain that is named exists."""
    for name, space in page.spaces.items():
        if space.terrain not in pack.terrain:
            yield f"spaces.{name}.terrain", absent("terrain", space.terrain, pack.terrain)
        if "/" in name or name == "off":
            yield f"spaces.{name}", line("a space cannot be called {name}", name=name)
    for key, named in mentioned(page):
        if named not in page.spaces:
            yield key, absent("spaces", named, page.spaces)
        elif pack.terrain.get(page.spaces[named].terrain, pack.terrain["floor"]).enter == "forbidden":
            yield key, line("nobody can enter {name}", name=named)
    for n, laid in enumerate(page.tokens, 1):
        if laid.token not in pack.tokens:
            yield f"tokens.{n}.token", absent("tokens", laid.token, pack.tokens)


def mentioned(page: TileSide) -> Iterator[tuple[str, str]]:
    """List the spaces that the parts of a side name, each with the key it stands under."""
    for n, path in enumerate(page.paths, 1):
        yield from ((f"paths.{n}.{m}", name) for m, name in enumerate(path, 1))
    yield from ((f"entries.{n}", name) for n, name in enumerate(page.entries, 1))
    yield from ((f"flips.{n}", name) for n, name in enumerate(page.flips, 1))
    for n, seam in enumerate(page.lines, 1):
        yield from ((f"lines.{n}.between", name) for name in seam.between)
    for n, way in enumerate(page.exits, 1):
        yield from ((f"exits.{n}.near", name) for name in way.near)
    for n, point in enumerate(page.points, 1):
        yield from ((f"points.{n}.near", name) for name in point.near)
    yield from ((f"tokens.{n}.at", laid.at) for n, laid in enumerate(page.tokens, 1))
    for n, lane in enumerate(page.lanes, 1):
        yield from ((f"lanes.{n}", name) for name in lane)


def neighbours(page: TileSide) -> set[frozenset[str]]:
    """List the pairs of neighbours."""
    return {frozenset(pair) for path in page.paths for pair in pairwise(path)}


def lines(page: TileSide) -> Iterator[tuple[str, Line]]:
    """Check that lines lie between neighbours, and that yellow ones say which way is up."""
    pairs = neighbours(page)
    for n, seam in enumerate(page.lines, 1):
        key, (a, b) = f"lines.{n}", seam.between
        if frozenset(seam.between) not in pairs:
            yield key, line("{a} and {b} are no neighbours; no path joins them", a=a, b=b)
        if seam.kind == "yellow" and seam.up not in seam.between:
            yield key, line("a yellow line needs one of its spaces as up: up = {a} or up = {b}", a=f'"{a}"', b=f'"{b}"')
        if seam.kind == "red" and (seam.up or seam.gecko):
            yield key, line("a red line has neither up nor gecko")
    for n, path in enumerate(page.paths, 1):
        if len(path) < 2 or any(a == b for a, b in pairwise(path)):
            yield f"paths.{n}", line("a path joins two different spaces at least")


def currents(page: TileSide) -> Iterator[tuple[str, Line]]:
    """Check that currents flow to a neighbour or off the board."""
    pairs = neighbours(page)
    for name, space in page.spaces.items():
        if space.current in ("", "off"):
            continue
        if frozenset((name, space.current)) not in pairs:
            said = line("{a} and {b} are no neighbours; no path joins them", a=name, b=space.current)
            yield f"spaces.{name}.current", said


def lanes(pack: Pack, page: TileSide) -> Iterator[tuple[str, Line]]:
    """Check that turtles are called to water."""
    for n, lane in enumerate(page.lanes, 1):
        for name in lane:
            if not pack.terrain[page.spaces[name].terrain].climbs:
                yield f"lanes.{n}", line("{name} is no water", name=name)


def connected(pack: Pack, page: TileSide) -> Iterator[tuple[str, Line]]:
    """Check that a minion can walk from every space to every other."""
    spaces = [n for n, s in page.spaces.items() if pack.terrain[s.terrain].enter in ("free", "ends_move")]
    pairs = [pair for pair in neighbours(page) if all(name in spaces for name in pair)]
    most = max((walked(name, pairs) for name in spaces), key=len, default=set[str]())
    for name in spaces:
        if name not in most:
            yield f"spaces.{name}", line("no path leads there: name it in paths, beside a neighbour")


def walked(start: str, pairs: list[frozenset[str]]) -> set[str]:
    """Find all spaces that hang together with one."""
    found, edge = {start}, [start]
    while edge:
        near = {name for pair in pairs if edge[0] in pair for name in pair} - found
        found |= near
        edge = [*edge[1:], *near]
    return found


def room(page: TileSide) -> Iterator[tuple[str, Line]]:
    """Check that no space covers another, and that the side is not too large to be seen."""
    spaces = list(page.spaces.items())
    for (a, one), (b, other) in combinations(spaces, 2):
        if hypot(one.x - other.x, one.y - other.y) < APART * min(one.size, other.size):
            yield f"spaces.{b}", line("it lies on {name}: keep spaces about one unit apart", name=a)
    for axis, most in (("x", WIDE), ("y", HIGH)):
        places = [getattr(space, axis) for _, space in spaces]
        if max(places) - min(places) > most:
            name = spaces[places.index(max(places))][0]
            said = line("{axis}: a side is at most {n} units across, this one {m}", axis=axis, n=most,
                        m=round(max(places) - min(places)))  # fmt: skip
            yield f"spaces.{name}", said


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
            yield told(side, "drop", absent("spaces", f"{page.drop.side}/{page.drop.at}", ()))
        for n, point in enumerate(page.points, 1):
            beyond = pack.tiles.get(point.leads)
            if beyond is None:
                yield told(side, f"points.{n}.leads", absent("tiles", point.leads, pack.tiles))
            for name in point.arrive if beyond else ():
                if beyond and name not in beyond.spaces:
                    yield told(side, f"points.{n}.arrive", absent("spaces", name, beyond.spaces))


def told(side: str, key: str, reason: Line) -> BadContent:
    """Write a mistake of a side."""
    return BadContent(FILE, reason, f"{side}.{key}")
