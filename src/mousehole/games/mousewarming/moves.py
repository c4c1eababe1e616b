"""What can happen in Mousewarming Party: four kinds of luck and four actions."""

from functools import cache, lru_cache
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Space: TypeAlias = int
Food: TypeAlias = Literal["cheese", "nut", "carrot", "tomato", "mushroom"]
Side: TypeAlias = Literal["n", "e", "s", "w"]
MouseName: TypeAlias = Literal["mommy", "slingshot", "ninja", "sprinter", "fitness", "traveler"]
Use: TypeAlias = Literal["place", "nap", "slingshot", "ninja", "sprinter", "fitness", "traveler"]
Target: TypeAlias = Literal["food", "burrow"]
Mouse: TypeAlias = int  # 0 or 1: which of the two on the board
Tile: TypeAlias = str  # "kitchen-1" and so on, "guests-2" for a tile with two guests

FOODS: tuple[Food, ...] = ("cheese", "nut", "carrot", "tomato", "mushroom")
SIDES: tuple[Side, ...] = ("n", "e", "s", "w")
MICE: tuple[MouseName, ...] = ("mommy", "slingshot", "ninja", "sprinter", "fitness", "traveler")
PAIR = (0, 1)


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a group agrees on before the first roll."""

    players: Annotated[int, Meta(ge=1, le=4)] = 1  # MP-009
    mice: tuple[MouseName, MouseName] = ("mommy", "slingshot")  # MP-009, MP-100
    abilities: bool = False  # MP-100
    first_game: bool = False  # MP-012
    golden: Annotated[tuple[Annotated[int, Meta(ge=0, le=1)], ...], Meta(max_length=2)] = ()  # MP-133
    mice_start: tuple[Space, Space] = (1, 9)  # MP-011
    raccoon_start: Space = 0  # MP-008


class Revealed(Struct, frozen=True, tag="revealed", tag_field="type", forbid_unknown_fields=True):
    """A burrow is turned face up."""

    slot: Space
    tile: Tile


class Rolled(Struct, frozen=True, tag="rolled", tag_field="type", forbid_unknown_fields=True):
    """The die rolls out of one side of the pizzeria; food other than cheese lands on its plate at once."""

    side: Side
    food: Food


class Bonus(Struct, frozen=True, tag="bonus", tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """Choose what to do with a cheese roll."""

    use: Use
    food: Food | None = None  # slingshot, ninja
    target: Target | None = None  # sprinter
    foods: tuple[Food, ...] = ()  # traveler, in alphabetical order


class Drop(Struct, frozen=True, tag="drop", tag_field="type", forbid_unknown_fields=True):
    """Put a token from the tray on the plate where the mouse stands; then that mouse must move."""

    mouse: Mouse
    food: Food


class Move(Struct, frozen=True, cache_hash=True, tag="move", tag_field="type", forbid_unknown_fields=True):
    """Walk along the arrows."""

    mouse: Mouse
    to: Space


class Pick(Struct, frozen=True, tag="pick", tag_field="type", forbid_unknown_fields=True):
    """Put the food of the space on the tray, or leave it."""

    take: bool


class Drawn(Struct, frozen=True, tag="drawn", tag_field="type", forbid_unknown_fields=True):
    """The fitness mouse pulls the top token out of a feeder."""

    feeder: Space
    food: Food


class Raccoon(Struct, frozen=True, tag="raccoon", tag_field="type", forbid_unknown_fields=True):
    """The raccoon rides to the first food and takes one token to its pantry."""

    to: Space
    takes: Food


Event: TypeAlias = Rolled | Move | Raccoon | Pick | Bonus | Drop | Revealed | Drawn


@cache
def lap(length: int, start: Space) -> tuple[Space, ...]:
    """List all spaces along the arrows, from a space once round."""
    return tuple((start + step) % length for step in range(length))


@lru_cache(100_000)
def walk(length: int, start: Space, steps: int, taken: tuple[Space, ...]) -> tuple[Space, ...]:
    """List the spaces that up to so many steps reach; taken spaces are jumped and cost no step."""
    return tuple(space for space in lap(length, start)[1:] if space not in taken)[:steps]


def between(length: int, start: Space, end: Space) -> tuple[Space, ...]:
    """List the spaces passed on the way from one space to another, both left out; a whole lap when they are one."""
    way = lap(length, start)
    return way[1 : way.index(end)] if start != end else way[1:]
