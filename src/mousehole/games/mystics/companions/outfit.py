"""What a companion wears and keeps: armour that fits, and a weapon that is better than the one it has."""

from mousehole.games.mystics import moves as m
from mousehole.games.mystics.actions.belongings import displaced, fits
from mousehole.games.mystics.board.figures import mouse
from mousehole.games.mystics.content.content_types import Item
from mousehole.games.mystics.content.verb_types import AddDice
from mousehole.games.mystics.moves import Equip, Event
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks.action_tasks import Keep

PACKED = 3  # cards in a pack beyond which nothing more is kept


def dressing(state: State, one: Mouse, actions: tuple[Event, ...]) -> Event | None:
    """Put on what is worth wearing, where nothing has to be put away for it."""
    found = [action for action in actions if isinstance(action, Equip) and action.card in one.pack]
    return next((a for a in found if is_free(state, one, a) and wanted(state, one, a.card)), None)


def keep(state: State, task: Keep, actions: tuple[Event, ...]) -> Event:
    """Keep what can be worn or used; sell the rest."""
    item, one = state.box.pack.items[task.card], mouse(state, task.mouse)
    useful = item.kind in ("trick", "party", "scroll") or wanted(state, one, task.card)
    return m.Choose("keep" if useful and len(one.pack) < PACKED else "cheese")


def wanted(state: State, one: Mouse, card: str) -> bool:
    """Whether a card would serve a mouse: it fits, a slot is free, and no weapon at hand is as good."""
    items = state.box.pack.items
    if not any(is_free(state, one, Equip(card, slot)) for slot in fits(state, one, card)):
        return False
    return items[card].kind != "weapon" or might(items[card]) > max(
        (might(items[name]) for name in one.worn if name), default=0.0
    )


def is_free(state: State, one: Mouse, change: Equip) -> bool:
    """Whether a card can be put on without putting another one away."""
    return not any(one.worn[slot] for slot in displaced(state, one, change))


def might(item: Item) -> float:
    """The dice a weapon adds to an attack, about; those that need something count half."""
    found = [(effect, verb) for effect in item.effects if effect.on == "attacks" for verb in effect.do]
    return sum(
        verb.count * (verb.pool == "own") * (1.0 if effect.when == type(effect.when)() and not verb.per else 0.5)
        for effect, verb in found
        if isinstance(verb, AddDice)
    )
