"""A small line plot as SVG, without a library: logarithmic axes if asked, one panel for each measure."""

from collections.abc import Sequence
from math import log10
from typing import NamedTuple

WIDE, HIGH, EDGE = 420, 260, 46
COLOURS = ("#6b4a2f", "#c23b2b")


class Series(NamedTuple):
    """One line of a panel."""

    name: str
    points: Sequence[tuple[float, float]]


class Panel(NamedTuple):
    """Lines over the same axes; `aim` is a dashed level."""

    title: str
    series: Sequence[Series]
    aim: tuple[float, str] | None = None


def plot(panels: Sequence[Panel], across: str) -> str:
    """Draw panels side by side."""
    drawn = "".join(f'<g transform="translate({n * WIDE} 0)">{_panel(p, across)}</g>' for n, p in enumerate(panels))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE * len(panels)} {HIGH}"'
    paper = '<rect width="100%" height="100%" fill="#fffaf0"/>'
    return f'{head} font-family="sans-serif" font-size="11">{paper}{drawn}</svg>\n'


def _panel(panel: Panel, across: str) -> str:
    xs = sorted({x for series in panel.series for x, _ in series.points})
    ys = [y for series in panel.series for _, y in series.points] + ([panel.aim[0]] if panel.aim else [])
    low, high = 10 ** int(log10(min(ys)) // 1), 10 ** -int(-log10(max(ys)) // 1)
    x = lambda v: EDGE + (log10(v / xs[0]) / log10(xs[-1] / xs[0])) * (WIDE - 2 * EDGE)  # noqa: E731
    y = lambda v: HIGH - EDGE - log10(v / low) / log10(high / low) * (HIGH - 2 * EDGE)  # noqa: E731
    parts = [f'<text x="{EDGE}" y="24" font-size="14" font-weight="bold">{panel.title}</text>']
    level = low
    while level <= high * 1.001:
        parts.append(f'<path d="M{EDGE} {y(level):.1f}H{WIDE - EDGE}" stroke="#e4d8c0"/>')
        parts.append(f'<text x="{EDGE - 6}" y="{y(level) + 4:.1f}" text-anchor="end">{level:,}</text>')
        level *= 10
    parts += [f'<text x="{x(v):.1f}" y="{HIGH - EDGE + 16}" text-anchor="middle">{v:,.0f}</text>' for v in xs]
    parts.append(f'<text x="{WIDE / 2}" y="{HIGH - 12}" text-anchor="middle">{across}</text>')
    if panel.aim:
        at = y(panel.aim[0])
        parts.append(f'<path d="M{EDGE} {at:.1f}H{WIDE - EDGE}" stroke="#3c7a3c" stroke-dasharray="5 4"/>')
        parts.append(f'<text x="{WIDE - EDGE}" y="{at - 5:.1f}" text-anchor="end" fill="#2f652f">{panel.aim[1]}</text>')
    for colour, series in zip(COLOURS, panel.series, strict=False):
        way = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in series.points)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3.5" fill="{colour}"/>' for a, b in series.points]
        a, b = series.points[-1]
        parts.append(f'<text x="{x(a) + 6:.1f}" y="{y(b) + 4:.1f}" fill="{colour}">{series.name}</text>')
    return "".join(parts)
