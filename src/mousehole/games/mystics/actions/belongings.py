"""What mice carry: the pack and its limit, slots, and exchange between mice."""

from collections.abc import Iterator

from msgspec.structs import replace

from mousehole.core.game import Decide
from mousehole.games.mystics.board.board_queries import mouse_near
from mousehole.games.mystics.board.changes import acting, push, tell, with_mouse
from mousehole.games.mystics.moves import DONE, Choose, Equip, Event, Give, Share, Take
from mousehole.games.mystics.state import SLOTS, Mouse, State, mouse, seat
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


def partners(state: State, one: Mouse) -> Iterator[Event]:
    """List the mice to share with, where there is anything to share."""
    if "share" in state.acting.used:
        return  # MM-026, MM-250
    reach = (one.at, *mouse_near(state, one.at))
    for other in state.mice:
        if other.id != one.id and other.at in reach and (wealth(one) or wealth(other)):
            yield Share(other.id)  # MM-249


def wealth(one: Mouse) -> bool:
    """Whether a mouse has anything to give."""
    return bool(one.cheese or one.pack)


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


def fits(state: State, one: Mouse, card: str) -> Iterator[str]:
    """List the slots a card may go to."""
    item, hero = state.box.pack.items[card], state.box.heroes[one.id]
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


def changes(state: State, one: Mouse, moved: tuple[str, ...] = ()) -> Iterator[Event]:
    """List what a mouse may equip or put away."""
    for card in dict.fromkeys(one.pack):
        if card not in moved:
            yield from (Equip(card, slot) for slot in fits(state, one, card))
    for card in dict.fromkeys(one.worn):
        if card and card not in moved:
            yield Equip(card, PACK)


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
    moved = (*task.cards, event.card, *(card for card in one.worn if card and card not in changed.worn))
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
    worn = tuple(event.card if n == at else "" if n in cleared else card for n, card in enumerate(one.worn))
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
