"""Paints any scene as one stand-alone SVG picture: backdrop, spots, pieces and, if asked, the panels beside them."""

from collections.abc import Iterable, Iterator
from html import escape

from mousehole.core.game import AnyGame
from mousehole.core.scene import Piece, Point, Scene, Spot
from mousehole.core.words import Say, voice
from mousehole.paint.colour import ink_on, is_colour
from mousehole.paint.sprites import SVG, XLINK, sheet, used
from mousehole.paint.svg_panels import COLUMN, column
from mousehole.paint.text import clickable, facts_of
from mousehole.paint.text_sheet import squares

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
