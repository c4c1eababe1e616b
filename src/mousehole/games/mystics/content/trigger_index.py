"""Which content listens to which trigger, looked up once for a pack."""

from collections.abc import Iterable
from typing import TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from mousehole.games.mystics.content.content_types import (
    Ability,
    Achievement,
    Condition,
    Effects,
    Hero,
    Item,
    Minion,
    Token,
)
from mousehole.games.mystics.content.selectors import Trigger

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
    tokens: dict[str, Token],
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
