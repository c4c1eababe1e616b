"""The rules of Mice and Mystics: the agenda is carried out until somebody has to choose or luck has to fall."""

from collections import Counter
from functools import lru_cache

from mousehole.core.game import Chance, Decide, Turn
from mousehole.games.mystics.actions import belongings, moving, party_items, water
from mousehole.games.mystics.board import ending
from mousehole.games.mystics.board.figures import Steps
from mousehole.games.mystics.content.content_types import Item
from mousehole.games.mystics.content.tile_graph import full
from mousehole.games.mystics.creatures import bosses, friends, minions
from mousehole.games.mystics.effects import abilities, bees
from mousehole.games.mystics.fight import attacks
from mousehole.games.mystics.moves import Event, Luggage, Setup
from mousehole.games.mystics.rules import campaign, effect_resolution, encounters, exploring, rounds, turns
from mousehole.games.mystics.state import SLOTS, Box, Draft, Mouse, State, begin_draft, finish_draft
from mousehole.games.mystics.tasks import Agenda, Arrive, Enter, FirstAbility, NewRound

STEPS: Steps = {
    **turns.STEPS,
    **rounds.STEPS,
    **encounters.STEPS,
    **exploring.STEPS,
    **campaign.STEPS,
    **effect_resolution.STEPS,
    **minions.STEPS,
    **bosses.STEPS,
    **friends.STEPS,
    **moving.STEPS,
    **water.STEPS,
    **belongings.STEPS,
    **party_items.STEPS,
    **attacks.STEPS,
    **abilities.STEPS,
    **bees.STEPS,
    **ending.STEPS,
}


@lru_cache(256)
def new(setup: Setup) -> State:
    """Set up a chapter; every game of the same set-up begins with the same position."""
    return settled(begin_draft(beginning(setup)))


def turn(state: State) -> Turn[Event]:
    """Say who has to choose, or which luck has to fall."""
    try:
        return state.turn
    except AttributeError:  # it was read or put together by hand
        return question(state)


def apply(state: State, event: Event) -> State:
    """Carry out one event, and everything that follows from it by itself."""
    draft = begin_draft(state)
    task = draft.agenda.pop()
    STEPS[type(task)][1](draft, task, event)
    return settled(draft)


def settled(draft: Draft) -> State:
    """Work through the agenda until there is a choice between two things at least."""
    while True:
        task = draft.agenda[-1]
        ask, act = STEPS[type(task)]
        event = None
        if ask and (turn := ask(draft, task)) is not None:
            event = only(turn)
            if event is None:
                return finish_draft(draft, turn)
        draft.agenda.pop()
        act(draft, task, event)


def only(question: Turn[Event]) -> Event | None:
    """The single thing that can happen, if there is just one."""
    if type(question) is Decide:
        return question.actions[0] if len(question.actions) == 1 else None
    if type(question) is Chance:
        return question.odds[0][0] if len(question.odds) == 1 else None
    return None


def question(state: State) -> Turn[Event]:
    """Ask what the top of the agenda asks."""
    task = state.agenda[-1]
    ask = STEPS[type(task)][0]
    found = ask(state, task) if ask else None
    assert found is not None
    return found


def beginning(setup: Setup) -> State:
    """Lay out the chapter: mice with their equipment, decks, tiles, and the first things to do."""
    lid = Box(setup)
    chapter, pack = lid.chapter, lid.pack
    mice = tuple(equipped_mouse(lid, name) for name in setup.party)
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
        answers=setup.carry.answers if setup.carry else (),
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


def equipped_mouse(lid: Box, name: str) -> Mouse:
    """Equip a mouse for the chapter."""
    hero, items = lid.heroes[name], lid.pack.items
    carry = lid.setup.carry
    brought = next((bag for bag in carry.mice if bag.mouse == name), Luggage(name)) if carry else Luggage(name)
    worn = [""] * len(SLOTS)
    for card in hero.items:
        worn[starting_slot(items[card], worn)] = card  # MM-B03
    pack = (brought.card,) if brought.card else ()
    return Mouse(name, cheese=lid.chapter.cheese, worn=tuple(worn), pack=pack, abilities=brought.abilities)  # MM-B35


def starting_slot(item: Item, worn: list[str]) -> int:
    """Find the slot for a piece of starting equipment."""
    if item.slot == "paw":
        return next(n for n, name in enumerate(SLOTS) if name in ("left", "right") and not worn[n])
    return SLOTS.index(item.slot or "charm")
