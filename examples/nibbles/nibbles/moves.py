"""What can happen: the set-up and the events, spelled as records keep them."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

Card: TypeAlias = int  # 0 is a card that one cannot see


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What players agree on before they start."""

    players: Annotated[int, Meta(ge=2, le=4)] = 2  # NIB-01


class Dealt(Struct, frozen=True, tag="dealt", tag_field="type", forbid_unknown_fields=True):
    """A mouse gets a card."""

    seat: int
    card: Card


class Turned(Struct, frozen=True, tag="turned", tag_field="type", forbid_unknown_fields=True):
    """A cheese is turned up."""

    worth: int


class Laid(Struct, frozen=True, tag="laid", tag_field="type", forbid_unknown_fields=True):
    """A mouse plays a card face down."""

    seat: int
    card: Card


Event: TypeAlias = Dealt | Turned | Laid
