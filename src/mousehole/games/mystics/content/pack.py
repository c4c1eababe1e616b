"""A pack: content put together from its files, indexed by what triggers it, kept at hand by name."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.catalogue import BadCatalogue, Catalogue
from mousehole.core.catalogue import read_catalogue as read_words
from mousehole.core.content import BadContent, tables
from mousehole.core.type_errors import misfits
from mousehole.core.words import UserError, languages, line, plain
from mousehole.games.mystics.content.content_types import (
    Ability,
    Achievement,
    CampaignSheet,
    Chapter,
    Condition,
    ContentEntry,
    Difficulty,
    Effects,
    Encounter,
    Hero,
    Item,
    Minion,
    RuleNumbers,
    Speaker,
    Terrain,
    TileSide,
    TokenKind,
)
from mousehole.games.mystics.content.effect_types import Trigger
from mousehole.games.mystics.content.tile_graph import Ground, built
from mousehole.games.mystics.moves import DifficultyName, PackName

By: TypeAlias = dict[str, Effects]


class Listeners(Struct, frozen=True, eq=False):
    """The effects of every kind of content at one trigger."""

    heroes: By
    weapons: By
    items: By
    marks: By
    awards: By
    earned: By
    minions: By
    tokens: By
    abilities: By
    breeds: frozenset[str]  # the minions of which a card listens
    gifts: "Gifts | None" = None  # of those above that their owner may decline

    @property
    def mice(self) -> bool:
        """Whether anything that a mouse has or does listens by itself."""
        return any((self.heroes, self.weapons, self.items, self.marks, self.awards, self.earned))


class Gifts(Struct, frozen=True, eq=False):
    """What its owner may use or not at one trigger."""

    heroes: By
    marks: By
    awards: By
    tokens: By


def listeners(
    heroes: dict[str, Hero],
    items: dict[str, Item],
    conditions: dict[str, Condition],
    achievements: dict[str, Achievement],
    minions: dict[str, Minion],
    tokens: dict[str, TokenKind],
    abilities: dict[str, Ability],
) -> dict[str, Listeners]:
    """Sort all effects by their trigger."""
    by_card = {card: effects for name, one in minions.items() for card, effects in cards(name, one)}
    weapons = {name: item.effects for name, item in items.items() if item.kind == "weapon"}
    others = {name: item.effects for name, item in items.items() if item.kind != "weapon"}
    return {
        trigger: with_gifts(
            Listeners(
                at(trigger, {name: hero.innate.effects for name, hero in heroes.items()}),
                at(trigger, weapons),
                at(trigger, others),
                at(trigger, {name: one.effects for name, one in conditions.items()}),
                at(trigger, {name: one.effects for name, one in achievements.items()}),
                at(trigger, {name: one.earn for name, one in achievements.items()}),
                at(trigger, by_card),
                at(trigger, {name: one.effects for name, one in tokens.items()}),
                at(trigger, {name: one.effects for name, one in abilities.items()}),
                frozenset(card.partition("/")[0] for card in at(trigger, by_card)),
            )
        )
        for trigger in get_args(Trigger)
    }


def with_gifts(found: Listeners) -> Listeners:
    """Put aside what is a choice."""
    gifts = Gifts(*map(declinable, (found.heroes, found.marks, found.awards, found.tokens)))
    return replace(found, gifts=gifts) if any((gifts.heroes, gifts.marks, gifts.awards, gifts.tokens)) else found


def declinable(sources: By) -> By:
    """Keep what may be declined."""
    found = {name: tuple(e for e in effects if e.optional) for name, effects in sources.items()}
    return {name: effects for name, effects in found.items() if effects}


def cards(name: str, one: Minion) -> Iterable[tuple[str, Effects]]:
    """Name the initiative cards of a minion and their effects."""
    if len(one.cards) == 1:
        return [(name, one.cards[0].effects)]
    return [(f"{name}/{card.name}", card.effects) for card in one.cards]


def at(trigger: str, sources: By) -> By:
    """Keep what listens to a trigger."""
    found = {name: tuple(e for e in effects if e.on == trigger) for name, effects in sources.items()}
    return {name: effects for name, effects in found.items() if effects}


PACKAGE = "mousehole.games.mystics"
TABLES: dict[str, type[ContentEntry]] = {  # a file of these holds one table for each id
    "heroes": Hero,
    "minions": Minion,
    "items": Item,
    "abilities": Ability,
    "conditions": Condition,
    "terrain": Terrain,
    "tokens": TokenKind,
    "tiles": TileSide,
    "encounters": Encounter,
    "achievements": Achievement,
    "speakers": Speaker,
    "chapters": Chapter,
}
SHEETS: dict[str, type[Struct]] = {"campaign": CampaignSheet, "rules": RuleNumbers}  # and of these just one
LOOKS_LIKE = {
    "tokens": ("tokens", "items"),
    "speakers": ("speakers", "heroes", "minions", "tokens"),
}  # the kinds whose drawings a thing may have, besides its own kind's


class Pack(Struct, frozen=True, eq=False):
    """All content of a game; there is one of each, so identity is equality."""

    name: PackName | None
    heroes: dict[str, Hero]
    minions: dict[str, Minion]
    items: dict[str, Item]
    abilities: dict[str, Ability]
    conditions: dict[str, Condition]
    terrain: dict[str, Terrain]
    tokens: dict[str, TokenKind]
    tiles: dict[str, TileSide]
    encounters: dict[str, Encounter]
    achievements: dict[str, Achievement]
    speakers: dict[str, Speaker]
    chapters: dict[str, Chapter]
    campaign: CampaignSheet
    rules: RuleNumbers
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
    if isinstance(part, CampaignSheet) and under is not None:
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


OWN = ""
_AT_HAND: dict[str, Pack] = {}


class NoSuchPack(UserError):
    """A game names a pack that is not at hand."""


def find(name: PackName | None) -> Pack:
    """Find the content of a set-up: the game's own, a pack that was added, or one that lies elsewhere."""
    if name is None or name.sha256 in _AT_HAND:
        return _AT_HAND[name.sha256 if name else OWN]
    if found := next((pack for seek in _ELSEWHERE if (pack := seek(name.sha256))), None):
        return found
    raise NoSuchPack(line("the pack {name} is not at hand; add it with --pack", name=name.name))


Seek: TypeAlias = Callable[[str], Pack | None]
_ELSEWHERE: list[Seek] = []


def look_elsewhere(seek: Seek) -> None:
    """Ask for packs that nobody has added, by the hash of their files."""
    _ELSEWHERE[:] = [seek]


def keep(pack: Pack) -> Pack:
    """Keep a pack at hand."""
    _AT_HAND[pack.name.sha256 if pack.name else OWN] = pack
    return pack


def added() -> tuple[Pack, ...]:
    """List the packs that were added, the latest last."""
    return tuple(pack for pack in _AT_HAND.values() if pack.name)


@lru_cache(64)
def fitted(pack: Pack, name: DifficultyName) -> Pack:
    """A pack as hard as people wish; the usual one is the pack itself."""
    if name == "usual":
        return pack
    wished = pack.rules.gentle if name == "gentle" else pack.rules.grim  # MM-B53
    return replace(pack, minions={kind: armed(one, wished) for kind, one in pack.minions.items()})


def armed(minion: Minion, wished: Difficulty) -> Minion:
    """Change the battle value of a minion; allies and pets keep theirs, and whoever fights keeps one die."""
    if minion.friend:
        return minion
    cards = (replace(card, battle=max(min(1, card.battle), card.battle + wished.battle)) for card in minion.cards)
    return replace(minion, cards=tuple(cards))
