"""The finest end of a game as a picture to share: our own painter draws the last position, with words below it."""

import re
from html import escape

from mousehole import shelf
from mousehole.core.game import AnyGame
from mousehole.core.knowledge import scene_for
from mousehole.core.scene import Scene
from mousehole.core.words import Line, UserError, Voice, line, voice
from mousehole.library.position_text import read_position_json
from mousehole.paint import svg
from mousehole.paint.svg import FONT, SVG, XLINK, number
from mousehole.web.album.memory import Memory
from mousehole.web.album.statistics import board_name

WIDTH, EDGE, HIGHEST = 1080, 40, 1200  # pixels
ROW = 56  # pixels between lines of words
SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')
PAPER, INK, SOFT, GOLD = "#fff6e3", "#3b2314", "#6b4a2f", "#b0781a"
LONGEST = 52  # signs in a row of words


class NoPicture(UserError):
    """A last position that was not kept, or that this version can no longer draw."""

    def __init__(self) -> None:
        super().__init__(line("there is no picture of this game any more"))


def finale(page: Memory, language: str) -> str:
    """Draw the last position of a game as a card with its words."""
    drawn = board(page, language)
    found = SIZE.search(drawn)
    if found is None:
        raise NoPicture
    wide, high = fitted(float(found[1]), float(found[2]))
    box = f'x="{number((WIDTH - wide) / 2)}" y="{EDGE}" width="{number(wide)}" height="{number(high)}"'
    rows = words(page, language)
    tall = height(high, len(rows))
    inner = drawn.replace(found[0], box, 1)
    head = f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}" width="{WIDTH}" height="{number(tall)}" '
    size = f'viewBox="0 0 {WIDTH} {number(tall)}" style="{FONT}">'
    paper = f'<rect width="{WIDTH}" height="{number(tall)}" fill="{PAPER}"/>'
    said = "".join(written(n, text, EDGE + high + 50, say) for n, (text, say) in enumerate(rows))
    return f"{head}{size}{paper}{inner}{said}</svg>\n"


def fitted(wide: float, high: float) -> tuple[float, float]:
    """The size of a board on its card."""
    scale = min((WIDTH - 2 * EDGE) / wide, HIGHEST / high)
    return wide * scale, high * scale


def height(high: float, rows: int) -> float:
    """The height of a card with a board and some rows of words."""
    return EDGE + high + 40 + ROW * rows + EDGE


def room_for(page: Memory, language: str) -> int | None:
    """How high the card of a game will be, so that a page can keep its place free."""
    try:
        _, scene = last_scene(page)
    except NoPicture:
        return None
    return round(height(fitted(*scene.size)[1], len(words(page, language))))


def board(page: Memory, language: str) -> str:
    """Draw the last position."""
    game, scene = last_scene(page)
    return svg.paint(game, scene, language, names(page, language))


def last_scene(page: Memory) -> tuple[AnyGame, Scene]:
    """What the last position looks like."""
    try:
        known = shelf.find(page.game)
        shape = b'{"game":"%s","edition":%d,"state":' % (page.game.encode(), page.edition)
        game, state = read_position_json(shape + bytes(page.last) + b"}", lambda _: known)
        return game, scene_for(game, state, game.turn(state), None)
    except UserError:
        raise NoPicture from None


def words(page: Memory, language: str) -> list[tuple[str, str]]:
    """What stands below the picture, each row with its colour."""
    game = shelf.find(page.game)
    say = voice(language, game.package).naming(names(page, language))
    title = [(say(Line(page.title)), GOLD)] if page.title else []
    place = say(board_name(game, page.played)) if page.played is not None else ""
    head = " · ".join(part for part in (say(game.title), place) if part)
    who = ", ".join(people(page, say))
    rows = [(head, INK), *((row, SOFT) for row in wrapped(say(game.ending(page.over)))), *title, (who, SOFT)]
    return [(text, ink) for text, ink in rows if text]


def people(page: Memory, say: Voice) -> list[str]:
    """The people at the table, by their names; bots are counted."""
    bots = len(page.bots)
    named = [one.name for one in page.sitters if one.kind == "person" and one.name]
    return named + ([say(line("{n} bot", plural="{n} bots", n=bots))] if bots and named else [])


def names(page: Memory, language: str) -> tuple[str, ...]:
    """The names of all seats."""
    game = shelf.find(page.game)
    if page.played is None:
        return ()
    say, kinds = voice(language, game.package), game.seats(page.played)
    return tuple(one.name or say(kind.name) for one, kind in zip(page.sitters, kinds, strict=False))


def wrapped(text: str) -> list[str]:
    """Break a sentence into rows."""
    rows = [""]
    for word in text.split(" "):
        rows[-1:] = [f"{rows[-1]} {word}".strip()] if len(rows[-1]) + len(word) < LONGEST else [rows[-1], word]
    return rows


def written(place: int, text: str, top: float, ink: str) -> str:
    """Write a row of words below the picture."""
    size, weight = (46, "bold") if place == 0 else (36, "normal")
    at = f'x="{WIDTH // 2}" y="{number(top + 20 + place * ROW)}" text-anchor="middle"'
    return f'<text {at} font-size="{size}" font-weight="{weight}" fill="{ink}">{escape(text)}</text>'
