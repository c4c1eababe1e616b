"""What can happen in Mice and Mystics: six kinds of luck and the actions of the mice."""

from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

Face: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
Id: TypeAlias = Annotated[str, Meta(max_length=40)]
Players: TypeAlias = Annotated[int, Meta(ge=1, le=4)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
DifficultyName: TypeAlias = Literal["gentle", "usual", "grim"]
Opening: TypeAlias = Literal["asked", "ready"]


class PackName(Struct, frozen=True, forbid_unknown_fields=True):
    """A content pack from outside: what it is called and the hash of its files."""

    name: Annotated[str, Meta(max_length=60)]
    sha256: Annotated[str, Meta(max_length=64)]


class Luggage(Struct, frozen=True, forbid_unknown_fields=True):
    """What one mouse brings from the last chapter: abilities and one search card."""

    mouse: Id
    abilities: tuple[Id, ...] = ()
    card: Id = ""


class Carry(Struct, frozen=True, forbid_unknown_fields=True):
    """What a party brings from the last chapter."""

    mice: tuple[Luggage, ...] = ()
    tokens: tuple[Id, ...] = ()
    answers: tuple[tuple[Id, Id], ...] = ()  # each question of the story with what the party answered


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a group agrees on before a chapter."""

    players: Players = 1  # MM-B01
    chapter: Id = "c1"
    party: tuple[Id, ...] = ("bram", "yarrow", "pip", "fenna")
    steers: tuple[SeatNumber, ...] = ()
    carry: Carry | None = None
    pack: PackName | None = None
    searches: Literal["once", "until_found"] = "once"  # MM-239
    difficulty: DifficultyName = "usual"  # MM-B53
    opening: Opening = "asked"  # "ready": what a chapter asks before its first turn is chosen already


class Happening(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """What every event has in common: its JSON names its type, and nothing unknown passes."""


class Dice(Happening, frozen=True, tag="dice"):
    """A pool of action dice falls; the faces are sorted."""

    faces: tuple[Face, ...]


class Card(Happening, frozen=True, tag="card"):
    """A card comes off a deck."""

    deck: Literal["search", "encounter", "lot"]
    card: Id


class Initiative(Happening, frozen=True, tag="initiative"):
    """The next card of the initiative track, from the top."""

    card: Id


class Flip(Happening, frozen=True, tag="flip"):
    """A token is flipped and shows a side."""

    token: Id
    side: Id


class Segment(Happening, frozen=True, tag="segment"):
    """A piece of the snake's body is drawn."""

    length: int


class Move(Happening, frozen=True, tag="move"):
    """Begin the move of this turn: the movement die is rolled."""


class Step(Happening, frozen=True, tag="step"):
    """Go to a neighbouring space."""

    to: Id


class Do(Happening, frozen=True, tag="do"):
    """Spend the action of this turn."""

    action: Id


class Target(Happening, frozen=True, tag="target"):
    """Choose a figure."""

    figure: Id


class Put(Happening, frozen=True, tag="put"):
    """Put a token or a figure on a space."""

    token: Id
    at: Id


class Use(Happening, frozen=True, tag="use"):
    """Use a card or an ability."""

    card: Id = ""
    ability: Id = ""


class Share(Happening, frozen=True, tag="share"):
    """Begin to exchange cards and cheese with a mouse nearby."""

    partner: Id = field(name="with")


class Give(Happening, frozen=True, tag="give"):
    """Hand over a card or one cheese."""

    card: Id = ""
    cheese: int = 0


class Take(Happening, frozen=True, tag="take"):
    """Receive a card or one cheese."""

    card: Id = ""
    cheese: int = 0


class Equip(Happening, frozen=True, tag="equip"):
    """Move a card to a slot, or back to the pack."""

    card: Id
    slot: Id


class Learn(Happening, frozen=True, tag="learn"):
    """Gain an ability."""

    ability: Id


class Choose(Happening, frozen=True, tag="choose"):
    """Choose one of several options."""

    option: Id


class Done(Happening, frozen=True, tag="done"):
    """Stop what is going on, or let a chance pass."""


class End(Happening, frozen=True, tag="end"):
    """End the turn of this mouse."""


Luck: TypeAlias = Dice | Card | Initiative | Flip | Segment
Action: TypeAlias = Move | Step | Do | Target | Put | Use | Share | Give | Take | Equip | Learn | Choose | Done | End
Event: TypeAlias = Luck | Action

MOVE, DONE, END = Move(), Done(), End()


@lru_cache(4096)
def step(to: str) -> Step:
    """The one step to a space."""
    return Step(to)


@lru_cache(4096)
def do(action: str) -> Do:
    """The one event that spends the action so."""
    return Do(action)


@lru_cache(1024)
def share_with(partner: str) -> Share:
    """The one choice to share with a mouse."""
    return Share(partner)


@lru_cache(4096)
def initiative(card: str) -> Initiative:
    """The one event that lays a card on the track."""
    return Initiative(card)


@lru_cache(4096)
def target(figure: str) -> Target:
    """The one choice of a figure."""
    return Target(figure)


@lru_cache(65536)
def put(token: str, at: str) -> Put:
    """The one event that puts a thing on a space."""
    return Put(token, at)
