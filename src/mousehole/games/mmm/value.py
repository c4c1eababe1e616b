"""How good a position of Mmm! looks: an estimate of the chance to win, fitted to the solutions of both boards.

`bench/training/fit_mmm.py` finds the weights; the estimate is off by 3 points on average, for good and for weaker play.
"""

from functools import lru_cache
from math import exp, log, log1p, sqrt
from operator import mul

from mousehole.core.kit import Squares
from mousehole.games.mmm.moves import FACES, FOODS
from mousehole.games.mmm.rules import reach
from mousehole.games.mmm.state import Pantry, State

WEIGHTS = (0.66, 2.09, 0.06, 0.53, -4.33, 1.17)  # of the signs below
DOUBT = 0.08  # apart from sampling error, sampled chances are off by less than this in 95 of 100 positions


def value(state: State, seat: int) -> float:
    """Estimate the chance to win, as if the group stopped, or placed what fits best and stopped; all win together."""
    if not state.placed:  # a first roll is rarely the last one, so its faces say little yet
        return chance(state.pantry, state.free, state.cat)
    return max(stopped(state, state.free, state.placed), stopped(state, *laid(state)))


def stopped(state: State, free: Squares, placed: Squares) -> float:
    """Estimate the chance to win after gathering these dice."""
    return chance(state.pantry, free, state.cat + (not completes(state.pantry, free, placed)))


def laid(state: State) -> tuple[Squares, Squares]:
    """Place the dice in hand on the items nearest to completion, but complete only one; what is free and placed."""
    free, placed, room, items = state.free, state.placed, reach(state), food_items(state.pantry)
    done = completes(state.pantry, free, placed)
    for face in state.hand:
        rests = [rest for item in items[face] if (rest := item & free) & room and not (done and not rest & rest - 1)]
        if rests:
            rest = min(rests, key=int.bit_count)
            square = rest & room & -(rest & room)
            free, placed, done = free ^ square, placed | square, done or rest == square
    return free, placed


@lru_cache(1024)
def food_items(pantry: Pantry) -> dict[str, tuple[Squares, ...]]:
    """The items of each food; a red cross has none."""
    return {face: tuple(item.squares for item in pantry.board.items if item.food == face) for face in FACES}


def completes(pantry: Pantry, free: Squares, placed: Squares) -> bool:
    """Whether these dice complete an item."""
    return any(item & placed and not item & free for item in pantry.items)


@lru_cache(200_000)
def chance(pantry: Pantry, free: Squares, cat: int) -> float:
    """Estimate the chance to win between two turns."""
    items = sum(1 for item in pantry.items if item & free)
    return likely(
        pantry.steps - cat, items, [(pantry.foods[food] & free).bit_count() for food in FOODS], in_line=pantry.in_line
    )


def likely(steps: int, items: int, foods: list[int], *, in_line: bool = False) -> float:
    """Estimate the chance to win from the cat's steps, the number of items left, and the squares left of each food."""
    squares = sum(foods)
    if not steps or not squares:
        return float(not squares)
    sign = sum(map(mul, WEIGHTS, signs(steps, items, foods)))
    if in_line:
        sign += 0.29 - 0.46 * log(squares)  # fitted to played games: with the in-line rule no board is solved
    return 1 / (1 + exp(-sign))


def signs(steps: int, items: int, foods: list[int]) -> tuple[float, ...]:
    """What the chance depends on: rolls fit when many foods are left, and about as much of each."""
    squares = sum(foods)
    return 1.0, sqrt(steps), steps * log(squares), items, sqrt(squares), sum(map(log1p, foods))
