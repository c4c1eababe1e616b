"""The pantry as content: a grid of food letters, read into squares and items, with every mistake named."""

from functools import cache
from itertools import zip_longest
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from mousehole.core.content import BadContent, load, parse
from mousehole.core.kit import Grid, Square, Squares, grid
from mousehole.core.words import Line, line
from mousehole.games.mmm.moves import FOODS, Food

LETTERS: dict[str, Food] = dict(zip("BFGHC", FOODS, strict=True))
MAX_SIDE = 12
PACKAGE = "mousehole.games.mmm"
Number: TypeAlias = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]  # longer ones could not even be quoted back


class BoardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A board as its file spells it."""

    pantry: str
    steps: Number = 11
    items: str = ""
    paws: Number = 1


class Item(Struct, frozen=True):
    """A food item: the squares that belong together."""

    food: Food
    squares: Squares


class Board(Struct, frozen=True):
    """A pantry: where each food lies, in which items, and how far the cat has to walk."""

    grid: Grid
    items: tuple[Item, ...]
    steps: int
    paws: int

    def food(self, food: Food) -> Squares:
        """All squares of a food."""
        return sum(item.squares for item in self.items if item.food == food)


@cache
def side(name: str) -> Board:
    """Read one side of the board that comes with the game."""
    return build_board(load(PACKAGE, f"{name}.toml", BoardFile), f"{name}.toml")


def own(text: str, file: str = "board") -> Board:
    """Read a custom board from TOML text."""
    return build_board(parse(text, BoardFile, file), file)


def build_board(page: BoardFile, file: str) -> Board:
    """Check a board file and form its items."""
    if not 1 <= page.steps <= 30:
        raise BadContent(file, line("steps: expected 1 to 30, found {found}", found=page.steps))
    if page.paws not in (1, 2):
        raise BadContent(file, line("paws: expected 1 or 2, found {found}", found=page.paws))
    letters = _rows(page.pantry)
    _check_size(letters, file)
    _check_letters(letters, file)
    names = _rows(page.items)
    if names:
        _check_items(names, letters, file)
    squares = grid(len(letters[0]), len(letters))
    return Board(squares, _items(squares, letters, names or letters), page.steps, page.paws)


def _rows(text: str) -> list[list[str]]:
    return [row.split() for row in text.strip().splitlines()]


def _check_size(rows: list[list[str]], file: str) -> None:
    if not rows:
        raise BadContent(file, line("pantry: there are no rows"))
    if len(rows) > MAX_SIDE:
        raise BadContent(file, line("pantry, row {row}: at most {most} rows", row=MAX_SIDE + 1, most=MAX_SIDE))
    for number, row in enumerate(rows, 1):
        sizes = {"row": number, "found": len(row), "most": MAX_SIDE, "first": len(rows[0])}
        if len(row) > MAX_SIDE:
            raise BadContent(file, Line("pantry, row {row}: {found} squares, at most {most}", sizes))
        if len(row) != len(rows[0]):
            raise BadContent(file, Line("pantry, row {row}: {found} squares, but row 1 has {first}", sizes))


def _check_letters(rows: list[list[str]], file: str) -> None:
    for number, row in enumerate(rows, 1):
        for letter in row:
            if letter != "." and letter not in LETTERS:
                text = "pantry, row {row}: unknown letter {letter}; use {letters} or a dot"
                raise BadContent(file, line(text, row=number, letter=letter, letters=" ".join(LETTERS)))
    if all(letter == "." for row in rows for letter in row):
        raise BadContent(file, line("pantry: there is no food at all"))


def _check_items(names: list[list[str]], letters: list[list[str]], file: str) -> None:
    """Check the grid that tells touching items of one food apart."""
    _check_fit(names, letters, file)
    _check_foods(names, letters, file)
    _check_joined(names, file)


def _check_fit(names: list[list[str]], letters: list[list[str]], file: str) -> None:
    for number, (row, pantry) in enumerate(zip_longest(names, letters, fillvalue=()), 1):
        if len(row) != len(pantry):
            sizes = {"row": number, "found": len(row), "wanted": len(pantry)}
            raise BadContent(file, Line("items, row {row}: {found} squares, but the pantry has {wanted}", sizes))
        for name, letter in zip(row, pantry, strict=True):
            if (name == ".") != (letter == "."):
                text = "items, row {row}: {name} is where the pantry has {letter}"
                raise BadContent(file, line(text, row=number, name=name, letter=letter))


def _check_foods(names: list[list[str]], letters: list[list[str]], file: str) -> None:
    foods: dict[str, str] = {}
    for number, (row, pantry) in enumerate(zip(names, letters, strict=True), 1):
        for name, letter in zip(row, pantry, strict=True):
            before = foods.setdefault(name, letter)
            if before != letter:
                text = "items, row {row}: item {name} is {letter} here but was {before} before"
                raise BadContent(file, line(text, row=number, name=name, letter=letter, before=before))


def _check_joined(names: list[list[str]], file: str) -> None:
    squares = grid(len(names[0]), len(names))
    flat = [name for row in names for name in row]
    seen: set[str] = set()
    for name, group in _groups(squares, flat):
        if name in seen:
            at = squares.at(group[0])[1] + 1
            text = "items, row {row}: the squares of item {name} are not connected"
            raise BadContent(file, line(text, row=at, name=name))
        seen.add(name)


def _items(squares: Grid, letters: list[list[str]], names: list[list[str]]) -> tuple[Item, ...]:
    food = dict(zip(squares.names, [letter for row in letters for letter in row], strict=True))
    groups = _groups(squares, [name for row in names for name in row])
    return tuple(Item(LETTERS[food[group[0]]], sum(squares.bit[s] for s in group)) for _, group in groups)


def _groups(squares: Grid, names: list[str]) -> list[tuple[str, list[Square]]]:
    """Join equal neighbours, in reading order of their first squares."""
    name_of = dict(zip(squares.names, names, strict=True))
    groups: list[tuple[str, list[Square]]] = []
    seen: set[Square] = set()
    for start in squares.names:
        if start in seen or name_of[start] == ".":
            continue
        group = [start]
        seen.add(start)
        for square in group:
            joined = [s for s in squares.near(square) if name_of[s] == name_of[start] and s not in seen]
            group.extend(joined)
            seen.update(joined)
        groups.append((name_of[start], group))
    return groups
