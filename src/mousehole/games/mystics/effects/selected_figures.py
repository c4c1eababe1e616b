"""Which figures a selector means."""

from mousehole.games.mystics.board.board_queries import mouse_near, near, sees, spaces_of
from mousehole.games.mystics.content.selectors import Pick
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.effects.active_effects import matches
from mousehole.games.mystics.state import Foe, Mouse, State, active, figure, is_mouse, rank
from mousehole.games.mystics.tasks.effect_tasks import Context


def picked(state: State, pick: Pick, context: Context) -> tuple[str, ...]:
    """List the figures that a selector means, mice by their place on the track first."""
    me = figure(state, context.other if pick.where == "other_space" else context.me)
    if me is None and pick.where != "tile":
        return ()
    if pick.where == "new":
        return tuple(name for name in context.figures if figure(state, name))
    found = [one for one in of(state, pick) if any(inside(state, pick.where, me, at) for at in spaces_of(one))]
    return tuple(
        one.id
        for one in found
        if not (pick.others and one.id == context.me)
        and not (pick.another and one.id == context.other)
        and (pick.match is None or matches(state, pick.match, one.id, context))
    )


def of(state: State, pick: Pick) -> list[Mouse | Foe]:
    """List all figures of the kind that a selector asks for."""
    mice: list[Mouse | Foe] = sorted(active(state), key=lambda one: rank(state, one.id)) if pick.of != "minions" else []
    if pick.of == "mice":
        return mice  # MM-029
    return [*mice, *state.foes] if pick.of == "minions" else [*mice, *state.friends, *state.foes]


def inside(state: State, where: str, me: Mouse | Foe | None, space: Name) -> bool:
    """Whether a space is where the selector looks."""
    if me is None or where == "tile":
        return True
    if where in ("space", "other_space"):
        return space == me.at
    if where == "seen":
        return sees(state, me.at, space)
    around = mouse_near(state, me.at) if is_mouse(state, me.id) else near(state, me.at)
    return space in around or (where == "near" and space == me.at)
