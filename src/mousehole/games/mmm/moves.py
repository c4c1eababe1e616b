"""What can happen in Mmm!: one kind of luck and three actions."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from mousehole.core.kit import Square

Food: TypeAlias = Literal["bread", "fish", "cucumber", "cheese", "carrot"]
Face: TypeAlias = Literal["bread", "fish", "cucumber", "cheese", "carrot", "x"]
FOODS: tuple[Food, ...] = ("bread", "fish", "cucumber", "cheese", "carrot")
FACES: tuple[Face, ...] = (*FOODS, "x")  # MMM-04


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a group agrees on before the first roll."""

    players: Annotated[int, Meta(ge=1, le=6)] = 1  # MMM-01
    side: Literal["one_paw", "two_paws"] = "one_paw"  # MMM-02
    in_line: bool = False  # MMM-60
    steps: Annotated[int, Meta(ge=1, le=30)] | None = None
    first: Annotated[int, Meta(ge=0, le=5)] = 0  # MMM-06
    board: Annotated[str, Meta(max_length=4000)] | None = None


class Rolled(Struct, frozen=True, tag="rolled", tag_field="type", forbid_unknown_fields=True):
    """The dice in hand, three at first, are rolled; their faces, always in this order."""

    faces: tuple[Face, ...]


class Place(Struct, frozen=True, tag="place", tag_field="type", forbid_unknown_fields=True):
    """Put a die on a free square of its food."""

    face: Food
    square: Square


class Reroll(Struct, frozen=True, tag="reroll", tag_field="type", forbid_unknown_fields=True):
    """Roll all dice that are left."""


class Gather(Struct, frozen=True, tag="gather", tag_field="type", forbid_unknown_fields=True):
    """Stop and replace the placed dice with chips."""


Event: TypeAlias = Rolled | Place | Reroll | Gather
