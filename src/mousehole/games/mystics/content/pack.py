"""A pack of content: every file of a folder, decoded and laid over the game's own."""

from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.catalogue import BadCatalogue, Catalogue
from mousehole.core.catalogue import read as read_words
from mousehole.core.content import BadContent, tables
from mousehole.core.reading.type_errors import misfits
from mousehole.core.words import languages, line, plain
from mousehole.games.mystics.content.content_types import (
    Ability,
    Achievement,
    Campaign,
    Chapter,
    Condition,
    Encounter,
    Hero,
    Item,
    Kind,
    Minion,
    Rules,
    Terrain,
    Token,
)
from mousehole.games.mystics.content.tile_graph import Ground, built
from mousehole.games.mystics.content.tile_types import TileSide
from mousehole.games.mystics.content.trigger_index import Listeners, listeners
from mousehole.games.mystics.moves import PackName

PACKAGE = "mousehole.games.mystics"
TABLES: dict[str, type[Kind]] = {  # a file of these holds one table for each id
    "heroes": Hero,
    "minions": Minion,
    "items": Item,
    "abilities": Ability,
    "conditions": Condition,
    "terrain": Terrain,
    "tokens": Token,
    "tiles": TileSide,
    "encounters": Encounter,
    "achievements": Achievement,
    "chapters": Chapter,
}
SHEETS: dict[str, type[Struct]] = {"campaign": Campaign, "rules": Rules}  # and of these just one


class Pack(Struct, frozen=True, eq=False):
    """All content of a game; there is one of each, so identity is equality."""

    name: PackName | None
    heroes: dict[str, Hero]
    minions: dict[str, Minion]
    items: dict[str, Item]
    abilities: dict[str, Ability]
    conditions: dict[str, Condition]
    terrain: dict[str, Terrain]
    tokens: dict[str, Token]
    tiles: dict[str, TileSide]
    encounters: dict[str, Encounter]
    achievements: dict[str, Achievement]
    chapters: dict[str, Chapter]
    campaign: Campaign
    rules: Rules
    grounds: dict[str, Ground] = {}
    on: dict[str, Listeners] = {}
    deaf: frozenset[str] = frozenset()  # triggers to which nothing of a mouse listens


def assembled(folder: Traversable, base: Pack | None = None) -> Pack:
    """Decode the files of a folder and lay them over a base, unchecked across files."""
    found = {name: decoded(folder, name) for name in (*TABLES, *SHEETS)}
    if base and all(part is None for part in found.values()):
        raise BadContent(folder.name, line("there is no content file"))
    parts: dict[str, Any] = {}
    for name, part in found.items():
        if base is None and part is None:
            raise BadContent(f"{name}.toml", line("the file is missing"))
        under = getattr(base, name) if base else None
        parts[name] = laid_over(part, under)
    return Pack(name=named(folder) if base else None, **parts)


def laid_over(part: Any, under: Any) -> Any:
    """Lay one file over the game's own: new tables beside the old ones, a sheet instead of the old one."""
    if isinstance(part, Campaign) and under is not None:
        return replace(part, tokens={**under.tokens, **part.tokens})  # the chapters of both may be played
    if isinstance(part, dict) or isinstance(under, dict):
        return {**(under or {}), **(part or {})}
    return part or under


def grounds(pack: Pack) -> dict[str, Ground]:
    """Work out every tile side."""
    rules = pack.rules
    return {
        side: built(side, page, pack.terrain, rules.yellow_up, rules.sight_radius) for side, page in pack.tiles.items()
    }


def heard(pack: Pack) -> dict[str, Listeners]:
    """Sort all effects by their trigger."""
    p = pack
    return listeners(p.heroes, p.items, p.conditions, p.achievements, p.minions, p.tokens, p.abilities)


def with_tables(pack: Pack) -> Pack:
    """Work out what follows from the content of a pack."""
    on = heard(pack)
    deaf = frozenset(name for name, listening in on.items() if not listening.mice)
    return replace(pack, grounds=grounds(pack), on=on, deaf=deaf)


def named(folder: Traversable) -> PackName:
    """Name a pack by its folder and the hash of its files."""
    texts = sorted((f.name, f.read_bytes()) for f in folder.iterdir() if f.name.endswith(".toml"))
    return PackName(folder.name, sha256(b"".join(n.encode() + b"\0" + data + b"\0" for n, data in texts)).hexdigest())


def catalogues(folder: Traversable) -> dict[str, Catalogue]:
    """Read the translations that a folder brings, by language."""
    found, home = dict[str, Catalogue](), folder / "words"
    for language in languages()[1:]:
        file = home / f"{language}.po"
        if file.is_file():
            found[language] = catalogue(file)
    return found


def catalogue(file: Traversable) -> Catalogue:
    """Read one catalogue; a mistake names its line."""
    try:
        return read_words(file.read_text("utf-8"), "")
    except (BadCatalogue, UnicodeDecodeError) as error:
        place, _, reason = str(error).removeprefix(", line ").partition(": ")
        number = int(place) if place.isdigit() else 0
        raise BadContent(f"words/{file.name}", plain(reason if number else str(error)), "", number) from None


def decoded(folder: Traversable, name: str) -> Any:
    """Decode one file of a folder, or nothing when it is not there."""
    file = folder / f"{name}.toml"
    if not file.is_file():
        return None
    content = toml(file)
    if name in SHEETS:
        return converted(content, SHEETS[name], f"{name}.toml", "")
    return {key: converted(table, TABLES[name], f"{name}.toml", key) for key, table in content.items()}


def toml(file: Traversable) -> dict[str, Any]:
    """Read the tables of a file."""
    try:
        return tables(file.read_text("utf-8"), file.name)
    except UnicodeDecodeError as error:
        number = file.read_bytes()[: error.start].count(b"\n") + 1
        raise BadContent(file.name, line("not UTF-8: save the file in that encoding"), "", number) from None


def converted(table: Any, kind: type[Any], file: str, key: str) -> Any:
    """Check one table against its type; the first mistake names the key."""
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError:
        path, reason = next(misfits((key,) if key else (), table, kind))
        raise BadContent(file, reason, ".".join(path)) from None
