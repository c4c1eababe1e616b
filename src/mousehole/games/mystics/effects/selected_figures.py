"""Which figures a selector means."""

from collections.abc import Container, Sequence

from mousehole.games.mystics.board.board_queries import moonlit, mouse_near, near
from mousehole.games.mystics.board.figures import active, figure, is_mouse, rank
from mousehole.games.mystics.content.selectors import Pick
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.effects.match_checks import matches
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.tasks.effect_tasks import Context


def picked(state: State, pick: Pick, context: Context) -> tuple[str, ...]:
    """List the figures that a selector means, mice by their place on the track first."""
    me = figure(state, context.other if pick.where == "other_space" else context.me)
    if me is None and pick.where != "tile":
        return ()
    if pick.where == "new":
        return tuple(name for name in context.figures if figure(state, name))
    inside = area(state, pick.where, me)
    found = [one for one in of(state, pick) if stands_in(one, inside) and means(state, pick, one.id, context)]
    if pick.of != "minions" and len(found) > 1:
        found.sort(key=lambda one: rank(state, one.id) if isinstance(one, Mouse) else len(state.track))
    return tuple([one.id for one in found])


def means_anybody(state: State, pick: Pick, context: Context) -> bool:
    """Whether a selector means a figure at all."""
    if pick.where in ("new", "other_space"):
        return bool(picked(state, pick, context))
    me = figure(state, context.me)
    if me is None and pick.where != "tile":
        return False
    inside = area(state, pick.where, me)
    there = [one for one in of(state, pick) if stands_in(one, inside)]
    return bool(there) and any(means(state, pick, one.id, context) for one in there)


def of(state: State, pick: Pick) -> Sequence[Mouse | Foe]:
    """List all figures of the kind that a selector asks for."""
    if pick.of == "minions":
        return state.foes
    return active(state) if pick.of == "mice" else [*active(state), *state.friends, *state.foes]  # MM-029


def area(state: State, where: str, me: Mouse | Foe | None) -> Container[Name] | None:
    """The spaces where a selector looks; nothing means the whole tile."""
    if me is None or where == "tile":
        return None
    if where in ("space", "other_space"):
        return (me.at,)
    if where == "seen":
        return seen(state, me.at)
    around = mouse_near(state, me.at) if is_mouse(state, me.id) else near(state, me.at)
    return (*around, me.at) if where == "near" else around


def seen(state: State, at: Name) -> Container[Name]:
    """The spaces that one sees from a space."""
    sight = state.ground.sight[at]
    return [space for space in sight if moonlit(state, at, space)] if state.night else sight


def stands_in(one: Mouse | Foe, inside: Container[Name] | None) -> bool:
    """Whether a figure is in an area, with one of its spaces at least."""
    if inside is None or one.at in inside:
        return True
    return isinstance(one, Foe) and any(space in inside for space in one.body)


def means(state: State, pick: Pick, name: str, context: Context) -> bool:
    """Whether a selector leaves a figure in."""
    if (pick.others and name == context.me) or (pick.another and name == context.other):
        return False
    return pick.match is None or matches(state, pick.match, name, context)
