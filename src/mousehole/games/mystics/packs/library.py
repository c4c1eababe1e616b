"""The packs at hand: the game's own and those that were added, each read once and checked."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec.structs import replace

from mousehole.core.words import Trouble, line
from mousehole.games.mystics.content.pack import PACKAGE, Pack, assembled, grounds, heard
from mousehole.games.mystics.moves import PackName
from mousehole.games.mystics.packs.checks import mistakes


class NoSuchPack(Trouble):
    """A game names a pack that is not at hand."""


_AT_HAND: dict[str, Pack] = {}


def find(name: PackName | None) -> Pack:
    """The content of a set-up: the game's own, or a pack that was added."""
    if name is None:
        return own()
    if name.sha256 not in _AT_HAND:
        raise NoSuchPack(line("the pack {name} is not at hand; add it with --pack", name=name.name))
    return _AT_HAND[name.sha256]


def keep(pack: Pack) -> PackName:
    """Keep a pack at hand."""
    assert pack.name is not None
    _AT_HAND[pack.name.sha256] = pack
    return pack.name


def at_hand() -> tuple[Pack, ...]:
    """List the packs that were added, the latest last."""
    return tuple(_AT_HAND.values())


@cache
def own() -> Pack:
    """Read the content that comes with the game."""
    return read(files(PACKAGE) / "content")


def read(folder: Traversable, base: Pack | None = None) -> Pack:
    """Read a folder of content and check it; the first mistake is told with file, key and reason."""
    pack = assembled(folder, base)
    for mistake in mistakes(pack, base or pack):
        raise mistake
    return replace(pack, grounds=grounds(pack), on=heard(pack))
