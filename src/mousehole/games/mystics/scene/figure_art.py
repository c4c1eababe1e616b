"""Draws figures: mice and minions with their life and markers."""

from collections.abc import Iterator
from itertools import groupby

from mousehole.core.scene import Piece
from mousehole.core.words import Line, line
from mousehole.games.mystics.board.board_queries import is_large
from mousehole.games.mystics.board.figures import figure, minion
from mousehole.games.mystics.board.initiative_track import top
from mousehole.games.mystics.fight.attack_odds import life
from mousehole.games.mystics.scene import layout
from mousehole.games.mystics.scene.beast_art import badge, beast, footing, is_beast
from mousehole.games.mystics.scene.drawings import drawing, look
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.story import names

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
    return MOODS[kind][top(state, one)] if one else ""


def face(state: State, card: str) -> str:
    """Name the portrait on an initiative card."""
    name, _, which = card.partition("/")
    pack = state.box.pack
    found = look("heroes", name, pack.heroes) if name in pack.heroes else look("minions", name, pack.minions)
    return f"mystics-face-{found}{POSES.get(which) or mood(state, name)}" if found else sprite(state, card)


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
