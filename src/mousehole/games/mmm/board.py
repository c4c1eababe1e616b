"""The pantry as content: a grid of food letters, read into squares and items, with every mistake named."""

from functools import cache

from msgspec import Struct

from mousehole.core.content import BadContent, load, parse
from mousehole.core.kit.grid import Grid, Square, Squares, grid
from mousehole.core.words import Line, line
from mousehole.games.mmm.moves import FOODS, Food

LETTERS: dict[str, Food] = dict(zip("BFGHC", FOODS, strict=True))
LARGEST = 12
PACKAGE = "mousehole.games.mmm"


class BoardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A board as its file spells it."""

    pantry: str
    steps: int = 11
    items: str = ""
    paws: int = 1


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
        """Give all squares of a food."""
        return sum(item.squares for item in self.items if item.food == food)


@cache
def side(name: str) -> Board:
    """Read one side of the board that comes with the game."""
    return built(load(PACKAGE, f"{name}.toml", BoardFile), f"{name}.toml")


def own(text: str, file: str = "board") -> Board:
    """Read somebody's own board from TOML text."""
    return built(parse(text, BoardFile, file), file)


def built(page: BoardFile, file: str) -> Board:
    """Check a board file and form its items."""
    if not 1 <= page.steps <= 30:
        raise BadContent(file, line("steps: expected 1 to 30, found {found}", found=page.steps))
    if page.paws not in (1, 2):
        raise BadContent(file, line("paws: expected 1 or 2, found {found}", found=page.paws))
    letters = _rows(page.pantry, file, "pantry")
    _check_letters(letters, file)
    names = _names(page.items, letters, file) if page.items else letters
    squares = grid(len(letters[0]), len(letters))
    return Board(squares, _items(squares, letters, names), page.steps, page.paws)


def _rows(text: str, file: str, key: str) -> list[list[str]]:
    rows = [row.split() for row in text.strip().splitlines()]
    if not rows:
        raise BadContent(file, line("{key}: there are no rows", key=key))
    if len(rows) > LARGEST or max(map(len, rows)) > LARGEST:
        raise BadContent(
            file,
            line(
                "{key}: {rows} rows of up to {squares}; at most {most} by {most}",
                key=key,
                rows=len(rows),
                squares=max(map(len, rows)),
                most=LARGEST,
            ),
        )
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BadContent(
                file,
                line(
                    "{key}, row {row}: {found} squares, but row 1 has {first}",
                    key=key,
                    row=number,
                    found=len(row),
                    first=len(rows[0]),
                ),
            )
    return rows


def _check_letters(rows: list[list[str]], file: str) -> None:
    for number, row in enumerate(rows, 1):
        for letter in row:
            if letter != "." and letter not in LETTERS:
                raise BadContent(
                    file,
                    line(
                        "pantry, row {row}: unknown letter {letter}; use {letters} or a dot",
                        row=number,
                        letter=letter,
                        letters=" ".join(LETTERS),
                    ),
                )
    if all(letter == "." for row in rows for letter in row):
        raise BadContent(file, line("pantry: there is no food at all"))


def _names(text: str, letters: list[list[str]], file: str) -> list[list[str]]:
    """Read the grid that tells touching items of one food apart, and check that it fits the pantry."""
    rows = _rows(text, file, "items")
    if (len(rows), len(rows[0])) != (len(letters), len(letters[0])):
        sizes = {"columns": len(rows[0]), "rows": len(rows), "wide": len(letters[0]), "high": len(letters)}
        raise BadContent(file, Line("items: {columns} by {rows}, but the pantry is {wide} by {high}", sizes))
    foods: dict[str, str] = {}
    for number, (names, row) in enumerate(zip(rows, letters, strict=True), 1):
        for name, letter in zip(names, row, strict=True):
            if (name == ".") != (letter == "."):
                raise BadContent(
                    file,
                    line(
                        "items, row {row}: {name} stands where the pantry has {letter}",
                        row=number,
                        name=name,
                        letter=letter,
                    ),
                )
            if foods.setdefault(name, letter) != letter:
                raise BadContent(
                    file,
                    line(
                        "items, row {row}: item {name} is {letter} here and {before} before",
                        row=number,
                        name=name,
                        letter=letter,
                        before=foods[name],
                    ),
                )
    _check_joined(rows, file)
    return rows


def _check_joined(names: list[list[str]], file: str) -> None:
    squares = grid(len(names[0]), len(names))
    flat = [name for row in names for name in row]
    seen: set[str] = set()
    for name, group in _groups(squares, flat):
        if name in seen:
            at = squares.at(group[0])[1] + 1
            raise BadContent(
                file, line("items, row {row}: the squares of item {name} do not hang together", row=at, name=name)
            )
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
