"""Tasks for triggers that come next on the agenda: none where nobody listens."""

from mousehole.games.mystics.board.figures import mouse
from mousehole.games.mystics.content.selectors import Trigger
from mousehole.games.mystics.effects.heard_effects import heard
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks.effect_tasks import Context, Fire, React


def fires(state: State, trigger: Trigger, context: Context) -> tuple[Fire, ...]:
    """Let whoever listens to a trigger feel it."""
    return (Fire(trigger, context),) if is_felt(state, trigger, context.me, context.weapon) else ()


def is_felt(state: State, trigger: Trigger, me: str, weapon: str = "") -> bool:
    """Whether a figure, a token or the chapter listens to a trigger."""
    if trigger in state.box.on or heard(state, trigger, me, weapon):
        return True
    tokens = state.box.pack.on[trigger].tokens
    return bool(tokens and [token for token in state.tokens if token.kind in tokens])


def reacts(state: State, trigger: Trigger, mice: tuple[str, ...], context: Context) -> tuple[React, ...]:
    """Let mice react that have anything to react with."""
    for name in mice:
        if listens(state, mouse(state, name), trigger):
            return (React(trigger, mice, context),)
    return ()


def listens(state: State, one: Mouse, trigger: Trigger) -> bool:
    """Whether a mouse has anything that it may use at a trigger."""
    on = state.box.pack.on[trigger]
    if on.gifts:
        return True
    if on.abilities and not on.abilities.keys().isdisjoint(one.abilities):
        return True
    return bool(on.items and one.pack) and not on.items.keys().isdisjoint(one.pack)
