"""Paints any scene as text: marks on a sheet of cells, bars that join the squares of one item, pieces on top."""

import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from mousehole.core.scene import Panel, Piece, Point, Row, Scene, Spot
from mousehole.core.words import Say
from mousehole.paint.colour import DARK, ink_on, is_colour, mix
from mousehole.paint.text_canvas import Canvas, Rect, inside

SCALES = ((8, 4), (6, 3), (4, 2), (4, 1))  # cells per unit, across and down: a cell is twice as high as wide
SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")
GLOW = {"good": "#7ed957", "danger": "#ff5a4d", "path": "#ffffff"}
CURSOR = "#ffffff"
LIVELY, MUTED = 0.0, 0.55
SMALL_PIECE = 0.25


class Sheet:
    """A scene on its way to characters."""

    def __init__(self, scene: Scene, say: Say, scale: tuple[int, int], live: frozenset[str], cursor: str):
        self.scene, self.say, self.live, self.cursor = scene, say, live, cursor
        self.across, self.down = scale
        self.canvas = Canvas()
        self.taken: set[tuple[int, int]] = set()  # cells of pieces

    @cached_property
    def spots(self) -> dict[str, Spot]:
        """The spots by key."""
        return {spot.key: spot for spot in self.scene.spots}

    @cached_property
    def squares(self) -> dict[str, Spot]:
        """The squares of the board."""
        return squares(self.scene)

    @cached_property
    def added(self) -> tuple[float, ...]:
        """The heights where a row is added: for column letters, and for the outlines of areas."""
        heights = {min(spot.at[1] for spot in self.squares.values()) - 0.5} if self.squares else set()
        for spot in self.scene.spots:
            if self.drawn(spot):
                held = [other.at[1] for other in members(self.scene, spot)]
                if held:
                    heights |= {min(held) - 0.01, max(held) + 0.01}
                elif self.down == 1 and extent(spot)[1] < 3:
                    heights |= {spot.at[1] - 0.4, spot.at[1] + 0.4}
        return tuple(sorted(heights))

    @cached_property
    def solid(self) -> set[int]:
        """The rows of the squares, including blank ones between them, so that a board stays even."""
        rows = [self.cell(spot.at)[1] for spot in self.squares.values()]
        return set(range(min(rows), max(rows) + 1)) if rows else set()

    @cached_property
    def muting(self) -> bool:
        """Whether what cannot be clicked is dimmed: only while squares can be chosen."""
        return any(spot.mark and spot.key in self.live for spot in self.scene.spots)

    def cell(self, at: Point) -> tuple[int, int]:
        """The cell in the middle of a unit around a point."""
        x = _round((at[0] - 0.5) * self.across) + max(0, (self.across - 2) // 2)
        y = _round((at[1] - 0.5) * self.down) + max(0, (self.down - 2) // 2)
        return x, y + self.shift(at[1])

    def rect(self, spot: Spot) -> Rect:
        """All cells of a spot, including the gap to the next one."""
        width, height = extent(spot)
        x, y = spot.at
        left, right = (_round((x + side * width) * self.across) for side in (-0.5, 0.5))
        top, bottom = (_round((y + side * height) * self.down) for side in (-0.5, 0.5))
        shift = self.shift(y)
        return left, top + shift, max(right, left + 1), max(bottom, top + 1) + shift

    def shift(self, y: float) -> int:
        """Count the rows added above a height: for column letters, and for boxes that need more room."""
        return sum(y > added for added in self.added)

    def paper(self, spot: Spot) -> Rect:
        """The cells of a spot that show its colour, one cell apart from its neighbours."""
        left, top, right, bottom = self.rect(spot)
        return left, top, max(right - 1, left + 1), max(bottom - 1, top + 1)

    def wide(self, spot: Spot) -> bool:
        """Whether a spot is an area rather than a square or a bar."""
        return min(extent(spot)) > 1.1 and max(extent(spot)) >= 2

    def drawn(self, spot: Spot) -> bool:
        """Whether a spot is an area to be outlined; what has neither name nor colour is furniture."""
        return self.wide(spot) and bool(spot.label or spot.mark or spot.tint or spot.key in self.live)

    def tint(self, spot: Spot, live: bool) -> str:
        """Choose the paper of a spot: bright if it can be clicked, dimmed if others can."""
        if spot.key == self.cursor:
            return CURSOR
        tint = spot.tint if is_colour(spot.tint) else ""
        if spot.glow in GLOW:
            return mix(tint or DARK, GLOW[spot.glow], 0.4)
        return mix(tint, DARK, MUTED if self.muting and not live else LIVELY) if tint else ""

    def mark(self, spot: Spot) -> None:
        """Write the mark of a spot, in brackets if it can be clicked."""
        if self.wide(spot) or not (spot.mark or spot.sprite or spot.tint):
            return
        x, y = self.cell(spot.at)
        self.canvas.places[spot.key] = (x, y)
        if spot.mark or self.canvas.free(x, y, 1):
            self.write(x, y, spot.mark[:3] or "·", spot.key)

    def write(self, x: int, y: int, mark: str, key: str) -> int:
        """Write a mark around a cell, in brackets if there is room and it can be clicked; returns the first column."""
        live = key in self.live
        if live and len(mark) + 2 <= self.across:
            mark = f"›{mark}‹" if key == self.cursor else f"({mark})"
        left = x - (len(mark) - 1) // 2
        paper = self.canvas.at(x, y).paper
        self.canvas.put(left, y, mark, ink_on(paper) if paper else "", strong=live)
        return left

    def piece_at(self, piece: Piece) -> Point:
        """The centre of a piece; small shifts are ignored, since cells are too coarse for them."""
        spot = self.spots[piece.on]
        dx, dy = (0.0 if abs(shift) < SMALL_PIECE else shift for shift in piece.shift)
        return spot.at[0] + dx, spot.at[1] + dy


def squares(scene: Scene) -> dict[str, Spot]:
    """The spots named like squares, a1 and so on, if they stand in straight columns and rows."""
    named = {spot.key: spot for spot in scene.spots if SQUARE.fullmatch(spot.key)}
    columns = {(key[0], round(spot.at[0], 3)) for key, spot in named.items()}
    rows = {(key[1:], round(spot.at[1], 3)) for key, spot in named.items()}
    straight = len(columns) == len({c for c, _ in columns}) and len(rows) == len({r for r, _ in rows})
    return named if straight and len(named) > 3 else {}


def members(scene: Scene, spot: Spot) -> list[Spot]:
    """List the marked spots whose centres lie on an unmarked one, as the squares of an item do."""
    if spot.mark or max(spot.size) < 1.5:
        return []
    (x, y), (width, height) = spot.at, extent(spot)
    return [
        other
        for other in scene.spots
        if other.mark and abs(other.at[0] - x) < width / 2 and abs(other.at[1] - y) < height / 2
    ]


def extent(spot: Spot) -> Point:
    """Width and height as they appear on the board: an upright spot has them swapped."""
    upright = round(spot.turn / 90) % 2
    return (spot.size[1], spot.size[0]) if upright else spot.size


def light(paper: str) -> str:
    """Choose the ink on a paper, or the terminal's own where there is none."""
    return ink_on(paper) if paper else ""


def _round(value: float) -> int:
    return math.floor(value + 0.5 + 1e-6)


NO_MARK = "●"


def draw_spot(sheet: Sheet, spot: Spot) -> None:
    """Draw the background of a spot: an area as a box, anything else as its colour."""
    if sheet.wide(spot):
        draw_area(sheet, spot)
        return
    sheet.canvas.claim(sheet.rect(spot), spot.key)
    held = [other.key for other in members(sheet.scene, spot)]
    paper = sheet.tint(spot, not sheet.live.isdisjoint((spot.key, *held)))
    if paper:
        sheet.canvas.fill(sheet.paper(spot), paper, ink_on(paper))


def draw_area(sheet: Sheet, spot: Spot) -> None:
    """Draw a box around an area, with its name in the top line."""
    if not sheet.drawn(spot):
        return
    rect = area(sheet, spot)
    sheet.canvas.claim(rect, spot.key)
    sheet.canvas.places[spot.key] = ((rect[0] + rect[2]) // 2, (rect[1] + rect[3] - 1) // 2)
    live = spot.key in sheet.live
    sheet.canvas.box(rect, "heavy" if live else "light", spot.tint if is_colour(spot.tint) else "")
    name = f" {spot.mark or (sheet.say(spot.label) if spot.label else '')} "
    if name.strip() and len(name) <= rect[2] - rect[0] - 4:
        sheet.canvas.put(rect[0] + 2, rect[1], name, strong=live)


def area(sheet: Sheet, spot: Spot) -> Rect:
    """The outline of an area: around its squares, or tight if it has none."""
    left, top, right, bottom = sheet.rect(spot)
    cells = [sheet.cell(other.at) for other in members(sheet.scene, spot)]
    if cells:
        columns, rows = [x for x, _ in cells], [y for _, y in cells]
        return min(left, *columns) - 1, min(rows) - 1, max(right, *columns) + 1, max(rows) + 2
    (x, y), half, rise = sheet.cell(spot.at), (right - left) // 2, max(1, (bottom - top - 1) // 2)
    return x - half, y - rise, x + half + 1, y + rise + 1


def draw_ties(sheet: Sheet) -> None:
    """Join the squares of every item with lines, so that items can be told apart without colour."""
    for one, other in ties(sheet):
        (x, y), (right, bottom) = sheet.cell(one.at), sheet.cell(other.at)
        if y == bottom:
            for column in range(x + 1, right):
                stroke(sheet, column, y, "─")
        elif bottom == y + 1:
            stroke(sheet, x + 1, y, "│" if sheet.canvas.at(x + 1, y).char == "╵" else "╷")
            stroke(sheet, x + 1, bottom, "╵")
        else:
            for row in range(y + 1, bottom):
                stroke(sheet, x, row, "│")


def stroke(sheet: Sheet, x: int, y: int, char: str) -> None:
    """Draw one cell of a line."""
    sheet.canvas.put(x, y, char, light(sheet.canvas.at(x, y).paper))


def ties(sheet: Sheet) -> Iterator[tuple[Spot, Spot]]:
    """Pair the squares that belong together: along a bar, and neighbours whose spots share a group ("item-3-a1")."""
    groups: dict[str, list[Spot]] = {}
    for spot in sheet.scene.spots:
        group, dash, key = spot.key.rpartition("-")
        square = sheet.spots.get(key)
        if not sheet.wide(spot) and (held := members(sheet.scene, spot)):
            yield from pairwise(sorted(held, key=lambda other: (other.at[1], other.at[0])))
        elif dash and square and square.mark and square.at == spot.at:
            groups.setdefault(group, []).append(square)
    for squares in groups.values():
        yield from ((a, b) for a in squares for b in squares if next_to(a, b))


def next_to(one: Spot, other: Spot) -> bool:
    """Whether a spot is the right or lower neighbour of another."""
    dx, dy = other.at[0] - one.at[0], other.at[1] - one.at[1]
    return (abs(dx - 1) < 0.1 and abs(dy) < 0.1) or (abs(dy - 1) < 0.1 and abs(dx) < 0.1)


def draw_labels(sheet: Sheet) -> None:
    """Write column letters above the squares and row numbers to their left."""
    if not sheet.squares:
        return
    top = min(sheet.paper(spot)[1] for spot in sheet.squares.values())
    papers = [sheet.paper(spot)[0] for spot in sheet.squares.values()]
    beside = [x for (x, y), cell in sheet.canvas.cells.items() if y in sheet.solid and cell.char != " "]
    left = min(*papers, *beside)
    for key, spot in sheet.squares.items():
        x, y = sheet.cell(spot.at)
        if sheet.canvas.free(x, top - 1, 1):
            sheet.canvas.put(x, top - 1, key[0])
        if sheet.canvas.free(left - 3, y, 2):
            sheet.canvas.put(left - 3, y, key[1:].rjust(2))


def draw_piece(sheet: Sheet, piece: Piece) -> None:
    """Write the mark of a piece; if its place is taken, it goes beside the other."""
    mark = piece_mark(sheet, piece)
    x, y = free_place(sheet, piece, len(mark))
    left, live = x - (len(mark) - 1) // 2, piece.key in sheet.live or piece.on in sheet.live
    rect = (left, y, left + len(mark), y + 1)
    sheet.taken.update(inside(rect))
    sheet.canvas.places[piece.key] = (x, y)
    if is_colour(piece.tint) and sheet.cursor not in (piece.key, piece.on):
        sheet.canvas.fill(rect, piece.tint, ink_on(piece.tint))
    if piece.key in sheet.live:
        left = sheet.write(x, y, mark, piece.key)
    else:
        sheet.canvas.put(left, y, mark, light(sheet.canvas.at(x, y).paper), strong=live or not piece.tint)
    sheet.canvas.claim(rect, piece.key)


def piece_mark(sheet: Sheet, piece: Piece) -> str:
    """Choose what stands for a piece: its mark, and as much of its words as fits."""
    words = sheet.say(piece.text) if piece.text else ""
    room = max(3, round(piece.size[0] * sheet.across) - 1)
    told = "" if words and words in piece.mark else words  # a card C6 with the words 6 is C6
    return (piece.mark[:3] + told)[:room] or (sheet.say(piece.label)[:1].upper() if piece.label else NO_MARK)


def free_place(sheet: Sheet, piece: Piece, width: int) -> tuple[int, int]:
    """Find free cells near the centre of a piece; its own centre if there are none."""
    x, y = sheet.cell(sheet.piece_at(piece))
    left, top, right, bottom = inner(sheet, sheet.spots[piece.on])
    y = max(top, min(y, bottom - 1))
    tries = [(x, y), *((c, r) for r in (y, *range(top, bottom)) for c in (x, *range(left, right)))]
    for column, row in tries:
        start = column - (width - 1) // 2
        if sheet.taken.isdisjoint((start + n, row) for n in range(width)) and (
            (column, row) == (x, y) or (left <= start and start + width <= right)
        ):
            return column, row
    return x, y


def inner(sheet: Sheet, spot: Spot) -> Rect:
    """The cells of a spot where pieces can stand: all of a square, the inside of a box."""
    if not sheet.wide(spot):
        return sheet.rect(spot)
    left, top, right, bottom = area(sheet, spot)
    return left + 1, top + 1, right - 1, bottom - 1


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
