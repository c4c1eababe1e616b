"""What lies in the box, as content: ring, die, tokens, burrows, table and trays, with every mistake named."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from mousehole.core.content import BadContent, load, parse
from mousehole.core.words import Line, line
from mousehole.games.mousewarming.moves import FOODS, Food, Side, Space

PACKAGE = "mousehole.games.mousewarming"
SHORTEST, LONGEST = 8, 40
UNLIMITED_TOKENS = 1_000_000
Count = Annotated[int, Meta(ge=0, le=99)]
Number = Annotated[int, Meta(ge=1, le=9)]
Counts = tuple[int, ...]  # one per food, in the order of FOODS


class Foods(Struct, frozen=True, forbid_unknown_fields=True):
    """A count for each food."""

    cheese: Count = 0
    nut: Count = 0
    carrot: Count = 0
    tomato: Count = 0
    mushroom: Count = 0

    def counts(self) -> Counts:
        """The counts in the order of the foods."""
        return tuple(getattr(self, food) for food in FOODS)


class Sides(Struct, frozen=True, forbid_unknown_fields=True):
    """The space onto which each side of the pizzeria opens."""

    n: Space
    e: Space
    s: Space
    w: Space


class Trays(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of both sides of a tray, from empty to full."""

    silver: tuple[Number, ...]
    golden: tuple[Number, ...]


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """The dinner table."""

    sectors: Number
    plates: Annotated[int, Meta(ge=1, le=20)]


class BoxFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A box as its file spells it."""

    ring: str
    pantry: Number
    backpack: Number
    trays: Trays
    kitchens: Annotated[tuple[tuple[Food, ...], ...], Meta(min_length=1, max_length=9)]
    guests: tuple[Number, ...]
    table: Table
    sides: Sides
    die: Foods
    raccoon: Foods
    tokens: Foods | Literal["unlimited"] = field(default_factory=Foods)


class Box(Struct, frozen=True, eq=False):
    """The components of a game; one for each page, so identity is equality."""

    page: BoxFile
    ring: tuple[str, ...]
    pantry: int
    backpack: int
    silver: tuple[int, ...]
    golden: tuple[int, ...]
    kitchens: dict[str, tuple[Food, ...]]  # by tile
    guests: tuple[int, ...]
    sectors: int
    plates: int  # on the table
    sides: dict[Side, Space]
    die: Counts
    tokens: Counts
    raccoon: Counts

    def spaces(self, letter: str) -> tuple[Space, ...]:
        """List the spaces of a kind."""
        return tuple(space for space, kind in enumerate(self.ring) if kind == letter)

    @property
    def invited(self) -> int:
        """How many guest tiles are on the board."""
        return self.ring.count("B") - len(self.kitchens)  # MP-003


@cache
def standard() -> Box:
    """Read the box that comes with the game."""
    return build_box(load(PACKAGE, "party.toml", BoxFile), "party.toml")


def own(text: str, file: str = "box") -> Box:
    """Read a custom box from TOML text."""
    return build_box(parse(text, BoxFile, file), file)


@lru_cache(64)
def build_box(page: BoxFile, file: str = "box") -> Box:
    """Check a box file and lay out its parts."""
    ring = tuple(page.ring.split())
    for problem in (*_ring(ring, page), *_tiles(ring, page), *_tokens(ring, page)):
        raise BadContent(file, problem)
    tokens = (UNLIMITED_TOKENS,) * len(FOODS) if page.tokens == "unlimited" else page.tokens.counts()
    return Box(
        page=page,
        ring=ring,
        pantry=page.pantry,
        backpack=page.backpack,
        silver=page.trays.silver,
        golden=page.trays.golden,
        kitchens={f"kitchen-{number}": foods for number, foods in enumerate(page.kitchens, 1)},
        guests=tuple(sorted(page.guests)),
        sectors=page.table.sectors,
        plates=page.table.plates,
        sides={"n": page.sides.n, "e": page.sides.e, "s": page.sides.s, "w": page.sides.w},
        die=page.die.counts(),
        tokens=tokens,
        raccoon=page.raccoon.counts(),
    )


def _ring(ring: tuple[str, ...], page: BoxFile) -> Iterator[Line]:
    if odd := [kind for kind in ring if kind not in {"F", "P", "B", "."}]:
        yield line("ring: unknown letter {letter}; use F, P, B or a dot", letter=odd[0])
    if not SHORTEST <= len(ring) <= LONGEST:
        yield line(
            "ring: expected {least} to {most} spaces, found {found}", least=SHORTEST, most=LONGEST, found=len(ring)
        )
    if ring.count("P") < 2 or not ring.count("F"):
        yield line("ring: at least two plates and one feeder are needed")
    for side in ("n", "e", "s", "w"):
        if not 0 <= getattr(page.sides, side) < len(ring):
            yield line("sides.{side}: the ring has no space {space}", side=side, space=getattr(page.sides, side))
    silver, golden = page.trays.silver, page.trays.golden
    if len(silver) != len(golden) or len(silver) < 2:
        yield line("trays: both sides need equally many numbers, at least two")
    elif max(silver + golden) + 3 > len(ring):
        yield line("trays: a mouse must not be able to walk round the whole ring")


def _tiles(ring: tuple[str, ...], page: BoxFile) -> Iterator[Line]:
    invited = ring.count("B") - len(page.kitchens)
    if not 0 <= invited <= len(page.guests):
        yield line(
            "ring: {slots} burrow slots do not fit {kitchens} kitchens and {guests} guest tiles",
            slots=ring.count("B"),
            kitchens=len(page.kitchens),
            guests=len(page.guests),
        )
    if invited > page.table.sectors:
        yield line("table.sectors: expected at least {least}, found {found}", least=invited, found=page.table.sectors)
    most = sum(sorted(page.guests, reverse=True)[: max(invited, 0)])
    if most > page.table.plates:
        yield line(
            "table.plates: up to {guests} guests come, so {found} are too few", guests=most, found=page.table.plates
        )


def _tokens(ring: tuple[str, ...], page: BoxFile) -> Iterator[Line]:
    total, piles = sum(page.raccoon.counts()), ring.count("F")
    if not sum(page.die.counts()):
        yield line("die: no face shows any food")
    if not total or total % max(piles, 1):
        yield line("raccoon: {tokens} tokens cannot be dealt evenly to {feeders} feeders", tokens=total, feeders=piles)
