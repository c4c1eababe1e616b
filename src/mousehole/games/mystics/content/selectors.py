"""When an effect happens and to whom: triggers, conditions and selectors as data."""

from typing import Literal, TypeAlias

from msgspec import Struct

AttackKind: TypeAlias = Literal["melee", "ranged"]
Trigger: TypeAlias = Literal[
    "use", "before_attack", "after_attack", "before_search", "after_search",  # when its owner may use it
    "attacks", "defends", "moves", "searches",  # while a pool is counted
    "attacked", "friend_attacked", "wound", "placed",  # when its owner may react
    "attack_rolled", "defence_rolled", "tested", "move_rolled", "search_rolled", "wheel",
    "wounds", "wounded", "defeats", "captured", "entered", "passed", "trap",
    "turn_start", "turn_end", "card_end",
    "explored", "surge", "page", "drawn",
]  # fmt: skip


class Match(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a figure must be like; everything said must hold."""

    size: Literal["small", "large"] | None = None
    kinds: tuple[str, ...] = ()
    minion: str = ""  # this very creature, boss or not
    classes: tuple[str, ...] = ()
    mouse: bool | None = None
    boss: bool | None = None
    lower: bool | None = None  # on the initiative track than the one whose effect it is
    apart: bool | None = None  # on another space than the one whose effect it is
    mark: str = ""
    without: str = ""  # a marker that it may not have
    wounded: bool | None = None
    hurt: bool | None = None  # wounded other than by poison
    ailing: bool | None = None  # poisoned, or with a bad marker
    poisoned: bool | None = None
    cheese: bool | None = None
    cards: bool | None = None  # has a card in its pack that is no trick


class When(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """When an effect applies; everything said must hold."""

    attack: AttackKind | None = None
    weapon: bool = False  # only in an attack made with this very card
    me: Match | None = None
    other: Match | None = None
    own: bool | None = None  # whether the attack is its own
    miss: bool | None = None
    stars: int = 0
    cheese: int = 0
    bows: int = 0
    number: int | None = None  # of the movement die
    source: str = ""  # of a wound
    poison: bool | None = None  # what a wound is
    first: bool = False  # only the first wound of an attack
    outdoor: bool | None = None
    rain: bool | None = None
    night: bool | None = None
    captures: int = 0
    tally: tuple[str, int] | None = None  # so many creatures of a kind defeated in this encounter
    page: int = 0  # from this page of the hourglass on
    side: str = ""
    left: str = ""  # the side an explore came from
    stash: str = ""
    moving: bool | None = None  # its move is still to come or going on


class Pick(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Figures, seen from the one whose effect it is."""

    of: Literal["mice", "minions", "figures"] = "mice"
    where: Literal["space", "near", "next", "tile", "seen", "other_space", "new"] = "space"
    others: bool = False  # not the one whose effect it is
    another: bool = False  # not the one on the other side
    match: Match | None = None
    how: Literal["one", "all", "lore", "lot"] = "one"  # lore: up to as many as its lore; lot: one drawn at random


Who: TypeAlias = Literal["self", "other"] | Pick
Purse: TypeAlias = Literal["self", "other", "supply", "wheel", "loot"]
