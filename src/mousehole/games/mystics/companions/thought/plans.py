"""What is worth thinking about: the companion's own choice first, then other sensible ones."""

from collections.abc import Iterator

from mousehole.games.mystics import moves as m
from mousehole.games.mystics.board.figures import figure, mouse
from mousehole.games.mystics.companions import tactics
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks.action_tasks import Keep
from mousehole.games.mystics.tasks.effect_tasks import Point, React
from mousehole.games.mystics.tasks.fight_tasks import Aim, Weapons
from mousehole.games.mystics.tasks.round_tasks import MouseTurn

MOST = 6  # plans
OPEN = (Aim, Keep, Point, React, Weapons)  # questions where every answer may be right
DEEDS = (m.do("battle"), m.do("search"), m.do("recover"), m.do("take"))  # two rounds do not show what a door leads to


def plans(state: State, actions: tuple[Event, ...], own: Event) -> tuple[Event, ...]:
    """List what may be done now, the companion's own choice first; alone where nothing else makes sense."""
    task = state.agenda[-1]
    if isinstance(task, OPEN):
        found: Iterator[Event] = iter(different(state, actions))
    elif isinstance(task, MouseTurn):
        found = turn_plans(state, mouse(state, task.mouse), actions, own)
    else:
        return (own,)
    return tuple(dict.fromkeys((own, *(action for action in found if action in actions))))[:MOST]


def different(state: State, actions: tuple[Event, ...]) -> list[Event]:
    """Leave out targets that are like another one: of one kind, as hurt, on the same space."""
    found: dict[object, Event] = {}
    for action in actions:
        one = figure(state, action.figure) if isinstance(action, m.Target) else None
        like = (type(one), getattr(one, "kind", one.id), one.at, one.wounds) if one else action
        found.setdefault(like, action)
    return list(found.values())


def turn_plans(state: State, one: Mouse, actions: tuple[Event, ...], own: Event) -> Iterator[Event]:
    """List what a mouse may do in its turn."""
    if isinstance(own, m.Learn):
        yield from (action for action in actions if isinstance(action, m.Learn))
        return
    if isinstance(own, m.Step) and not state.acting.fresh:
        return  # on its way
    yield from DEEDS
    yield from (action for action in actions if isinstance(action, m.Use))
    if state.foes:
        yield m.MOVE
        if state.acting.points > 0:
            yield from steps(state, one)
        yield m.END


def steps(state: State, one: Mouse) -> Iterator[Event]:
    """List steps to where fewest minions strike, and to where one can be attacked."""
    found = tactics.costs(state, one)
    near = [at for at, (cost, first) in found.items() if first and cost <= state.acting.points]
    posts = set(tactics.posts(state, one))
    for wished in (near, [at for at in near if at in posts]):
        if wished:
            best = min(wished, key=lambda at: (tactics.pressure(state, at), found[at][0]))
            yield m.step(found[best][1])
