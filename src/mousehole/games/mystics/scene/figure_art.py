"""How figures look: mice, minions and beasts, with their wounds and marks."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from math import atan2, cos, degrees, radians, sin

from mousehole.core.scene import Piece, Point
from mousehole.core.words import Line, line
from mousehole.games.mystics.board.figures import figure, minion, top_card
from mousehole.games.mystics.board.queries import is_large
from mousehole.games.mystics.content.drawings import with_drawings
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_graph import Ground, Name
from mousehole.games.mystics.fight.attack_odds import life
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.scene import layout
from mousehole.games.mystics.scene.layout import drawing, look
from mousehole.games.mystics.state import Foe, Mouse, State
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


MOODS = {"molox": ("", "_angry", "_enraged")}  # by the card on top
SMALL, LARGE = 1.05, 1.65
POSES = {"pounces": "_pounce", "strikes": "_strike"}  # by the card on the track


def sprite(state: State, name: str) -> str:
    """Name the drawing of a figure or a card."""
    if name in state.box.heroes:
        return drawing("heroes", name, state.box.pack.heroes, "mystics-hero")
    kind = name.partition("/")[0].rpartition("-")[0] or name.partition("/")[0]
    return drawing("minions", kind, state.box.pack.minions, "mystics-minion") + mood(state, kind)


def mood(state: State, kind: str) -> str:
    """Say how a creature with a stack of cards looks by now."""
    one = next((one for one in state.foes if one.kind == kind), None) if kind in MOODS else None
    return MOODS[kind][top_card(state, one)] if one else ""


def face(state: State, card: str) -> str:
    """Name the portrait on an initiative card."""
    name, _, which = card.partition("/")
    pack = state.box.pack
    found = look("heroes", name, pack.heroes) if name in pack.heroes else look("minions", name, pack.minions)
    return f"mystics-face-{found}{POSES.get(which) or mood(state, name)}" if found else sprite(state, card)


def speaker(pack: Pack, name: str) -> str:
    """Name the portrait of somebody who speaks; nothing where there is none."""
    page = pack.speakers.get(name)
    found = page.looks or name if page else ""
    if any(found in with_drawings(own(), kind) for kind in ("heroes", "minions", "speakers")):
        return f"mystics-face-{found}"
    return f"mystics-{found}" if found in with_drawings(own(), "tokens") else ""


def item(state: State, name: str) -> str:
    """Name the drawing of a card."""
    items = state.box.pack.items
    return drawing("items", name, items, f"mystics-item-{items[name].kind}")


def condition(state: State, name: str) -> str:
    """Name the drawing of a marker on a sheet."""
    return f"mystics-condition-{look('conditions', name, state.box.pack.conditions) or 'any'}"


def letters(state: State, name: str) -> str:
    """The letters of a figure where there are no pictures."""
    if name in state.box.heroes:
        return state.box.heroes[name].call[:2].upper()
    kind, _, number = name.rpartition("-")
    first = (kind or name.partition("/")[0]).rpartition("_")[2][:2]
    return f"{first}{number}" if number.isdigit() else first


def pieces(state: State) -> Iterator[Piece]:
    """Draw all figures, those on one space side by side."""
    beasts = [one for one in state.foes if is_beast(state, one)]
    for great in beasts:
        yield from beast(state, great, described(state, great), letters(state, great.id))
    small = [one for one in state.foes if one not in beasts]
    there: list[Mouse | Foe] = [*(one for one in state.mice if one.at), *state.friends, *small]
    there.sort(key=lambda one: one.at)
    for space, group in groupby(there, key=lambda one: one.at):
        crowd = list(group)
        points, scale = layout.crowd(len(crowd))
        aside = footing(state, space) if beasts else (0.0, 0.0)
        places = [(round(x + aside[0], 3), round(y + aside[1], 3)) for x, y in points]
        for one, place in zip(crowd, places, strict=False):
            yield drawn(state, one, space, place, scale)
        for one, place in zip(crowd, places, strict=False):
            yield from badges(state, one, space, place, scale)  # nobody stands in front of a number
    for great in beasts:
        yield from badges(state, great, great.at, badge(state, great), 1.0)


def bees(state: State) -> Iterator[Piece]:
    """Draw the bees: on their flowers, or around whom they follow."""
    for n, bee in enumerate(state.bees):
        host = figure(state, bee.host)
        shift = (round(0.38 - 0.2 * (n % 3), 3), -0.46)
        at = host.at if host else bee.home
        yield Piece(f"bee-{n}", at, "mystics-bee", "hop", shift, (0.4, 0.4), label=line("bee"), mark="b")


def drawn(state: State, one: Mouse | Foe, space: str, shift: tuple[float, float], scale: float) -> Piece:
    """Draw one figure."""
    side, (x, y) = (LARGE if is_large(state, one) else SMALL) * scale, shift
    shift = (x, round(y - (side - SMALL * scale) / 3, 3))  # the feet of large ones stay on their space
    down = "down" in one.marks
    return Piece(
        one.id, space, sprite(state, one.id), "hop", shift, (round(side, 3), round(side, 3)), 80.0 if down else 0.0,
        label=described(state, one), mark=letters(state, one.id), sound="step", number=number(state, one),
    )  # fmt: skip


def number(state: State, one: Mouse | Foe) -> int:
    """The number of a minion that is not the only one of its kind."""
    if isinstance(one, Mouse) or minion(state, one.kind).most == 1:
        return 0
    return int(one.id.rpartition("-")[2])


def badges(state: State, one: Mouse | Foe, space: str, shift: tuple[float, float], scale: float) -> Iterator[Piece]:
    """Draw the life and the markers of a figure."""
    full = state.box.heroes[one.id].life if isinstance(one, Mouse) else lives(state, one)
    if full > 1:
        badge = (round(shift[0] + 0.36 * scale, 3), round(shift[1] + 0.34 * scale, 3))
        number, side = line("{n}", n=life(state, one)), max(0.4, 0.5 * scale)
        yield Piece(f"life-{one.id}", space, "mystics-heart", "pop", badge, (side, side), text=number)
    marks = [mark for mark in one.marks if mark != "down"]
    for n, mark in enumerate(marks[:3]):
        spot = (round(shift[0] - 0.36 * scale + 0.26 * n, 3), round(shift[1] - 0.4 * scale, 3))
        picture = drawing("conditions", mark, state.box.pack.conditions, "mystics-mark")
        yield Piece(f"mark-{one.id}-{mark}", space, picture, "pop", spot, (0.3, 0.3), label=names.mark(state, mark))


def lives(state: State, one: Foe) -> int:
    """Count the lives on all cards of a minion."""
    return sum(card.life for card in minion(state, one.kind).cards)


def described(state: State, one: Mouse | Foe) -> Line:
    """Name a figure with what ails it."""
    name = names.figure(state, one.id)
    n = life(state, one)
    if not one.marks:
        return line("{figure}, {n} life left", plural="{figure}, {n} lives left", figure=name, n=n)
    marks = tuple(names.mark(state, mark) for mark in one.marks)
    return line(
        "{figure}, {n} life left, {marks}", plural="{figure}, {n} lives left, {marks}", figure=name, n=n, marks=marks
    )
