"""Draws the map of a campaign: a parchment with a path from chapter to chapter, wide for desks and tall for phones."""

from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

from mousehole.web.pages.html import Html, tag
from mousehole.web.static_files import art_address

Place: TypeAlias = tuple[float, float]
RADIUS = 66
LETTERS = 18  # that fit on one line below a chapter


class Named(Struct, frozen=True):
    """A chapter in the words of a reader."""

    name: str
    key: str
    sprite: str
    figure: str
    standing: str


def drawn(stops: list[Named], told: dict[str, str], art: str, words: str) -> Html:
    """Draw the map twice; the style sheet shows the one that fits the window."""
    count = max(1, len(stops))
    broad = [(150 + 700 * n / max(1, count - 1), 170 - 45 * (-1) ** n) for n in range(count)]
    narrow = [(130.0 if n % 2 == 0 else 250.0, 110 + 215.0 * n) for n in range(count)]
    wide = sheet(stops, broad, (1000, 370), told, art, "wide", words)
    tall = sheet(stops, narrow, (380, 45 + 215 * count), told, art, "tall", words)
    return tag("div", wide, tall, class_="map")


def sheet(
    stops: list[Named],
    places: list[Place],
    size: tuple[int, int],
    told: dict[str, str],
    art: str,
    kind: str,
    words: str,
) -> Html:
    """Draw one parchment."""
    wide, high = size
    clip = tag("clipPath", tag("circle", cx=0, cy=0, r=RADIUS - 4), id=f"map-{kind}")
    medallions = [medallion(stop, at, told, art, kind) for stop, at in zip(stops, places, strict=True)]
    roads = zip(pairwise(places), stops[1:], strict=True)
    return tag(
        "svg",
        tag("defs", clip),
        tag("rect", x=5, y=5, width=wide - 10, height=high - 10, rx=26, class_="parchment"),
        tag("rect", x=17, y=17, width=wide - 34, height=high - 34, rx=18, class_="parchment-line"),
        country(size, places),
        [tag("path", d=bend(a, b), class_=f"road {stop.standing}") for (a, b), stop in roads],
        medallions,
        class_=f"map-{kind}",
        viewBox=f"0 0 {wide} {high}",
        role="group",
        aria_label=words,
    )


def country(size: tuple[int, int], places: list[Place]) -> list[Html]:
    """Scatter hills, trees and a compass rose where no chapter lies."""
    wide, high = size
    house = art_address("house")
    spots = (
        (0.06, 0.84),
        (0.33, 0.18),
        (0.3, 0.8),
        (0.67, 0.18),
        (0.71, 0.82),
        (0.5, 0.15),
        (0.15, 0.45),
        (0.82, 0.62),
    )
    free = [(x * wide, y * high) for x, y in spots if all(far((x * wide, y * high), place) for place in places)]
    kinds = ("house-map-hill", "house-map-tree", "house-map-reed")
    found = [symbol(house, kinds[n % 3], at, 74) for n, at in enumerate(free)]
    return [*found, symbol(house, "house-map-rose", (wide - 66, high - 66), 78)]


def far(one: Place, other: Place) -> bool:
    """Whether two places leave room for a drawing."""
    return abs(one[0] - other[0]) > 165 or not -125 < one[1] - other[1] < 165


def symbol(art: str, name: str, at: Place, size: int) -> Html:
    """Put a drawing on the map."""
    x, y = (round(value - size / 2, 1) for value in at)
    return tag("use", href=f"{art}#{name}", x=str(x), y=str(y), width=size, height=size, class_="map-drawing")


def bend(one: Place, other: Place) -> str:
    """A path that swings from one chapter to the next."""
    (a, b), (c, d) = one, other
    if abs(c - a) > abs(d - b):
        half = (a + c) / 2
        return f"M{a:.0f} {b:.0f}C{half:.0f} {b:.0f} {half:.0f} {d:.0f} {c:.0f} {d:.0f}"
    half = (b + d) / 2
    return f"M{a:.0f} {b:.0f}C{a:.0f} {half:.0f} {c:.0f} {half:.0f} {c:.0f} {d:.0f}"


def medallion(stop: Named, at: Place, told: dict[str, str], art: str, kind: str) -> Html:
    """Draw a chapter: its place in a ring with whoever waits there, a flag where it is won, its name below."""
    flag = tag("use", href=f"{art_address('house')}#house-map-flag", x=22, y=-92, width=56, height=70)
    return tag(
        "a",
        tag("circle", cx=0, cy=0, r=RADIUS + 4, class_="ring"),
        tag("g", pictures(stop, art), clip_path=f"url(#map-{kind})"),
        tag("circle", cx=0, cy=0, r=RADIUS - 4, class_="mist"),
        flag if stop.standing == "won" else None,
        [tag("text", part, x=0, y=RADIUS + 32 + 24 * n) for n, part in enumerate(lines(stop.name))],
        href=f"#chapter-{stop.key}",
        aria_label=f"{stop.name}: {told[stop.standing]}",
        class_=f"stop {stop.standing}",
        transform=f"translate({at[0]:.0f} {at[1]:.0f})",
    )


def pictures(stop: Named, art: str) -> list[Html]:
    """The place of a chapter, and before it whoever waits there."""
    side, tall = 2 * RADIUS, 1.5 * RADIUS
    place = tag("use", href=f"{art}#{stop.sprite}", x=-RADIUS, y=-RADIUS, width=side, height=side)
    who = tag("use", href=f"{art}#{stop.figure}", x=f"{-tall / 2}", y=f"{-tall / 2}", width=f"{tall}", height=f"{tall}")
    return [place, who] if stop.figure else [place]


def lines(name: str) -> list[str]:
    """Part a long name into two lines."""
    words = name.split()
    if len(name) <= LETTERS or len(words) < 2:
        return [name]
    cut = min(range(1, len(words)), key=lambda n: abs(len(" ".join(words[:n])) - len(name) / 2))
    return [" ".join(words[:cut]), " ".join(words[cut:])]
