"""Draws what a training found: the share of games won in every test, over the games it learned from."""

from typing import Any

WIDE, HIGH, EDGE, KEY = 760, 320, 46, 230
COLOURS = ("#6b4a2f", "#c23b2b", "#3a6ea5", "#5b8c3a", "#8e5ba6", "#d08a1d", "#2f8f83", "#777777")


def drawn(curve: list[dict[str, Any]]) -> str:
    """The curve as SVG."""
    lines = series(curve)
    most = max([x for points in lines.values() for x, _ in points], default=1) or 1
    parts = [frame(most)]
    for n, (name, points) in enumerate(lines.items()):
        colour = COLOURS[n % len(COLOURS)]
        path = " ".join(f"{across(x, most):.1f},{down(y):.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDE - KEY + 12}" y="{EDGE + 18 * n}" fill="{colour}">{name}</text>')
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="11">'
    )
    return f'{head}<rect width="100%" height="100%" fill="#fffaf0"/>{"".join(parts)}</svg>\n'


def series(curve: list[dict[str, Any]]) -> dict[str, list[tuple[float, float]]]:
    """The points of every line: millions of games, and the share won by the team that the line is named after."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for row in curve:
        for name, found in row.items():
            if isinstance(found, dict):
                won = found["won"][1 if " as cat" in name else 0]
                lines.setdefault(name, []).append((row["games"] / 1e6, won))
    return lines


def frame(most: float) -> str:
    """The axes and their figures."""
    marks = "".join(
        f'<text x="{EDGE - 8}" y="{down(n / 4) + 4:.1f}" text-anchor="end">{25 * n} %</text>'
        f'<line x1="{EDGE}" x2="{WIDE - KEY}" y1="{down(n / 4):.1f}" y2="{down(n / 4):.1f}" stroke="#ddd"/>'
        for n in range(5)
    )
    below = f'<text x="{(EDGE + WIDE - KEY) / 2:.0f}" y="{HIGH - 12}" text-anchor="middle">'
    return f"{marks}{below}games learned from, in millions, up to {most:.3g}</text>"


def across(x: float, most: float) -> float:
    """Where so many games stand."""
    return EDGE + x / most * (WIDE - KEY - EDGE)


def down(y: float) -> float:
    """Where a share stands."""
    return HIGH - EDGE - y * (HIGH - 2 * EDGE)
