"""Abilities, gifts, scrolls and tricks: what a mouse may use, what it costs, and learning new ones."""

from collections.abc import Iterator

from msgspec.structs import replace

from mousehole.core.game import Decide
from mousehole.games.mystics.board.board_queries import charmed
from mousehole.games.mystics.board.changes import acting, push, tell, with_mouse
from mousehole.games.mystics.content.content_types import Ability
from mousehole.games.mystics.content.selectors import Pick, Trigger
from mousehole.games.mystics.content.verb_types import AnyVerb, Battle, Effect, Join, Leap
from mousehole.games.mystics.effects.active_effects import applies, used
from mousehole.games.mystics.effects.attack_targets import would_find
from mousehole.games.mystics.effects.selected_figures import picked
from mousehole.games.mystics.moves import DONE, Event, Learn, Use
from mousehole.games.mystics.state import Mouse, State, mouse, seat
from mousehole.games.mystics.tasks.effect_tasks import Again, Context, Perform


def learnable(state: State, one: Mouse) -> list[str]:
    """List the abilities that a mouse may learn: of its class, and not all copies taken."""
    classes = state.box.heroes[one.id].classes
    taken = [ability for other in state.mice for ability in other.abilities]
    return [
        name
        for name, card in state.box.pack.abilities.items()
        if (not card.classes or any(each in card.classes for each in classes))
        and taken.count(name) < card.copies
        and name not in one.abilities
    ]  # MM-166


def learn(state: State, one: Mouse, event: Learn) -> State:
    """Trade cheese for an ability."""
    cost = state.box.pack.rules.level_cost
    state = with_mouse(state, replace(one, cheese=one.cheese - cost, abilities=(*one.abilities, event.ability)))
    state = acting(replace(state, supply=state.supply + cost), used=(*state.acting.used, "learn"))  # MM-167
    return tell(state, "learns", one.id, event.ability)


def cost(state: State, one: Mouse, card: Ability) -> int:
    """What an ability costs a mouse; some classes pay less."""
    return min([card.cost, *(card.cheaper[name] for name in state.box.heroes[one.id].classes if name in card.cheaper)])


def uses(state: State, one: Mouse, trigger: Trigger, context: Context, kinds: tuple[str, ...]) -> Iterator[Event]:
    """List the abilities, gifts and cards that a mouse may use at a trigger."""
    pack = state.box.pack
    heard = pack.on[trigger]
    if charmed(state, one):
        return  # MM-077
    if heard.abilities and one.id not in state.acting.spoken:  # MM-002
        for name in one.abilities:
            card = pack.abilities[name]
            if name in heard.abilities and card.kind in kinds and affordable(state, one, name, trigger, context):
                yield Use(ability=name)
    yield from gifts(state, one, trigger, context)
    for name in dict.fromkeys(one.pack):
        fits = name in heard.items and pack.items[name].kind in ("scroll", "trick")
        if fits and usable(state, heard.items[name], replace(context, me=one.id, source=name)):
            yield Use(card=name)


def affordable(state: State, one: Mouse, name: str, trigger: Trigger, context: Context) -> bool:
    """Whether a mouse can pay for an ability, and whether it would find somebody."""
    effects = state.box.pack.on[trigger].abilities[name]
    price = cost(state, one, state.box.pack.abilities[name])
    return price <= one.cheese and usable(state, effects, replace(context, me=one.id, source=name))


def gifts(state: State, one: Mouse, trigger: Trigger, context: Context) -> Iterator[Event]:
    """List the gifts of a hero, a marker, an achievement or a token underfoot, where using them is a choice."""
    heard = state.box.pack.on[trigger]
    held = [award for award, holder in state.awards if holder == one.id]
    for name, effects in (
        (one.id, heard.heroes.get(one.id, ())),
        *((mark, heard.marks.get(mark, ())) for mark in one.marks),
        *((award, heard.awards.get(award, ())) for award in held),
        *((token.kind, heard.tokens.get(token.kind, ())) for token in state.tokens if token.at == one.at),
    ):
        chosen = tuple(effect for effect in effects if effect.optional and effect.cost <= one.cheese)
        if chosen and usable(state, chosen, replace(context, me=one.id, source=name)):
            yield Use(ability=name)


def usable(state: State, effects: tuple[Effect, ...], context: Context) -> bool:
    """Whether one of the effects applies and finds somebody to work on."""
    return any(applies(state, effect, context) and finds(state, effect, context) for effect in effects)


def finds(state: State, effect: Effect, context: Context) -> bool:
    """Whether the first verb of an effect has a target."""
    verb: AnyVerb = effect.do[0]
    if isinstance(verb, Battle):
        return would_find(state, verb, context)
    if isinstance(verb, Join):
        return sum(one.kind == verb.friend for one in state.friends) < state.box.pack.minions[verb.friend].most
    if isinstance(verb, Leap):
        return True
    for aim in (getattr(verb, "who", None), getattr(verb, "to", None)):
        if isinstance(aim, Pick) and not picked(state, aim, context):
            return False
    return True


def use(state: State, one: Mouse, event: Use, trigger: Trigger, context: Context) -> State:
    """Pay for a use and carry it out."""
    if event.card:
        return use_card(state, one, event.card, trigger, context)
    if event.ability in state.box.pack.abilities:
        return use_ability(state, one, event.ability, trigger, context)
    return use_gift(state, one, event.ability, trigger, context)


def use_card(state: State, one: Mouse, name: str, trigger: Trigger, context: Context) -> State:
    """Use a scroll or trick: no action, and the card is gone."""
    at = one.pack.index(name)
    state = with_mouse(state, replace(one, pack=one.pack[:at] + one.pack[at + 1 :]))
    state = tell(replace(state, bin=(*state.bin, name)), "plays", one.id, name)  # MM-244, MM-B50
    return perform(state, state.box.pack.on[trigger].items[name], replace(context, me=one.id, source=name))


def use_ability(state: State, one: Mouse, name: str, trigger: Trigger, context: Context) -> State:
    """Use an ability card: it costs cheese, and only those that say so cost the action."""
    card = state.box.pack.abilities[name]
    price = cost(state, one, card)
    state = with_mouse(state, replace(one, cheese=one.cheese - price))
    state = acting(replace(state, supply=state.supply + price), spoken=(*state.acting.spoken, one.id))
    if card.kind in ("action", "replace_battle"):
        state = acting(state, actions=state.acting.actions - 1, moving="", points=0)  # MM-001
    state = tell(state, "uses", one.id, name)
    context = replace(context, me=one.id, source=name)
    if card.most > 1:
        state = push(state, Again(one.id, name, card.most - 1, context))
    return perform(state, state.box.pack.on[trigger].abilities[name], context)


def use_gift(state: State, one: Mouse, name: str, trigger: Trigger, context: Context) -> State:
    """Use what a hero, a marker, an achievement or a token gives."""
    heard = state.box.pack.on[trigger]
    effects = heard.heroes.get(name) or heard.marks.get(name) or heard.awards.get(name) or heard.tokens[name]
    context = replace(context, me=one.id, source=name, at=one.at)
    chosen = tuple(e for e in effects if e.optional and applies(state, e, context) and e.cost <= one.cheese)
    price = chosen[0].cost
    state = replace(with_mouse(state, replace(one, cheese=one.cheese - price)), supply=state.supply + price)
    if name in heard.awards:
        awards = tuple((award, "" if award == name else holder) for award, holder in state.awards)
        state = replace(state, awards=awards)  # MM-011
    return perform(tell(state, "gift", one.id, name), chosen, context)


def perform(state: State, effects: tuple[Effect, ...], context: Context) -> State:
    """Put the first effect that applies on the agenda, and note what works only once."""
    for effect in effects:
        if applies(state, effect, context):
            return push(noted(state, effect, context), Perform(effect.do, context))
    return state


def noted(state: State, effect: Effect, context: Context) -> State:
    """Note the use of what works once a turn or once a round."""
    if effect.once == "turn":
        return acting(state, used=(*state.acting.used, used(context)))
    if effect.once == "round":
        return replace(state, fired=(*state.fired, used(context)))
    return state


def ask_again(state: State, task: Again) -> Decide[Event] | None:
    """Let a use that may be paid for several times go on, or not."""
    one, card = mouse(state, task.mouse), state.box.pack.abilities[task.ability]
    effects = state.box.pack.on["use"].abilities[task.ability]
    if not one.at or cost(state, one, card) > one.cheese or not usable(state, effects, task.context):
        return None
    return Decide(seat(state, task.mouse), (Use(ability=task.ability), DONE))


def again(state: State, task: Again, event: Event | None) -> State:
    """Pay once more and do it once more."""
    if not isinstance(event, Use):
        return state
    one, card = mouse(state, task.mouse), state.box.pack.abilities[task.ability]
    price = cost(state, one, card)
    state = replace(with_mouse(state, replace(one, cheese=one.cheese - price)), supply=state.supply + price)
    if task.left > 1:
        state = push(state, replace(task, left=task.left - 1))
    return perform(state, state.box.pack.on["use"].abilities[task.ability], task.context)
