"""Names that no file knows, told with the one that may be meant."""

from collections.abc import Iterable, Iterator

from mousehole.core.content import BadContent
from mousehole.core.reading.type_errors import strange
from mousehole.core.words import Line, line
from mousehole.games.mystics.content.pack import Pack

NONE: dict[str, Line] = {
    "heroes": line("there is no hero {name}"),
    "minions": line("there is no minion {name}"),
    "items": line("there is no item {name}"),
    "conditions": line("there is no condition {name}"),
    "terrain": line("there is no terrain {name}"),
    "tokens": line("there is no token {name}"),
    "tiles": line("there is no tile side {name}"),
    "encounters": line("there is no encounter {name}"),
    "chapters": line("there is no chapter {name}"),
    "spaces": line("there is no space {name}"),
}
MANY = 14  # more names than these are not listed


def absent(kind: str, name: str, known: Iterable[str]) -> Line:
    """Say that there is no such thing, and what there is."""
    return strange(line(NONE[kind].text, name=name), name, known, MANY)


def unknown(pack: Pack, file: str, key: str, kind: str, name: str) -> Iterator[BadContent]:
    """Report a name that no file knows; no name is none."""
    if name and name not in getattr(pack, kind):
        yield BadContent(file, absent(kind, name, getattr(pack, kind)), key)
