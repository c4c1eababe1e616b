"""Draws the great beasts: the cat over its space, the snake along its spaces or coiled up."""

from collections.abc import Iterator
from functools import lru_cache
from math import atan2, cos, degrees, radians, sin

from mousehole.core.scene import Piece, Point
from mousehole.core.words import Line, line
from mousehole.games.mystics.board.figures import minion
from mousehole.games.mystics.content.tile_graph import Ground, Name
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.scene import layout
from mousehole.games.mystics.state import Foe, State
from mousehole.games.mystics.story import names

RINGS, PITCH = 8, 0.19  # of the body between two spaces, and how far apart
GIRTH = 0.92  # of the body where it is thickest
NECK = 9  # rings behind the head
CAT, LEAP, COIL, HEAD, DREAD = (3.0, 2.63), (3.2, 2.8), (3.0, 3.81), (2.2, 1.93), 1.75
AHEAD, EDGE = 0.5, 0.82  # room for a mouse before the jaws, and for a crowd at the edge
CAT_UP, LEAP_UP, COIL_UP, BACK = (0.0, -0.68), (0.0, -0.95), (-0.15, -0.6), 0.72  # from the middle of the space


def is_beast(state: State, one: Foe) -> bool:
    """Whether a creature is drawn larger than its space."""
    return minion(state, one.kind).size == "token"


def beast(state: State, one: Foe, label: Line, mark: str) -> Iterator[Piece]:
    """Draw a cat or a snake, and the dread around it; figures stand in front of it."""
    for n, space in enumerate(one.body or (one.at,)):
        yield Piece(f"{one.id}-dread-{n}", space, "mystics-dread", "slide", (0.0, 0.1), (DREAD, DREAD), mark="≈")
    if len(one.body) > 1:
        yield from snake(state, one, label, mark)
        return
    if one.body:
        shift = inward(state.ground, one.at, COIL_UP, COIL)
        yield Piece(one.id, one.at, "mystics-hesster-rears", "slide", shift, COIL, label=label, mark=mark, sound="step")
        return
    size, shift = cat(state, one)
    sprite = f"mystics-{one.kind}{'_pounce' * leaps(state, one)}" if one.kind in own().minions else "mystics-minion"
    mirror = looks_right(state.ground, one)
    yield Piece(
        one.id, one.at, sprite, "hop", shift, size, mirror=mirror, label=label, mark=mark, sound="catch",
    )  # fmt: skip


def cat(state: State, one: Foe) -> tuple[Point, Point]:
    """The size of a cat, and where it is drawn: a leap carries it over the heads of the mice."""
    size, up = (LEAP, LEAP_UP) if leaps(state, one) else (CAT, CAT_UP)
    return size, inward(state.ground, one.at, up, size)


def leaps(state: State, one: Foe) -> bool:
    """Whether a cat is pouncing."""
    return state.acting.card == f"{one.kind}/pounces"


def looks_right(ground: Ground, one: Foe) -> bool:
    """Whether the cat looks to the right: always towards the middle of the tile."""
    return layout.space_at(ground, one.at)[0] < layout.WIDTH / 2 - 0.1


def inward(ground: Ground, space: Name, shift: Point, size: Point) -> Point:
    """Keep a picture that is larger than its space inside the tile."""
    x, y = layout.space_at(ground, space)
    left, right = size[0] / 2 + 0.1, layout.WIDTH - size[0] / 2 - 0.1
    top = layout.TRACK + size[1] / 2 - 0.25
    return round(min(max(x + shift[0], left), right) - x, 3), round(max(y + shift[1], top) - y, 3)


def badge(state: State, one: Foe) -> Point:
    """Say where the life of a beast is written: on its own body, whoever stands around it."""
    if len(one.body) > 1:
        rings = body(state.ground, one.body)
        space, (x, y), *_ = rings[-min(NECK, len(rings))]
        here, there = layout.space_at(state.ground, space), layout.space_at(state.ground, one.at)
        return round(here[0] + x - there[0] - 0.36, 3), round(here[1] + y - there[1] - 0.34, 3)
    if one.body:
        x, y = inward(state.ground, one.at, COIL_UP, COIL)
        return round(x + 0.55, 3), round(y - 0.35, 3)
    x, y = cat(state, one)[1]
    return round(x + (-1.2 if looks_right(state.ground, one) else 0.45), 3), round(y - 0.5, 3)


def footing(state: State, space: Name) -> Point:
    """Say how far figures stand aside on a space, so that a beast's face is seen: before jaws, between paws."""
    for one in state.foes:
        if one.at == space and is_beast(state, one):
            if len(one.body) > 1:
                turn = radians(body(state.ground, one.body)[-1][2])
                away = ahead(state.ground, space, turn)
                return round(away * cos(turn), 3), round(away * sin(turn), 3)
            return (0.0, 0.1) if one.body else (0.0, 0.5)
        if len(one.body) < 2 and is_beast(state, one) and above(state.ground, space, one.at):
            return (0.55, -0.2) if one.body else (0.0, -0.55)
    return 0.0, 0.0


def ahead(ground: Ground, space: Name, turn: float) -> float:
    """Say how far before the jaws of a snake figures stand: less at the edge of the tile."""
    (x, y), height = layout.space_at(ground, space), layout.tile(ground)[1][1]
    room = [AHEAD]
    for at, end, part in ((x, layout.WIDTH, cos(turn)), (y - layout.TRACK, height, sin(turn))):
        if abs(part) > 0.01:
            room.append(((end - EDGE if part > 0 else EDGE) - at) / part)
    return max(0.0, min(room))


def above(ground: Ground, space: Name, other: Name) -> bool:
    """Whether a space lies where the head of a beast on another one is drawn."""
    (x, y), (below_x, below_y) = layout.space_at(ground, space), layout.space_at(ground, other)
    return abs(x - below_x) < 0.9 and 0.7 < below_y - y < 2.0


def snake(state: State, one: Foe, label: Line, mark: str) -> Iterator[Piece]:
    """Draw a snake from its tail to its head: first the dark edge of its body, then the scales and their pattern."""
    rings = body(state.ground, one.body)
    said = line("the body of {figure}", figure=names.figure(state, one.id))
    turn = rings[-1][2]
    away = ahead(state.ground, one.at, radians(turn)) - AHEAD - BACK  # the mouse before its jaws
    for layer, more, every in (("shadow", 0.5, 3), ("edge", 0.09, 1), ("ring", 0.0, 1), ("diamond", -0.04, 3)):
        for n, (space, shift, way, girth) in enumerate(rings):
            if (len(rings) - n) % every or (len(rings) - n) * PITCH < -away - 0.5:  # none in front of the head
                continue
            key, size = f"{one.id}-{layer}-{len(rings) - n}", round(girth + more, 3)
            words = said if layer == "ring" and n % RINGS == 0 else None
            picture = f"mystics-hesster-{layer}"
            yield Piece(key, space, picture, "slide", shift, (size, size), way, label=words, mark="≈")
    back = (round(away * cos(radians(turn)), 3), round(away * sin(radians(turn)), 3))
    left = cos(radians(turn)) < 0  # mirrored, so that its lower jaw is never above
    level = round((turn + 180 * left + 180) % 360 - 180, 1)
    yield Piece(one.id, one.at, "mystics-hesster-head", "slide", back, HEAD, level, left, label=label, mark=mark)


@lru_cache(512)
def body(ground: Ground, spaces: tuple[Name, ...]) -> tuple[tuple[Name, Point, float, float], ...]:
    """Lay rings along a smooth curve through the spaces: where, how turned, how thick."""
    points = [layout.space_at(ground, name) for name in spaces]
    total = (len(points) - 1) * RINGS
    found = []
    for n in range(total):
        part, t = n // RINGS, (n % RINGS) / RINGS
        x, y = curve(points, part, t)
        ahead = curve(points, *divmod_part(n + 1, len(points) - 1))
        turn = degrees(atan2(ahead[1] - y, ahead[0] - x))
        space, at = spaces[part], points[part]
        found.append((space, (round(x - at[0], 3), round(y - at[1], 3)), round(turn, 1), thickness(n / total)))
    return tuple(found)


def divmod_part(n: int, parts: int) -> tuple[int, float]:
    """Turn the number of a ring into a part of the way and how far along it."""
    part = min(n // RINGS, parts - 1)
    return part, n / RINGS - part


def curve(points: list[Point], part: int, t: float) -> Point:
    """A point of the curve that runs smoothly through all points."""
    b, c = points[part], points[part + 1]
    a = points[part - 1] if part else b
    d = points[part + 2] if part + 2 < len(points) else c
    x, y = (
        0.5 * (2 * b[i] + (c[i] - a[i]) * t + (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t**2
        + (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t**3) for i in (0, 1)
    )  # fmt: skip
    return x, y


def thickness(along: float) -> float:
    """Say how thick a snake is: thin at the tail, a little slimmer again at the neck."""
    grown = min(1.0, 0.4 + along / 0.7)
    return round(GIRTH * grown * (1.0 if along < 0.8 else 1.0 - (along - 0.8)), 3)
