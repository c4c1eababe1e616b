"""When a chapter is won, and what is still missing."""

from collections.abc import Iterator

from mousehole.core.words import Line, line
from mousehole.games.mystics import names
from mousehole.games.mystics.board import full
from mousehole.games.mystics.campaign import won
from mousehole.games.mystics.kinds import Goal, Journey
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.rounds import Check


def check(state: State, task: Check, event: Event | None) -> State:
    """Win, if the goal is reached."""
    return won(state) if reached(state) else state  # MM-B34


def reached(state: State) -> bool:
    """Tell whether the chapter's goal is reached."""
    goal = state.box.chapter.goal
    if not asks(goal):
        return False
    if not all(boss in state.fallen for boss in goal.defeated):
        return False
    if not all(journey in state.journeys for journey in goal.journeys):
        return False
    if goal.carries and goal.carries not in state.stash:
        return False
    return gathered(state)


def asks(goal: Goal) -> bool:
    """Tell whether a goal asks for something itself; one that does not is reached by the verb win alone."""
    return bool(goal.defeated or goal.journeys or goal.carries or goal.side)


def gathered(state: State) -> bool:
    """Tell whether all mice are where the chapter ends."""
    goal = state.box.chapter.goal
    if not goal.side:
        return True
    if state.side != goal.side:
        return False
    doors = {full(state.side, name) for way in state.ground.exits if way.colour == goal.colour for name in way.near}
    return not goal.colour or all(one.at in doors for one in state.mice)


def parts(state: State) -> Iterator[tuple[Line, bool]]:
    """List what the goal asks for, each with whether it is done."""
    goal = state.box.chapter.goal
    for boss in goal.defeated:
        yield line("Defeat {name}", name=line(state.box.pack.minions[boss].name)), boss in state.fallen
    for journey in goal.journeys:
        yield going(state, journey), journey in state.journeys
    if goal.carries:
        yield line("Bring {name}", name=names.item(state, goal.carries)), goal.carries in state.stash
    if goal.side:
        yield gathering(state), gathered(state)


def gathering(state: State) -> Line:
    """Say where all mice are to come."""
    goal = state.box.chapter.goal
    place = names.side(state, goal.side)
    if goal.colour:
        return line("All mice to {door}: {place}", door=names.way(f"exit-{goal.colour}"), place=place)
    return line("All mice to this place: {place}", place=place)


def going(state: State, journey: Journey) -> Line:
    """Say which way is to be gone."""
    to = names.side(state, journey.to)
    if journey.by == "leaf":
        return line("Fly by leaf: {place}", place=to)
    return line("Take {way}: {place}", way=names.way(journey.by), place=to)
