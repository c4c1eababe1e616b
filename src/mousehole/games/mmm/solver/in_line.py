"""The in-line rule solved on few squares: the chance to win with every set of them free, at every cat distance.

A set of squares is a whole number, and what a turn leaves is a smaller one, so one walk upwards finds them all. Within
a turn it is enough to know, for each first square, what a second die of each food can achieve with each face in hand.
A way that does not exist has the chance NEVER.
"""

from typing import Any, NamedTuple

import numpy as np

from mousehole.compiled.compiler import compiled
from mousehole.core.kit.grid import Squares
from mousehole.games.mmm.moves import FACES, FOODS
from mousehole.games.mmm.rules import in_line_with
from mousehole.games.mmm.state import Pantry, State

NEVER = -1.0
SIDES = len(FACES)


class Squared(NamedTuple):
    """The squares of a board that are left, renumbered, as compiled functions read them."""

    food: Any  # [square]
    item: Any  # [square]: the rest of its item
    near: Any  # [square, square]: what lies in line with both


class Desk(NamedTuple):
    """Working memory for a turn, by the food of the next die and the faces still in hand."""

    first: Any
    second: Any
    third: Any


class LineChances:
    """Chances between turns, as long as nothing but these squares is free."""

    def __init__(self, box: Pantry, squares: Squares, steps: int):
        self._bits = [1 << n for n in range(squares.bit_length()) if squares >> n & 1]
        self._chances = np.zeros((steps + 1, 1 << len(self._bits)))
        sweep(self._chances, squared(box, self._bits))

    def chance(self, state: State) -> float:
        """The chance to win between two turns."""
        return float(self._chances[state.pantry.steps - state.cat, renumbered(state.free, self._bits)])


def squared(box: Pantry, bits: list[Squares]) -> Squared:
    """Renumber squares."""
    food = [next(n for n, name in enumerate(FOODS) if box.foods[name] & bit) for bit in bits]
    item = [renumbered(next(item for item in box.items if item & bit), bits) for bit in bits]
    near = [[renumbered(in_line_with(box.grid, one | other), bits) for other in bits] for one in bits]
    return Squared(np.array(food), np.array(item), np.array(near))


def renumbered(squares: Squares, bits: list[Squares]) -> int:
    """Write a set of squares by their new numbers."""
    return sum(1 << n for n, bit in enumerate(bits) if squares & bit)


@compiled()
def sweep(chances, board):
    """Fill in the chances, by cat distance and free squares."""
    desk = Desk(np.zeros((SIDES, SIDES, SIDES)), np.zeros((SIDES, SIDES)), np.zeros(SIDES))
    chances[:, 0] = 1.0  # MMM-50
    for free in range(1, chances.shape[1]):
        for steps in range(1, chances.shape[0]):
            chances[steps, free] = before_three(chances, board, desk, (free, steps))


@compiled()
def before_three(chances, board, desk, at):
    """The chance before the first roll of a turn."""
    free, steps = at
    failed, first, total = chances[steps - 1, free], desk.first, 0.0
    first.fill(NEVER)
    for square in range(len(board.food)):
        if free >> square & 1:
            after_one(chances, board, desk, at, square)
    for a in range(SIDES):
        for b in range(SIDES):
            for c in range(SIDES):
                best = max(first[a, b, c], first[b, a, c], first[c, a, b])  # MMM-13
                total += failed if best == NEVER else best  # MMM-30
    return total / SIDES**3


@compiled()
def after_one(chances, board, desk, at, square):
    """Raise the value of the first die, with two in hand, to what taking this square gives."""
    free, steps = at
    failed, second, found, again = chances[steps - 1, free], desk.second, desk.first[board.food[square]], 0.0
    second.fill(NEVER)
    for other in range(len(board.food)):
        if other != square and (free & board.near[square, square]) >> other & 1:  # MMM-60
            after_two(chances, board, desk, at, (square, other))
    for a in range(SIDES):
        for b in range(SIDES):
            best = max(second[a, b], second[b, a])
            again += failed if best == NEVER else best  # MMM-62
    here = max(gathered(chances, board, at, 1 << square), again / SIDES**2)
    for a in range(SIDES):
        for b in range(SIDES):
            found[a, b] = max(found[a, b], here, second[a, b], second[b, a])


@compiled()
def after_two(chances, board, desk, at, pair):
    """Raise the value of the second die, with one in hand, to what taking these two squares gives."""
    free, steps = at
    taken, third, found, again = 1 << pair[0] | 1 << pair[1], desk.third, desk.second[board.food[pair[1]]], 0.0
    third.fill(NEVER)
    for square in range(len(board.food)):
        if (free & ~taken & board.near[pair[0], pair[1]]) >> square & 1:  # MMM-61
            food = board.food[square]
            third[food] = max(third[food], gathered(chances, board, at, taken | 1 << square))
    for face in range(SIDES):
        again += chances[steps - 1, free] if third[face] == NEVER else third[face]
    here = max(gathered(chances, board, at, taken), again / SIDES)
    for face in range(SIDES):
        found[face] = max(found[face], here, third[face])


@compiled()
def gathered(chances, board, at, taken):
    """The chance after gathering: the cat stays if an item is complete."""
    free, steps = at[0] & ~taken, at[1]
    for square in range(len(board.food)):
        if taken >> square & 1 and not board.item[square] & free:
            return chances[steps, free]  # MMM-41
    return chances[steps - 1, free]  # MMM-42
