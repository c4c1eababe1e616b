"""The snake: it strikes in a straight line at the closest mouse, and coils where mice are near."""

from collections import Counter

from msgspec.structs import replace

from mousehole.core.game import Chance
from mousehole.games.mystics.board.board_queries import near, prey
from mousehole.games.mystics.board.changes import push, tell, with_foe
from mousehole.games.mystics.board.figures import active, foe, minion, rank
from mousehole.games.mystics.board.snake_routes import joints, route
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.moves import Event, Segment
from mousehole.games.mystics.state import Foe, Mouse, Prey, State
from mousehole.games.mystics.tasks.beast_tasks import Slither
from mousehole.games.mystics.tasks.fight_tasks import Attack, Fight


def strike(state: State, one: Foe) -> State:
    """Lay out the body towards the closest mouse."""
    return push(state, Slither(one.id))


def sought(state: State, one: Foe) -> Prey | None:
    """Find the mouse closest to the tail, as the snake crawls; the highest on the track among equals."""
    mice = prey(state) or [*active(state)]
    return min(mice, key=lambda each: len(route(state.ground, one.body[0], each.at)), default=None)  # MM-141


def ask_slither(state: State, task: Slither) -> Chance[Event] | None:
    """Draw the next token of the body, until the head gets to the mouse or no token is left."""
    one = foe(state, task.figure)
    aim = sought(state, one) if one else None
    if one is None or aim is None:
        return None
    left = Counter(minion(state, one.kind).body) - Counter(task.drawn)
    between = len(route(state.ground, one.body[0], aim.at)) - 2
    if not left or (task.drawn and sum(task.drawn) >= between):
        return None
    return Chance(tuple((Segment(length), left[length]) for length in sorted(left)))  # MM-142


def slither(state: State, task: Slither, event: Event | None) -> State:
    """Lay the token; with enough of them the head strikes."""
    if isinstance(event, Segment):
        return push(state, replace(task, drawn=(*task.drawn, event.length)))
    one = foe(state, task.figure)
    aim = sought(state, one) if one else None
    if one is None or aim is None:
        return state
    body = stretched(state, one, aim, sum(task.drawn) + 1)
    state = tell(with_foe(state, replace(one, at=body[-1], body=body)), "strikes", one.id, body[-1])
    return push(state, biting(state, one, body))


def stretched(state: State, one: Foe, aim: Prey, reach: int) -> tuple[Name, ...]:
    """Say where the snake lies: to the space with most mice if it gets there, else as near to the mouse as it can."""
    crowds = Counter(each.at for each in active(state))
    most = max(crowds.values())
    ways = [route(state.ground, one.body[0], space) for space in (aim.at, *crowds) if crowds[space] == most]
    fitting = [way for way in ways if len(way) <= reach + 1]  # MM-143
    return fitting[0] if fitting else route(state.ground, one.body[0], aim.at)[: reach + 1]


def biting(state: State, one: Foe, spaces: tuple[Name, ...]) -> Attack:
    """Attack every creature on these spaces: one roll, against which each defends."""
    there: list[Mouse | Foe] = [*active(state), *state.friends, *state.foes]
    there = [each for each in there if each.id != one.id and each.at in spaces]
    there.sort(key=lambda each: rank(state, each.id))
    return Attack(Fight(one.id, tuple(each.id for each in there)))  # MM-144, MM-145, MM-149, MM-150


def coil(state: State, one: Foe) -> State:
    """Coil round the highest mouse on the snake or next to it, else where the head lies."""
    around = {space for part in one.body for space in beside(state, part)}
    found = next((each for each in prey(state) if each.at in around), None)  # MM-147
    at = found.at if found else one.at  # MM-148
    state = tell(with_foe(state, replace(one, at=at, body=(at,))), "coils", one.id, at)
    return push(state, biting(state, one, beside(state, at)))


def beside(state: State, space: Name) -> tuple[Name, ...]:
    """List a space and those adjacent to it; where nobody can stand a snake still reaches all around."""
    solid = state.ground.sites[space].terrain.enter in ("forbidden", "gap")
    return (space, *(joints(state.ground)[space] if solid else near(state, space)))
