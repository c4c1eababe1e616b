"""Custom pantries drawn by clicks: a brush for every food, a pen that starts a new item, rows and columns to add."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.content import BadContent, parse
from mousehole.core.kit import Grid, Square, grid
from mousehole.core.scene import Offer, Panel, Piece, Point, Row, Scene, Spot
from mousehole.core.solvable import Fields, Sketch, Sketcher
from mousehole.core.words import Line, line, plain
from mousehole.games.mmm.board import LETTERS, MAX_SIDE, BoardFile, Item, build_board
from mousehole.games.mmm.moves import FOODS, Food, Setup
from mousehole.games.mmm.rules import new
from mousehole.games.mmm.scene import MARK, bars
from mousehole.games.mmm.state import Pantry
from mousehole.games.mmm.story import FOOD

NOTHING = "."
Cells = tuple[tuple[str, str], ...]  # letter and name of the item on every square, in reading order


class BoardDraft(Struct, frozen=True):
    """A board in the making; the pen is on the square drawn last, and continues its item."""

    columns: int
    cells: Cells
    steps: int = 11
    paws: int = 1
    brush: str = "B"
    pen: str = ""

    @property
    def grid(self) -> Grid:
        """The squares of the board."""
        return grid(self.columns, len(self.cells) // self.columns)

    def at(self, square: Square) -> tuple[str, str]:
        """The letter and the item on a square."""
        return self.cells[self.grid.names.index(square)]


def of_page(page: BoardFile) -> BoardDraft:
    """Read the squares of a board file; an empty pantry is a draft too."""
    rows = [row.split() for row in page.pantry.strip().splitlines()]
    flat = [letter for row in rows for letter in row]
    if not flat or any(letter != NOTHING for letter in flat):
        return of_setup_page(page)
    return BoardDraft(len(rows[0]), tuple((NOTHING, NOTHING) for _ in flat), page.steps, page.paws)


def of_setup_page(page: BoardFile) -> BoardDraft:
    """Read a complete board."""
    board = build_board(page, "board")
    return named(board.grid, board.items, board.steps, board.paws)


def of_board(setup: Setup) -> BoardDraft:
    """Start from the board of a set-up."""
    pantry = Pantry(setup)
    return named(pantry.grid, pantry.board.items, pantry.steps, pantry.board.paws)


def plain_board() -> BoardDraft:
    """Start from an empty pantry."""
    return BoardDraft(6, ((NOTHING, NOTHING),) * 24)


def named(squares: Grid, items: tuple[Item, ...], steps: int, paws: int) -> BoardDraft:
    """Give every item a name of its own."""
    letter = {food: sign for sign, food in LETTERS.items()}
    cells = [(NOTHING, NOTHING)] * len(squares.names)
    for number, item in enumerate(items, 1):
        for square in squares.named(item.squares):
            cells[squares.names.index(square)] = (letter[item.food], f"{letter[item.food]}{number}")
    return BoardDraft(squares.columns, tuple(cells), steps, paws)


def toml(draft: BoardDraft) -> str:
    """Write a board as its file; items are named only where two of one food touch."""
    wide, cells = draft.columns, draft.cells
    rows = [cells[start : start + wide] for start in range(0, len(cells), wide)]
    letters = "\n".join(" ".join(letter for letter, _ in row) for row in rows)
    text = f'steps = {draft.steps}\npaws = {draft.paws}\npantry = """\n{letters}\n"""\n'
    if not touching(draft):
        return text
    names = "\n".join(" ".join(name for _, name in row) for row in rows)
    return f'{text}items = """\n{names}\n"""\n'


def touching(draft: BoardDraft) -> bool:
    """Whether two items of one food lie side by side."""
    for square in draft.grid.names:
        letter, name = draft.at(square)
        near = [draft.at(other) for other in draft.grid.near(square)]
        if letter != NOTHING and any(other == letter and item != name for other, item in near):
            return True
    return False


def put(draft: BoardDraft, number: int, cell: tuple[str, str]) -> BoardDraft:
    """Change one square; an item that falls apart becomes several."""
    cells = [*draft.cells]
    cells[number] = cell
    return apart(replace(draft, cells=tuple(cells)))


def apart(draft: BoardDraft) -> BoardDraft:
    """Name the parts of an item that are no longer connected."""
    squares, cells, seen, done = draft.grid, list(draft.cells), set[str](), set[Square]()
    for square in squares.names:
        letter, item = draft.at(square)
        if square in done or letter == NOTHING:
            continue
        group = joined(draft, square)
        called = fresh(replace(draft, cells=tuple(cells)), letter) if item in seen else item
        seen.add(item)
        done |= set(group)
        for one in group:
            cells[squares.names.index(one)] = (letter, called)
    return replace(draft, cells=tuple(cells))


def joined(draft: BoardDraft, square: Square) -> list[Square]:
    """List the squares connected with one, within its item."""
    group, item = [square], draft.at(square)[1]
    for one in group:
        group += [near for near in draft.grid.near(one) if draft.at(near)[1] == item and near not in group]
    return group


def fresh(draft: BoardDraft, letter: str) -> str:
    """Find a name that no item has yet."""
    used = {name for _, name in draft.cells}
    return next(name for n in count(1) if (name := f"{letter}{n}") not in used)


FOOD_OF: dict[str, Food] = dict(LETTERS)
MOST_STEPS = 30
NEW_ITEM = "new"  # a pen that starts a new item, even beside one of the same food
KNOBS = {"columns": line("columns"), "rows": line("rows"), "steps": line("the cat's steps")}
AFTER = line("Once there is food on the board, its chances can be worked out.")
Change = tuple[tuple[str, ...], Line, BoardDraft]


class Designer:
    """The part `designer` of the game."""

    def sketch(self, fields: Fields) -> Sketch:
        """Draw the board that the fields name, and everything that can be changed."""
        draft, note = read(fields)
        text = fields.get("board", "") if note else toml(draft)  # keep what somebody typed, right or wrong
        wrong, note = note is not None, note or (AFTER if begin(draft) else None)
        setup = None if note else Setup(board=text)
        changed = list(changes(draft))
        offers = tuple(Offer(n, clicks, label) for n, (clicks, label, _) in enumerate(changed))
        told = tuple(written(after) for _, _, after in changed)
        state = new(setup) if setup else None
        shown = written(draft) | {"board": text}
        return Sketch(shown, drawn(draft, offers), told, setup, state, note, "board", wrong)

    def fields(self, setup: Setup, state: Any) -> Fields:
        """Name the board of a set-up."""
        return written(of_board(setup))


def read(fields: Fields) -> tuple[BoardDraft, Line | None]:
    """Read a board; if something is wrong with it, say so and show an empty one."""
    text, brush = fields.get("board", ""), fields.get("brush", "B")
    if not text:
        return plain_board(), None
    try:
        if len(text) > 4000:
            raise BadContent("board", line("at most {most} letters", most=4000))
        page = parse(text, BoardFile, "board")
        draft = of_page(page)
        if any(letter != NOTHING for letter, _ in draft.cells):
            build_board(page, "board")
    except BadContent as error:
        return plain_board(), error.line
    return replace(draft, brush=brush if brush in (*LETTERS, NOTHING) else "B", pen=fields.get("pen", "")), None


def written(draft: BoardDraft) -> dict[str, str]:
    """Write a board as the fields of an address."""
    return {"board": toml(draft), "brush": draft.brush} | ({"pen": draft.pen} if draft.pen else {})


def begin(draft: BoardDraft) -> Line | None:
    """Say how to start."""
    bare = all(letter == NOTHING for letter, _ in draft.cells)
    return line("Choose a food, then tap squares: neighbours become one item.") if bare else None


def changes(draft: BoardDraft) -> Iterator[Change]:
    """List everything a click can change."""
    for number, square in enumerate(draft.grid.names):
        yield painted(draft, number, square)
    for brush in (*LETTERS, NOTHING):
        if brush != draft.brush:
            label = line("Draw {food}", food=FOOD[FOOD_OF[brush]]) if brush != NOTHING else line("Erase")
            yield (f"brush-{brush}",), label, replace(draft, brush=brush, pen="")
    if draft.pen != NEW_ITEM and draft.brush != NOTHING:
        yield (), line("Start a new item"), replace(draft, pen=NEW_ITEM)
    yield from resized(draft)
    yield from boards(draft)


def painted(draft: BoardDraft, number: int, square: Square) -> Change:
    """Draw on a square, or erase it if it already shows the brush's food."""
    letter, _ = draft.cells[number]
    told = {"square": square, "food": FOOD[FOOD_OF[draft.brush]] if draft.brush != NOTHING else ""}
    if draft.brush in (NOTHING, letter):
        return (square,), Line("Erase {square}", told), put(draft, number, (NOTHING, NOTHING))
    drawn_on = put(draft, number, (draft.brush, item_for(draft, square)))
    return (square,), Line("Draw {food} on {square}", told), replace(drawn_on, pen=square)


def item_for(draft: BoardDraft, square: Square) -> str:
    """Choose the item a square joins: the one under the pen, else a neighbour of the same food, else a new one."""
    near = [draft.at(other)[1] for other in draft.grid.near(square) if draft.at(other)[0] == draft.brush]
    held = draft.at(draft.pen)[1] if draft.pen in draft.grid.names else ""
    if held in near:
        return held
    return near[0] if near and draft.pen != NEW_ITEM else fresh(draft, draft.brush)


def resized(draft: BoardDraft) -> Iterator[Change]:
    """Add or remove rows, columns and steps."""
    wide, high, cells = draft.columns, len(draft.cells) // draft.columns, draft.cells
    void = (NOTHING, NOTHING)
    if high < MAX_SIDE:
        yield ("rows-more",), line("Add a row"), replace(draft, cells=cells + (void,) * wide)
    if high > 1:
        yield ("rows-less",), line("Remove a row"), replace(draft, cells=cells[:-wide])
    rows = [cells[start : start + wide] for start in range(0, len(cells), wide)]
    if wide < MAX_SIDE:
        wider = tuple(cell for row in rows for cell in (*row, void))
        yield ("columns-more",), line("Add a column"), replace(draft, columns=wide + 1, cells=wider)
    if wide > 1:
        narrow = tuple(cell for row in rows for cell in row[:-1])
        yield ("columns-less",), line("Remove a column"), apart(replace(draft, columns=wide - 1, cells=narrow))
    if draft.steps < MOST_STEPS:
        yield ("steps-more",), line("Move the cat a step further away"), replace(draft, steps=draft.steps + 1)
    if draft.steps > 1:
        yield ("steps-less",), line("Move the cat a step closer"), replace(draft, steps=draft.steps - 1)


def boards(draft: BoardDraft) -> Iterator[Change]:
    """Start from an empty board, or from one that comes with the game."""
    yield (), line("Empty board"), plain_board()
    yield (), line("Start from one paw"), of_board(Setup())
    yield (), line("Start from two paws"), of_board(Setup(side="two_paws"))


def drawn(draft: BoardDraft, offers: tuple[Offer, ...]) -> Scene:
    """Draw the board, the knobs below it and the palette at the bottom."""
    wide, high = draft.columns, len(draft.cells) // draft.columns
    size = (max(wide + 1.2, 8.5), high + 4.1)
    left = (size[0] - wide) / 2
    spots = (*squares(draft, left), *food(draft, left), *knobs(size), *palette(draft, size))
    hand = Piece("brush", f"brush-{draft.brush}", "house-hand", "slide", (0.28, 0.34), (0.6, 0.6))
    ask, facts = begin(draft) or line("Draw your own pantry."), (larder(draft), lengths(draft))
    return Scene(size, spots, (*counts(draft), hand), ask, offers, panels=facts, backdrop="mmm-wall")


def squares(draft: BoardDraft, left: float) -> Iterator[Spot]:
    """Draw every square, the empty ones included."""
    high = len(draft.cells) // draft.columns
    middle = (left + draft.columns / 2, high / 2 + 0.5)
    yield Spot("cupboard", middle, (draft.columns + 0.6, high + 0.6), "mmm-cupboard")
    for square in draft.grid.names:
        (x, y), (letter, _) = draft.grid.at(square), draft.at(square)
        what = FOOD[FOOD_OF[letter]] if letter != NOTHING else line("nothing")
        label = line("{square}: {what}", square=square, what=what)
        shelf = "mmm-shelf" if (x + y) % 2 else "mmm-shelf-alt"
        yield Spot(square, (left + x + 0.5, y + 1.0), sprite=shelf, label=label, mark=letter)


def food(draft: BoardDraft, left: float) -> Iterator[Spot]:
    """Draw the items as the game does."""
    if all(letter == NOTHING for letter, _ in draft.cells):
        return

    def centre(square: Square) -> Point:
        x, y = draft.grid.at(square)
        return left + x + 0.5, y + 1.0

    yield from bars(Pantry(Setup(board=toml(draft))), centre)


def palette(draft: BoardDraft, size: Point) -> Iterator[Spot]:
    """Draw the foods to choose from, and the eraser."""
    y, start = size[1] - 1.1, size[0] / 2 - 3.3
    for n, letter in enumerate((*LETTERS, NOTHING)):
        what = FOOD[FOOD_OF[letter]] if letter != NOTHING else line("eraser")
        art = f"mmm-{FOOD_OF[letter]}" if letter != NOTHING else "house-trash"
        glow = "good" if letter == draft.brush else ""
        yield Spot(f"brush-{letter}", (start + n * 1.32, y), (1.15, 1.15), art, label=what, mark=letter, glow=glow)


def knobs(size: Point) -> Iterator[Spot]:
    """Draw the knobs that resize the board and lengthen or shorten the cat's path."""
    for n, name in enumerate(KNOBS):
        middle = size[0] / 2 + (n - 1) * 2.8
        yield Spot(f"{name}-count", (middle, size[1] - 2.65), (1.26, 0.8), tint="#fff8e9")
        for sign, key, aside in (("−", "less", -1.0), ("+", "more", 1.0)):
            at = (middle + aside, size[1] - 2.65)
            yield Spot(f"{name}-{key}", at, (0.74, 0.8), label=KNOBS[name], mark=sign, tint="#f8e3b8")


def counts(draft: BoardDraft) -> Iterator[Piece]:
    """Write how large the board is and how long the cat's path is."""
    told = (
        plain(f"↔ {draft.columns}"),
        plain(f"↕ {len(draft.cells) // draft.columns}"),
        line("cat {steps}", steps=draft.steps),
    )
    for name, words in zip(KNOBS, told, strict=True):
        yield Piece(f"{name}-words", f"{name}-count", motion="none", size=(1.26, 0.8), text=words, tint="#fff8e9")


def larder(draft: BoardDraft) -> Panel:
    """Count the squares and items of every food."""
    rows = []
    for food_name in FOODS:
        mine = [(letter, item) for letter, item in draft.cells if letter != NOTHING and FOOD_OF[letter] == food_name]
        n = len({item for _, item in mine})
        value = line("{squares} in {n} item", plural="{squares} in {n} items", squares=len(mine), n=n)
        rows.append(Row(FOOD[food_name], value if mine else line("none"), f"mmm-{food_name}", mark=MARK[food_name]))
    return Panel("larder", line("In your pantry"), tuple(rows))


def lengths(draft: BoardDraft) -> Panel:
    """Show how far the cat has to walk."""
    value = line("{n} step", plural="{n} steps", n=draft.steps)
    return Panel("cat", line("The cat"), (Row(line("To the pantry"), value, "mmm-cat", mark="@"),))


DESIGNER: Sketcher = Designer()
