"""Verbs about cards: found, lost, broken, offered, and the search for them."""

from msgspec.structs import replace

from mousehole.games.mystics.board.changes import push, tell, with_mouse
from mousehole.games.mystics.board.figures import is_mouse, mouse
from mousehole.games.mystics.content import verb_types as v
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.action_tasks import BeforeSearch, DrawCard, Found
from mousehole.games.mystics.tasks.effect_tasks import Context, Losing, React, Trial
from mousehole.games.mystics.verbs.whom import whom


def draw(state: State, verb: v.Draw, context: Context) -> State:
    """Draw more cards in the search that is going on."""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Found):
        return replace(state, agenda=(*state.agenda[:-1], replace(top, cards=verb.n)))
    return push(state, DrawCard(context.me, verb.n))


def search(state: State, verb: v.Search, context: Context) -> State:
    """Search once more."""
    return push(state, BeforeSearch(context.me))


def gain(state: State, verb: v.Gain, context: Context) -> State:
    """Put a card into the pack."""
    one = mouse(state, context.me)
    return tell(with_mouse(state, replace(one, pack=(*one.pack, verb.card))), "keeps", one.id, verb.card)


def lose_card(state: State, verb: v.LoseCard, context: Context) -> State:
    """Lose a card of the pack."""
    name = whom(verb, context)
    return push(state, Losing(name)) if is_mouse(state, name) else state


def broken(state: State, verb: v.Break, context: Context) -> State:
    """Discard the card that broke."""
    one = mouse(state, context.me)
    if context.source not in one.worn:
        return state
    at = one.worn.index(context.source)
    state = with_mouse(state, replace(one, worn=(*one.worn[:at], "", *one.worn[at + 1 :])))
    return tell(replace(state, bin=(*state.bin, context.source)), "breaks", one.id, context.source)


def offer(state: State, verb: v.Offer, context: Context) -> State:
    """Let the mouse use what it has for this occasion."""
    return push(state, React(verb.on, (context.me,), context))


def test(state: State, verb: v.Test, context: Context) -> State:
    """Put a mouse to the test."""
    hero = state.box.heroes[context.me]
    by_lore = verb.pool == "lore" or (verb.pool == "trap" and "tinkerer" in hero.classes)  # MM-172
    n = verb.pool if isinstance(verb.pool, int) else hero.lore if by_lore else hero.move
    return push(state, Trial(context.me, n, by_lore, verb.then, verb.otherwise, context))
