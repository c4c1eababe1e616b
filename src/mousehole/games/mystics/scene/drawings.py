"""Which drawing a thing has: its own, or for things of a pack the one of the game that it looks like."""

from collections.abc import Mapping

from mousehole.games.mystics.content.content_types import Drawn
from mousehole.games.mystics.packs.checks import LIKE
from mousehole.games.mystics.packs.library import own

PREFIX = {"items": "item-", "conditions": "mark-", "tiles": "tile-"}


def look(kind: str, name: str, things: Mapping[str, Drawn]) -> str:
    """Name the thing of the game whose drawing is used; empty where there is none."""
    if name in getattr(own(), kind):
        return name
    thing = things.get(name)
    return thing.looks if thing else ""


def drawing(kind: str, name: str, things: Mapping[str, Drawn], other: str) -> str:
    """Name the drawing of a thing, or another one when it has none."""
    found = look(kind, name, things)
    where = next((one for one in LIKE.get(kind, (kind,)) if found in getattr(own(), one)), "")
    return f"mystics-{PREFIX.get(where, '')}{found}" if where else other
