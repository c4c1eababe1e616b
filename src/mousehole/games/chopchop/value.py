"""How good a position looks: a handful of plain facts, weighted by games between greedy players."""

from functools import cache, lru_cache
from math import exp
from operator import mul

from mousehole.games.chopchop.board import Space, Spaces, Ways, unite
from mousehole.games.chopchop.rules import CAP, cat_ends, strikes
from mousehole.games.chopchop.state import Kitchen, Side, State, eaten, mice_spaces

FAR_STEPS = 8  # steps; anything further away counts the same
ACTING = ("bonus", "fly", "fork")
DOUBT = 0.04  # how far searched chances were from what strong players then won, by bench/honest.py

# What each fact adds to the log-odds of the mice, found by play; bench/training/fit_chopchop.py can refine them.
WEIGHTS = {
    "always": -0.055,
    "cheese to take": -0.261,
    "cheese all taken": 0.211,
    "mice alive": 0.684,
    "one mouse left": -0.385,
    "cheese to take by each mouse lost": -0.098,
    "cat rolls and hits": -1.419,
    "cat would hit one": -0.090,
    "cat would hit another": -0.531,
    "cheese face up": 0.029,
    "near to it": 0.094,
    "hole tiles face down": -0.024,
    "cat near to a mouse": -0.287,
    "mice out of its reach": 0.171,
    "share of cheese in the bag": 0.224,
    "near home with all": 0.753,
    "second turn": 0.153,
    "mice still act": 0.017,
}
_WEIGHTS = tuple(WEIGHTS.values())


def value(state: State, seat: int) -> float:
    """Estimate the chance that the team of a seat wins."""
    cat = seat == state.kitchen.cat_seat
    if state.phase in ("home", "caught"):
        return float(cat == (state.phase == "caught"))
    if state.turns == CAP and state.phase == "roll":
        return 0.0  # CC-91
    score = sum(map(mul, _WEIGHTS, facts(state)))
    return 1 / (1 + exp(score if cat else -score))


def facts(state: State) -> tuple[float, ...]:
    """List what matters from the mice's point of view, in the order of the weights."""
    box, mice = state.kitchen, mice_spaces(state)
    alive, to_take = mice.bit_count(), box.board.mix[0][1] - eaten(state)
    lying, mine = state.cheese & ~state.cat, 1 if state.side == "mice" else -1
    cat_rolls = rolls_next(state) == "cat"
    any_hit, each_hit = hits(state, mice)
    return (
        1.0,
        to_take,
        to_take == 0,
        alive,
        alive == 1,
        to_take * (4 - alive),
        any_hit if cat_rolls else 0.0,
        0.0 if cat_rolls else any_hit,
        each_hit - any_hit,
        lying.bit_count(),
        near(state, lying) if lying else 0.0,
        4 - state.opened.bit_count(),
        1 - way(box.cat_ways, state.cat, mice) / FAR_STEPS if state.cat else 0.0,
        (mice & ~roamed(box)).bit_count(),
        state.bag[0][1] / (state.hidden.bit_count() or 1),
        0.0 if to_take else near_home(state, mice),
        mine if state.half == 1 else 0,
        mine if state.phase in ACTING else 0,
    )


def rolls_next(state: State) -> Side:
    """The side that rolls next, or has just rolled and is about to move."""
    if state.phase in ("roll", "move") or state.half == 1:
        return state.side
    return "cat" if state.side == "mice" else "mice"


def hits(state: State, mice: Spaces) -> tuple[float, float]:
    """The chance that the cat, rolling now, could catch some mouse, and the sum over all mice."""
    box, die = state.kitchen, state.kitchen.board.dice.cat
    if not state.cat or not box.cat_ways.within[max(die)][state.cat] & mice:
        return 0.0, 0.0
    if state.phase == "move" and state.side == "cat":
        struck = cat_ends(state, state.steps) & mice
        return float(bool(struck)), struck.bit_count()
    some = each = 0
    for weight, found in strikes(state):
        struck = found & mice
        if struck:
            some, each = some + weight, each + weight * struck.bit_count()
    return some / len(die), each / len(die)


@cache
def roamed(box: Kitchen) -> Spaces:
    """All spaces where the cat can be."""
    return unite(box.cat_ways.near)


@lru_cache(1 << 15)
def way(paths: Ways, start: Space, goals: Spaces) -> int:
    """Count the steps to the nearest goal."""
    return next((steps for steps, within in enumerate(paths.within[:FAR_STEPS]) if within[start] & goals), FAR_STEPS)


def near_home(state: State, mice: Spaces) -> float:
    """How near the mice are to a hole; one that is inside has to go out and come back."""
    holes = unite(state.kitchen.holes)
    return 1 - 2 / FAR_STEPS if mice & holes else near(state, holes)


def near(state: State, goals: Spaces) -> float:
    """How near the nearest mouse is to a goal, from 0 (far) to 1 (there)."""
    return 1 - min(way(state.kitchen.mice_ways, mouse, goals) for mouse in state.mice if mouse) / FAR_STEPS
