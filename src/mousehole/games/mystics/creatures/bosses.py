"""The cat, which pounces or chases mouse after mouse, and the snake, which strikes in a straight line and coils."""

from collections import Counter
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.board.figures import (
    Steps,
    active,
    figure,
    foe,
    keeper,
    minion,
    push,
    rank,
    set_foe,
    task_step,
    tell,
)
from mousehole.games.mystics.board.queries import FAR, closest, near, prey
from mousehole.games.mystics.content.tile_graph import Ground, Links, Name, apart, full
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.moves import Dice, Event, Put, Segment, put
from mousehole.games.mystics.state import AnyState, Draft, Foe, Friend, Mouse, Prey
from mousehole.games.mystics.tasks import Attack, ChaseRoll, Chasing, Fight, Slither


def pounce(draft: Draft, one: Foe) -> None:
    """Land on the space with most figures, and attack them all with one roll."""
    space = crowded(draft, one)
    set_foe(draft, replace(one, at=space))  # MM-054
    tell(draft, "pounces", one.id, space)
    push(draft, mauling(draft, one, (space,)))


def crowded(state: AnyState, one: Foe) -> Name:
    """Find the space with most figures, minions counted; a tie goes to the figure highest on the track."""
    there = standing(state)
    crowds = Counter(each.at for each in there)  # MM-053
    most = max(crowds.values(), default=0)
    best = [each for each in there if crowds[each.at] == most]
    return min(best, key=lambda each: rank(state, each.id)).at if best else one.at  # MM-055, MM-058


def standing(state: AnyState) -> list[Mouse | Foe]:
    """List the figures on the board; cat and snake are tokens."""
    return [*active(state), *state.friends, *(each for each in state.foes if minion(state, each.kind).size != "token")]


def mauling(state: AnyState, one: Foe, spaces: tuple[Name, ...]) -> Attack:
    """Attack every figure on these spaces: one roll, against which each defends."""
    there = sorted((each for each in standing(state) if each.at in spaces), key=lambda each: rank(state, each.id))
    return Attack(Fight(one.id, tuple(each.id for each in there)))  # MM-056, MM-057, MM-066, MM-067


def chase(draft: Draft, one: Foe) -> None:
    """Run for the closest mouse; with all mice on its space the cat attacks where it is."""
    if quarry(draft, Chasing(one.id, 0, (one.at,))) is None:
        push(draft, mauling(draft, one, (one.at,)))  # MM-064
        return
    push(draft, ChaseRoll(one.id))


def ask_chase_roll(state: AnyState, task: ChaseRoll) -> Chance[Event] | None:
    """Roll two dice."""
    return dice.pool(2, keeper(state)) if foe(state, task.figure) else None


def chase_roll(draft: Draft, task: ChaseRoll, event: Event | None) -> None:
    """Run as many spaces as both dice show together."""
    one = foe(draft, task.figure)
    if one is None or not isinstance(event, Dice):
        return
    points = dice.read(event.faces).number  # MM-060
    tell(draft, "chases", one.id, n=points)
    push(draft, Chasing(one.id, points, (one.at,)))


def quarry(state: AnyState, task: Chasing) -> Prey | None:
    """Name the mouse the cat runs for: the closest that it has not come by in this chase."""
    one = foe(state, task.figure)
    if one is None:
        return None
    aim = figure(state, task.aim) if task.aim else None
    if isinstance(aim, Mouse | Friend) and aim.at not in task.path:
        return aim
    left = [each for each in prey(state) if each.at not in task.path]
    return closest(state, one, left)  # MM-061, MM-062, MM-065


def ask_chasing(state: AnyState, task: Chasing) -> Decide[Event] | None:
    """Where several ways are equally short the players choose."""
    one, aim = foe(state, task.figure), quarry(state, task)
    if one is None or aim is None or not task.points:
        return None
    far = state.ground.far[aim.at]
    steps = [space for space in state.ground.ways[one.at] if far.get(space, FAR) < far.get(one.at, FAR)]
    return Decide(keeper(state), tuple(put(one.id, space) for space in steps)) if steps else None  # MM-063


def chasing(draft: Draft, task: Chasing, event: Event | None) -> None:
    """Take a step; after the last one everybody on the way is attacked."""
    one, aim = foe(draft, task.figure), quarry(draft, task)
    if one is None:
        return
    if not isinstance(event, Put) or aim is None:
        tell(draft, "walks", one.id, one.at)
        push(draft, mauling(draft, one, task.path))
        return
    set_foe(draft, replace(one, at=event.at))
    push(draft, Chasing(one.id, task.points - 1, (*task.path, event.at), aim.id))


REACH = 1.6  # how far apart the centres of two neighbours are at most


@lru_cache(64)
def joints(ground: Ground) -> Links:
    """List the neighbours of every space for somebody who disregards lines, walls and terrain."""
    pairs = {frozenset(full(ground.id, name) for name in pair) for path in ground.page.paths for pair in pairwise(path)}
    sites = ground.sites.values()
    return {
        a.name: tuple(
            b.name
            for b in sites
            if a is not b and (hypot(a.x - b.x, a.y - b.y) <= REACH or frozenset((a.name, b.name)) in pairs)
        )
        for a in sites
    }


@lru_cache(4096)
def route(ground: Ground, start: Name, to: Name) -> tuple[Name, ...]:
    """Find the way with the fewest spaces, and among those the straightest; both ends belong to it."""
    sites, links = ground.sites, joints(ground)
    a, b = sites[start], sites[to]
    queue: list[tuple[int, float, tuple[Name, ...]]] = [(0, 0.0, (start,))]
    seen: set[Name] = set()
    while queue:
        n, bend, way = heappop(queue)
        if way[-1] == to:
            return way
        if way[-1] in seen:
            continue
        seen.add(way[-1])
        for name in links[way[-1]]:
            if name not in seen:
                aside = apart((a.x, a.y, b.x, b.y), sites[name].x, sites[name].y)
                heappush(queue, (n + 1, round(bend + aside, 6), (*way, name)))
    return (start,)


def strike(draft: Draft, one: Foe) -> None:
    """Lay out the body towards the closest mouse."""
    push(draft, Slither(one.id))


def nearest_to_tail(state: AnyState, one: Foe) -> Prey | None:
    """Find the mouse closest to the tail, as the snake crawls; the highest on the track among equals."""
    mice = prey(state) or [*active(state)]
    return min(mice, key=lambda each: len(route(state.ground, one.body[0], each.at)), default=None)  # MM-141


def ask_slither(state: AnyState, task: Slither) -> Chance[Event] | None:
    """Draw the next token of the body, until the head gets to the mouse or no token is left."""
    one = foe(state, task.figure)
    aim = nearest_to_tail(state, one) if one else None
    if one is None or aim is None:
        return None
    left = Counter(minion(state, one.kind).body) - Counter(task.drawn)
    between = len(route(state.ground, one.body[0], aim.at)) - 2
    if not left or (task.drawn and sum(task.drawn) >= between):
        return None
    return Chance(tuple((Segment(length), left[length]) for length in sorted(left)))  # MM-142


def slither(draft: Draft, task: Slither, event: Event | None) -> None:
    """Lay the token; with enough of them the head strikes."""
    if isinstance(event, Segment):
        push(draft, replace(task, drawn=(*task.drawn, event.length)))
        return
    one = foe(draft, task.figure)
    aim = nearest_to_tail(draft, one) if one else None
    if one is None or aim is None:
        return
    body = stretched(draft, one, aim, sum(task.drawn) + 1)
    set_foe(draft, replace(one, at=body[-1], body=body))
    tell(draft, "strikes", one.id, body[-1])
    push(draft, biting(draft, one, body))


def stretched(state: AnyState, one: Foe, aim: Prey, reach: int) -> tuple[Name, ...]:
    """Say where the snake lies: to the space with most mice if it gets there, else as near to the mouse as it can."""
    crowds = Counter(each.at for each in active(state))
    most = max(crowds.values())
    ways = [route(state.ground, one.body[0], space) for space in (aim.at, *crowds) if crowds[space] == most]
    fitting = [way for way in ways if len(way) <= reach + 1]  # MM-143
    return fitting[0] if fitting else route(state.ground, one.body[0], aim.at)[: reach + 1]


def biting(state: AnyState, one: Foe, spaces: tuple[Name, ...]) -> Attack:
    """Attack every creature on these spaces: one roll, against which each defends."""
    there: list[Mouse | Foe] = [*active(state), *state.friends, *state.foes]
    there = [each for each in there if each.id != one.id and each.at in spaces]
    there.sort(key=lambda each: rank(state, each.id))
    return Attack(Fight(one.id, tuple(each.id for each in there)))  # MM-144, MM-145, MM-149, MM-150


def coil(draft: Draft, one: Foe) -> None:
    """Coil round the highest mouse on the snake or next to it, else where the head lies."""
    around = {space for part in one.body for space in beside(draft, part)}
    found = next((each for each in prey(draft) if each.at in around), None)  # MM-147
    at = found.at if found else one.at  # MM-148
    set_foe(draft, replace(one, at=at, body=(at,)))
    tell(draft, "coils", one.id, at)
    push(draft, biting(draft, one, beside(draft, at)))


def beside(state: AnyState, space: Name) -> tuple[Name, ...]:
    """List a space and those adjacent to it; where nobody can stand a snake still reaches all around."""
    solid = state.ground.sites[space].terrain.enter in ("forbidden", "gap")
    return (space, *(joints(state.ground)[space] if solid else near(state, space)))


STEPS: Steps = dict(
    (
        task_step(ChaseRoll, ask_chase_roll, chase_roll),
        task_step(Chasing, ask_chasing, chasing),
        task_step(Slither, ask_slither, slither),
    )
)
