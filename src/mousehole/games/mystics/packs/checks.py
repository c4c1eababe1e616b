"""What must hold across the files of a pack: every name resolves, decks add up, cards make sense."""

from collections.abc import Iterator

from mousehole.core.content import BadContent
from mousehole.core.reading.type_errors import strange
from mousehole.core.words import Line, line
from mousehole.games.mystics.content import verb_types as v
from mousehole.games.mystics.content.content_types import Item, Minion
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.packs import chapter_checks, effect_checks, tile_checks, word_checks
from mousehole.games.mystics.packs.unknown_names import unknown

LIKE = {"tokens": ("tokens", "items")}  # what a thing may look like, where it is not only its own kind


def mistakes(pack: Pack, own: Pack) -> Iterator[BadContent]:
    """Find everything that is wrong with a pack, file by file; only what is the game's own has drawings."""
    yield from heroes(pack)
    yield from minions(pack)
    yield from items(pack)
    yield from others(pack)
    yield from pictures(pack, own)
    yield from effect_checks.mistakes(pack)
    yield from tile_checks.mistakes(pack)
    yield from chapter_checks.mistakes(pack)
    yield from word_checks.mistakes(pack)


def heroes(pack: Pack) -> Iterator[BadContent]:
    """Check that heroes start with things that they can wear, and with an ability that there is."""
    for name, hero in pack.heroes.items():
        if hero.first:
            yield from unknown(pack, "heroes.toml", f"{name}.first", "abilities", hero.first)
        for n, card in enumerate(hero.items, 1):
            key, item = f"{name}.items.{n}", pack.items.get(card)
            yield from unknown(pack, "heroes.toml", key, "items", card)
            if item and (item.slot is None or (item.classes and not set(item.classes) & set(hero.classes))):
                yield wrong("heroes.toml", key, line("{item} cannot be worn by this hero", item=card))
            if item and item.copies:
                yield wrong("heroes.toml", key, line("{item} is in the search deck", item=card))


def wrong(file: str, key: str, reason: Line) -> BadContent:
    """Write a mistake with its key."""
    return BadContent(file, reason, key)


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


def items(pack: Pack) -> Iterator[BadContent]:
    """Check that cards can be used as what they are, and that the search deck adds up."""
    for name, item in pack.items.items():
        reason = useless(item)
        if reason:
            yield wrong("items.toml", name, reason)
        yield from unknown(pack, "items.toml", f"{name}.token", "tokens", item.token)
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
        yield from unknown(pack, "tokens.toml", f"{name}.item", "items", token.item)
        if token.item and token.item in pack.items and pack.items[token.item].kind != "party":
            yield wrong("tokens.toml", f"{name}.item", line("{item} is no party item", item=token.item))
    for name, condition in pack.conditions.items():
        for n, place in enumerate(condition.recover.on if condition.recover else (), 1):
            yield from unknown(pack, "conditions.toml", f"{name}.recover.on.{n}", "tokens", place)
    for name, award in pack.achievements.items():
        if not all(any(isinstance(verb, v.Grant) for verb in effect.do) for effect in award.earn):
            yield wrong("achievements.toml", f"{name}.earn", line("an achievement is earned by the verb grant"))
    for n, name in enumerate(pack.campaign.chapters, 1):
        yield from unknown(pack, "campaign.toml", f"chapters.{n}", "chapters", name)


def pictures(pack: Pack, own: Pack) -> Iterator[BadContent]:
    """Check that what looks like something looks like a thing of the game, for those have drawings."""
    for kind in ("heroes", "minions", "items", "conditions", "terrain", "tokens", "tiles"):
        for name, thing in getattr(pack, kind).items():
            if thing.looks and thing.looks not in (drawn := likes(own, kind)):
                said = line("the game has no drawing of {name}", name=thing.looks)
                yield wrong(f"{kind}.toml", f"{name}.looks", strange(said, thing.looks, drawn))


def likes(own: Pack, kind: str) -> list[str]:
    """List the things of the game that a thing of a kind may look like."""
    return [name for one in LIKE.get(kind, (kind,)) for name in getattr(own, one)]
