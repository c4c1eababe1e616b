"""How good a position looks: an estimate of the chance to feed everybody."""

from functools import lru_cache
from itertools import combinations
from math import exp
from operator import mul
from typing import NamedTuple

from mousehole.core.game import Chance, Decide
from mousehole.games.mousewarming import rules
from mousehole.games.mousewarming.box import LONGEST, Box, Counts
from mousehole.games.mousewarming.moves import PAIR, Food, Space
from mousehole.games.mousewarming.rules import backpack_foods
from mousehole.games.mousewarming.state import DOOR, INDEX, State, prey

DISCOUNT = 0.78  # how much of its worth a thing keeps when it is one turn further away
RACCOON_SHARE = 0.25  # what the raccoon is likely to take first
DOUBT = 0.08  # how far searched chances were from what the best players then won, by bench/honest.py
DISCOUNTS = tuple(DISCOUNT**turns for turns in range(LONGEST + 1))
Turns = tuple[int, ...]  # by space
Places = dict[Food, tuple[Space, ...]]
Totals = tuple[tuple[int, float], ...]


class Signs(NamedTuple):
    """What speaks for or against a win; used as weights, how strongly."""

    start: float
    fed: float  # the chance that the food on the table is enough
    wanted: float  # portions missing on average when the mice deliver what they carry and what is on plates
    short_of_time: float  # portions missing when they deliver what they carry, by how full the pantry is
    short_of_luck: float  # the same, by what the feeders hold of foods whose row is full
    short_of_speed: float  # the same, by golden trays
    full: float  # rows of the pantry that take no more
    stuck: float  # tokens on trays that no open kitchen takes
    blind: float  # food that only hidden kitchens may take
    bait: float  # food on plates whose row is full
    threat: float  # the chance that the raccoon's next token ends the game
    closed: float  # doors


# found by play; changing any one by a third wins no more games (bench/training/fit_mousewarming.py --probe)
WEIGHTS = Signs(
    start=2.9,
    fed=2.6,
    wanted=-0.2,
    short_of_time=-2.2,
    short_of_luck=-0.7,
    short_of_speed=-0.08,
    full=-0.4,
    stuck=0.4,
    blind=0.3,
    bait=-0.3,
    threat=-0.5,
    closed=-0.05,
)


def value(state: State, seat: int) -> float:
    """Estimate the chance to win: exact at the end; once somebody has acted, by looking ahead to the turn's end."""
    if state.stage == "over":
        return float(bool(rules.over(state).winners))
    if state.stage == "closing":
        return enough(totals(state.party.box, state.seated), len(state.table))
    if fresh(state):
        return 1 / (1 + exp(-sum(map(mul, WEIGHTS, signs(state)))))
    turn = rules.turn(state)
    if isinstance(turn, Decide):
        return max(value(rules.apply(state, action), seat) for action in turn.actions)
    assert isinstance(turn, Chance)
    return sum(weight * value(rules.apply(state, event), seat) for event, weight in turn.odds) / turn.steps[-1]


def fresh(state: State) -> bool:
    """Whether nobody has acted this turn; choosing what to do with cheese is an action."""
    rolled = state.stage == "move" and state.die is not None and state.die.food != "cheese"
    return rolled or state.stage in {"roll", "bonus", "opening"}


def signs(state: State) -> Signs:
    """Read the signs of a position at the start of a turn."""
    box, pantry, served = state.party.box, state.pantry, len(state.table)
    guests, places, away = totals(box, state.seated), kitchens(box, state.burrows), ways(state)
    soon, stuck = errands(state, places, away)
    hope, blind, bait = chances(state, places, away)
    due, wanted = missing(guests, served + soon), missing(guests, served + soon + hope)
    share, lost = sum(pantry) / (len(pantry) * box.pantry), unlucky(state.unseen, pantry, box.pantry)
    return Signs(
        1.0,
        enough(guests, served),
        wanted,
        due * share,
        due * lost,
        due * len(state.party.setup.golden),
        pantry.count(box.pantry),
        stuck,
        blind,
        bait,
        threat(state, lost),
        state.burrows.count(DOOR),
    )


@lru_cache(10_000)
def totals(box: Box, seated: tuple[int, ...]) -> Totals:
    """List how many guests there may be, including hidden ones, and how likely each number is."""
    unseen = list(box.guests)
    for guests in seated:
        unseen.remove(guests)
    sums = [sum(seated) + sum(more) for more in combinations(unseen, box.invited - len(seated))]
    return tuple((guests, sums.count(guests) / len(sums)) for guests in sorted(set(sums)))


def enough(totals: Totals, served: int) -> float:
    """The chance that so much food feeds everybody."""
    return sum(share for guests, share in totals if guests <= served)


def missing(totals: Totals, served: float) -> float:
    """How many portions are missing on average."""
    return sum([share * (guests - served) for guests, share in totals if guests > served])


@lru_cache(100_000)
def kitchens(box: Box, burrows: tuple[str | None, ...]) -> Places:
    """List the open kitchens that take each food."""
    open_ = [(space, box.kitchens[tile]) for space, tile in enumerate(burrows) if tile in box.kitchens]
    return {food: found for food in INDEX if (found := tuple(space for space, foods in open_ if food in foods))}


@lru_cache(100_000)
def unlucky(unseen: Counts, pantry: Counts, most: int) -> float:
    """The share of feeder tokens whose row is full."""
    return sum(n for n, kept in zip(unseen, pantry, strict=True) if kept == most) / sum(unseen)


def ways(state: State) -> tuple[Turns, Turns]:
    """Count the turns each mouse needs to reach every space."""
    (mouse, other), (tray, load) = state.mice, state.trays
    length, (steps, strides) = state.party.length, state.party.steps
    return way(length, mouse, steps[len(tray)]), way(length, other, strides[len(load)])


@lru_cache(10_000)
def way(length: int, start: Space, steps: int) -> Turns:
    """Count the turns from a space to every space; back to itself is a whole lap."""
    return tuple(-(-((space - start) % length or length) // steps) for space in range(length))


def errands(state: State, places: Places, away: tuple[Turns, Turns]) -> tuple[float, int]:
    """Weigh the tokens on trays by their distance to a kitchen; count those no open kitchen takes."""
    soon, stuck = 0.0, 0
    for mouse in PAIR:
        load, turns = state.trays[mouse] + backpack_foods(state, mouse), away[mouse]
        for food in load:
            if food in places:
                soon += DISCOUNTS[min([turns[space] for space in places[food]])]
            else:
                stuck += 1
    return soon, stuck


def chances(state: State, places: Places, away: tuple[Turns, Turns]) -> tuple[float, float, int]:
    """Weigh the food on plates by the distance of the nearest mouse with room for it; count what is bait."""
    mice, room, most = state.mice, state.party.room, state.party.box.pantry
    free = [turns for turns, tray in zip(away, state.trays, strict=True) if len(tray) < room]
    hope = blind = 0.0
    bait = stops = 0
    for space in state.party.rides[state.raccoon]:
        food, shielded = state.plates[space], space in mice
        if food:
            bait += state.pantry[INDEX[food]] == most
            if free:
                turns = min([row[space] for row in free])
                found = DISCOUNTS[turns] if turns <= stops + 1 or shielded else DISCOUNTS[turns] * RACCOON_SHARE
                hope, blind = (hope + found, blind) if food in places else (hope, blind + found)
        if not shielded and (food or state.feeders[space]):
            stops += 1
    return hope, blind, bait


def threat(state: State, lost: float) -> float:
    """The chance that the raccoon's next ride ends the game."""
    space = prey(state)
    if space is None:
        return 0.0
    food = state.plates[space]
    return float(state.pantry[INDEX[food]] == state.party.box.pantry) if food else lost
