"""Adding a pack: a folder of content is read, kept at hand, and its words are learnt."""

from importlib.resources.abc import Traversable

from mousehole.core.content import BadContent
from mousehole.core.words import Trouble, line, teach
from mousehole.games.mystics.content.pack import PACKAGE, catalogues
from mousehole.games.mystics.content.packs_at_hand import keep
from mousehole.games.mystics.moves import PackName
from mousehole.games.mystics.packs.library import own, read
from mousehole.games.mystics.packs.pack_faults import faults


def add(folder: Traversable) -> PackName:
    """Take a folder of content, laid over the game's own, and keep it at hand."""
    try:
        pack = read(folder, own())
    except BadContent as error:
        raise summed_up(folder, error) from None
    assert pack.name is not None
    keep(pack)
    for language, words in catalogues(folder).items():
        teach(PACKAGE, language, pack.name.name, words)
    return pack.name


def summed_up(folder: Traversable, error: BadContent) -> Trouble:
    """Tell the first mistake of a folder, and how many more there are."""
    first, *others = faults(folder) or [error]
    if not others:
        return first
    more = line("{n} more mistake", plural="{n} more mistakes", n=len(others))
    said = line("{first} ({more}: mousehole pack check {folder})", first=first.line, more=more, folder=folder.name)
    return Trouble(said)
