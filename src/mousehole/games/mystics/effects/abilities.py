"""Abilities, gifts, scrolls and tricks: what a mouse may use, what it costs, and learning new ones."""

from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from mousehole.core.game import Decide
from mousehole.games.mystics.board.figures import Steps, mouse, push, seat, set_acting, set_mouse, task_step, tell
from mousehole.games.mystics.board.queries import charmed
from mousehole.games.mystics.content.content_types import Ability, Effects
from mousehole.games.mystics.content.effect_types import AnyVerb, Battle, Effect, Join, Leap, Selector, Trigger
from mousehole.games.mystics.content.pack import Gifts, Pack
from mousehole.games.mystics.effects.triggers import applies, selects_anybody, use_key, would_find
from mousehole.games.mystics.moves import DONE, Event, Learn, Use
from mousehole.games.mystics.state import AnyState, Draft, Mouse
from mousehole.games.mystics.tasks import Again, Context, Perform

Offer: TypeAlias = tuple[Use, Effects]  # a use and what it does


def learnable(state: AnyState, one: Mouse) -> tuple[str, ...]:
    """List the abilities that a mouse may learn: of its class, and not all copies taken."""
    taken = tuple([ability for other in state.mice for ability in other.abilities])
    return untaken(state.box.pack, one.id, one.abilities, taken)


@lru_cache(4096)
def untaken(pack: Pack, hero: str, own: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    """List what a hero may learn when these abilities are taken."""
    classes = set(pack.heroes[hero].classes)
    return tuple(
        name
        for name, card in pack.abilities.items()
        if (not card.classes or not classes.isdisjoint(card.classes))
        and taken.count(name) < card.copies
        and name not in own
    )  # MM-166


def learn(draft: Draft, one: Mouse, event: Learn) -> None:
    """Trade cheese for an ability."""
    cost = draft.box.pack.rules.level_cost
    set_mouse(draft, replace(one, cheese=one.cheese - cost, abilities=(*one.abilities, event.ability)))
    draft.supply += cost  # MM-167
    set_acting(draft, used=(*draft.acting.used, "learn"))
    tell(draft, "learns", one.id, event.ability)


def cost(state: AnyState, one: Mouse, card: Ability) -> int:
    """What an ability costs a mouse."""
    return price(state.box.pack, one.id, card)


def price(pack: Pack, hero: str, card: Ability) -> int:
    """What an ability costs a hero; some classes pay less."""
    return min([card.cost, *(card.cheaper[name] for name in pack.heroes[hero].classes if name in card.cheaper)])


def uses(state: AnyState, one: Mouse, trigger: Trigger, context: Context, kinds: tuple[str, ...]) -> list[Event]:
    """List the abilities, gifts and cards that a mouse may use at a trigger."""
    pack = state.box.pack
    heard = pack.on[trigger]
    if one.marks and charmed(state, one):
        return []  # MM-077
    spoken = one.id in state.acting.spoken  # MM-002
    offers = payable(pack, trigger, one.id, () if spoken else one.abilities, one.cheese, kinds)
    if heard.gifts:
        offers += gifts(state, one, heard.gifts)
    if one.pack and heard.items:
        offers += playable(pack, trigger, one.pack)
    return [use for use, effects in offers if usable(state, effects, about(context, one, use))] if offers else []


def about(context: Context, one: Mouse, use: Use) -> Context:
    """Look at something from the side of a mouse that uses a card or an ability."""
    return replace(context, me=one.id, source=use.card or use.ability)


@lru_cache(16384)
def payable(
    pack: Pack, trigger: Trigger, hero: str, abilities: tuple[str, ...], cheese: int, kinds: tuple[str, ...]
) -> tuple[Offer, ...]:
    """List the abilities of a hero that fit a trigger and that it can pay for."""
    cards, heard = pack.abilities, pack.on[trigger].abilities
    fitting = [name for name in abilities if name in heard and cards[name].kind in kinds]
    return tuple((Use(ability=name), heard[name]) for name in fitting if price(pack, hero, cards[name]) <= cheese)


@lru_cache(16384)
def playable(pack: Pack, trigger: Trigger, cards: tuple[str, ...]) -> tuple[Offer, ...]:
    """List the scrolls and tricks among cards that fit a trigger."""
    heard, items = pack.on[trigger].items, pack.items
    fitting = [name for name in dict.fromkeys(cards) if name in heard and items[name].kind in ("scroll", "trick")]
    return tuple((Use(card=name), heard[name]) for name in fitting)


def gifts(state: AnyState, one: Mouse, given: Gifts) -> tuple[Offer, ...]:
    """List the gifts of a hero, a marker, an achievement or a token underfoot, where using them is a choice."""
    sources = [(one.id, given.heroes[one.id])] if one.id in given.heroes else []
    if one.marks:
        sources += [(mark, given.marks[mark]) for mark in one.marks if mark in given.marks]
    if state.awards and given.awards:
        sources += [(a, given.awards[a]) for a, holder in state.awards if holder == one.id and a in given.awards]
    for token in state.tokens if given.tokens else ():
        if token.at == one.at and token.kind in given.tokens:
            sources.append((token.kind, given.tokens[token.kind]))
    if not sources:
        return ()
    paid = [(name, tuple([e for e in effects if e.cost <= one.cheese])) for name, effects in sources]
    return tuple([(Use(ability=name), effects) for name, effects in paid if effects])


def usable(state: AnyState, effects: tuple[Effect, ...], context: Context) -> Effect | None:
    """The first of the effects that applies and finds somebody to work on, if one does."""
    for effect in effects:
        if applies(state, effect, context) and finds(state, effect, context):
            return effect
    return None


def finds(state: AnyState, effect: Effect, context: Context) -> bool:
    """Whether the first verb of an effect has a target."""
    verb: AnyVerb = effect.do[0]
    if isinstance(verb, Battle):
        return would_find(state, verb, context)
    if isinstance(verb, Join):
        return sum(one.kind == verb.friend for one in state.friends) < state.box.pack.minions[verb.friend].most
    if isinstance(verb, Leap):
        return True
    for aim in (getattr(verb, "who", None), getattr(verb, "to", None)):
        if isinstance(aim, Selector) and not selects_anybody(state, aim, context):
            return False
    return True


def use(draft: Draft, one: Mouse, event: Use, trigger: Trigger, context: Context) -> None:
    """Pay for a use and carry it out."""
    if event.card:
        use_card(draft, one, event.card, trigger, context)
        return
    if event.ability in draft.box.pack.abilities:
        use_ability(draft, one, event.ability, trigger, context)
        return
    use_gift(draft, one, event.ability, trigger, context)


def use_card(draft: Draft, one: Mouse, name: str, trigger: Trigger, context: Context) -> None:
    """Use a scroll or trick: no action, and the card is gone."""
    at = one.pack.index(name)
    set_mouse(draft, replace(one, pack=one.pack[:at] + one.pack[at + 1 :]))
    draft.bin = (*draft.bin, name)  # MM-244, MM-B50
    tell(draft, "plays", one.id, name)
    perform(draft, draft.box.pack.on[trigger].items[name], replace(context, me=one.id, source=name))


def use_ability(draft: Draft, one: Mouse, name: str, trigger: Trigger, context: Context) -> None:
    """Use an ability card: it costs cheese, and only those that say so cost the action."""
    card = draft.box.pack.abilities[name]
    due = cost(draft, one, card)
    set_mouse(draft, replace(one, cheese=one.cheese - due))
    draft.supply += due
    set_acting(draft, spoken=(*draft.acting.spoken, one.id))
    if card.kind in ("action", "replace_battle"):
        set_acting(draft, actions=draft.acting.actions - 1, moving="", points=0)  # MM-001
    tell(draft, "uses", one.id, name)
    context = replace(context, me=one.id, source=name)
    if card.most > 1:
        push(draft, Again(one.id, name, card.most - 1, context))
    perform(draft, draft.box.pack.on[trigger].abilities[name], context)


def use_gift(draft: Draft, one: Mouse, name: str, trigger: Trigger, context: Context) -> None:
    """Use what a hero, a marker, an achievement or a token gives."""
    heard = draft.box.pack.on[trigger]
    effects = heard.heroes.get(name) or heard.marks.get(name) or heard.awards.get(name) or heard.tokens[name]
    context = replace(context, me=one.id, source=name, at=one.at)
    chosen = tuple(e for e in effects if e.optional and applies(draft, e, context) and e.cost <= one.cheese)
    due = chosen[0].cost
    set_mouse(draft, replace(one, cheese=one.cheese - due))
    draft.supply += due
    if name in heard.awards:
        awards = tuple((award, "" if award == name else holder) for award, holder in draft.awards)
        draft.awards = awards  # MM-011
    tell(draft, "gift", one.id, name)
    perform(draft, chosen, context)


def perform(draft: Draft, effects: tuple[Effect, ...], context: Context) -> None:
    """Put the first effect that applies on the agenda, and note what works only once."""
    for effect in effects:
        if applies(draft, effect, context):
            note_use(draft, effect, context)
            push(draft, Perform(effect.do, context))
            return


def note_use(draft: Draft, effect: Effect, context: Context) -> None:
    """Note the use of what works once a turn or once a round."""
    if effect.once == "turn":
        set_acting(draft, used=(*draft.acting.used, use_key(context)))
        return
    if effect.once == "round":
        draft.fired = (*draft.fired, use_key(context))


def ask_again(state: AnyState, task: Again) -> Decide[Event] | None:
    """Let a use that may be paid for several times go on, or not."""
    one, card = mouse(state, task.mouse), state.box.pack.abilities[task.ability]
    effects = state.box.pack.on["use"].abilities[task.ability]
    if not one.at or cost(state, one, card) > one.cheese or not usable(state, effects, task.context):
        return None
    return Decide(seat(state, task.mouse), (Use(ability=task.ability), DONE))


def again(draft: Draft, task: Again, event: Event | None) -> None:
    """Pay once more and do it once more."""
    if not isinstance(event, Use):
        return
    one, card = mouse(draft, task.mouse), draft.box.pack.abilities[task.ability]
    due = cost(draft, one, card)
    set_mouse(draft, replace(one, cheese=one.cheese - due))
    draft.supply += due
    if task.left > 1:
        push(draft, replace(task, left=task.left - 1))
    perform(draft, draft.box.pack.on["use"].abilities[task.ability], task.context)


STEPS: Steps = dict((task_step(Again, ask_again, again),))
