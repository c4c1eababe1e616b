"""How good a position looks for the party: signs such as time, health, minions and riches, weighed."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp

import msgspec

from mousehole.games.mystics.board.figures import active, minion
from mousehole.games.mystics.board.queries import FAR
from mousehole.games.mystics.companions import route_planner
from mousehole.games.mystics.companions.route_planner import Errand, Temper
from mousehole.games.mystics.fight.attack_odds import life
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks import Finish

HOP = 0.2  # pages that a side takes where nobody waits, about
LATE = -1.0  # pages of leeway below which all is lost
CLOSE = 1.5  # beyond which more of it helps little
BLOW = 0.1  # pages that a wound of a minion takes
ABILITY = 7  # cheese that an ability is worth: a little more than it costs
STRIDE = 0.03  # pages that a step takes
GOOD = (
    "time", "leeway", "ease", "health", "weakest", "riches", "belongings", "friends",
)  # fmt: skip
BAD = ("work", "gone", "few", "threat", "danger", "marks", "bosses", "night")
SIGNS = (*GOOD, *BAD)


def signs(state: State) -> tuple[float, ...]:
    """Everything that the value of a position weighs, in the order of SIGNS."""
    time, work = route_planner.left(state), ahead(state) + here(state)
    slack = time - work
    leeway = (min(max(slack, LATE), CLOSE), max(slack - CLOSE, 0.0))
    return (time, *leeway, *health(state), *riches(state), work, *missing(state), *threats(state), *shadows(state))


def ahead(state: State) -> float:
    """Guess how many pages it takes to do what is left, by the sides that are to be crossed."""
    at, sides, pages = state.side, set[str](), 0.0
    hook, temper = route_planner.hooked(state), Temper(route_planner.calm(state), wary=True)
    classes = frozenset(name for one in state.mice for name in state.box.heroes[one.id].classes)
    for stop in (*route_planner.errands(state), Errand("gate", state.box.chapter.goal.side)):
        steps = route_planner.way(state.box, at, stop.side, classes, hook, state.explored, temper)
        pages += HOP * min(len(steps), 9)
        sides.update(steps)
        at = stop.side
    return pages + sum(route_planner.delay(state.box, side) for side in sides if side and side not in state.explored)


def here(state: State) -> float:
    """Guess how many pages the side takes that the mice are on: minions to defeat, or steps to go."""
    if state.foes:
        return BLOW * sum(life(state, foe) for foe in state.foes)
    goals, far = route_planner.onward(state, route_planner.errand(state, wary=True)), state.ground.far
    steps = [min((far[one.at].get(goal, FAR) for goal in goals), default=0) for one in active(state)]
    gate = state.side == state.box.chapter.goal.side and not route_planner.errands(state)
    return STRIDE * min(9, (max if gate else min)(steps, default=0))


def party(state: State) -> Sequence[Mouse]:
    """The mice on the board; where there is nobody, all of them are about to arrive."""
    return active(state) or state.mice


def health(state: State) -> tuple[float, ...]:
    """The life of the party, and that of the weakest mouse."""
    lives = [life(state, one) for one in party(state)]
    return sum(lives) / 4, min(lives, default=0)


def riches(state: State) -> tuple[float, ...]:
    """Cheese and what was learnt with it, what is worn or was found, and friends."""
    mice = state.mice
    cheese = sum(min(one.cheese, 6) + ABILITY * max(1, len(one.abilities)) for one in mice)
    return cheese / 10, sum(belongings(state, one) for one in mice) / 4, float(len(state.friends))


def belongings(state: State, one: Mouse) -> int:
    """Count what a mouse has found, less what it has put away of the things it came with."""
    items, own = state.box.pack.items, state.box.heroes[one.id].items
    found = sum(items[name].copies > 0 for name in (*one.worn, *one.pack) if name)
    return found - sum(name not in one.worn for name in own)


def missing(state: State) -> tuple[float, ...]:
    """How many mice are captured or lost."""
    gone = len(state.mice) - len(party(state))
    return float(gone), float(gone > 1)


def threats(state: State) -> tuple[float, ...]:
    """How strong the minions are, and against how much life."""
    threat = sum(min(life(state, foe), 4) * (minion(state, foe.kind).cards[0].battle + 1) / 10 for foe in state.foes)
    return threat, threat / (1 + sum(life(state, one) for one in party(state)))


def shadows(state: State) -> tuple[float, ...]:
    """Markers on mice, bosses that still have to fall, and the night."""
    marks = sum(len(one.marks) for one in active(state))
    bosses = sum(boss not in state.fallen for boss in state.box.chapter.goal.defeated)
    return marks / 4, float(bosses), float(state.night)


ELSEWHERE = "elsewhere"
BASE = "base"  # what a chapter starts from
DOUBT = 0.15  # how far chances by simulated rounds may be off, in 95 of 100 positions


def value(state: State, seat: int) -> float:
    """Estimate the chance to win; everybody wins together."""
    top = state.agenda[-1]
    if isinstance(top, Finish):
        return float(top.won)
    return 1 / (1 + exp(-sign(state)))


def sign(state: State) -> float:
    """Weigh what speaks for the mice against what speaks against them; chapters of our own have weights of theirs."""
    known, setup = weighed(), state.box.setup
    base, weights = known[setup.chapter if setup.pack is None and setup.chapter in known else ELSEWHERE]
    return base + sum(map(float.__mul__, weights, signs(state)))


@cache
def weighed() -> dict[str, tuple[float, tuple[float, ...]]]:
    """By chapter: what it starts from, and what each sign counts."""
    page = files(__package__).joinpath("weights.json").read_bytes()
    found = msgspec.json.decode(page, type=dict[str, dict[str, float]])
    return {name: (each[BASE], tuple(each[sign] for sign in SIGNS)) for name, each in found.items()}
