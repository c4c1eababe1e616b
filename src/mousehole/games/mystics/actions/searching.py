"""Searching: a star finds a card; events happen at once, everything else is kept or worth a cheese."""

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.core.kit import bag
from mousehole.games.mystics.board.board_queries import of_kind
from mousehole.games.mystics.board.changes import push, tell, with_mouse
from mousehole.games.mystics.board.figures import mouse, seat
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.effects.abilities import use, uses
from mousehole.games.mystics.effects.active_effects import applies
from mousehole.games.mystics.effects.felt_triggers import fires
from mousehole.games.mystics.fight.dice_pools import bonus
from mousehole.games.mystics.moves import DONE, Card, Choose, Dice, Event, Use
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks.action_tasks import BeforeSearch, DrawCard, Found, Keep, PackLimit, SearchRoll
from mousehole.games.mystics.tasks.effect_tasks import Context, Perform
from mousehole.games.mystics.tasks.fight_tasks import Rescue

KEEP, SELL = "keep", "cheese"


def can_search(state: State, one: Mouse) -> bool:
    """Whether a search could find something: a card, or a lost friend."""
    if state.side not in one.searched and (state.bin or bag.some(state.search)):
        return True  # MM-239
    return friend(state) is not None


def ask_before_search(state: State, task: BeforeSearch) -> Decide[Event] | None:
    """Let a mouse use something before it searches."""
    one = mouse(state, task.mouse)
    helps = tuple(uses(state, one, "before_search", Context(one.id), ("free",))) if one.at else ()
    return Decide(seat(state, one.id), (DONE, *helps)) if helps else None


def before_search(state: State, task: BeforeSearch, event: Event | None) -> State:
    """Use it and go on, or just go on."""
    if isinstance(event, Use):
        return use(push(state, task), mouse(state, task.mouse), event, "before_search", Context(task.mouse))
    one = mouse(state, task.mouse)
    keen = any(pet.at == one.at for pet in of_kind(state, "pet"))  # MM-211
    return push(state, SearchRoll(one.id, task.dice + keen + bonus(state, "searches", one))) if one.at else state


def ask_search_roll(state: State, task: SearchRoll) -> Chance[Event]:
    """Roll the search."""
    return dice.pool(task.dice, seat(state, task.mouse))  # MM-235


def search_roll(state: State, task: SearchRoll, event: Event | None) -> State:
    """Look for a star; effects may throw the dice again."""
    assert isinstance(event, Dice)
    stars = dice.read(event.faces).stars  # MM-238
    if state.box.setup.searches == "once" and not friend(state):
        state = with_mouse(state, counted(state, mouse(state, task.mouse)))  # MM-239
    context = Context(task.mouse, roll=event.faces)
    return push(
        tell(state, "searches", task.mouse, n=stars), *fires(state, "search_rolled", context), Found(task.mouse, stars)
    )


def counted(state: State, one: Mouse) -> Mouse:
    """Note that a mouse has searched this side."""
    return one if state.side in one.searched else replace(one, searched=(*one.searched, state.side))


def ask_found(state: State, task: Found) -> Decide[Event] | None:
    """After a search a mouse may use something."""
    one = mouse(state, task.mouse)
    helps = tuple(uses(state, one, "after_search", Context(one.id), ("free",))) if one.at and not friend(state) else ()
    return Decide(seat(state, one.id), (DONE, *helps)) if helps else None


def friend(state: State) -> Mouse | None:
    """Find a lost mouse that a search could bring back now."""
    lost = [] if state.foes else [one for one in state.mice if one.lost]
    return lost[0] if lost else None


def found(state: State, task: Found, event: Event | None) -> State:
    """Draw a card for a star; a lost friend comes first, and is no search of this tile."""
    if isinstance(event, Use):
        return use(push(state, task), mouse(state, task.mouse), event, "after_search", Context(task.mouse))
    if not task.stars:
        return tell(state, "nothing", task.mouse)
    lost = friend(state)
    if lost:
        return push(state, Rescue(lost.id))
    state = with_mouse(state, counted(state, mouse(state, task.mouse)))
    return push(state, DrawCard(task.mouse, task.cards))


def ask_draw_card(state: State, task: DrawCard) -> Chance[Event] | Decide[Event] | None:
    """Draw by the cards left; of several cards one is kept."""
    if len(task.seen) == task.n:
        choices = tuple(Choose(card) for card in dict.fromkeys(task.seen))
        return Decide(seat(state, task.mouse), choices)
    deck = state.search if bag.some(state.search) else renewed(state)
    odds = tuple((Card("search", card), n) for card, n in bag.kinds(deck))
    return Chance(odds) if odds else None


def renewed(state: State) -> bag.Bag[str]:
    """Shuffle the discarded search cards."""
    return tuple((card, state.bin.count(card)) for card, _ in state.search)  # MM-B45


def draw_card(state: State, task: DrawCard, event: Event | None) -> State:
    """Take a card off the deck, and in the end one in hand."""
    if isinstance(event, Choose):
        rest = list(task.seen)
        rest.remove(event.option)
        return handed(replace(state, bin=(*state.bin, *rest)), task.mouse, event.option)
    if not isinstance(event, Card):
        return handed(state, task.mouse, task.seen[0]) if task.seen else tell(state, "nothing", task.mouse)
    if not bag.some(state.search):
        state = replace(state, search=renewed(state), bin=tuple(c for c in state.bin if not known(state, c)))
    state = tell(replace(state, search=bag.drawn(state.search, event.card)), "finds", task.mouse, event.card)
    return push(state, replace(task, seen=(*task.seen, event.card)))


def known(state: State, card: str) -> bool:
    """Whether a card belongs to the search deck."""
    return any(card == other for other, _ in state.search)


def handed(state: State, finder: str, card: str) -> State:
    """Carry out an event, put a party item into the stash, or let the finder decide."""
    item = state.box.pack.items[card]
    if item.kind == "event":
        context = Context(finder, source=card)
        effects = [e for e in item.effects if e.on == "drawn" and applies(state, e, context)]
        state = replace(state, bin=(*state.bin, card))
        return push(state, *(Perform(effect.do, context) for effect in effects))  # MM-236, MM-241
    return push(state, Keep(finder, card))


def ask_keep(state: State, task: Keep) -> Decide[Event]:
    """Keep the card, or take a cheese for it."""
    return Decide(seat(state, task.mouse), (Choose(KEEP), Choose(SELL)))  # MM-237


def keep(state: State, task: Keep, event: Event | None) -> State:
    """Do so."""
    assert isinstance(event, Choose)
    one = mouse(state, task.mouse)
    if event.option == SELL:
        state = with_mouse(state, replace(one, cheese=one.cheese + 1))
        return tell(replace(state, supply=state.supply - 1, bin=(*state.bin, task.card)), "sells", one.id, task.card)
    if state.box.pack.items[task.card].kind == "party":
        return tell(replace(state, stash=(*state.stash, task.card)), "stashes", one.id, task.card)  # MM-243
    state = with_mouse(state, replace(one, pack=(*one.pack, task.card)))
    return push(tell(state, "keeps", one.id, task.card), PackLimit(one.id))
