"""The packs at hand: the game's own, kept when the game is taken off the shelf, and those that were added."""

from mousehole.core.words import Trouble, line
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.moves import PackName

OWN = ""
_AT_HAND: dict[str, Pack] = {}


class NoSuchPack(Trouble):
    """A game names a pack that is not at hand."""


def find(name: PackName | None) -> Pack:
    """Find the content of a set-up: the game's own, or a pack that was added."""
    if name and name.sha256 not in _AT_HAND:
        raise NoSuchPack(line("the pack {name} is not at hand; add it with --pack", name=name.name))
    return _AT_HAND[name.sha256 if name else OWN]


def keep(pack: Pack) -> Pack:
    """Keep a pack at hand."""
    _AT_HAND[pack.name.sha256 if pack.name else OWN] = pack
    return pack


def added() -> tuple[Pack, ...]:
    """List the packs that were added, the latest last."""
    return tuple(pack for pack in _AT_HAND.values() if pack.name)
