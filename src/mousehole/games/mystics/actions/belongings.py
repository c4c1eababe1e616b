"""What mice carry: the pack and its limit, slots, and exchange between mice."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from mousehole.core.game import Decide
from mousehole.games.mystics.board.board_queries import in_reach
from mousehole.games.mystics.board.changes import acting, push, tell, with_mouse
from mousehole.games.mystics.board.figures import mouse, seat
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.moves import DONE, Choose, Equip, Event, Give, Share, Take, share_with
from mousehole.games.mystics.state import SLOTS, Mouse, State
from mousehole.games.mystics.tasks.action_tasks import Equipping, PackLimit, Sharing
from mousehole.games.mystics.tasks.effect_tasks import Losing

PACK = "pack"


def counted(state: State, one: Mouse) -> list[str]:
    """List the cards that count against the limit of a pack: no tricks."""
    items = state.box.pack.items
    return [card for card in one.pack if items[card].kind != "trick"]  # MM-201, MM-240, MM-242


def ask_pack_limit(state: State, task: PackLimit) -> Decide[Event] | None:
    """Choose a card to discard from a pack that is too full."""
    cards = counted(state, mouse(state, task.mouse))
    if len(cards) <= state.box.pack.rules.pack:
        return None
    return Decide(seat(state, task.mouse), tuple(Choose(card) for card in dict.fromkeys(cards)))  # MM-202


def pack_limit(state: State, task: PackLimit, event: Event | None) -> State:
    """Discard it."""
    if not isinstance(event, Choose):
        return state
    return push(drop(state, mouse(state, task.mouse), event.option), task)


def drop(state: State, one: Mouse, card: str) -> State:
    """Discard a card from a pack."""
    state = with_mouse(state, replace(one, pack=less(one.pack, card)))
    return tell(replace(state, bin=(*state.bin, card)), "drops", one.id, card)


def less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Take one card out."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def ask_losing(state: State, task: Losing) -> Decide[Event] | None:
    """Let a mouse choose which card of its pack it loses."""
    cards = dict.fromkeys(counted(state, mouse(state, task.mouse)))
    return Decide(seat(state, task.mouse), tuple(Choose(card) for card in cards)) if cards else None


def losing(state: State, task: Losing, event: Event | None) -> State:
    """Lose it."""
    return drop(state, mouse(state, task.mouse), event.option) if isinstance(event, Choose) else state


def partners(state: State, one: Mouse) -> list[Event]:
    """List the mice to share with, where there is anything to share."""
    reach, rich = in_reach(state, one.at), one.cheese or one.pack
    return [
        share_with(other.id)
        for other in state.mice
        if other.at in reach and other.id != one.id and (rich or other.cheese or other.pack)
    ]  # MM-249


def share(state: State, one: Mouse, event: Share) -> State:
    """Begin to share."""
    state = acting(state, used=(*state.acting.used, "share"))
    return push(state, Sharing(one.id, event.partner), PackLimit(one.id), PackLimit(event.partner))


def ask_sharing(state: State, task: Sharing) -> Decide[Event]:
    """Give and take; every card and every cheese moves at most once."""
    one, other = mouse(state, task.mouse), mouse(state, task.partner)
    gives = [Give(card=card) for card in dict.fromkeys(one.pack) if card not in task.cards]
    takes = [Take(card=card) for card in dict.fromkeys(other.pack) if card not in task.cards]
    if one.cheese > task.taken:
        gives.append(Give(cheese=1))
    if other.cheese > task.given:
        takes.append(Take(cheese=1))
    return Decide(seat(state, task.mouse), (*gives, *takes, DONE))


def sharing(state: State, task: Sharing, event: Event | None) -> State:
    """Let a card or a cheese change hands."""
    one, other = mouse(state, task.mouse), mouse(state, task.partner)
    match event:
        case Give(card="") | Take(card=""):
            n = 1 if isinstance(event, Give) else -1
            state = with_mouse(
                with_mouse(state, replace(one, cheese=one.cheese - n)), replace(other, cheese=other.cheese + n)
            )
            state = tell(state, "gives_cheese", *((one.id, other.id) if n > 0 else (other.id, one.id)))
            return push(state, replace(task, given=task.given + (n > 0), taken=task.taken + (n < 0)))
        case Give() | Take():
            giver, taker = (one, other) if isinstance(event, Give) else (other, one)
            state = with_mouse(state, replace(giver, pack=less(giver.pack, event.card)))
            state = with_mouse(state, replace(taker, pack=(*taker.pack, event.card)))
            return push(tell(state, "gives", taker.id, event.card), replace(task, cards=(*task.cards, event.card)))
    return state


def changes(state: State, one: Mouse, moved: tuple[str, ...] = ()) -> tuple[Event, ...]:
    """List what a mouse may equip or put away."""
    return rearranged(state.box.pack, one.id, one.worn, one.pack, moved)


@lru_cache(16384)
def rearranged(
    pack: Pack, hero: str, worn: tuple[str, ...], cards: tuple[str, ...], moved: tuple[str, ...]
) -> tuple[Event, ...]:
    """List what a hero may equip of the cards in its pack, and what it may put away."""
    on = [Equip(card, slot) for card in dict.fromkeys(cards) if card not in moved for slot in slots(pack, hero, card)]
    off = [Equip(card, PACK) for card in dict.fromkeys(worn) if card and card not in moved]
    return (*on, *off)


def fits(state: State, one: Mouse, card: str) -> Iterator[str]:
    """List the slots of a mouse that a card may go to."""
    return slots(state.box.pack, one.id, card)


def slots(pack: Pack, name: str, card: str) -> Iterator[str]:
    """List the slots of a hero that a card may go to."""
    item, hero = pack.items[card], pack.heroes[name]
    if item.slot is None or (item.classes and not any(name in item.classes for name in hero.classes)):
        return  # MM-245
    if item.slot != "paw":
        yield item.slot
        return
    yield "left"
    if item.paws == 1:
        yield "right"
        if hero.tail and hero.tail in item.tags:
            yield "tail"


def begin_equip(state: State, one: Mouse, event: Equip) -> State:
    """Make the first change of an Equip."""
    state = acting(state, used=(*state.acting.used, "equip"))  # MM-100
    return equipping(state, Equipping(one.id), event)


def ask_equipping(state: State, task: Equipping) -> Decide[Event]:
    """Go on changing; every card moves at most once."""
    one = mouse(state, task.mouse)
    return Decide(seat(state, one.id), (*changes(state, one, task.cards), DONE))


def equipping(state: State, task: Equipping, event: Event | None) -> State:
    """Move a card between slot and pack; what it replaces goes to the pack."""
    one = mouse(state, task.mouse)
    if not isinstance(event, Equip):
        return push(state, PackLimit(one.id))  # MM-B20
    changed = put_away(one, event.card) if event.slot == PACK else put_on(state, one, event)
    moved = (*task.cards, event.card, *[card for card in one.worn if card and card not in changed.worn])
    state = tell(with_mouse(state, changed), "puts_away" if event.slot == PACK else "puts_on", one.id, event.card)
    return push(state, Equipping(one.id, tuple(dict.fromkeys(moved))))  # MM-099


def put_away(one: Mouse, card: str) -> Mouse:
    """Put an equipped card into the pack."""
    at = one.worn.index(card)
    return replace(one, worn=(*one.worn[:at], "", *one.worn[at + 1 :]), pack=(*one.pack, card))


def put_on(state: State, one: Mouse, event: Equip) -> Mouse:
    """Equip a card from the pack."""
    cleared = displaced(state, one, event)
    out = [one.worn[n] for n in cleared if one.worn[n]]
    at = SLOTS.index(event.slot)
    worn = tuple([event.card if n == at else "" if n in cleared else card for n, card in enumerate(one.worn)])
    return replace(one, worn=worn, pack=(*less(one.pack, event.card), *out))


def displaced(state: State, one: Mouse, event: Equip) -> list[int]:
    """List the slots a card needs: a two-paw card lies in the left paw and fills the right one too."""
    left, right = SLOTS.index("left"), SLOTS.index("right")
    items, at = state.box.pack.items, SLOTS.index(event.slot)
    if items[event.card].paws == 2:
        return [left, right]  # MM-B19
    if at == right and one.worn[left] and items[one.worn[left]].paws == 2:
        return [left, right]
    return [at]
