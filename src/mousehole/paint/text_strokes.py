"""The strokes of the text painter: spots, ties between squares of one item, labels at the edges, pieces."""

from collections.abc import Iterator
from itertools import pairwise

from mousehole.core.scene import Piece, Spot
from mousehole.paint.colour import ink_on, is_colour
from mousehole.paint.text_canvas import Rect, inside
from mousehole.paint.text_sheet import Sheet, light, members

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
    return (piece.mark[:3] + words)[:room] or (sheet.say(piece.label)[:1].upper() if piece.label else NO_MARK)


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
