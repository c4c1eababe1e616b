"""Draws a tile: its spaces, the paths and lines between them, walls, ways off it, and what lies on it."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot

from mousehole.core.scene import Piece, Point, Spot
from mousehole.core.words import Line, line, plain
from mousehole.games.mystics.board.queries import LEAF
from mousehole.games.mystics.content.tile_graph import Ground, Name, Site, full
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.rules.exploring import symbol
from mousehole.games.mystics.scene import layout
from mousehole.games.mystics.scene.layout import drawing
from mousehole.games.mystics.state import Foe, Mouse, State, Token
from mousehole.games.mystics.story import names

MARKS = {"black": "#", "stalagmite": "#", "foliage": "#", "crates": "#", "table": "T", "water": "~", "shallow": "-",
         "lava": "^", "chasm": "v", "empty": "v"}  # fmt: skip
TINTS = {"floor": "#d9b98a", "ledge": "#b7b0a4", "black": "#2e2620", "stalagmite": "#4a4038", "table": "#b98a55",
         "water": "#3f7fa8", "shallow": "#8fc3d8", "lava": "#e2571e", "grass": "#b5d18a", "bank": "#c3cf92",
         "cave": "#b9b2b8", "plank": "#d8b07a", "branch": "#b98a5a", "crates": "#7a5230", "foliage": "#3f6b2f",
         "chasm": "#241c2e", "empty": "#d5e6ee"}  # fmt: skip

PLATES = {"none": "mystics-tile", "green": "mystics-tile-t4a", "blue": "mystics-tile-t4b"}  # of tiles from outside
SIZES = {"olga": (1.35, 1.35), "leaf": (1.44, 1.2), "turtle": (1.0, 1.0), "turtle-up": (1.15, 1.15)}  # of tokens
SHORT = 3  # letters of a name that are written on its space
ASIDE = (0.56, 0.56)  # a token beside figures
BOARDED = (1.84, 1.54)  # a leaf under a crowd


def spots(state: State) -> Iterator[Spot]:
    """Draw the tile and everything that never moves on it."""
    ground = state.ground
    yield from backdrop(ground)
    for name, site in ground.sites.items():
        yield Spot(
            name,
            layout.space_at(ground, name),
            layout.space_size(ground, name),
            sprite(site),
            label=space_words(state, ground, name),
            mark=mark(name, site),
            tint=tint(site),
            text=shown_name(name, site),
        )
    yield from overlays(ground)
    yield from weather(state)


def weather(state: State) -> Iterator[Spot]:
    """Let rain and night lie over the whole tile."""
    centre, size = layout.tile(state.ground)
    if state.night:
        yield Spot("night", centre, size, "mystics-nightfall", tint="#1b2a55")
    if state.rain:
        yield Spot("rainfall", centre, size, "mystics-rainfall", tint="#9fb6c4")


def mark(name: Name, site: Site) -> str:
    """Write a space in a terminal: its name, for that is how it is asked for, and a sign of what it is made of."""
    sign = MARKS.get(site.terrain.looks or site.kind, "")
    return sign if site.terrain.enter == "forbidden" else f"{names.space(name)[:2]}{sign}"


def shown_name(name: Name, site: Site) -> Line | None:
    """Write its name on a space that figures can stand on: story, hints and moves speak of it."""
    short = names.space(name)
    return plain(short) if len(short) <= SHORT and site.terrain.enter != "forbidden" else None


def sprite(site: Site) -> str:
    """Name the drawing of a space; terrain from outside looks like one of ours that behaves so."""
    if site.kind in own().terrain or site.terrain.looks:
        return f"mystics-{site.terrain.looks or site.kind}"
    looks = {"forbidden": "black", "deadly": "lava", "gap": "chasm", "ends_move": "shallow"}
    return "mystics-water" if site.terrain.climbs else f"mystics-{looks.get(site.terrain.enter, 'floor')}"


def tint(site: Site) -> str:
    """The colour of a space where there are no drawings."""
    return TINTS.get(site.terrain.looks or site.kind, "#d9b98a")


@lru_cache(256)
def backdrop(ground: Ground) -> tuple[Spot, ...]:
    """Draw what lies under the spaces: the plate and the paths."""
    centre, size = layout.tile(ground)
    sprite = drawing("tiles", ground.id, {ground.id: ground.page}, PLATES[ground.page.arrow])
    pairs = {frozenset(pair) for path in ground.page.paths for pair in pairwise(path)}
    order = list(ground.page.spaces)
    joins = sorted((sorted(pair, key=order.index) for pair in pairs), key=lambda pair: [order.index(n) for n in pair])
    return (Spot("tile", centre, size, sprite, tint="#c9a271"), *(path(ground, a, b) for a, b in joins))


def path(ground: Ground, a: str, b: str) -> Spot:
    """Draw the path between two neighbours."""
    one, other = layout.space_at(ground, full(ground.id, a)), layout.space_at(ground, full(ground.id, b))
    return stretch(f"path-{a}-{b}", one, other, 0.3, "mystics-path")


def stretch(key: str, a: Point, b: Point, width: float, sprite: str) -> Spot:
    """Draw a thing along the line between two points."""
    length, angle = hypot(b[0] - a[0], b[1] - a[1]), degrees(atan2(b[1] - a[1], b[0] - a[0]))
    middle = (round((a[0] + b[0]) / 2, 3), round((a[1] + b[1]) / 2, 3))
    return Spot(key, middle, (round(length, 3), width), sprite, round(angle, 2))


@lru_cache(256)
def overlays(ground: Ground) -> tuple[Spot, ...]:
    """Draw lines, walls, exits and currents."""
    return (
        *(line_spot(ground, n) for n in range(len(ground.page.lines))),
        *(wall(ground, n) for n in range(len(ground.page.walls))),
        *exits(ground),
        *currents(ground),
    )


def line_spot(ground: Ground, n: int) -> Spot:
    """Draw a yellow or red line across the path between two spaces; a yellow one shows which way is down."""
    seam = ground.page.lines[n]
    a, b = (layout.space_at(ground, full(ground.id, name)) for name in seam.between)
    if seam.up == seam.between[1]:
        a, b = b, a  # a is up
    angle = degrees(atan2(b[1] - a[1], b[0] - a[0]))
    middle = (round((a[0] + b[0]) / 2, 3), round((a[1] + b[1]) / 2, 3))
    words = line("red line") if seam.kind == "red" else line("yellow line")
    sprite = f"mystics-{seam.kind}-gecko" if seam.gecko else f"mystics-{seam.kind}"
    return Spot(f"line-{n}", middle, (0.42, 1.0), sprite, round(angle, 2), words)


def wall(ground: Ground, n: int) -> Spot:
    """Draw a wall."""
    x1, y1, x2, y2 = ground.page.walls[n]
    return stretch(f"wall-{n}", layout.at(ground, x1, y1), layout.at(ground, x2, y2), 0.3, "mystics-wall")


def exits(ground: Ground) -> Iterator[Spot]:
    """Draw the doors."""
    for way in ground.exits:
        near = tuple(full(ground.id, name) for name in way.near)
        at = layout.edge(ground, way.edge, near)
        size = (0.62, 1.5) if way.edge in ("west", "east") else (1.5, 0.62)
        sprite = f"mystics-exit-{way.colour}" if way.colour in names.COLOURS else "mystics-exit"
        key = f"exit-{way.colour}-{way.edge}"
        yield Spot(key, at, size, sprite, label=names.way(key), mark=">" if way.edge == "east" else "<")


@lru_cache(256)
def signs(ground: Ground) -> tuple[Piece, ...]:
    """Draw entries, flip spaces and symbols beside their spaces; no figure hides them."""
    entries = [
        corner(ground, f"entry-{name}", name, (-0.6, 0.58), "mystics-entry", line("minions come in here"))
        for name in ground.entries
    ]
    flips = [
        corner(ground, f"way-flip-{n}" if n else "way-flip", name, (0.6, 0.58), "mystics-flip", names.POINTS["flip"])
        for n, name in enumerate(ground.flips)
    ]
    points = [
        corner(
            ground, f"way-{symbol(ground, n)}", full(ground.id, point.near[0]), (0.6, -0.58),
            f"mystics-{point.kind}-point", names.POINTS[point.kind],
        )
        for n, point in enumerate(ground.points)
    ]  # fmt: skip
    return (*entries, *flips, *points)


def corner(ground: Ground, key: str, name: Name, shift: tuple[float, float], sprite: str, words: Line) -> Piece:
    """Draw a small sign at the corner of a space."""
    half = layout.space_size(ground, name)[0] / 1.42
    at = (round(shift[0] * half, 3), round(shift[1] * half, 3))
    return Piece(key, name, sprite, "none", at, (0.42, 0.42), label=words, enter="none", leave="none")


def currents(ground: Ground) -> Iterator[Spot]:
    """Draw which way the water runs."""
    for name, site in ground.sites.items():
        if site.current:
            at = layout.space_at(ground, name)
            to = layout.space_at(ground, site.current) if site.current in ground.sites else (at[0] + 1.0, at[1])
            angle = degrees(atan2(to[1] - at[1], to[0] - at[0]))
            yield Spot(f"current-{name}", at, (0.9, 0.5), "mystics-current", round(angle, 2))


def space_words(state: State, ground: Ground, name: Name) -> Line:
    """Name a space and what it is made of."""
    site = ground.sites[name]
    kind = line(site.terrain.name)
    if site.terrain.enter == "forbidden":
        return kind
    lying = tuple(names.token(state, token.kind) for token in state.tokens if name in (token.at, token.end))
    if lying:
        return line("{space}: {terrain} with {tokens}", space=names.space(name), terrain=kind, tokens=lying)
    return line("{space}: {terrain}", space=names.space(name), terrain=kind)


def boarded(state: State, token: Token) -> bool:
    """Whether a leaf carries several mice: it is drawn larger, or they would hide it."""
    return token.kind == LEAF and sum(one.at == token.at for one in state.mice) > 1


def carries(token: Token) -> bool:
    """Whether figures stand on a token, and not beside it."""
    return token.kind in SIZES


def tokens(state: State, under: bool) -> Iterator[Piece]:
    """Draw the tokens under figures, or those beside them; hook and thread lie on both their spaces."""
    figures: tuple[Mouse | Foe, ...] = (*state.mice, *state.friends, *state.foes)
    crowded = {one.at for one in figures}
    here = f"{state.side}/"
    seen: dict[str, int] = {}
    for token in state.tokens:
        if not token.at.startswith(here):
            continue
        n = seen[token.kind] = seen.get(token.kind, 0) + 1
        sprite = drawing("tokens", token.kind, state.box.pack.tokens, "mystics-token")
        label = names.token(state, token.kind)
        for key, at in ((f"token-{token.kind}-{n}", token.at), (f"end-{token.kind}-{n}", token.end)):
            aside = at in crowded and not carries(token)
            if at and aside != under:
                size = BOARDED if boarded(state, token) else SIZES.get(token.kind, ASIDE if aside else (0.8, 0.8))
                shift = (0.0, 0.6) if aside else (0.0, 0.1)
                yield Piece(key, at, sprite, "slide", shift, size, label=label, mark=token.kind[:2])
