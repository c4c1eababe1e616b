"""The cat: it pounces on a crowd, or chases mouse after mouse."""

from collections import Counter

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.board.board_queries import FAR, closest, prey
from mousehole.games.mystics.board.changes import push, tell, with_foe
from mousehole.games.mystics.board.figures import active, figure, foe, keeper, minion, rank
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.moves import Dice, Event, Put, put
from mousehole.games.mystics.state import Foe, Friend, Mouse, Prey, State
from mousehole.games.mystics.tasks.beast_tasks import ChaseRoll, Chasing
from mousehole.games.mystics.tasks.fight_tasks import Attack, Fight


def pounce(state: State, one: Foe) -> State:
    """Land on the space with most figures, and attack them all with one roll."""
    space = crowded(state, one)
    state = tell(with_foe(state, replace(one, at=space)), "pounces", one.id, space)  # MM-054
    return push(state, mauling(state, one, (space,)))


def crowded(state: State, one: Foe) -> Name:
    """Find the space with most figures, minions counted; a tie goes to the figure highest on the track."""
    there = standing(state)
    crowds = Counter(each.at for each in there)  # MM-053
    most = max(crowds.values(), default=0)
    best = [each for each in there if crowds[each.at] == most]
    return min(best, key=lambda each: rank(state, each.id)).at if best else one.at  # MM-055, MM-058


def standing(state: State) -> list[Mouse | Foe]:
    """List the figures on the board; cat and snake are tokens."""
    return [*active(state), *state.friends, *(each for each in state.foes if minion(state, each.kind).size != "token")]


def mauling(state: State, one: Foe, spaces: tuple[Name, ...]) -> Attack:
    """Attack every figure on these spaces: one roll, against which each defends."""
    there = sorted((each for each in standing(state) if each.at in spaces), key=lambda each: rank(state, each.id))
    return Attack(Fight(one.id, tuple(each.id for each in there)))  # MM-056, MM-057, MM-066, MM-067


def chase(state: State, one: Foe) -> State:
    """Run for the closest mouse; with all mice on its space the cat attacks where it is."""
    if quarry(state, Chasing(one.id, 0, (one.at,))) is None:
        return push(state, mauling(state, one, (one.at,)))  # MM-064
    return push(state, ChaseRoll(one.id))


def ask_chase_roll(state: State, task: ChaseRoll) -> Chance[Event] | None:
    """Roll two dice."""
    return dice.pool(2, keeper(state)) if foe(state, task.figure) else None


def chase_roll(state: State, task: ChaseRoll, event: Event | None) -> State:
    """Run as many spaces as both dice show together."""
    one = foe(state, task.figure)
    if one is None or not isinstance(event, Dice):
        return state
    points = dice.read(event.faces).number  # MM-060
    return push(tell(state, "chases", one.id, n=points), Chasing(one.id, points, (one.at,)))


def quarry(state: State, task: Chasing) -> Prey | None:
    """Name the mouse the cat runs for: the closest that it has not come by in this chase."""
    one = foe(state, task.figure)
    if one is None:
        return None
    aim = figure(state, task.aim) if task.aim else None
    if isinstance(aim, Mouse | Friend) and aim.at not in task.path:
        return aim
    left = [each for each in prey(state) if each.at not in task.path]
    return closest(state, one, left)  # MM-061, MM-062, MM-065


def ask_chasing(state: State, task: Chasing) -> Decide[Event] | None:
    """Where several ways are equally short the players choose."""
    one, aim = foe(state, task.figure), quarry(state, task)
    if one is None or aim is None or not task.points:
        return None
    far = state.ground.far[aim.at]
    steps = [space for space in state.ground.ways[one.at] if far.get(space, FAR) < far.get(one.at, FAR)]
    return Decide(keeper(state), tuple(put(one.id, space) for space in steps)) if steps else None  # MM-063


def chasing(state: State, task: Chasing, event: Event | None) -> State:
    """Take a step; after the last one everybody on the way is attacked."""
    one, aim = foe(state, task.figure), quarry(state, task)
    if one is None:
        return state
    if not isinstance(event, Put) or aim is None:
        return push(tell(state, "walks", one.id, one.at), mauling(state, one, task.path))
    state = with_foe(state, replace(one, at=event.at))
    return push(state, Chasing(one.id, task.points - 1, (*task.path, event.at), aim.id))
