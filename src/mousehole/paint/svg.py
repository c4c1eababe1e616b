"""Paints any scene as one stand-alone SVG picture: backdrop, spots, pieces and, if asked, the panels beside them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from textwrap import wrap
from xml.etree import ElementTree as ET

from mousehole.core.game import AnyGame
from mousehole.core.scene import Panel, Piece, Point, Row, Scene, Spot
from mousehole.core.words import HOME, Say, art_of, voice
from mousehole.paint.colour import ink_on, is_colour
from mousehole.paint.text import clickable, facts_of, squares

UNIT = 100  # units of the picture in a unit of the board
GLOW = {"good": "#7ed957", "danger": "#ff5a4d", "path": "#fff3b0"}
CHOICE = "#ffe14d"
BARE = "#d8cbb8"
BESIDE = 0.15  # of a unit between the squares and their rulers
SOFT = "#4a3b2ab0"
FONT = "font-family:'Trebuchet MS','DejaVu Sans',Verdana,sans-serif"


def paint(
    game: AnyGame,
    scene: Scene,
    language: str = "en",
    names: tuple[str, ...] = (),
    panels: bool = False,
    choices: bool = False,
    scale: float = 60,
) -> str:
    """Paint a scene in the words of a language; `scale` is how many pixels a unit of the board takes."""
    say = voice(language, game.package).naming(names)
    facts, down = column(scene, say, sheet(game.package)) if panels and scene.panels else ([], 0.0)
    width, height = scene.size[0] + (COLUMN if facts else 0), max(scene.size[1], down / UNIT)
    parts = [
        opening(width, height, scale, language),
        f'<title id="title">{escape(say(game.title))}</title>',
        f'<desc id="desc">{escape(described(scene, say))}</desc>',
        *definitions(game.package, scene, panels),
        *layer("backdrop", backdrop(game.package, scene, width, height)),
        *layer("spots", (part for spot in scene.spots for part in drawn_spot(game.package, spot, say))),
        *layer("rulers", rulers(scene)),
        *layer("choices", rings(scene) if choices else ()),
        *layer("pieces", (part for piece in scene.pieces for part in drawn_piece(game.package, scene, piece, say))),
        *layer("panels", facts),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def opening(width: float, height: float, scale: float, language: str) -> str:
    """Open a picture of `scale` pixels per unit, announced by its title and description."""
    size = f'width="{number(width * scale)}" height="{number(height * scale)}"'
    box = f'viewBox="0 0 {number(width * UNIT)} {number(height * UNIT)}"'
    said = f'role="img" lang="{escape(language)}" aria-labelledby="title desc"'
    return f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}" {size} {box} {said} style="{FONT}">'


def described(scene: Scene, say: Say) -> str:
    """Describe in words what the picture shows."""
    facts = [" ".join(fact.split()) for fact in facts_of(scene.panels, say, bare=True) if fact]
    return "\n".join([say(scene.prompt), *facts])


def definitions(package: str, scene: Scene, panels: bool) -> list[str]:
    """Embed only the drawings that are used."""
    names = {scene.backdrop, *(spot.sprite for spot in scene.spots), *(piece.sprite for piece in scene.pieces)}
    names |= {row.sprite for panel in scene.panels for row in panel.rows} if panels else set()
    return ["<defs>", *used(package, names - {""}), "</defs>"]


def layer(name: str, parts: Iterable[str]) -> Iterator[str]:
    """Group the parts of one layer; an empty one is left out."""
    found = list(parts)
    if found:
        yield from (f'<g class="{name}">', *found, "</g>")


def backdrop(package: str, scene: Scene, width: float, height: float) -> Iterator[str]:
    """Draw what lies behind everything."""
    wide, high = number(width * UNIT), number(height * UNIT)
    if scene.backdrop in sheet(package):
        board = f'width="{number(scene.size[0] * UNIT)}" height="{number(scene.size[1] * UNIT)}"'
        yield f'<rect width="{wide}" height="{high}" fill="#f6ead2"/>'
        yield f'<use href="#{scene.backdrop}" {board}/>'
    else:
        yield f'<rect width="{wide}" height="{high}" rx="20" fill="#efe3cf"/>'


def drawn_spot(package: str, spot: Spot, say: Say) -> Iterator[str]:
    """Draw a spot with its sprite, or as a plate in its colour; its words go at its lower edge."""
    if spot.sprite in sheet(package):
        yield sprite(spot.sprite, spot.at, spot.size, spot.turn)
    elif is_colour(spot.tint):
        yield plate(spot.at, spot.size, spot.turn, f'fill="{spot.tint}"')
        yield from words(spot.mark, spot.at, 0.4, ink_on(spot.tint))
    elif spot.mark:
        yield from words(spot.mark, spot.at, 0.4, "#4a3b2a")
    if spot.text:
        yield from words(say(spot.text), (spot.at[0], spot.at[1] + spot.size[1] * 0.31), 0.2, SOFT)
    if spot.glow in GLOW:
        yield ring(spot, GLOW[spot.glow])


def rulers(scene: Scene) -> Iterator[str]:
    """Name the columns and rows of a board whose squares are called a1 and so on."""
    named = squares(scene)
    if named:
        left = min(spot.at[0] - spot.size[0] / 2 for spot in named.values()) - BESIDE
        top = min(spot.at[1] - spot.size[1] / 2 for spot in named.values()) - BESIDE
        for letter, x in {key[0]: spot.at[0] for key, spot in named.items()}.items():
            yield from words(letter, (x, top), 0.22, "#ffefcf", "#4a2c17")
        for row, y in {key[1:]: spot.at[1] for key, spot in named.items()}.items():
            yield from words(row, (left, y), 0.22, "#ffefcf", "#4a2c17")


def drawn_piece(package: str, scene: Scene, piece: Piece, say: Say) -> Iterator[str]:
    """Draw a piece with its sprite, or as a counter in its colour with its mark."""
    spot = next(spot for spot in scene.spots if spot.key == piece.on)
    at = (spot.at[0] + piece.shift[0], spot.at[1] + piece.shift[1])
    if piece.sprite in sheet(package):
        yield sprite(piece.sprite, at, piece.size, piece.turn, piece.mirror)
    else:
        tint = piece.tint if is_colour(piece.tint) else BARE
        yield plate(at, (piece.size[0] * 0.8, piece.size[1] * 0.8), piece.turn, f'fill="{tint}" stroke="#3b2f20"', 0.5)
        yield from words("" if piece.text else piece.mark, at, 0.36, ink_on(tint))
    if piece.number:
        corner = (at[0] - 0.4 * piece.size[0], at[1] - 0.36 * piece.size[1])
        yield from words(str(piece.number), corner, 0.3, "#ffffff", "#2b2118")
    if piece.text:
        yield from words(say(piece.text), at, min(0.42, 0.66 * min(piece.size)), "#ffffff", "#2b2118")


def rings(scene: Scene) -> Iterator[str]:
    """Mark the spots with which a choice can begin."""
    live = clickable(scene)
    return (ring(spot, CHOICE) for spot in scene.spots if spot.key in live)


def ring(spot: Spot, colour: str) -> str:
    """Draw a bright edge around a spot."""
    size = (spot.size[0] - 0.12, spot.size[1] - 0.12)
    edge = plate(spot.at, size, spot.turn, 'fill="none" stroke="#3b2f20" stroke-opacity="0.55" stroke-width="11"')
    return edge + plate(spot.at, size, spot.turn, f'fill="none" stroke="{colour}" stroke-width="7"')


def sprite(name: str, at: Point, size: Point, turn: float, mirror: bool = False) -> str:
    """Set a drawing at a place, turned around its centre."""
    x, y = (at[0] - size[0] / 2) * UNIT, (at[1] - size[1] / 2) * UNIT
    box = f'x="{number(x)}" y="{number(y)}" width="{number(size[0] * UNIT)}" height="{number(size[1] * UNIT)}"'
    return f'<use href="#{escape(name)}" {box}{moved(at, turn, mirror)}/>'


def plate(at: Point, size: Point, turn: float, look: str, rounding: float = 0.14) -> str:
    """Draw a rounded rectangle."""
    x, y, wide, high = at[0] - size[0] / 2, at[1] - size[1] / 2, *size
    box = f'x="{number(x * UNIT)}" y="{number(y * UNIT)}" width="{number(wide * UNIT)}" height="{number(high * UNIT)}"'
    return f'<rect {box} rx="{number(rounding * min(size) * UNIT)}" {look}{moved(at, turn)}/>'


def words(text: str, at: Point, size: float, ink: str, edge: str = "") -> Iterator[str]:
    """Write a short text centred at a place, with an outline where it is on a drawing."""
    outline = f' stroke="{edge}" stroke-width="7" paint-order="stroke" stroke-linejoin="round"' if edge else ""
    if text:
        x, y = number(at[0] * UNIT), number((at[1] + size * 0.35) * UNIT)
        look = f'font-size="{number(size * UNIT)}" font-weight="bold" text-anchor="middle" fill="{ink}"{outline}'
        yield f'<text x="{x}" y="{y}" {look}>{escape(text)}</text>'


def moved(at: Point, turn: float, mirror: bool = False) -> str:
    """Write the transform of a turned or mirrored thing."""
    x, y = number(at[0] * UNIT), number(at[1] * UNIT)
    steps = [f"rotate({number(turn)} {x} {y})"] if turn % 360 else []
    steps += [f"translate({number(at[0] * UNIT * 2)} 0) scale(-1 1)"] if mirror else []
    return f' transform="{" ".join(steps)}"' if steps else ""


def number(value: float) -> str:
    """Write a number as briefly as possible."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


COLUMN = 4.6  # units of the board
LEFT, INDENT, LINE, NEXT = 30, 24, 46, 32
INK, GREY, FULL, EMPTY = "#3d2f1e", "#7a6448", "#d9822b", "#ead9bb"
LETTER, BOLD = 0.56, 1.12  # the width of a letter as a share of its size, and how much wider a bold one is


def column(scene: Scene, say: Say, known: Mapping[str, str]) -> tuple[list[str], float]:
    """Draw every panel below the one before, and return how far down the column reaches."""
    left, top, found = scene.size[0] * UNIT + LEFT, 40.0, list[str]()
    wide = COLUMN * UNIT - 2 * LEFT
    for panel in scene.panels:
        title = wrapped(say(panel.title), wide - 2 * INDENT, 28 * BOLD)
        lines = list(rows(panel, say, wide, known))
        head = 30 + 34 * len(title)
        high = head + 14 + sum(height for height, _ in lines)
        found.append(f'<g transform="translate({left:g} {top:g})">')
        found.append(
            f'<rect width="{wide:g}" height="{high:g}" rx="18" fill="#fffaf0" stroke="#e0cda8" stroke-width="3"/>'
        )
        found += [text(said, INDENT, 46 + 34 * n, 28, INK, bold=True) for n, said in enumerate(title)]
        down = float(head)
        for height, parts in lines:
            found.append(f'<g transform="translate(0 {down:g})">{parts}</g>')
            down += height
        found.append("</g>")
        top += high + 24
    return found, top


def rows(panel: Panel, say: Say, wide: float, known: Mapping[str, str]) -> Iterator[tuple[float, str]]:
    """Draw the rows of a panel, each with its height; long words take as many lines as they need."""
    for row in panel.rows:
        label, value = say(row.label), say(row.value) if row.value else ""
        left, parts = INDENT, ""
        if row.sprite in known:
            parts, left = f'<use href="#{escape(row.sprite)}" x="{INDENT}" y="3" width="38" height="38"/>', INDENT + 50
        room = wide - INDENT - left
        labels, values = wrapped(label, room, 25), wrapped(value, room, 25) if value else []
        beside = value and len(labels) == 1 and (len(label) + len(value) + 2) * 25 * LETTER <= room
        parts += "".join(text(said, left, 32 + NEXT * n, 25, INK) for n, said in enumerate(labels))
        if beside:
            parts += text(value, wide - INDENT, 32, 25, GREY, anchor="end")
        else:
            down = 32 + NEXT * len(labels)
            parts += "".join(text(said, left, down + NEXT * n, 25, GREY) for n, said in enumerate(values))
        height = LINE + NEXT * (len(labels) - 1 + (0 if beside else len(values)))
        yield height + (28 if row.meter else 0), parts + meter(row, wide, height)


def wrapped(words: str, room: float, size: float) -> list[str]:
    """Break words into lines that fit."""
    return wrap(words, max(8, int(room / (size * LETTER)))) or [""]


def meter(row: Row, wide: float, down: float) -> str:
    """Draw how full something is, step by step."""
    value, most = row.meter or (0, 0)
    if most <= 0:
        return ""
    step = (wide - 2 * INDENT) / most
    gap = min(5.0, step * 0.2)
    bars = (
        f'<rect x="{INDENT + n * step:.1f}" y="{down:g}" width="{step - gap:.1f}" height="16" rx="5" '
        f'fill="{FULL if n < value else EMPTY}"/>'
        for n in range(most)
    )
    return "".join(bars)


def text(words: str, x: float, y: float, size: float, ink: str, bold: bool = False, anchor: str = "start") -> str:
    """Write words at a place."""
    look = f'font-size="{size:g}" fill="{ink}" text-anchor="{anchor}"' + (' font-weight="bold"' if bold else "")
    return f'<text x="{x:g}" y="{y:g}" {look}>{escape(words)}</text>'


SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
REFERENCE = re.compile(r"""(?:url\(["']?|href=["'])#([^"')]+)""")


@cache
def sheet(package: str) -> dict[str, str]:
    """Read every named element of a game's sprite sheet and of the house's, as text."""
    found: dict[str, str] = {}
    for file in (*art_of(HOME), *art_of(package)):
        found |= elements(file.read_text("utf-8"))
    return found


def elements(text: str) -> dict[str, str]:
    """Cut a sprite sheet into its named elements: symbols, and the gradients and clips they use."""
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    page = ET.fromstring(text)
    holders = [page, *page.iter(f"{{{SVG}}}defs")]
    named = {child.get("id", ""): child for holder in holders for child in holder if child.get("id")}
    return {name: _text(element) for name, element in named.items()}


def used(package: str, names: Iterable[str]) -> list[str]:
    """The elements of some sprites and everything they refer to, each once, in a fixed order."""
    known, wanted, taken = sheet(package), sorted(set(names)), dict[str, str]()
    while wanted:
        name = wanted.pop()
        if name in known and name not in taken:
            taken[name] = known[name]
            wanted += REFERENCE.findall(known[name])
    return [taken[name] for name in sorted(taken)]


def _text(element: ET.Element) -> str:
    element.tail = None
    text = ET.tostring(element, "unicode")
    return text.replace(f' xmlns="{SVG}"', "").replace(f' xmlns:xlink="{XLINK}"', "")
