"""When a chapter is won."""

from mousehole.games.mystics.content.tile_graph import full
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.round_tasks import Check
from mousehole.games.mystics.verbs.chapter_verbs import won


def check(state: State, task: Check, event: Event | None) -> State:
    """Win, if the goal is reached."""
    return won(state) if reached(state) else state  # MM-B34


def reached(state: State) -> bool:
    """Whether the chapter's goal is reached."""
    goal = state.box.chapter.goal
    if not goal.asks:
        return False
    if not all(boss in state.fallen for boss in goal.defeated):
        return False
    if not all(journey in state.journeys for journey in goal.journeys):
        return False
    if goal.carries and goal.carries not in state.stash:
        return False
    return gathered(state)


def gathered(state: State) -> bool:
    """Whether all mice are where the chapter ends."""
    goal = state.box.chapter.goal
    if not goal.side:
        return True
    if state.side != goal.side:
        return False
    doors = {full(state.side, name) for way in state.ground.exits if way.colour == goal.colour for name in way.near}
    return not goal.colour or all(one.at in doors for one in state.mice)
