"""Verbs that wound and heal, and those that change a wound before it is marked."""

from msgspec.structs import replace

from mousehole.games.mystics.board.changes import push, tell, with_mouse
from mousehole.games.mystics.board.figures import figure
from mousehole.games.mystics.content import verb_types as v
from mousehole.games.mystics.content.verb_types import Effect
from mousehole.games.mystics.effects.active_effects import hooks
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks.effect_tasks import Context
from mousehole.games.mystics.tasks.fight_tasks import Harm, Mark
from mousehole.games.mystics.verbs.whom import whom


def wound(state: State, verb: v.Wound, context: Context) -> State:
    """Wound without a defence."""
    return push(state, Harm(whom(verb, context), verb.n, cause=verb.source, poison=verb.poison))


def poisons(state: State, context: Context) -> bool:
    """Whether the wounds that a figure deals are poison: `Poison` holds as long as its card does."""
    found = hooks(state, "wounds", context)
    return bool(found) and any(isinstance(verb, v.Poison) for _, effect in found for verb in effect.do)


def softens(effect: Effect) -> bool:
    """Whether an effect turns a poison wound into a normal one."""
    return any(isinstance(verb, v.Soften) for verb in effect.do)


def besides(effect: Effect) -> tuple[v.AnyVerb, ...]:
    """What an effect that replaces a wound does besides replacing it."""
    return tuple(verb for verb in effect.do if not isinstance(verb, v.Soften | v.Prevent))


def prevent(state: State, verb: v.Prevent, context: Context) -> State:
    """Let the wound that is about to be marked not happen."""
    for n in range(len(state.agenda) - 1, -1, -1):
        if isinstance(state.agenda[n], Mark):
            return tell(replace(state, agenda=state.agenda[:n] + state.agenda[n + 1 :]), "shrugs", context.me)
    return state


def heal(state: State, verb: v.Heal, context: Context) -> State:
    """Take wounds off; poison only where the card says so."""
    one = figure(state, whom(verb, context))
    if not isinstance(one, Mouse):
        return state
    n = min(verb.n, one.wounds) if verb.wounds != "poison" else 0
    poison = min(verb.n - n, one.poison) if verb.wounds != "normal" else 0  # MM-222
    healed = replace(one, wounds=one.wounds - n, poison=one.poison - poison)
    return tell(with_mouse(state, healed), "heals", one.id, n=n + poison)
