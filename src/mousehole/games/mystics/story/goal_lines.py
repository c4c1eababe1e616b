"""What a chapter's goal asks for, in words."""

from collections.abc import Iterator

from mousehole.core.words import Line, line
from mousehole.games.mystics.board.goals import gathered
from mousehole.games.mystics.content.content_types import Journey
from mousehole.games.mystics.state import State
from mousehole.games.mystics.story import names


def parts(state: State) -> Iterator[tuple[Line, bool]]:
    """List what the goal asks for, each with whether it is done."""
    goal = state.box.chapter.goal
    for boss in goal.defeated:
        yield (
            line("Defeat {name}", name=line(state.box.pack.minions[boss].name, context="figure")),
            boss in state.fallen,
        )
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
