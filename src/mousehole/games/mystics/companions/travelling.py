"""How companions walk: together, waiting for people, or escorting somebody."""

from collections.abc import Collection
from typing import NamedTuple

from msgspec.structs import replace

from mousehole.games.mystics import moves as m
from mousehole.games.mystics.actions import party_items
from mousehole.games.mystics.actions.water import below, landing_space
from mousehole.games.mystics.board.figures import active, mouse
from mousehole.games.mystics.board.queries import FAR, LEAF, mouse_near
from mousehole.games.mystics.companions import nursing, route_planner, tactics
from mousehole.games.mystics.companions.route_planner import Door, Errand
from mousehole.games.mystics.content.content_types import Journey
from mousehole.games.mystics.content.tile_graph import Name, full
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.rules.exploring import ways
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks import Exploring, Landfall, Laying, LeafAim, TakeUp

People = Collection[int]  # the seats where people sit
WAIT_CHEESE = 3  # cheese on the wheel up to which people are waited for
INDULGENCE = 5  # up to which a way is left to them that companions would not take


class Manner(NamedTuple):
    """How a companion travels: with whom it keeps, which side quests it goes after, how long it searches, and more."""

    people: People = ()
    quests: tuple[str, ...] = route_planner.ALL
    searches: int = 4  # cheese on the wheel up to which it is worth while to search
    dashes: bool = False  # past minions, once only the last door is left
    shrewd: bool = False  # looks after the wounded together, and goes around what roams a side


def leaders(state: State, people: People) -> list[Mouse]:
    """List the mice on the board that people steer."""
    return [one for one in active(state) if state.box.seat[one.id] in people]


def aim(state: State, manner: Manner) -> Errand:
    """Choose what to do next: go on where a person waits to go on, else as companions would among themselves."""
    if state.wheel < INDULGENCE:
        for one in leaders(state, manner.people):
            for door in route_planner.ways_off(state, state.side):
                if door.to not in state.explored and one.at in beside(state, door):
                    return Errand("way", state.side, Journey(door.by, door.to))
    return route_planner.aim(state, manner.quests, manner.shrewd)


def beside(state: State, door: Door) -> list[Name]:
    """List the spaces from which a way can be gone."""
    return route_planner.leaves(state, state.side) if door.by == LEAF else list(door.near)


def waits(state: State, manner: Manner, to: str, doors: list[Name]) -> bool:
    """Whether a way is left to people for now: the wheel says how long nobody has gone on."""
    if not manner.people:
        return False
    own = to == route_planner.hop(state, route_planner.aim(state, manner.quests, manner.shrewd))[0]
    return state.wheel < (WAIT_CHEESE if own else INDULGENCE) and awaited(state, manner.people, to, doors) is not None


def awaited(state: State, people: People, to: str, doors: list[Name]) -> Mouse | None:
    """Find the mouse of a person that is awaited: it is elsewhere, or can open the way itself."""
    for one in leaders(state, people):
        if not any(one.at == space or one.at in mouse_near(state, space) for space in doors):
            return one
        if any(way[1] == to for way in ways(state, one)):
            return one
    return None


ALONE = Manner()
SOON = 1  # cheese on the wheel before a surge


def travelling(state: State, one: Mouse, actions: tuple[Event, ...], manner: Manner = ALONE) -> Event | None:
    """Search a little, wait for those who are captured, gather at the door and go on."""
    plan = aim(state, manner)
    here = plan.side == state.side and bool(plan.thing)
    handled = handling(state, one, plan, actions, manner.people) if here else None
    if handled:
        return handled
    if m.do("search") in actions and searches(state, manner):
        return m.do("search")
    if manner.shrewd and expecting(state, plan):
        return scattering(state, one, actions)
    if manner.shrewd and (bed := nursing.bedside(state, one)):
        return m.END if one.at == bed else walking(state, one, [bed], actions)
    spare = (
        here and runner(state, plan, manner.people) != one.id
    )  # somebody else runs the errand: it goes ahead to the next door
    doors = route_planner.onward(state, route_planner.errand(state, manner.shrewd) if spare else plan)
    if doors and one.at not in doors:
        return walking(state, one, doors, actions)
    return m.END if spare else opening(state, actions, manner, plan, doors)


def expecting(state: State, plan: Errand) -> bool:
    """Whether whoever comes only with a surge is about to come here."""
    return plan.what == "wait" and plan.side == state.side and state.box.pack.rules.wheel - state.wheel <= SOON


def scattering(state: State, one: Mouse, actions: tuple[Event, ...]) -> Event:
    """Stand away from friends, so that nobody falls upon all of them at once."""
    if m.MOVE in actions:
        return m.MOVE
    found = tactics.costs(state, one)
    near = [space for space, (cost, _) in found.items() if cost <= state.acting.points]
    best = min(near, key=lambda at: (tactics.exposure(state, one, at), tactics.company(state, one, at), found[at][0]))
    return m.step(found[best][1]) if best != one.at else m.END


def opening(state: State, actions: tuple[Event, ...], manner: Manner, plan: Errand, doors: list[Name]) -> Event:
    """Open the way for everybody; search on while people are awaited."""
    to = route_planner.hop(state, plan)[0]
    if not to or not doors or not all(one.at for one in state.mice) or resting(state, manner):
        return m.END
    if waits(state, manner, to, doors):
        return m.do("search") if m.do("search") in actions else m.END
    return m.do("explore") if m.do("explore") in actions else m.END


def resting(state: State, manner: Manner) -> bool:
    """Whether the door stays closed for the sake of the wounded; people need not come, and are not waited for long."""
    if not manner.shrewd or (manner.people and state.wheel >= WAIT_CHEESE):
        return False
    return nursing.rests(state)


def walking(state: State, one: Mouse, goals: list[Name], actions: tuple[Event, ...]) -> Event:
    """Go where the next thing is done."""
    if m.MOVE in actions:
        return m.MOVE
    found = tactics.costs(state, one)
    goal = tactics.nearest(found, goals)
    if goal and state.acting.points > 0 and m.step(found[goal][1]) in actions:
        return m.step(found[goal][1])
    if goal and m.do("scurry") in actions:
        return m.do("scurry")
    return m.END


def dashing(state: State, manner: Manner) -> bool:
    """Whether nothing is left but the last door, here, and nobody has to be rescued first: minions need not fall."""
    if not manner.dashes or not state.foes or not all(one.at for one in state.mice):
        return False
    plan = route_planner.errand(state)
    return plan.what == "gate" and plan.side == state.side and bool(route_planner.onward(state, plan))


def dash(state: State, one: Mouse, actions: tuple[Event, ...]) -> Event:
    """Run to the last door, and fight only there or where nothing else can be done."""
    doors, battle = route_planner.onward(state), m.do("battle")
    wish = m.END if one.at in doors else walking(state, one, doors, actions)
    return battle if wish == m.END and battle in actions else wish


def handling(state: State, one: Mouse, plan: Errand, actions: tuple[Event, ...], people: People = ()) -> Event | None:
    """Take or use a thing underfoot; where no way leads to it, lay hook and thread."""
    if one.at in route_planner.onward(state, plan):
        wish = m.do("take") if plan.what == "take" else m.Use(ability=plan.thing)
        return wish if wish in actions else None
    if one.id != runner(state, plan, people) or m.put(party_items.HOOK, one.at) not in actions:
        return None
    goals = route_planner.onward(state, plan)
    near = any(goal in party_items.ends(state, one.at) for goal in goals)
    return m.put(party_items.HOOK, one.at) if near and not tactics.nearest(tactics.costs(state, one), goals) else None


def runner(state: State, plan: Errand, people: People = ()) -> str:
    """Name the mouse that runs an errand for all: the nearest that can pay for it, a companion if there is one."""
    able = route_planner.payers(state, plan.thing) if plan.what == "use" else active(state)
    far, goals = state.ground.far, route_planner.onward(state, plan)
    steps = {one.id: min((far[one.at].get(goal, FAR) for goal in goals), default=FAR) for one in able}
    return min(steps, key=lambda name: (state.box.seat[name] in people, steps[name]), default="")


def searches(state: State, manner: Manner) -> bool:
    """Search as long as time allows it."""
    spare = state.end - state.page
    return any(other.lost for other in state.mice) or (state.wheel < manner.searches and spare > 2)


def exploring(state: State, task: Exploring, actions: tuple[Event, ...], manner: Manner = ALONE) -> Event | None:
    """Take the way that leads to the goal, or where people go."""
    to, by = route_planner.hop(state, aim(state, manner))
    found = [way[0] for way in ways(state, mouse(state, task.mouse)) if way[1] == to and way[0].startswith(by)]
    return m.Choose(found[0]) if found else None


def landfall(state: State, task: Landfall, actions: tuple[Event, ...]) -> Event:
    """Choose the flip space from which it is nearest to what is to be done there."""
    there = replace(state, side=task.side)
    far, goals = there.ground.far, route_planner.onward(there, route_planner.aim(state))
    laid = [full(place.side, one.at) for place in state.box.chapter.places for one in place.tokens]
    goals = goals or [at for at in laid if at.startswith(f"{task.side}/")]

    def steps(action: Event) -> int:
        at = action.at if isinstance(action, m.Put) else ""
        return min((far[at].get(goal, FAR) for goal in goals), default=FAR)

    return min(actions, key=steps)


def laying(state: State, task: Laying, actions: tuple[Event, ...]) -> Event | None:
    """Lay the other end of the thread where something lies that is worth taking."""
    items = state.box.pack.tokens
    goals = [token.at for token in state.tokens if items[token.kind].item]
    return next((a for a in actions if isinstance(a, m.Put) and a.at in goals), None)


def taking(state: State, task: TakeUp, actions: tuple[Event, ...]) -> Event | None:
    """Take what is wanted, not what merely lies there as well."""
    return m.Choose(route_planner.aim(state).thing)


def leaf_aim(state: State, task: LeafAim, actions: tuple[Event, ...]) -> Event:
    """Steer the leaf to where the gate of the chapter is near."""
    ground, drop, goal = below(state), state.ground.page.drop, state.box.chapter.goal
    gates = route_planner.gate(ground.page, ground.id, goal.colour) or ground.entries

    def farness(action: Event) -> int:
        to = action.at if isinstance(action, m.Put) else ""
        end = landing_space(ground, full(drop.side, drop.at), to, task.spaces) if drop else to
        return min(ground.far[end][space] for space in gates)

    return min(actions, key=farness)
