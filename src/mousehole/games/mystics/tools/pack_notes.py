"""What an author may want to know of a sound pack: what nothing uses, what hides the game's own, what is far off."""

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any

from mousehole.core.content import BadContent
from mousehole.core.words import line
from mousehole.games.mystics.board.walking_routes import stranded
from mousehole.games.mystics.content.content_types import Group
from mousehole.games.mystics.content.pack import SHEETS, TABLES, Pack, toml
from mousehole.games.mystics.packs import translations
from mousehole.games.mystics.packs.effect_checks import parts_in
from mousehole.games.mystics.packs.library import own, read
from mousehole.games.mystics.packs.pack_faults import located

PARTS = ("minions", "items", "conditions", "terrain", "tokens", "tiles", "encounters")  # of something else


def notes(folder: Traversable) -> list[BadContent]:
    """List what is worth a look in a pack without mistakes."""
    pack = read(folder, own())
    files = {name: toml(folder / f"{name}.toml") for name in (*TABLES, *SHEETS) if (folder / f"{name}.toml").is_file()}
    found = [*replaced(files), *unused(files), *crowded(pack, files), *afar(pack, files)]
    return located(folder, [*found, *translations.missing(folder)])


def replaced(files: dict[str, Any]) -> Iterator[BadContent]:
    """Name what hides a thing of the game."""
    for name in TABLES:
        for key in files.get(name, ()):
            if key in getattr(own(), name):
                yield BadContent(f"{name}.toml", line("it takes the place of the game's own {name}", name=key), key)


def unused(files: dict[str, Any]) -> Iterator[BadContent]:
    """Name what no chapter, card or tile ever mentions."""
    if "chapters" not in files:
        return
    named = {word for content in files.values() for table in content.values() for word in words(table)}
    laid = {word for table in files["chapters"].values() for word in words(table)}
    for kind in PARTS:
        for key, table in files.get(kind, {}).items():
            used = {key, table["tile"]} & laid if kind == "tiles" else key in named or table.get("copies")
            if not used and key not in getattr(own(), kind):
                yield BadContent(f"{kind}.toml", line("nothing uses it"), key)
    for key, chapter in files["chapters"].items():
        for moment in chapter.get("story", {}):
            if moment not in named:
                yield BadContent("chapters.toml", line("nothing tells this moment"), f"{key}.story.{moment}")


def words(value: Any) -> Iterator[str]:
    """List every name that stands somewhere in a value; the names of story moments are no mention."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from words([*one.values()] if key == "story" and isinstance(one, dict) else one)
    elif isinstance(value, list):
        for one in value:
            yield from words(one)


def crowded(pack: Pack, files: dict[str, Any]) -> Iterator[BadContent]:
    """Name groups that ask for more minions than there are figures."""
    for kind in ("encounters", "chapters"):
        for name in files.get(kind, ()):
            for key, part in parts_in(name, getattr(pack, kind)[name]):
                for minion, n in part.minions.items() if isinstance(part, Group) else ():
                    most = pack.minions[minion].most
                    if n > most:
                        said = line("{n} of them are asked for, but most = {most}", n=n, most=most)
                        yield BadContent(f"{kind}.toml", said, f"{key}.minions.{minion}")


def afar(pack: Pack, files: dict[str, Any]) -> Iterator[BadContent]:
    """Name goals that no mouse can walk to."""
    for name in files.get("chapters", ()):
        if stranded(pack, pack.chapters[name]):
            said = line("on foot no mouse gets from the start to the goal; is there another way?")
            yield BadContent("chapters.toml", said, f"{name}.goal")
