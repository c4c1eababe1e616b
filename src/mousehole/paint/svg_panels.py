"""The panels of a picture: facts as a column to the right of the board."""

from collections.abc import Iterator, Mapping
from html import escape
from textwrap import wrap

from mousehole.core.scene import Panel, Row, Scene
from mousehole.core.words import Say

COLUMN = 4.6  # units of the board
UNIT, LEFT, INDENT, LINE, NEXT = 100, 30, 24, 46, 32
INK, SOFT, FULL, EMPTY = "#3d2f1e", "#7a6448", "#d9822b", "#ead9bb"
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
            parts += text(value, wide - INDENT, 32, 25, SOFT, anchor="end")
        else:
            down = 32 + NEXT * len(labels)
            parts += "".join(text(said, left, down + NEXT * n, 25, SOFT) for n, said in enumerate(values))
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
