"""Mice captured, lost, rescued and found."""

from msgspec.structs import replace

from mousehole.core.game import Decide
from mousehole.games.mystics.board.board_queries import FAR, enterable, mouse_near
from mousehole.games.mystics.board.changes import over_for, push, tell, with_mouse
from mousehole.games.mystics.board.figures import active, mouse, seat
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.effects.active_effects import hooks
from mousehole.games.mystics.effects.bees import shooed
from mousehole.games.mystics.moves import Event, Put, put
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.agenda import AnyTask
from mousehole.games.mystics.tasks.effect_tasks import Context, Fire, Perform
from mousehole.games.mystics.tasks.fight_tasks import Capture, Harm, Rescue, TakeAway
from mousehole.games.mystics.tasks.round_tasks import Check, Finish, Time
from mousehole.games.mystics.verbs.figure_verbs import rescues


def capture(state: State, task: Capture, event: Event | None) -> State:
    """Capture a mouse: achievements come before the losses."""
    one = mouse(state, task.mouse)
    if not one.at:
        return state
    state = spared_more(with_mouse(state, replace(one, captures=one.captures + 1)), one.id)
    felt = hooks(state, "captured", Context(one.id))
    spared = any(rescues(effect) for _, effect in felt)
    grants = [Perform(effect.do, Context(one.id, source=source)) for source, effect in felt if not rescues(effect)]
    return push(tell(state, "captured", one.id), *grants, TakeAway(one.id, spared))


def spared_more(state: State, name: str) -> State:
    """Drop the wounds still to come: those beyond a figure's life are lost."""
    rest = tuple([task for task in state.agenda if not (isinstance(task, Harm) and task.figure == name)])
    return state if len(rest) == len(state.agenda) else replace(state, agenda=rest)  # MM-297


def take_away(state: State, task: TakeAway, event: Event | None) -> State:
    """Take the figure, its cheese, its found equipment and its markers; time passes."""
    one = mouse(state, task.mouse)
    lost = (
        () if task.spared else tuple([name for name in dict.fromkeys(one.worn) if name and found(state, name)])
    )  # MM-019
    gone = replace(
        one,
        at="",  # MM-071; its card stays on the track MM-070
        cheese=0,  # MM-072
        worn=tuple(["" if name in lost else name for name in one.worn]),  # MM-073
        wounds=0,
        poison=0,
        marks=(),  # MM-074
    )
    state = replace(with_mouse(shooed(state, one.id), gone), supply=state.supply + one.cheese, bin=state.bin + lost)
    if task.spared:
        return push(behind_fallout(over_for(state, one.id), Rescue(one.id, one.at)), Time())  # MM-233
    if not active(state):
        return push(state, Finish(False, "captured"))  # MM-B31
    return push(state, Time(), Check())  # MM-075


def behind_fallout(state: State, rescue: Rescue) -> State:
    """Put a rescue on the agenda behind what the wound still brings: a captured mouse feels none of that."""
    place, name = len(state.agenda), rescue.mouse
    while place and about(state.agenda[place - 1], name):
        place -= 1
    return replace(state, agenda=(*state.agenda[:place], rescue, *state.agenda[place:]))  # MM-019, MM-174


def about(task: AnyTask, name: str) -> bool:
    """Whether a task carries out effects around a figure."""
    return isinstance(task, Fire | Perform) and name in (task.context.me, task.context.other)


def found(state: State, name: str) -> bool:
    """Whether a card came from the search deck and is no starting equipment."""
    return state.box.pack.items[name].copies > 0


def ask_rescue(state: State, task: Rescue) -> Decide[Event] | None:
    """Choose where a rescued mouse comes back."""
    spaces = havens(state, task)
    return Decide(seat(state, task.mouse), tuple(put(task.mouse, space) for space in spaces)) if spaces else None


def havens(state: State, task: Rescue) -> list[Name]:
    """List the spaces of the other mice and those next to them; without other mice the nearest free one."""
    others = [one.at for one in active(state) if one.id != task.mouse]
    around = dict.fromkeys(space for at in others for space in (at, *mouse_near(state, at)))  # MM-232
    free = [space for space in around if enterable(state, space)]
    if free or not task.at:
        return free
    far = state.ground.far
    rest = [space for space in state.ground.sites if enterable(state, space)]
    return [min(rest, key=lambda space: far[space].get(task.at, FAR))]


def rescue(state: State, task: Rescue, event: Event | None) -> State:
    """Put a rescued mouse back on the board."""
    if not isinstance(event, Put):
        return state
    one = mouse(state, task.mouse)
    return push(tell(with_mouse(state, replace(one, at=event.at, lost=False)), "rescued", one.id), Check())  # MM-B34
