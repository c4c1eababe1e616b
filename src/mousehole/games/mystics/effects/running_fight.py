"""The attack that is going on, found on the agenda."""

from collections.abc import Callable

from msgspec.structs import replace

from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.fight_tasks import Fight, FightTask


def changed_fight(state: State, change: Callable[[Fight], Fight]) -> State:
    """Change the attack that is going on."""
    for n in range(len(state.agenda) - 1, -1, -1):
        stage = state.agenda[n]
        if isinstance(stage, FightTask):
            changed = replace(stage, fight=change(stage.fight))
            return replace(state, agenda=(*state.agenda[:n], changed, *state.agenda[n + 1 :]))
    return state


def attacker(state: State) -> str:
    """Name who attacks in the attack that is going on."""
    for task in reversed(state.agenda):
        if isinstance(task, FightTask):
            return task.fight.by
    return ""
