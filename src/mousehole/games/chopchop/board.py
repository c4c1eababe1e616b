"""The kitchen as content: floor, table, holes, tiles and dice, with every mistake named."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import asdict

from mousehole.core.content import BadContent, load, parse
from mousehole.core.kit import Bag, Grid, Square, Squares, grid
from mousehole.core.words import line
from mousehole.games.chopchop.moves import TILES, Layout, Tile

Space: TypeAlias = int  # one bit
Spaces: TypeAlias = int  # any bits
LONGEST_WALK = 9  # steps of one walk


class Ways(Struct, frozen=True, eq=False, gc=False):
    """Where one kind of piece can go: the next spaces, and all within so many steps."""

    near: dict[Space, Spaces]
    within: tuple[dict[Space, Spaces], ...]


@lru_cache(64)
def ways(steps: tuple[tuple[Space, Space], ...]) -> Ways:
    """Gather single steps into ways; set-ups with the same steps share them and what is cached about them."""
    near: dict[Space, Spaces] = {}
    for start, end in steps:
        near[start] = near.get(start, 0) | end
    within = [{space: space for space in near}]
    for _ in range(LONGEST_WALK):
        within.append({space: unite(within[-1][end] for end in spaces(near[space] | space)) for space in near})
    return Ways(near, tuple(within))


def ends(paths: Ways, start: Space, steps: int, closed: Spaces, barred: Spaces) -> Spaces:
    """The spaces where a walk of exactly so many steps can end.

    No space is entered twice, no closed one is crossed, and no walk ends on a barred one. What is out of reach cannot
    matter: leaving it out lets many positions share one answer.
    """
    zone = paths.within[steps][start]
    return _ends(paths, start, steps, closed & zone, barred & zone)


@lru_cache(1 << 17)
def _ends(paths: Ways, start: Space, steps: int, closed: Spaces, barred: Spaces) -> Spaces:
    if steps == 1:
        return paths.near[start] & ~barred  # CC-20, CC-21
    onward = paths.near[start] & ~closed  # CC-22
    closed, barred = closed | start, barred | start  # CC-23
    return unite(ends(paths, space, steps - 1, closed, barred) for space in spaces(onward))


def spaces(mask: Spaces) -> Iterator[Space]:
    """List the single spaces of a set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def unite(masks: Iterable[Spaces]) -> Spaces:
    """Unite sets of spaces."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def route(paths: Ways, start: Space, end: Space, steps: int, closed: Spaces) -> tuple[Space, ...]:
    """Find one walk of exactly so many steps that ends there: the spaces after the start."""
    if steps == 1:
        return (end,) if paths.near[start] & end else ()
    for space in spaces(paths.near[start] & ~closed & ~end):
        rest = route(paths, space, end, steps - 1, closed | start)
        if rest:
            return (space, *rest)
    return ()


FLOOR, UNDER, LEG = ".", "u", "L"
MAX_SIDE = 12
PACKAGE = "mousehole.games.chopchop"

Count = Annotated[int, Meta(ge=0, le=MAX_SIDE * MAX_SIDE)]
Face = Annotated[int, Meta(ge=1, le=LONGEST_WALK)]
Die = Annotated[tuple[Face, ...], Meta(min_length=1, max_length=20)]


class Fronts(Struct, frozen=True, forbid_unknown_fields=True):
    """The square in front of the hole in each wall."""

    n: Square
    e: Square
    s: Square
    w: Square


class Layouts(Struct, frozen=True, forbid_unknown_fields=True):
    """The ways to lay out the four holes."""

    side: Fronts
    pinwheel: Fronts
    end: Fronts


class Mix(Struct, frozen=True, forbid_unknown_fields=True):
    """How many tiles there are of each kind."""

    cheese: Annotated[int, Meta(ge=1, le=MAX_SIDE * MAX_SIDE)]
    plate: Count
    plus1: Count
    plus2: Count
    arrow: Count
    fork: Count
    knife: Count


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    """The faces of both dice."""

    mice: Die
    cat: Die


class KitchenFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A kitchen as its file spells it."""

    floor: str
    holes: Layouts
    tiles: Mix
    dice: Dice


class Board(Struct, frozen=True):
    """A kitchen without its pieces."""

    grid: Grid
    floor: Squares  # what mice walk on, under the table too
    under: Squares
    table: Squares  # what the table top covers
    fronts: dict[Layout, tuple[Square, ...]]
    mix: Bag[Tile]
    dice: Dice


@cache
def kitchen_board() -> Board:
    """Read the kitchen that comes with the game."""
    return build_board(load(PACKAGE, "kitchen.toml", KitchenFile), "kitchen.toml")


def own(text: str, file: str = "kitchen") -> Board:
    """Read a kitchen from TOML text."""
    return build_board(parse(text, KitchenFile, file), file)


def build_board(page: KitchenFile, file: str) -> Board:
    """Check a kitchen file across its keys."""
    rows = _rows(page.floor, file)
    squares = grid(len(rows[0]), len(rows))
    kinds = dict(zip(squares.names, (letter for row in rows for letter in row), strict=True))
    floor, under, legs = (sum(squares.bit[s] for s in kinds if kinds[s] in k) for k in (FLOOR + UNDER, UNDER, LEG))
    if not under | legs:
        raise BadContent(file, line("floor: there is no table for the cat to start on"))
    mix: Bag[Tile] = tuple((tile, getattr(page.tiles, tile)) for tile in TILES)
    _check_tiles(sum(count for _, count in mix), floor.bit_count(), file)
    fronts = {name: _fronts(getattr(page.holes, name), name, squares, floor & ~under, file) for name in _LAYOUTS}
    return Board(squares, floor, under, under | legs, fronts, mix, page.dice)


_LAYOUTS: tuple[Layout, ...] = ("side", "pinwheel", "end")


def _rows(text: str, file: str) -> list[list[str]]:
    rows = [row.split() for row in text.strip().splitlines()]
    if not rows:
        raise BadContent(file, line("floor: there are no rows"))
    if len(rows) > MAX_SIDE or len(rows[0]) > MAX_SIDE:
        said = "floor: {rows} rows of {squares}; at most {most} by {most}"
        raise BadContent(file, line(said, rows=len(rows), squares=len(rows[0]), most=MAX_SIDE))
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            said = "floor, row {row}: {found} squares, but row 1 has {first}"
            raise BadContent(file, line(said, row=number, found=len(row), first=len(rows[0])))
        for letter in row:
            if letter not in (FLOOR, UNDER, LEG):
                said = "floor, row {row}: unknown sign {sign}; use . or u or L"
                raise BadContent(file, line(said, row=number, sign=letter))
    return rows


def _check_tiles(tiles: int, squares: int, file: str) -> None:
    if tiles != squares:
        said = line("tiles: {tiles} in all, but the floor has {squares} squares", tiles=tiles, squares=squares)
        raise BadContent(file, said)


def _fronts(fronts: Fronts, layout: Layout, squares: Grid, open_floor: Squares, file: str) -> tuple[Square, ...]:
    """Check that each hole is in its wall, in front of a floor square that no other hole has."""
    for wall, square in asdict(fronts).items():
        key = f"holes.{layout}.{wall}"
        if not squares.bit.get(square, 0) & open_floor:
            raise BadContent(file, line("{key}: {square} is not an open floor square", key=key, square=square))
        column, row = squares.at(square)
        edges = {"n": row == 0, "e": column == squares.columns - 1, "s": row == squares.rows - 1, "w": column == 0}
        if not edges[wall]:
            raise BadContent(file, line("{key}: {square} does not touch that wall", key=key, square=square))
    named: tuple[Square, ...] = tuple(asdict(fronts).values())
    if len(set(named)) < len(named):
        raise BadContent(file, line("{key}: two holes share their front square", key=f"holes.{layout}"))
    return named
