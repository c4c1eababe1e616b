"""Paints any scene as text: marks on a sheet of cells, bars that join the squares of one item, pieces on top."""

from collections.abc import Collection, Iterable, Sequence

from mousehole.core.scene import Panel, Row, Scene
from mousehole.core.words import Say
from mousehole.paint.text_canvas import Canvas
from mousehole.paint.text_sheet import SCALES, Sheet
from mousehole.paint.text_strokes import draw_labels, draw_piece, draw_spot, draw_ties

PLAIN = SCALES[-2:]  # without colours, a larger scale only tears lines apart
METER = 20


def paint(scene: Scene, say: Say, width: int = 80, height: int = 40, panels: bool = True) -> str:
    """Paint a scene without colours; what can be clicked is in brackets, panels stand beside the board."""
    board = canvas(scene, say, width, height, clickable(scene), scales=PLAIN)
    facts = facts_of(scene.panels, say) if panels else []
    return "\n".join(beside(board.rows(), facts, board.width + 3, width))


def canvas(
    scene: Scene,
    say: Say,
    width: int,
    height: int,
    live: Collection[str] = (),
    cursor: str = "",
    scales: Sequence[tuple[int, int]] = SCALES,
) -> Canvas:
    """Paint a scene at the largest scale that fits; `live` keys can be clicked, and the cursor is on one of them."""
    for scale in fitting(scene, width, scales):
        painted = drawn(Sheet(scene, say, scale, frozenset(live), cursor), height)
        if painted.width <= width and painted.height <= height:
            break
    return painted


def fitting(scene: Scene, width: int, scales: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Leave out scales that are clearly too wide; the smallest always stays."""
    marked = [spot.at[0] for spot in scene.spots if spot.mark] or [0.0]
    wide = max(marked) - min(marked)
    return [scale for scale in scales[:-1] if wide * scale[0] <= width] + [scales[-1]]


def clickable(scene: Scene) -> frozenset[str]:
    """Name the keys with which a choice can begin."""
    first = {offer.clicks[0] for offer in scene.offers if offer.clicks}
    return frozenset(first | set(scene.throw.clicks if scene.throw else ()))


def drawn(sheet: Sheet, height: int) -> Canvas:
    """Draw a scene at one scale, with as many blank rows as the height allows."""
    for spot in sorted(sheet.scene.spots, key=lambda spot: (not sheet.wide(spot), bool(spot.mark))):
        draw_spot(sheet, spot)
    draw_ties(sheet)
    for spot in sheet.scene.spots:
        sheet.mark(spot)
    draw_labels(sheet)
    for piece in sheet.scene.pieces:
        draw_piece(sheet, piece)
    airy = squeezed(sheet, 1)
    return airy if airy.height <= height else squeezed(sheet, 0)


def squeezed(sheet: Sheet, blanks: int) -> Canvas:
    """Drop the blank rows at the edges, and all but a few of those between two parts."""
    board, rows, gap = sheet.canvas, dict[int, int](), 0
    used = sheet.solid | {y for (_, y), cell in board.cells.items() if cell.char != " " or cell.paper}
    for y in range(min(used, default=0), max(used, default=-1) + 1):
        gap = 0 if y in used else gap + 1
        if gap <= blanks:
            rows[y] = len(rows)
    left = min((x for (x, _), cell in board.cells.items() if cell.char != " " or cell.paper), default=0)
    return board.moved(rows, -left)


def facts_of(panels: Iterable[Panel], say: Say, bare: bool = False) -> list[str]:
    """Write panels as lines: a title with its rows below; bare ones without marks and meters."""
    lines: list[str] = []
    for panel in panels:
        wide = (
            max((len(row.mark) for row in panel.rows), default=0),
            max((len(say(r.label)) for r in panel.rows), default=0),
        )
        lines += [say(panel.title), *(f"  {fact(row, say, *wide, bare)}" for row in panel.rows), ""]
    return lines[:-1]


def fact(row: Row, say: Say, mark: int = 0, label: int = 0, bare: bool = False) -> str:
    """Write one row of a panel: the mark it explains, words, a meter of full and empty blocks, a value."""
    words = [row.mark.ljust(mark)] if mark and not bare else []
    words += [say(row.label).ljust(label)]
    words += [meter(*row.meter)] if row.meter and not bare else []
    words += [say(row.value)] if row.value else []
    return "  ".join(words).rstrip()


def meter(value: int, most: int) -> str:
    """Draw how full something is."""
    cells = min(most, METER) if most > 0 else 0
    full = round(cells * max(0, min(value, most)) / most) if cells else 0
    return "▮" * full + "▯" * (cells - full)


def beside(left: list[str], right: list[str], margin: int, width: int) -> list[str]:
    """Set two columns of text side by side, or one below the other if they do not fit."""
    if not right or margin + max(map(len, right), default=0) > width:
        return [*left, *(["", *right] if right else [])]
    rows = max(len(left), len(right))
    pairs = zip(left + [""] * (rows - len(left)), right + [""] * (rows - len(right)), strict=True)
    return [f"{a:<{margin}}{b}".rstrip() for a, b in pairs]
