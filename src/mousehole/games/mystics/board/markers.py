"""What the markers of a mouse do together, looked up once for each set of them."""

from functools import lru_cache

from msgspec import Struct

from mousehole.games.mystics.content.pack import Pack


class Marked(Struct, frozen=True):
    """What markers do to the mouse that has them."""

    bars: frozenset[str]  # what they keep it from
    glides: bool
    sure: bool
    unseen: bool
    puppet: bool


@lru_cache(1024)
def marked(pack: Pack, marks: tuple[str, ...]) -> Marked:
    """Put together what markers do."""
    found = [pack.conditions[mark] for mark in marks]
    return Marked(
        bars=frozenset(what for one in found for what in one.bars),
        glides=any(one.glides for one in found),
        sure=any(one.sure for one in found),
        unseen=any(one.unseen for one in found),
        puppet=any(one.puppet for one in found),
    )
