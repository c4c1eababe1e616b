"""Which content listens to which trigger, looked up once for a pack."""

from collections.abc import Iterable
from typing import TypeAlias, get_args

from msgspec import Struct

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
    weapons = {name: item.effects for name, item in items.items() if item.kind == "weapon"}
    others = {name: item.effects for name, item in items.items() if item.kind != "weapon"}
    return {
        trigger: Listeners(
            at(trigger, {name: hero.innate.effects for name, hero in heroes.items()}),
            at(trigger, weapons),
            at(trigger, others),
            at(trigger, {name: one.effects for name, one in conditions.items()}),
            at(trigger, {name: one.effects for name, one in achievements.items()}),
            at(trigger, {name: one.earn for name, one in achievements.items()}),
            at(trigger, {card: effects for name, one in minions.items() for card, effects in cards(name, one)}),
            at(trigger, {name: one.effects for name, one in tokens.items()}),
            at(trigger, {name: one.effects for name, one in abilities.items()}),
        )
        for trigger in get_args(Trigger)
    }


def cards(name: str, one: Minion) -> Iterable[tuple[str, Effects]]:
    """Name the initiative cards of a minion and their effects."""
    if len(one.cards) == 1:
        return [(name, one.cards[0].effects)]
    return [(f"{name}/{card.name}", card.effects) for card in one.cards]


def at(trigger: str, sources: By) -> By:
    """Keep what listens to a trigger."""
    found = {name: tuple(e for e in effects if e.on == trigger) for name, effects in sources.items()}
    return {name: effects for name, effects in found.items() if effects}
