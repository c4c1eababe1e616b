"""When a chapter is won."""

from mousehole.games.mystics.content.tile_graph import full
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.round_tasks import Check


def checks(state: State) -> tuple[Check, ...]:
    """Perhaps the chapter is won now; a task only where it is."""
    return (Check(),) if reached(state) else ()


def reached(state: State) -> bool:
    """Whether the chapter's goal is reached."""
    goal = state.box.chapter.goal
    if goal.side and state.side != goal.side:
        return False
    if goal.carries and goal.carries not in state.stash:
        return False
    for boss in goal.defeated:
        if boss not in state.fallen:
            return False
    for journey in goal.journeys:
        if journey not in state.journeys:
            return False
    return goal.asks and gathered(state)


def gathered(state: State) -> bool:
    """Whether all mice are where the chapter ends."""
    goal = state.box.chapter.goal
    if not goal.side:
        return True
    if state.side != goal.side:
        return False
    doors = {full(state.side, name) for way in state.ground.exits if way.colour == goal.colour for name in way.near}
    return not goal.colour or all(one.at in doors for one in state.mice)
