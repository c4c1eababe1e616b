"""The position before the first event of a chapter."""

from collections import Counter

from mousehole.games.mystics.content.content_types import Item
from mousehole.games.mystics.content.tile_graph import full
from mousehole.games.mystics.moves import Luggage, Setup
from mousehole.games.mystics.state import SLOTS, Box, Mouse, State
from mousehole.games.mystics.tasks.agenda import Agenda
from mousehole.games.mystics.tasks.round_tasks import Arrive, Enter, FirstAbility, NewRound


def beginning(setup: Setup) -> State:
    """Lay out the chapter: mice with their equipment, decks, tiles, and the first things to do."""
    lid = Box(setup)
    chapter, pack = lid.chapter, lid.pack
    mice = tuple(mouse(lid, name) for name in setup.party)
    cheese = sum(one.cheese for one in mice)
    first = tuple(FirstAbility(one.id) for one in mice if not one.abilities)
    start = tuple(full(chapter.start.side, name) for name in chapter.start.spaces)
    agenda: Agenda = (*first, Arrive(setup.party, start), Enter(), NewRound())
    return State(
        box=lid,
        mice=mice,
        side=chapter.start.side,
        up=tuple(placed.up for placed in chapter.tiles),
        end=chapter.end_page,
        supply=pack.rules.supply - cheese,
        search=search_deck(lid, Counter(card for one in mice for card in one.pack)),
        deck=tuple((card, chapter.encounters.count(card)) for card in dict.fromkeys(chapter.encounters)),
        story=setup.carry.tokens if setup.carry else (),
        stash=tuple(card for token, card in chapter.gifts.items() if setup.carry and token in setup.carry.tokens),
        agenda=agenda[::-1],
    )


def search_deck(lid: Box, out: Counter[str]) -> tuple[tuple[str, int], ...]:
    """Count the search cards; those aside and those brought along are not in the deck."""
    aside = set(lid.chapter.aside)
    return tuple(
        (name, 0 if name in aside else max(0, item.copies - out[name]))
        for name, item in lid.pack.items.items()
        if item.copies
    )


def mouse(lid: Box, name: str) -> Mouse:
    """Equip a mouse for the chapter."""
    hero, items = lid.heroes[name], lid.pack.items
    carry = lid.setup.carry
    brought = next((bag for bag in carry.mice if bag.mouse == name), Luggage(name)) if carry else Luggage(name)
    worn = [""] * len(SLOTS)
    for card in hero.items:
        worn[slot(items[card], worn)] = card  # MM-B03
    pack = (brought.card,) if brought.card else ()
    return Mouse(name, cheese=lid.chapter.cheese, worn=tuple(worn), pack=pack, abilities=brought.abilities)  # MM-B35


def slot(item: Item, worn: list[str]) -> int:
    """Find the slot for a piece of starting equipment."""
    if item.slot == "paw":
        return next(n for n, name in enumerate(SLOTS) if name in ("left", "right") and not worn[n])
    return SLOTS.index(item.slot or "charm")
