"""What there are drawings of: the game's own things, and those of the campaigns that come with it."""

from collections.abc import Set as AbstractSet
from functools import cache
from importlib.resources import files

from mousehole.games.mystics.content.pack import PACKAGE, Pack

# fmt: off
CAMPAIGNS: dict[str, frozenset[str]] = {  # by kind; any pack may look like them
    "minions": frozenset((
        "alderman_gullet", "aunt_hush", "barnaby", "boatswain_bilge", "captain_linnet", "deckhand", "jot",
        "madam_pinch", "mister_tally", "sandhopper", "sleet_bunting", "tally_clerk", "young_gull",
    )),
    "speakers": frozenset(("dame_carmine", "old_ebb", "ottoline")),
    "items": frozenset(("belaying_pin", "hot_pebble", "sprat")),
    "tokens": frozenset(("brazier", "snow_flea", "sprat_in_ice", "starfish", "stray_letter", "tide_clock")),
    "conditions": frozenset(("held", "numb")),
    "terrain": frozenset(("ice", "mud", "slab", "spar", "tower", "wreck")),
    "tiles": frozenset(("lt1a", "lt2a", "lt3a", "lt3b", "lt4a", "lt5a", "lt6a", "lt7a", "lt8a", "lt9a")),
}
# fmt: on


def with_drawings(own: Pack, kind: str) -> AbstractSet[str]:
    """The names of everything of a kind that has a drawing."""
    named: dict[str, object] = getattr(own, kind)
    return named.keys() | (CAMPAIGNS.get(kind, frozenset()) if campaigns_are_here() else frozenset())


@cache
def campaigns_are_here() -> bool:
    """Whether this edition has the campaigns."""
    return (files(PACKAGE) / "campaigns").is_dir()
