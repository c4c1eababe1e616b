"""Packs read from their folders and checked; the game's own is read once."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from mousehole.games.mystics.content.pack import PACKAGE, Pack, assembled, with_tables
from mousehole.games.mystics.content.packs_at_hand import keep
from mousehole.games.mystics.packs.checks import mistakes


@cache
def own() -> Pack:
    """Read the content that comes with the game."""
    return keep(read(files(PACKAGE) / "content"))


def read(folder: Traversable, base: Pack | None = None) -> Pack:
    """Read a folder of content and check it; the first mistake is told with file, key and reason."""
    pack = assembled(folder, base)
    for mistake in mistakes(pack, base or pack):
        raise mistake
    return with_tables(pack)
