"""How far a mouse gets with the points it has left."""

from heapq import heappop, heappush

from msgspec import Struct
from msgspec.structs import replace

from mousehole.games.mystics.actions.moving import held, roads
from mousehole.games.mystics.board.board_queries import floats, foes_at, in_water, is_full
from mousehole.games.mystics.board.figures import mouse
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.state import Mouse, State


class Way(Struct, frozen=True):
    """A way to a space: what it costs, and the step it begins with."""

    cost: int
    first: Name


def reach(state: State) -> dict[Name, int]:
    """Count what it costs the mouse in turn to get to each space it can reach in this move."""
    return {name: way.cost for name, way in ways(state).items()}


def beyond(state: State) -> dict[Name, tuple[Name, ...]]:
    """Name for every step of the mouse in turn the spaces further on to which it is the best beginning."""
    found: dict[Name, list[Name]] = {}
    for name, way in ways(state).items():
        if name != way.first:
            found.setdefault(way.first, []).append(name)
    return {first: tuple(names) for first, names in found.items()}


def ways(state: State) -> dict[Name, Way]:
    """Find the best way of the mouse in turn to each space it can reach in this move."""
    if state.acting.points <= 0 or state.acting.card not in state.box.seat:
        return {}
    one = mouse(state, state.acting.card)
    return spread(state, one, state.acting.points) if one.at and not held(state, one) else {}


def spread(state: State, one: Mouse, points: int) -> dict[Name, Way]:
    """Find all spaces within so many points, around what lies about where that costs nothing."""
    found: dict[Name, Way] = {}
    queue = [(0, 0, one.at, one.at)]
    while queue:
        spent, risks, at, first = heappop(queue)
        if at in found:
            continue
        found[at] = Way(spent, first)
        if stops(state, one, at):
            continue
        for to, cost in roads(state, replace(one, at=at)):
            if to not in found and spent + cost <= points and not is_full(state, to):
                risk = any(token.at == to for token in state.tokens)
                heappush(queue, (spent + cost, risks + risk, to, to if at == one.at else first))
    del found[one.at]
    return found


def stops(state: State, one: Mouse, at: Name) -> bool:
    """Whether a move goes no further than a space: minions and water stop it."""
    if at == one.at:
        return in_water(state, one)
    wet = state.ground.sites[at].terrain.enter == "ends_move" and not floats(state, at)
    return wet or bool(foes_at(state, at))
