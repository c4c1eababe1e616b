"""What must hold across the files of a pack: every name resolves, decks add up, cards make sense."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from mousehole.core.content import BadContent
from mousehole.core.words import Line, line
from mousehole.games.mystics import checks_chapter, checks_tile
from mousehole.games.mystics import verbs as v
from mousehole.games.mystics.kinds import Item, Minion
from mousehole.games.mystics.pack import Pack
from mousehole.games.mystics.selectors import Match
from mousehole.games.mystics.verb import Join, Verb
from mousehole.games.mystics.verbs import Effect

WHAT: dict[str, Line] = {
    "heroes": line("hero"),
    "minions": line("minion"),
    "items": line("item"),
    "conditions": line("condition"),
    "tokens": line("token"),
    "chapters": line("chapter"),
}


def mistakes(pack: Pack) -> Iterator[BadContent]:
    """Find everything that is wrong with a pack, file by file."""
    yield from heroes(pack)
    yield from minions(pack)
    yield from items(pack)
    yield from others(pack)
    yield from every_effect(pack)
    yield from checks_tile.mistakes(pack)
    yield from checks_chapter.mistakes(pack)


def unknown(pack: Pack, file: str, key: str, kind: str, names: Iterable[str]) -> Iterator[BadContent]:
    """Report names that no file knows."""
    for name in names:
        if name not in getattr(pack, kind):
            yield BadContent(file, line("{key}: there is no {what} {name}", key=key, what=WHAT[kind], name=name))


def heroes(pack: Pack) -> Iterator[BadContent]:
    """Check that heroes start with things that they can wear."""
    for name, hero in pack.heroes.items():
        yield from unknown(pack, "heroes.toml", f"{name}.items", "items", hero.items)
        for card in hero.items:
            item = pack.items.get(card)
            if item and (item.slot is None or (item.classes and not set(item.classes) & set(hero.classes))):
                yield wrong("heroes.toml", f"{name}.items", line("{item} can not be worn by this hero", item=card))
            if item and item.copies:
                yield wrong("heroes.toml", f"{name}.items", line("{item} is in the search deck", item=card))


def wrong(file: str, key: str, reason: Line) -> BadContent:
    """Write a mistake with its key."""
    return BadContent(file, line("{key}: {reason}", key=key, reason=reason))


def minions(pack: Pack) -> Iterator[BadContent]:
    """Check that minions have cards that can be told apart, and do only what their kind can."""
    for name, minion in pack.minions.items():
        names = [card.name for card in minion.cards]
        if len(names) > 1 and (len(set(names)) < len(names) or "" in names):
            yield wrong("minions.toml", f"{name}.cards", line("several cards need names of their own"))
        if minion.friend and (len(minion.cards) > 1 or minion.boss):
            yield wrong("minions.toml", name, line("an ally or a pet has one card and is no boss"))
        if "-" in name or "/" in name:
            yield wrong("minions.toml", name, line("a name may not contain - or /"))
        if clumsy(minion) and any("mortar" in card.behaviour for card in minion.cards):
            yield wrong(
                "minions.toml", f"{name}.cards", line("roaches and large minions can not fire a mortar")
            )  # MM-083
        for key, reason in beastly(minion):
            yield wrong("minions.toml", f"{name}.{key}", reason)


def beastly(minion: Minion) -> Iterator[tuple[str, Line]]:
    """Check that several cards lie as they can, and that only what has a body strikes and coils."""
    if len(minion.cards) == 1 and (minion.stacked or minion.ordered or minion.together):
        yield "cards", line("only several cards are stacked, ordered or removed together")
    if minion.stacked and (minion.boss or minion.ordered or minion.together):
        yield "stacked", line("a stack is no boss's, and needs no other order")  # MM-052
    snaky = any(habit in ("strike", "coil") for card in minion.cards for habit in card.behaviour)
    if snaky != bool(minion.body):
        yield "body", line("a snake strikes or coils, and has a body")  # MM-142


def clumsy(minion: Minion) -> bool:
    """Tell whether a minion can not handle a mortar."""
    return "roach" in minion.kinds or minion.size != "small"  # MM-083


def items(pack: Pack) -> Iterator[BadContent]:
    """Check that cards can be used as what they are, and that the search deck adds up."""
    for name, item in pack.items.items():
        reason = useless(item)
        if reason:
            yield wrong("items.toml", name, reason)
        if item.token:
            yield from unknown(pack, "items.toml", f"{name}.token", "tokens", [item.token])
    total = sum(item.copies for item in pack.items.values())
    if total != pack.rules.search_cards:
        said = line("the search deck has {n} cards, rules.toml says {wanted}", n=total, wanted=pack.rules.search_cards)
        yield wrong("items.toml", "copies", said)


def useless(item: Item) -> Line | None:
    """Say what a card lacks to be what it is."""
    worn = item.kind in ("weapon", "armour", "accessory")
    if worn and item.slot is None:
        return line("what is worn needs a slot")
    if not worn and item.slot is not None:
        return line("only what is worn has a slot")
    if item.kind == "weapon" and item.attack is None:
        return line("a weapon needs an attack")
    if item.paws == 2 and item.slot != "paw":
        return line("two paws need the slot paw")
    if item.kind == "event" and not any(effect.on == "drawn" for effect in item.effects):
        return line("an event needs an effect when it is drawn")
    return None


def others(pack: Pack) -> Iterator[BadContent]:
    """Check tokens, conditions, achievements and the campaign."""
    for name, token in pack.tokens.items():
        yield from unknown(pack, "tokens.toml", f"{name}.item", "items", [token.item] if token.item else [])
    for name, condition in pack.conditions.items():
        places = condition.recover.on if condition.recover else ()
        yield from unknown(pack, "conditions.toml", f"{name}.recover.on", "tokens", places)
    for name, award in pack.achievements.items():
        if not all(any(isinstance(verb, v.Grant) for verb in effect.do) for effect in award.earn):
            yield wrong("achievements.toml", f"{name}.earn", line("an achievement is earned by the verb grant"))
    yield from unknown(pack, "campaign.toml", "chapters", "chapters", pack.campaign.chapters)


def every_effect(pack: Pack) -> Iterator[BadContent]:
    """Check the names in every effect of every file."""
    for kind in ("heroes", "minions", "items", "abilities", "conditions", "tokens", "achievements", "chapters"):
        for name, table in getattr(pack, kind).items():
            for part in parts_in(table):
                if isinstance(part, Match):
                    yield from unknown(pack, f"{kind}.toml", name, "minions", filter(None, [part.minion]))
                else:
                    yield from of_verb(pack, f"{kind}.toml", name, part)


def parts_in(value: Any) -> Iterator[Any]:
    """List all verbs and all descriptions of figures below a table."""
    if isinstance(value, Verb | Match):
        yield value
    if isinstance(value, Effect | Struct):
        for field in fields(value):
            yield from parts_in(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from parts_in(part)


def of_verb(pack: Pack, file: str, name: str, verb: v.AnyVerb) -> Iterator[BadContent]:
    """Check the names that a verb uses."""
    key = f"{name}, verb {type(verb).__struct_config__.tag}"
    match verb:
        case v.Afflict() | v.Relieve() if verb.mark:
            yield from unknown(pack, file, key, "conditions", [verb.mark])
        case v.Gain():
            yield from unknown(pack, file, key, "items", [verb.card])
        case v.Lay():
            yield from unknown(pack, file, key, "tokens", [verb.token])
        case Join():
            yield from unknown(pack, file, key, "minions", [verb.friend])
            if verb.friend in pack.minions and not pack.minions[verb.friend].friend:
                yield wrong(file, key, line("{name} is neither ally nor pet", name=verb.friend))
        case v.Spawn():
            yield from unknown(pack, file, key, "minions", verb.minions)
        case v.Award() if verb.token not in pack.campaign.tokens:
            yield wrong(file, key, line("campaign.toml knows no story token {name}", name=verb.token))
