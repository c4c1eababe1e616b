"""A position as a scenario file spells it."""

from typing import Literal

from msgspec import Struct, field

from mousehole.games.mystics.content.content_types import Count, Journey, Page
from mousehole.games.mystics.moves import Carry, Players, SeatNumber


class MouseAt(Struct, frozen=True, forbid_unknown_fields=True):
    """A mouse of a position; without a space it is captured."""

    at: str = ""
    wounds: Count = 0
    poison: Count = 0
    cheese: Count = 0
    marks: tuple[str, ...] = ()
    worn: tuple[str, ...] | None = None  # none: its starting equipment
    pack: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    captures: Count = 0
    searched: tuple[str, ...] = ()
    lost: bool = False


class FoeAt(Struct, frozen=True, forbid_unknown_fields=True):
    """A minion of a position."""

    at: str
    wounds: Count | tuple[Count, ...] = 0
    marks: tuple[str, ...] = ()
    body: tuple[str, ...] = ()  # of a snake, from its tail to its head


class FriendAt(FoeAt, frozen=True):
    """An ally or a pet of a position."""

    owner: str = ""  # none: the first mouse


class TokenAt(Struct, frozen=True, forbid_unknown_fields=True):
    """A token of a position."""

    token: str
    at: str
    end: str = ""


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position as a scenario spells it."""

    mice: dict[str, MouseAt]
    foes: dict[str, FoeAt] = field(default_factory=dict)
    friends: dict[str, FriendAt] = field(default_factory=dict)
    side: str = ""
    chapter: str = "c1"
    players: Players = 1
    steers: tuple[SeatNumber, ...] = ()
    searches: Literal["once", "until_found"] = "once"
    carry: Carry | None = None
    track: tuple[str, ...] = ()
    turn: str = ""
    page: Page = 1
    end: Page | None = None
    wheel: Count = 0
    rain: bool = False
    night: bool = False
    card: str = ""
    greedy: tuple[str, ...] = ()
    stash: tuple[str, ...] = ()
    bees: dict[str, str] = field(default_factory=dict)  # flower and host; the others are at home
    tokens: tuple[TokenAt, ...] | None = None  # none: those of the tile
    explored: tuple[str, ...] = ()
    up: tuple[str, ...] = ()
    search: tuple[str, ...] | None = None
    bin: tuple[str, ...] = ()
    deck: tuple[str, ...] | None = None
    spent: tuple[str, ...] = ()
    awards: dict[str, str] = field(default_factory=dict)
    tally: tuple[tuple[str, str], ...] = ()
    fallen: tuple[str, ...] = ()
    journeys: tuple[Journey, ...] = ()
    shaken: dict[str, str] = field(default_factory=dict)
