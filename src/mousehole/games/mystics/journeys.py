"""How a companion travels: it searches a little, waits for the captured, and runs the errands of the goal."""

from typing import Any

from mousehole.games.mystics import moves as m
from mousehole.games.mystics import plans, tactics
from mousehole.games.mystics.board import full
from mousehole.games.mystics.exploring import ways
from mousehole.games.mystics.leaves import below, flown
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import Mouse, State, mouse

QUIET_ROUNDS = 4  # cheese on the wheel up to which it is worth while to search


def travelling(state: State, one: Mouse, actions: tuple[Event, ...]) -> Event | None:
    """Search a little, wait for those who are captured, gather at the door and go on."""
    if m.do("take") in actions and plans.errand(state).what == "take":
        return m.do("take")
    doors = plans.onward(state)
    if m.do("search") in actions and searches(state, one):
        return m.do("search")
    if m.do("explore") in actions and one.at in doors and leaves(state):
        return m.do("explore")
    if doors and one.at not in doors:
        if m.MOVE in actions:
            return m.MOVE
        found = tactics.costs(state, one)
        goal = tactics.nearest(found, doors)
        if goal and state.acting.points > 0 and m.step(found[goal][1]) in actions:
            return m.step(found[goal][1])
        if goal and m.do("scurry") in actions:
            return m.do("scurry")
    return m.END


def searches(state: State, one: Mouse) -> bool:
    """Search as long as time allows it."""
    spare = state.end - state.page
    return any(other.lost for other in state.mice) or (state.wheel < QUIET_ROUNDS and spare > 2)


def leaves(state: State) -> bool:
    """Go on when everybody is there and the chapter goes on elsewhere."""
    return bool(plans.hop(state)[0]) and all(one.at for one in state.mice)


def exploring(state: State, task: Any, actions: tuple[Event, ...]) -> Event | None:
    """Take the way that leads to the goal."""
    to, by = plans.hop(state)
    found = [way[0] for way in ways(state, mouse(state, task.mouse)) if way[1] == to and way[0].startswith(by)]
    return m.Choose(found[0]) if found else None


def leaf_aim(state: State, task: Any, actions: tuple[Event, ...]) -> Event:
    """Steer the leaf to where the gate of the chapter is near."""
    ground, drop, goal = below(state), state.ground.page.drop, state.box.chapter.goal
    gates = plans.gate(ground.page, ground.id, goal.colour) or ground.entries

    def farness(action: Event) -> int:
        to = action.at if isinstance(action, m.Put) else ""
        ends = [flown(ground, full(drop.side, drop.at), to, n) for n in (1, 2, 3)] if drop else []
        return sum(min(ground.far[end][space] for space in gates) for end in ends)

    return min(actions, key=farness)
