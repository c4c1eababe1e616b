"""How far a mouse gets with the points it has left."""

from heapq import heappop, heappush

from msgspec.structs import replace

from mousehole.games.mystics.actions.moving import held, roads
from mousehole.games.mystics.board.board_queries import floats, foes_at, in_water, is_full
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.state import Mouse, State, mouse


def reach(state: State) -> dict[Name, int]:
    """Count what it costs the mouse in turn to get to each space it can reach in this move."""
    if state.acting.points <= 0 or state.acting.card not in state.box.seat:
        return {}
    one = mouse(state, state.acting.card)
    return spread(state, one, state.acting.points) if one.at and not held(state, one) else {}


def spread(state: State, one: Mouse, points: int) -> dict[Name, int]:
    """Find all spaces within so many points; minions and water stop the way."""
    found: dict[Name, int] = {}
    queue = [(0, one.at)]
    while queue:
        spent, at = heappop(queue)
        if at in found:
            continue
        found[at] = spent
        wet = state.ground.sites[at].terrain.enter == "ends_move" and not floats(state, at)
        stops = at != one.at and (foes_at(state, at) or wet)
        if stops or (at == one.at and in_water(state, one)):
            continue
        for to, cost in roads(state, replace(one, at=at)):
            if to not in found and spent + cost <= points and not is_full(state, to):
                heappush(queue, (spent + cost, to))
    del found[one.at]
    return found
