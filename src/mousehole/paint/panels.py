"""The panels of a picture: facts as a column to the right of the board."""

from collections.abc import Iterator, Mapping
from html import escape

from mousehole.core.scene import Panel, Row, Scene
from mousehole.core.words import Say

COLUMN = 4.6  # units of the board
UNIT, LEFT, INDENT, LINE = 100, 30, 24, 46
INK, SOFT, FULL, EMPTY = "#3d2f1e", "#7a6448", "#d9822b", "#ead9bb"
LETTER = 0.52  # how wide a letter is, as a share of its size


def column(scene: Scene, say: Say, known: Mapping[str, str]) -> Iterator[str]:
    """Draw every panel below the one before."""
    left, top = scene.size[0] * UNIT + LEFT, 40.0
    wide = COLUMN * UNIT - 2 * LEFT
    for panel in scene.panels:
        lines = list(rows(panel, say, wide, known))
        high = 76 + sum(height for height, _ in lines)
        yield f'<g transform="translate({left:g} {top:g})">'
        yield f'<rect width="{wide:g}" height="{high:g}" rx="18" fill="#fffaf0" stroke="#e0cda8" stroke-width="3"/>'
        yield text(say(panel.title), INDENT, 46, 28, INK, bold=True)
        down = 62.0
        for height, parts in lines:
            yield f'<g transform="translate(0 {down:g})">{parts}</g>'
            down += height
        yield "</g>"
        top += high + 24


def rows(panel: Panel, say: Say, wide: float, known: Mapping[str, str]) -> Iterator[tuple[float, str]]:
    """Draw the rows of a panel, each with its height."""
    for row in panel.rows:
        label, value = say(row.label), say(row.value) if row.value else ""
        left, parts = INDENT, ""
        if row.sprite in known:
            parts, left = f'<use href="#{escape(row.sprite)}" x="{INDENT}" y="3" width="38" height="38"/>', INDENT + 50
        parts += text(label, left, 32, 25, INK)
        own_line = left + (len(label) + len(value) + 2) * 25 * LETTER > wide - INDENT
        parts += (
            text(value, wide - INDENT, 32 + (LINE if own_line else 0) * 0.75, 25, SOFT, anchor="end") if value else ""
        )
        height = LINE * (1.75 if own_line and value else 1.0)
        yield height + (28 if row.meter else 0), parts + meter(row, wide, height)


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
