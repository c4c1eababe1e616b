"""How a companion travels: it searches a little, waits for the captured, keeps with people, and runs errands."""

from msgspec.structs import replace

from mousehole.games.mystics import moves as m
from mousehole.games.mystics.actions import party_items
from mousehole.games.mystics.actions.leaves import below, flown
from mousehole.games.mystics.board.board_queries import FAR
from mousehole.games.mystics.board.figures import active, mouse
from mousehole.games.mystics.companions import escort, nursing, route_planner, side_quests, tactics
from mousehole.games.mystics.companions.escort import Manner
from mousehole.games.mystics.companions.route_planner import Errand
from mousehole.games.mystics.content.tile_graph import Name, full
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.rules.exploring import ways
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks.action_tasks import Exploring, Landfall, Laying, TakeUp
from mousehole.games.mystics.tasks.outdoor_tasks import LeafAim

ALONE = Manner()
SOON = 1  # cheese on the wheel before a surge


def travelling(state: State, one: Mouse, actions: tuple[Event, ...], manner: Manner = ALONE) -> Event | None:
    """Search a little, wait for those who are captured, gather at the door and go on."""
    plan = escort.aim(state, manner)
    here = plan.side == state.side and bool(plan.thing)
    handled = handling(state, one, plan, actions) if here else None
    if handled:
        return handled
    if m.do("search") in actions and searches(state, manner):
        return m.do("search")
    if manner.shrewd and expecting(state, plan):
        return scattering(state, one, actions)
    if manner.shrewd and (bed := nursing.bedside(state, one)):
        return m.END if one.at == bed else walking(state, one, [bed], actions)
    spare = here and runner(state, plan) != one.id  # somebody else runs the errand: it goes ahead to the next door
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
    if escort.waits(state, manner, to, doors):
        return m.do("search") if m.do("search") in actions else m.END
    return m.do("explore") if m.do("explore") in actions else m.END


def resting(state: State, manner: Manner) -> bool:
    """Whether the door stays closed for the sake of the wounded; people need not come, and are not waited for long."""
    if not manner.shrewd or (manner.people and state.wheel >= escort.PATIENCE):
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


def handling(state: State, one: Mouse, plan: Errand, actions: tuple[Event, ...]) -> Event | None:
    """Take or use a thing underfoot; where no way leads to it, lay hook and thread."""
    if one.at in route_planner.onward(state, plan):
        wish = m.do("take") if plan.what == "take" else m.Use(ability=plan.thing)
        return wish if wish in actions else None
    if one.id != runner(state, plan) or m.put(party_items.HOOK, one.at) not in actions:
        return None
    goals = route_planner.onward(state, plan)
    near = any(goal in party_items.ends(state, one.at) for goal in goals)
    return m.put(party_items.HOOK, one.at) if near and not tactics.nearest(tactics.costs(state, one), goals) else None


def runner(state: State, plan: Errand) -> str:
    """Name the mouse that runs an errand for all: the nearest that can pay for it."""
    able = side_quests.payers(state, plan.thing) if plan.what == "use" else active(state)
    far, goals = state.ground.far, route_planner.onward(state, plan)
    steps = {one.id: min((far[one.at].get(goal, FAR) for goal in goals), default=FAR) for one in able}
    return min(steps, key=steps.__getitem__, default="")


def searches(state: State, manner: Manner) -> bool:
    """Search as long as time allows it."""
    spare = state.end - state.page
    return any(other.lost for other in state.mice) or (state.wheel < manner.searches and spare > 2)


def exploring(state: State, task: Exploring, actions: tuple[Event, ...], manner: Manner = ALONE) -> Event | None:
    """Take the way that leads to the goal, or where people go."""
    to, by = route_planner.hop(state, escort.aim(state, manner))
    found = [way[0] for way in ways(state, mouse(state, task.mouse)) if way[1] == to and way[0].startswith(by)]
    return m.Choose(found[0]) if found else None


def landfall(state: State, task: Landfall, actions: tuple[Event, ...]) -> Event:
    """Choose the flip space from which it is nearest to what is to be done there."""
    there = replace(state, side=task.side)
    far, goals = there.ground.far, route_planner.onward(there, side_quests.aim(state))
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
    return m.Choose(side_quests.aim(state).thing)


def leaf_aim(state: State, task: LeafAim, actions: tuple[Event, ...]) -> Event:
    """Steer the leaf to where the gate of the chapter is near."""
    ground, drop, goal = below(state), state.ground.page.drop, state.box.chapter.goal
    gates = route_planner.gate(ground.page, ground.id, goal.colour) or ground.entries

    def farness(action: Event) -> int:
        to = action.at if isinstance(action, m.Put) else ""
        end = flown(ground, full(drop.side, drop.at), to, task.spaces) if drop else to
        return min(ground.far[end][space] for space in gates)

    return min(actions, key=farness)
