"""What companions say to people: whom they wait for and where, and that they go on."""

from mousehole.core.words import Line, line
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.board.board_queries import LEAF
from mousehole.games.mystics.board.figures import active, mouse
from mousehole.games.mystics.companions import escort, route_planner
from mousehole.games.mystics.companions.escort import Manner, People
from mousehole.games.mystics.companions.route_planner import Errand
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.rules.exploring import ways
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.story.names import figure
from mousehole.games.mystics.tasks.round_tasks import MouseTurn

HERE = {
    "exit": line("We are at the door."),
    "flip": line("We have found the way through."),
    "gear": line("We are at the cogwheels."),
    "gecko": line("We are where one has to climb."),
    "hook": line("We are at the thread."),
    "tree": line("We are at the branch."),
    LEAF: line("We are at the leaf."),
    "gate": line("We are at the last door."),
}
WAITING = (m.END, m.do("search"))
EXPLORE = m.do("explore")
SPOKEN = (*WAITING, EXPLORE)  # what is done with a word to a person


def remark(state: State, manner: Manner, action: Event) -> Line | None:
    """What a companion says with its action, where a person is awaited; one speaks for all."""
    task, people = state.agenda[-1], manner.people
    if state.foes or not people or action not in SPOKEN or not isinstance(task, MouseTurn):
        return None
    one, plan = mouse(state, task.mouse), escort.aim(state, manner)
    doors = route_planner.onward(state, plan)
    if one.at not in doors or not all(each.at for each in state.mice):
        return None
    if action == EXPLORE:
        return going_on(state, people, one, plan)
    if one.id != speaker(state, people):
        return None
    place = "gate" if plan.what == "gate" else kind(state, plan, one)
    if place in ("gate", LEAF):
        return missing(state, people, one, doors, HERE[place])
    return waiting(state, manner, one, plan, HERE[place])


def speaker(state: State, people: People) -> str:
    """Name the mouse that speaks for the companions: the last of them in a round."""
    mice = {each.id for each in active(state) if state.box.seat[each.id] not in people}
    return next((card for card in reversed(state.track) if card in mice), "")


def kind(state: State, plan: Errand, one: Mouse) -> str:
    """The kind of way that leads on from where a mouse stands."""
    to, by = route_planner.hop(state, plan)
    found = [door.by for door in route_planner.ways_off(state, state.side) if door.to == to and one.at in door.near]
    return by or (found[0] if found else LEAF)


def waiting(state: State, manner: Manner, one: Mouse, plan: Errand, here: Line) -> Line | None:
    """Call the one who is awaited at a way; before companions go on, they say so."""
    to, doors = route_planner.hop(state, plan)[0], route_planner.onward(state, plan)
    other = escort.awaited(state, manner.people, to, doors)
    if not to or not other or not escort.waits(state, manner, to, doors):
        return None
    who, name = figure(state, one.id), figure(state, other.id)
    if any(way[1] == to for way in ways(state, other)):
        return line("{who}: “Shall we go on, {other}?”", who=who, other=name)
    if state.wheel == escort.PATIENCE - 1:
        return line("{who}: “We have to go on soon, {other}. Are you coming?”", who=who, other=name)
    return line("{who}: “{here} Coming, {other}?”", who=who, here=here, other=name)


def going_on(state: State, people: People, one: Mouse, plan: Errand) -> Line | None:
    """Tell those who were waited for that it goes on; everybody comes along."""
    doors = route_planner.onward(state, plan)
    other = escort.awaited(state, people, route_planner.hop(state, plan)[0], doors)
    if other is None:
        return None
    who, name = figure(state, one.id), figure(state, other.id)
    return line("{who}: “We cannot wait any longer. Come along, {other}!”", who=who, other=name)


def missing(state: State, people: People, one: Mouse, goals: list[Name], here: Line) -> Line | None:
    """Call the one without whom nobody can go on: a leaf and the last door take all mice or none."""
    other = next((each for each in escort.leaders(state, people) if each.at not in goals), None)
    if other is None:
        return None
    who, name = figure(state, one.id), figure(state, other.id)
    if state.wheel >= escort.PATIENCE:
        return line("{who}: “Need a paw, {other}? Let a companion play for you.”", who=who, other=name)
    return line("{who}: “{here} Only you are missing, {other}!”", who=who, here=here, other=name)
