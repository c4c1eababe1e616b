"""What mice find and carry: searches, the pack and its limit, slots, and exchange between mice."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from mousehole.core import kit
from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.board.figures import Steps, mouse, push, seat, set_acting, set_mouse, task_step, tell
from mousehole.games.mystics.board.queries import in_reach, of_kind
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.effects.abilities import use, uses
from mousehole.games.mystics.effects.triggers import applies, fires
from mousehole.games.mystics.fight.attacks import bonus
from mousehole.games.mystics.moves import DONE, Card, Choose, Dice, Equip, Event, Give, Share, Take, Use, share_with
from mousehole.games.mystics.state import SLOTS, AnyState, Draft, Mouse
from mousehole.games.mystics.tasks import (
    BeforeSearch,
    Context,
    DrawCard,
    Equipping,
    Found,
    Keep,
    Losing,
    PackLimit,
    Perform,
    Rescue,
    SearchRoll,
    Sharing,
)

PACK = "pack"


def limited_cards(state: AnyState, one: Mouse) -> list[str]:
    """List the cards that count against the limit of a pack: no tricks."""
    items = state.box.pack.items
    return [card for card in one.pack if items[card].kind != "trick"]  # MM-201, MM-240, MM-242


def ask_pack_limit(state: AnyState, task: PackLimit) -> Decide[Event] | None:
    """Choose a card to discard from a pack that is too full."""
    cards = limited_cards(state, mouse(state, task.mouse))
    if len(cards) <= state.box.pack.rules.pack:
        return None
    return Decide(seat(state, task.mouse), tuple(Choose(card) for card in dict.fromkeys(cards)))  # MM-202


def pack_limit(draft: Draft, task: PackLimit, event: Event | None) -> None:
    """Discard it."""
    if not isinstance(event, Choose):
        return
    drop(draft, mouse(draft, task.mouse), event.option)
    push(draft, task)


def drop(draft: Draft, one: Mouse, card: str) -> None:
    """Discard a card from a pack."""
    set_mouse(draft, replace(one, pack=less(one.pack, card)))
    draft.bin = (*draft.bin, card)
    tell(draft, "drops", one.id, card)


def less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Take one card out."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def ask_losing(state: AnyState, task: Losing) -> Decide[Event] | None:
    """Let a mouse choose which card of its pack it loses."""
    cards = dict.fromkeys(limited_cards(state, mouse(state, task.mouse)))
    return Decide(seat(state, task.mouse), tuple(Choose(card) for card in cards)) if cards else None


def losing(draft: Draft, task: Losing, event: Event | None) -> None:
    """Lose it."""
    if isinstance(event, Choose):
        drop(draft, mouse(draft, task.mouse), event.option)


def partners(state: AnyState, one: Mouse) -> list[Event]:
    """List the mice to share with, where there is anything to share."""
    reach, rich = in_reach(state, one.at), one.cheese or one.pack
    return [
        share_with(other.id)
        for other in state.mice
        if other.at in reach and other.id != one.id and (rich or other.cheese or other.pack)
    ]  # MM-249


def share(draft: Draft, one: Mouse, event: Share) -> None:
    """Begin to share."""
    set_acting(draft, used=(*draft.acting.used, "share"))
    push(draft, Sharing(one.id, event.partner), PackLimit(one.id), PackLimit(event.partner))


def ask_sharing(state: AnyState, task: Sharing) -> Decide[Event]:
    """Give and take; every card and every cheese moves at most once."""
    one, other = mouse(state, task.mouse), mouse(state, task.partner)
    gives = [Give(card=card) for card in dict.fromkeys(one.pack) if card not in task.cards]
    takes = [Take(card=card) for card in dict.fromkeys(other.pack) if card not in task.cards]
    if one.cheese > task.taken:
        gives.append(Give(cheese=1))
    if other.cheese > task.given:
        takes.append(Take(cheese=1))
    return Decide(seat(state, task.mouse), (*gives, *takes, DONE))


def sharing(draft: Draft, task: Sharing, event: Event | None) -> None:
    """Let a card or a cheese change hands."""
    one, other = mouse(draft, task.mouse), mouse(draft, task.partner)
    match event:
        case Give(card="") | Take(card=""):
            n = 1 if isinstance(event, Give) else -1
            set_mouse(draft, replace(one, cheese=one.cheese - n))
            set_mouse(draft, replace(other, cheese=other.cheese + n))
            tell(draft, "gives_cheese", *((one.id, other.id) if n > 0 else (other.id, one.id)))
            push(draft, replace(task, given=task.given + (n > 0), taken=task.taken + (n < 0)))
        case Give() | Take():
            giver, taker = (one, other) if isinstance(event, Give) else (other, one)
            set_mouse(draft, replace(giver, pack=less(giver.pack, event.card)))
            set_mouse(draft, replace(taker, pack=(*taker.pack, event.card)))
            tell(draft, "gives", taker.id, event.card)
            push(draft, replace(task, cards=(*task.cards, event.card)))


def changes(state: AnyState, one: Mouse, moved: tuple[str, ...] = ()) -> tuple[Event, ...]:
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


def fits(state: AnyState, one: Mouse, card: str) -> Iterator[str]:
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


def begin_equip(draft: Draft, one: Mouse, event: Equip) -> None:
    """Make the first change of an Equip."""
    set_acting(draft, used=(*draft.acting.used, "equip"))  # MM-100
    equipping(draft, Equipping(one.id), event)


def ask_equipping(state: AnyState, task: Equipping) -> Decide[Event]:
    """Go on changing; every card moves at most once."""
    one = mouse(state, task.mouse)
    return Decide(seat(state, one.id), (*changes(state, one, task.cards), DONE))


def equipping(draft: Draft, task: Equipping, event: Event | None) -> None:
    """Move a card between slot and pack; what it replaces goes to the pack."""
    one = mouse(draft, task.mouse)
    if not isinstance(event, Equip):
        push(draft, PackLimit(one.id))  # MM-B20
        return
    changed = put_away(one, event.card) if event.slot == PACK else put_on(draft, one, event)
    moved = (*task.cards, event.card, *[card for card in one.worn if card and card not in changed.worn])
    set_mouse(draft, changed)
    tell(draft, "puts_away" if event.slot == PACK else "puts_on", one.id, event.card)
    push(draft, Equipping(one.id, tuple(dict.fromkeys(moved))))  # MM-099


def put_away(one: Mouse, card: str) -> Mouse:
    """Put an equipped card into the pack."""
    at = one.worn.index(card)
    return replace(one, worn=(*one.worn[:at], "", *one.worn[at + 1 :]), pack=(*one.pack, card))


def put_on(state: AnyState, one: Mouse, event: Equip) -> Mouse:
    """Equip a card from the pack."""
    cleared = displaced(state, one, event)
    out = [one.worn[n] for n in cleared if one.worn[n]]
    at = SLOTS.index(event.slot)
    worn = tuple([event.card if n == at else "" if n in cleared else card for n, card in enumerate(one.worn)])
    return replace(one, worn=worn, pack=(*less(one.pack, event.card), *out))


def displaced(state: AnyState, one: Mouse, event: Equip) -> list[int]:
    """List the slots a card needs: a two-paw card lies in the left paw and fills the right one too."""
    left, right = SLOTS.index("left"), SLOTS.index("right")
    items, at = state.box.pack.items, SLOTS.index(event.slot)
    if items[event.card].paws == 2:
        return [left, right]  # MM-B19
    if at == right and one.worn[left] and items[one.worn[left]].paws == 2:
        return [left, right]
    return [at]


KEEP, SELL = "keep", "cheese"


def can_search(state: AnyState, one: Mouse) -> bool:
    """Whether a search could find something: a card, or a lost friend."""
    if state.side not in one.searched and (state.bin or kit.bag_has_any(state.search)):
        return True  # MM-239
    return lost_friend(state) is not None


def ask_before_search(state: AnyState, task: BeforeSearch) -> Decide[Event] | None:
    """Let a mouse use something before it searches."""
    one = mouse(state, task.mouse)
    helps = tuple(uses(state, one, "before_search", Context(one.id), ("free",))) if one.at else ()
    return Decide(seat(state, one.id), (DONE, *helps)) if helps else None


def before_search(draft: Draft, task: BeforeSearch, event: Event | None) -> None:
    """Use it and go on, or just go on."""
    if isinstance(event, Use):
        push(draft, task)
        use(draft, mouse(draft, task.mouse), event, "before_search", Context(task.mouse))
        return
    one = mouse(draft, task.mouse)
    keen = any(pet.at == one.at for pet in of_kind(draft, "pet"))  # MM-211
    if one.at:
        push(draft, SearchRoll(one.id, task.dice + keen + bonus(draft, "searches", one)))


def ask_search_roll(state: AnyState, task: SearchRoll) -> Chance[Event]:
    """Roll the search."""
    return dice.pool(task.dice, seat(state, task.mouse))  # MM-235


def search_roll(draft: Draft, task: SearchRoll, event: Event | None) -> None:
    """Look for a star; effects may throw the dice again."""
    assert isinstance(event, Dice)
    stars = dice.read(event.faces).stars  # MM-238
    if draft.box.setup.searches == "once" and not lost_friend(draft):
        set_mouse(draft, with_search_spent(draft, mouse(draft, task.mouse)))  # MM-239
    context = Context(task.mouse, roll=event.faces)
    tell(draft, "searches", task.mouse, n=stars)
    push(draft, *fires(draft, "search_rolled", context), Found(task.mouse, stars))


def with_search_spent(state: AnyState, one: Mouse) -> Mouse:
    """Note that a mouse has searched this side."""
    return one if state.side in one.searched else replace(one, searched=(*one.searched, state.side))


def ask_found(state: AnyState, task: Found) -> Decide[Event] | None:
    """After a search a mouse may use something."""
    one = mouse(state, task.mouse)
    helps = (
        tuple(uses(state, one, "after_search", Context(one.id), ("free",))) if one.at and not lost_friend(state) else ()
    )
    return Decide(seat(state, one.id), (DONE, *helps)) if helps else None


def lost_friend(state: AnyState) -> Mouse | None:
    """Find a lost mouse that a search could bring back now."""
    lost = [] if state.foes else [one for one in state.mice if one.lost]
    return lost[0] if lost else None


def found(draft: Draft, task: Found, event: Event | None) -> None:
    """Draw a card for a star; a lost friend comes first, and is no search of this tile."""
    if isinstance(event, Use):
        push(draft, task)
        use(draft, mouse(draft, task.mouse), event, "after_search", Context(task.mouse))
        return
    if not task.stars:
        tell(draft, "nothing", task.mouse)
        return
    lost = lost_friend(draft)
    if lost:
        push(draft, Rescue(lost.id))
        return
    set_mouse(draft, with_search_spent(draft, mouse(draft, task.mouse)))
    push(draft, DrawCard(task.mouse, task.cards))


def ask_draw_card(state: AnyState, task: DrawCard) -> Chance[Event] | Decide[Event] | None:
    """Draw by the cards left; of several cards one is kept."""
    if len(task.seen) == task.n:
        choices = tuple(Choose(card) for card in dict.fromkeys(task.seen))
        return Decide(seat(state, task.mouse), choices)
    deck = state.search if kit.bag_has_any(state.search) else renewed(state)
    odds = tuple((Card("search", card), n) for card, n in kit.drawable(deck))
    return Chance(odds) if odds else None


def renewed(state: AnyState) -> kit.Bag[str]:
    """Shuffle the discarded search cards."""
    return tuple((card, state.bin.count(card)) for card, _ in state.search)  # MM-B45


def draw_card(draft: Draft, task: DrawCard, event: Event | None) -> None:
    """Take a card off the deck, and in the end one in hand."""
    if isinstance(event, Choose):
        rest = list(task.seen)
        rest.remove(event.option)
        draft.bin = (*draft.bin, *rest)
        hand_over(draft, task.mouse, event.option)
        return
    if not isinstance(event, Card):
        if task.seen:
            hand_over(draft, task.mouse, task.seen[0])
        else:
            tell(draft, "nothing", task.mouse)
        return
    if not kit.bag_has_any(draft.search):
        draft.search = renewed(draft)
        draft.bin = tuple(c for c in draft.bin if not in_search_deck(draft, c))
    draft.search = kit.draw_one(draft.search, event.card)
    tell(draft, "finds", task.mouse, event.card)
    push(draft, replace(task, seen=(*task.seen, event.card)))


def in_search_deck(state: AnyState, card: str) -> bool:
    """Whether a card belongs to the search deck."""
    return any(card == other for other, _ in state.search)


def hand_over(draft: Draft, finder: str, card: str) -> None:
    """Carry out an event, put a party item into the stash, or let the finder decide."""
    item = draft.box.pack.items[card]
    if item.kind == "event":
        context = Context(finder, source=card)
        effects = [e for e in item.effects if e.on == "drawn" and applies(draft, e, context)]
        draft.bin = (*draft.bin, card)
        push(draft, *(Perform(effect.do, context) for effect in effects))  # MM-236, MM-241
        return
    push(draft, Keep(finder, card))


def ask_keep(state: AnyState, task: Keep) -> Decide[Event]:
    """Keep the card, or take a cheese for it."""
    return Decide(seat(state, task.mouse), (Choose(KEEP), Choose(SELL)))  # MM-237


def keep(draft: Draft, task: Keep, event: Event | None) -> None:
    """Do so."""
    assert isinstance(event, Choose)
    one = mouse(draft, task.mouse)
    if event.option == SELL:
        set_mouse(draft, replace(one, cheese=one.cheese + 1))
        draft.supply -= 1
        draft.bin = (*draft.bin, task.card)
        tell(draft, "sells", one.id, task.card)
        return
    if draft.box.pack.items[task.card].kind == "party":
        draft.stash = (*draft.stash, task.card)  # MM-243
        tell(draft, "stashes", one.id, task.card)
        return
    set_mouse(draft, replace(one, pack=(*one.pack, task.card)))
    tell(draft, "keeps", one.id, task.card)
    push(draft, PackLimit(one.id))


STEPS: Steps = dict(
    (
        task_step(BeforeSearch, ask_before_search, before_search),
        task_step(SearchRoll, ask_search_roll, search_roll),
        task_step(Found, ask_found, found),
        task_step(DrawCard, ask_draw_card, draw_card),
        task_step(Keep, ask_keep, keep),
        task_step(PackLimit, ask_pack_limit, pack_limit),
        task_step(Sharing, ask_sharing, sharing),
        task_step(Equipping, ask_equipping, equipping),
        task_step(Losing, ask_losing, losing),
    )
)
