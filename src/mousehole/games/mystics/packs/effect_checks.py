"""What must hold for every effect: its names are known, its trigger comes, and its story moments have words."""

from collections.abc import Iterator
from typing import Any, TypeAlias, get_args

from msgspec import Struct

from mousehole.core.content import BadContent
from mousehole.core.reading.type_errors import strange
from mousehole.core.words import line
from mousehole.games.mystics.content import verb_types as v
from mousehole.games.mystics.content.content_types import Chapter, Place
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.selectors import Match, Trigger, When
from mousehole.games.mystics.content.verb_types import Effect, Join
from mousehole.games.mystics.packs.unknown_names import unknown

Part: TypeAlias = tuple[str, Any]  # where it stands, and what it is
KINDS = ("heroes", "minions", "items", "abilities", "conditions", "tokens", "achievements", "chapters")
ALL = frozenset(get_args(Trigger))
ANYWHERE = frozenset(
    {"turn_start", "turn_end", "attack_rolled", "defence_rolled", "move_rolled", "search_rolled", "wounds", "wounded"}
)  # everything on the tile hears these
USES = frozenset({"use", "before_attack", "after_attack", "before_search", "after_search", "placed", "drawn"})
HEARD = {
    "chapters": ANYWHERE | {"page", "explored"},
    "tokens": ANYWHERE | {"entered", "use"},
    "minions": ALL - USES - {"entered", "passed", "trap", "page", "explored", "surge", "moves", "searches"},
}

NAMES: dict[type[Struct], dict[str, str]] = {
    Match: {"minion": "minions", "mark": "conditions", "without": "conditions"},
    When: {"side": "tiles", "left": "tiles", "stash": "items"},
    v.Afflict: {"mark": "conditions"},
    v.Relieve: {"mark": "conditions"},
    v.Gain: {"card": "items"},
    v.Lay: {"token": "tokens"},
    Join: {"friend": "minions"},
}  # which key names what


def mistakes(pack: Pack) -> Iterator[BadContent]:
    """Look at every effect of every file."""
    for kind in KINDS:
        for name, table in getattr(pack, kind).items():
            for key, part in parts_in(name, table):
                yield from names(pack, f"{kind}.toml", key, part)
                if isinstance(part, Effect):
                    yield from trigger(kind, key, part)
    yield from moments(pack)


def parts_in(key: str, value: Any) -> Iterator[Part]:
    """List all tables below a table, each with the steps to it."""
    if isinstance(value, Struct):
        yield key, value
        for name in value.__struct_fields__:
            yield from parts_in(f"{key}.{name}", getattr(value, name))
    elif isinstance(value, tuple):
        for number, part in enumerate(value, 1):
            yield from parts_in(f"{key}.{number}", part)


def names(pack: Pack, file: str, key: str, part: Any) -> Iterator[BadContent]:
    """Check the names that a verb or a description uses."""
    for which, kind in NAMES.get(type(part), {}).items():
        yield from unknown(pack, file, f"{key}.{which}", kind, getattr(part, which))
    match part:
        case v.Spawn():
            for name in part.minions:
                yield from unknown(pack, file, f"{key}.minions.{name}", "minions", name)
        case Join() if part.friend in pack.minions and not pack.minions[part.friend].friend:
            yield BadContent(file, line("{name} is neither ally nor pet", name=part.friend), f"{key}.friend")
        case v.Award() if part.token not in pack.campaign.tokens:
            said = line("campaign.toml knows no story token {name}", name=part.token)
            yield BadContent(file, strange(said, part.token, pack.campaign.tokens), f"{key}.token")


def trigger(kind: str, key: str, effect: Effect) -> Iterator[BadContent]:
    """Check that somebody tells such content when its trigger comes."""
    heard = frozenset({"surge"}) if kind == "chapters" and ".surge." in key else HEARD.get(kind, ALL)
    if effect.on not in heard:
        said = line("at {trigger} nothing happens here", trigger=effect.on)
        yield BadContent(f"{kind}.toml", strange(said, effect.on, heard), f"{key}.on")


def moments(pack: Pack) -> Iterator[BadContent]:
    """Check that every moment that is told has words in the chapters where it can be told."""
    for kind in KINDS:
        for name, table in getattr(pack, kind).items():
            told = [(key, step, moment) for key, part in parts_in(name, table) for step, moment in telling(part)]
            for book, chapter in stages(pack, kind, name) if told else ():
                for key, step, moment in told:
                    if moment not in chapter.story:
                        said = line("{chapter} has no words for the moment {name}", chapter=book, name=moment)
                        yield BadContent(f"{kind}.toml", strange(said, moment, chapter.story), f"{key}.{step}")


def telling(part: Any) -> Iterator[tuple[str, str]]:
    """Name the moment that a part tells, and the key it stands under."""
    if isinstance(part, v.Tell):
        yield "moment", part.moment
    elif isinstance(part, Place) and part.story:
        yield "story", part.story


def stages(pack: Pack, kind: str, name: str) -> list[tuple[str, Chapter]]:
    """List the chapters in which a thing can tell something: its own, those it lies in, or any."""
    if kind == "chapters":
        return [(name, pack.chapters[name])]
    if kind == "tokens":
        return [(book, chapter) for book, chapter in pack.chapters.items() if name in laid(pack, chapter)]
    return list(pack.chapters.items())


def laid(pack: Pack, chapter: Chapter) -> set[str]:
    """List the tokens that lie somewhere in a chapter."""
    tiles = [placed.tile for placed in chapter.tiles]
    there = [one.token for place in chapter.places for one in place.tokens]
    return {*there, *(one.token for page in pack.tiles.values() if page.tile in tiles for one in page.tokens)}
