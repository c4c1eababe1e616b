"""Boards in the making: squares with a food and the name of an item, read from files and written back."""

from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.kit.grid import Grid, Square, grid
from mousehole.games.mmm.board import LETTERS, BoardFile, Item, built
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.state import Pantry

NOTHING = "."
Cells = tuple[tuple[str, str], ...]  # letter and name of the item on every square, in reading order


class Draft(Struct, frozen=True):
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


def of_page(page: BoardFile) -> Draft:
    """Read the squares of a board file; an empty pantry is a draft too."""
    rows = [row.split() for row in page.pantry.strip().splitlines()]
    flat = [letter for row in rows for letter in row]
    if not flat or any(letter != NOTHING for letter in flat):
        return of_setup_page(page)
    return Draft(len(rows[0]), tuple((NOTHING, NOTHING) for _ in flat), page.steps, page.paws)


def of_setup_page(page: BoardFile) -> Draft:
    """Read a complete board."""
    board = built(page, "board")
    return named(board.grid, board.items, board.steps, board.paws)


def of_board(setup: Setup) -> Draft:
    """Start from the board of a set-up."""
    pantry = Pantry(setup)
    return named(pantry.grid, pantry.board.items, pantry.steps, pantry.board.paws)


def plain_board() -> Draft:
    """Start from an empty pantry."""
    return Draft(6, ((NOTHING, NOTHING),) * 24)


def named(squares: Grid, items: tuple[Item, ...], steps: int, paws: int) -> Draft:
    """Give every item a name of its own."""
    letter = {food: sign for sign, food in LETTERS.items()}
    cells = [(NOTHING, NOTHING)] * len(squares.names)
    for number, item in enumerate(items, 1):
        for square in squares.named(item.squares):
            cells[squares.names.index(square)] = (letter[item.food], f"{letter[item.food]}{number}")
    return Draft(squares.columns, tuple(cells), steps, paws)


def toml(draft: Draft) -> str:
    """Write a board as its file; items are named only where two of one food touch."""
    wide, cells = draft.columns, draft.cells
    rows = [cells[start : start + wide] for start in range(0, len(cells), wide)]
    letters = "\n".join(" ".join(letter for letter, _ in row) for row in rows)
    text = f'steps = {draft.steps}\npaws = {draft.paws}\npantry = """\n{letters}\n"""\n'
    if not touching(draft):
        return text
    names = "\n".join(" ".join(name for _, name in row) for row in rows)
    return f'{text}items = """\n{names}\n"""\n'


def touching(draft: Draft) -> bool:
    """Whether two items of one food lie side by side."""
    for square in draft.grid.names:
        letter, name = draft.at(square)
        near = [draft.at(other) for other in draft.grid.near(square)]
        if letter != NOTHING and any(other == letter and item != name for other, item in near):
            return True
    return False


def put(draft: Draft, number: int, cell: tuple[str, str]) -> Draft:
    """Change one square; an item that falls apart becomes several."""
    cells = [*draft.cells]
    cells[number] = cell
    return apart(replace(draft, cells=tuple(cells)))


def apart(draft: Draft) -> Draft:
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


def joined(draft: Draft, square: Square) -> list[Square]:
    """List the squares connected with one, within its item."""
    group, item = [square], draft.at(square)[1]
    for one in group:
        group += [near for near in draft.grid.near(one) if draft.at(near)[1] == item and near not in group]
    return group


def fresh(draft: Draft, letter: str) -> str:
    """Find a name that no item has yet."""
    used = {name for _, name in draft.cells}
    return next(name for n in count(1) if (name := f"{letter}{n}") not in used)
