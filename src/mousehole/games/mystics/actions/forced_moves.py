"""Figures moved against their will, tokens laid, hazards that roam, and relief."""

from msgspec.structs import replace

from mousehole.core.game import Decide
from mousehole.games.mystics.board.board_queries import (
    FAR,
    breed,
    enterable,
    foes_at,
    friends_at,
    has_room,
    is_large,
    mice_at,
    mouse_near,
    near,
    sees,
    walkable,
)
from mousehole.games.mystics.board.changes import push, tell, with_figure, with_mouse, with_token
from mousehole.games.mystics.board.figures import figure, is_mouse, mouse, seat
from mousehole.games.mystics.content.news_kinds import NewsKind
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.moves import Choose, Event, Put, put
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.tasks.action_tasks import Forced
from mousehole.games.mystics.tasks.effect_tasks import Hazard, LayToken, Pushing, Relief
from mousehole.games.mystics.tasks.fight_tasks import Harm

POISON = "poison"


def ask_pushing(state: State, task: Pushing) -> Decide[Event] | None:
    """Choose where a figure is moved to."""
    one = figure(state, task.figure)
    if one is None:
        return None
    if task.leap:
        seen = [name for name in state.ground.sites if name != one.at and sees(state, one.at, name)]
        spaces = [name for name in seen if enterable(state, name)]
    else:
        spaces = [name for name in near(state, one.at) if can_land(state, one, name)]
    chooser = task.chooser if is_mouse(state, task.chooser) else ""
    return Decide(seat(state, chooser), tuple(put(one.id, space) for space in spaces)) if spaces else None


def can_land(state: State, one: Mouse | Foe, space: Name) -> bool:
    """Whether a figure can be pushed to a space: it has room there, and nobody puts a flyer on molten ground."""
    kind = breed(state, one)
    return has_room(state, space, kind) and (walkable(state, space) or not (kind and kind.flying))  # MM-162


def pushing(state: State, task: Pushing, event: Event | None) -> State:
    """Move it; what is there happens to it."""
    one = figure(state, task.figure)
    if one is None or not isinstance(event, Put):
        return state
    what: NewsKind = "leaps" if task.leap else "shoved"
    return push(tell(with_figure(state, replace(one, at=event.at)), what, one.id, event.at), Forced(one.id))


def ask_lay_token(state: State, task: LayToken) -> Decide[Event] | None:
    """Choose where a token is laid."""
    one = mouse(state, task.mouse)
    spaces = [one.at, *(mouse_near(state, one.at) if task.near else ())] if one.at else []
    free = [name for name in spaces if state.ground.sites[name].terrain.enter == "free" and unused(state, name)]
    return Decide(seat(state, one.id), tuple(put(task.token, name) for name in free)) if free else None


def unused(state: State, space: Name) -> bool:
    """Whether no token lies on a space."""
    return not any(space in (token.at, token.end) for token in state.tokens)


def lay_token(state: State, task: LayToken, event: Event | None) -> State:
    """Lay it."""
    if not isinstance(event, Put):
        return state
    return tell(with_token(state, task.token, event.at), "lays", task.token, event.at)


def hazard(state: State, task: Hazard, event: Event | None) -> State:
    """Bring a hazard closer to a mouse; small figures on every space it enters are wounded."""
    one = mouse(state, task.mouse)
    if not one.at:
        return state
    route = path(state, task.at, one.at)[: task.spaces]  # MM-190
    if not route:
        return state
    tokens = tuple(
        replace(token, at=route[-1]) if token.kind == task.token and token.at == task.at else token
        for token in state.tokens
    )
    state = tell(replace(state, tokens=tokens), "roams", task.token, route[-1])
    touched = [other.id for space in route for other in small_at(state, space)]
    return push(state, *(Harm(name, task.wounds, cause=task.token) for name in touched))  # MM-191


def small_at(state: State, space: Name) -> list[Mouse | Foe]:
    """List the small figures on a space."""
    there: list[Mouse | Foe] = [*mice_at(state, space), *friends_at(state, space), *foes_at(state, space)]
    return [one for one in there if not is_large(state, one)]


def path(state: State, start: Name, to: Name) -> list[Name]:
    """Find a shortest way, lines and crowds not counted."""
    far, route, at = state.ground.far[to], list[Name](), start
    while at != to and far.get(at, FAR) < FAR:
        at = next(name for name in state.ground.ways[at] if far.get(name, FAR) < far[at])
        route.append(at)
    return route


def ask_relief(state: State, task: Relief) -> Decide[Event] | None:
    """Choose what to take off a mouse."""
    one = figure(state, task.figure)
    if not isinstance(one, Mouse):
        return None
    ills = [mark for mark in one.marks if state.box.pack.conditions[mark].negative]
    choices = [*([POISON] if one.poison else []), *ills]
    return Decide(seat(state, task.chooser), tuple(Choose(choice) for choice in choices)) if choices else None


def relief(state: State, task: Relief, event: Event | None) -> State:
    """Take it off."""
    one = figure(state, task.figure)
    if not isinstance(one, Mouse) or not isinstance(event, Choose):
        return state
    if event.option == POISON:
        return tell(with_mouse(state, replace(one, poison=one.poison - 1)), "heals", one.id, n=1)
    marks = tuple(mark for mark in one.marks if mark != event.option)
    return tell(with_mouse(state, replace(one, marks=marks)), "recovers", one.id, event.option)
