"""How good a position of Mmm! looks: an estimate of the chance to win, fitted to 160,000 positions of played games."""

from functools import lru_cache
from math import exp, log

from mousehole.core.kit.grid import Squares
from mousehole.games.mmm.moves import FACES, FOODS
from mousehole.games.mmm.rules import reach
from mousehole.games.mmm.state import Pantry, State


def value(state: State, seat: int) -> float:
    """Estimate the chance to win, as if the group laid what fits best and stopped; everybody wins together."""
    if not state.placed:  # a first roll is rarely the last one: what it shows says little yet
        return chance(state.pantry, state.free, state.cat)
    free, placed = laid(state)
    return chance(state.pantry, free, state.cat + (not completes(state.pantry, free, placed)))


def laid(state: State) -> tuple[Squares, Squares]:
    """Lay the dice in hand on the items nearest to completion; the squares then free, and those with dice."""
    free, placed, room, items = state.free, state.placed, reach(state), food_items(state.pantry)
    for face in state.hand:
        nearest, least = 0, free.bit_count() + 1
        for item in items[face]:
            rest = item & free
            if rest & room and rest.bit_count() < least:
                nearest, least = rest & room, rest.bit_count()
        square = nearest & -nearest
        free, placed = free ^ square, placed | square
    return free, placed


@lru_cache(1024)
def food_items(box: Pantry) -> dict[str, tuple[Squares, ...]]:
    """Sort the items by their food; a red cross has none."""
    return {face: tuple(item.squares for item in box.board.items if item.food == face) for face in FACES}


def completes(box: Pantry, free: Squares, placed: Squares) -> bool:
    """Tell whether these dice complete an item."""
    return any(item & placed and not item & free for item in box.items)


@lru_cache(200_000)
def chance(box: Pantry, free: Squares, cat: int) -> float:
    """Estimate the chance to win between two turns."""
    lengths = [length for item in box.items if (length := (item & free).bit_count())]
    foods = sum(1 for food in FOODS if box.foods[food] & free)
    return likely(box.steps - cat, lengths, foods, in_line=box.in_line)


def likely(steps: int, lengths: list[int], foods: int, *, in_line: bool = False) -> float:
    """Estimate the chance to win from the cat's steps, what is left of each item, and how many foods are left."""
    squares = sum(lengths)
    if not steps or not squares:
        return float(not squares)
    long = sum(length - 2 for length in lengths if length > 2)
    sign = -1.38 + 0.30 * steps + 1.17 * log(steps) - 2.25 * log(squares)
    sign += 0.19 * len(lengths) - 0.11 * long + 0.61 * foods
    if in_line:
        sign += 0.29 - 0.46 * log(squares)
    return 1 / (1 + exp(-sign))
