"""Wounds and what they lead to: replacements first, then the marker, then defeat or capture."""

from msgspec.structs import replace

from mousehole.core.game import Decide
from mousehole.games.mystics.board import initiative_track
from mousehole.games.mystics.board.changes import push, tell, with_foe, with_mouse
from mousehole.games.mystics.board.figures import figure, foe, friend, is_mouse, minion, mouse, seat
from mousehole.games.mystics.content.verb_types import Effect
from mousehole.games.mystics.effects.abilities import noted
from mousehole.games.mystics.effects.active_effects import hooks
from mousehole.games.mystics.effects.bees import shooed
from mousehole.games.mystics.effects.felt_triggers import is_felt, reacts
from mousehole.games.mystics.effects.heard_effects import heard
from mousehole.games.mystics.moves import Choose, Event
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.tasks.effect_tasks import Context, Fire, Perform
from mousehole.games.mystics.tasks.fight_tasks import Capture, Defeat, Harm, Mark
from mousehole.games.mystics.tasks.round_tasks import Check
from mousehole.games.mystics.verbs.wound_verbs import besides, softens


def harm(state: State, task: Harm, event: Event | None) -> State:
    """Deal wounds one by one: each may be replaced, or met with a reaction."""
    if not task.n or figure(state, task.figure) is None:
        return state  # MM-297
    single = replace(task, n=1)
    if task.n > 1:
        state = push(state, replace(task, n=task.n - 1, first=False))
    if not is_mouse(state, task.figure):
        return push(state, Mark(single))
    felt = reacts(state, "wound", (task.figure,), about(single))
    return push(state, *felt, Mark(single)) if felt else mark(state, Mark(single), None)


def about(task: Harm) -> Context:
    """Describe a wound from the side of the one that takes it."""
    return Context(
        task.figure, task.by, roll=task.roll, attack=task.kind, cause=task.cause, poison=task.poison, first=task.first
    )


def about_other(task: Harm) -> Context:
    """Describe a wound from the side of the one that deals it."""
    return replace(about(task), me=task.by, other=task.figure, weapon=task.weapon)


def replacements(state: State, task: Harm) -> list[tuple[str, str, Effect]]:
    """List what replaces a wound: first what the wounded figure has, then what the other side has."""
    found: list[tuple[str, str, Effect]] = []
    if heard(state, "wound", task.figure, ""):
        found += [(task.figure, source, e) for source, e in hooks(state, "wound", about(task)) if e.instead]
    if task.by and heard(state, "wounds", task.by, task.weapon) and figure(state, task.by):
        found += [(task.by, source, e) for source, e in hooks(state, "wounds", about_other(task)) if e.instead]
    return found


def ask_mark(state: State, task: Mark) -> Decide[Event] | None:
    """Let the attacker choose the card of a boss that takes the wound."""
    one = foe(state, task.harm.figure)
    if one is None or len(one.wounds) == 1 or replacements(state, task.harm):
        return None
    kind = minion(state, one.kind)
    names = [c.name for c, n in zip(kind.cards, one.wounds, strict=True) if n < c.life]
    if not kind.boss or not names:
        return None
    return Decide(seat(state, task.harm.by or one.id), tuple(Choose(name) for name in names))  # MM-288


def mark(state: State, task: Mark, event: Event | None) -> State:
    """Put the wound on, unless something replaces it."""
    wound = task.harm
    for owner, source, effect in replacements(state, wound):
        other = wound.by if owner == wound.figure else wound.figure
        state = noted(state, effect, Context(owner, source=source))
        if softens(effect):
            wound = replace(wound, poison=False)  # MM-013
            continue
        return push(tell(state, "prevented", wound.figure), Perform(besides(effect), Context(owner, other, source)))
    one = figure(state, wound.figure)
    if isinstance(one, Mouse):
        return mark_mouse(state, one, wound)
    option = event.option if isinstance(event, Choose) else ""
    return mark_foe(state, one, wound, option) if one else state


def mark_mouse(state: State, one: Mouse, wound: Harm) -> State:
    """Wound a mouse; with its life used up it is captured."""
    one = replace(one, poison=one.poison + 1) if wound.poison else replace(one, wounds=one.wounds + 1)  # MM-221
    state = tell(with_mouse(state, one), "poisoned" if wound.poison else "wounded", one.id, wound.by)
    if one.wounds + one.poison < state.box.heroes[one.id].life:
        return push(state, *felt_now(state, wound))
    return push(state, Capture(one.id), *felt_later(state, wound))  # MM-069


def felt_later(state: State, wound: Harm) -> tuple[Fire, ...]:
    """Let both sides feel the wound after something else."""
    mine, theirs = about(wound), about_other(wound)
    return (Fire("wounded", mine), *((Fire("wounds", theirs),) if figure(state, wound.by) else ()))


def felt_now(state: State, wound: Harm) -> tuple[Fire, ...]:
    """Let both sides feel the wound at once."""
    if is_felt(state, "wounded", wound.figure):
        return felt_later(state, wound)
    if figure(state, wound.by) and is_felt(state, "wounds", wound.by, wound.weapon):
        return (Fire("wounds", about_other(wound)),)
    return ()


def mark_foe(state: State, one: Foe, wound: Harm, option: str) -> State:
    """Wound a minion; with its life used up it is defeated."""
    cards = minion(state, one.kind).cards
    at = next((n for n, card in enumerate(cards) if card.name == option), initiative_track.top(state, one))
    wounds = tuple(w + (n == at) for n, w in enumerate(one.wounds))  # MM-286
    state = tell(with_foe(state, replace(one, wounds=wounds)), "hurt", one.id, wound.by)
    if wounds[at] < cards[at].life:
        return push(state, *felt_now(state, wound))
    if len(cards) > 1:
        state = card_beaten(state, one, at)
    if all(w >= card.life for w, card in zip(wounds, cards, strict=True)):
        return push(state, Defeat(one.id, wound.by))  # MM-285, MM-290
    return state


def card_beaten(state: State, one: Foe, at: int) -> State:
    """Take a beaten card off the track; of a stack the next one lies on top, a snake keeps both to the end."""
    kind = minion(state, one.kind)
    if kind.together:
        return state  # MM-154
    if kind.stacked:
        return tell(state, "wilder", one.id) if at + 1 < len(kind.cards) else state  # MM-170
    return initiative_track.without(state, f"{one.kind}/{kind.cards[at].name}")  # MM-289


def defeat(state: State, task: Defeat, event: Event | None) -> State:
    """Take a minion off the board; its last victor feels it."""
    one = foe(state, task.figure)
    if one is None:
        return fallen(state, task)
    kind = minion(state, one.kind)
    feats: tuple[Perform, ...] = ()
    if is_mouse(state, task.by):
        if not kind.boss:
            state = replace(state, tally=(*state.tally, *((task.by, name) for name in kind.kinds)))
        feats = felt(state, Context(task.by, one.id)) if mouse(state, task.by).at else ()
    return push(removed(tell(state, "defeated", one.id, task.by), one), *feats, Check())


def fallen(state: State, task: Defeat) -> State:
    """Take a defeated ally or pet off the board; no time passes."""
    if friend(state, task.figure) is None:
        return state
    friends = tuple(one for one in state.friends if one.id != task.figure)
    return tell(replace(shooed(state, task.figure), friends=friends), "defeated", task.figure, task.by)  # MM-033


def felt(state: State, context: Context) -> tuple[Perform, ...]:
    """List what a victory brings to the victor."""
    return tuple(
        Perform(effect.do, replace(context, source=source)) for source, effect in hooks(state, "defeats", context)
    )


def removed(state: State, one: Foe) -> State:
    """Take a minion off the board, and its card with the last of its kind."""
    state = replace(shooed(state, one.id), foes=tuple([other for other in state.foes if other.id != one.id]))
    if minion(state, one.kind).boss:
        state = replace(state, fallen=(*state.fallen, one.kind))
    if [other for other in state.foes if other.kind == one.kind]:
        return state
    for card in initiative_track.cards_of(state, one.kind):
        state = initiative_track.without(state, card)  # MM-287
    return state
