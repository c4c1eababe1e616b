"""Which effects apply: what a figure has that listens to a trigger, as far as its conditions hold."""

from msgspec.structs import replace

from mousehole.games.mystics.content.selectors import Trigger
from mousehole.games.mystics.content.verb_types import Effect
from mousehole.games.mystics.effects.heard_effects import heard
from mousehole.games.mystics.effects.when_checks import failing
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.effect_tasks import Context


def hooks(state: State, trigger: Trigger, context: Context) -> list[tuple[str, Effect]]:
    """List the effects of a figure that apply at a trigger, each with its source."""
    found = heard(state, trigger, context.me, context.weapon)
    return [(source, e) for source, e in found if applies(state, e, replace(context, source=source))] if found else []


def applies(state: State, effect: Effect, context: Context) -> bool:
    """Whether an effect applies now."""
    if effect.once == "turn" and used(context) in state.acting.used:
        return False
    if effect.once == "round" and used(context) in state.fired:
        return False
    return failing(state, effect.when, context) is None


def used(context: Context) -> str:
    """Name the use of a source by a figure, to count it once."""
    return f"{context.me}:{context.source}"
