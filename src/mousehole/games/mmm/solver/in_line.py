"""The in-line rule solved on few squares: the chance to win with every set of them free, at every cat distance."""

import struct

from mousehole.compiled import wasm
from mousehole.core.kit import Squares
from mousehole.games.mmm.moves import FOODS
from mousehole.games.mmm.rules import in_line_with
from mousehole.games.mmm.solver.sweep import MODULE
from mousehole.games.mmm.state import Pantry, State

MOST, CHANCE = 16, struct.Struct("<d")  # squares, and a number of the table


class LineChances:
    """Chances between turns, as long as nothing but these squares is free."""

    def __init__(self, box: Pantry, squares: Squares, steps: int):
        self._bits = [1 << n for n in range(squares.bit_length()) if squares >> n & 1]
        words, size = described(box, self._bits, steps), (steps + 1 << len(self._bits)) * CHANCE.size
        module = wasm.Instance(MODULE)
        board, chances = module.room(4 * len(words)), module.room(size)
        module.write(board, struct.pack(f"<{len(words)}i", *words))
        module["in_line"](board, chances, 0, 1 << len(self._bits))
        self._chances = module.read(chances, size)

    def chance(self, state: State) -> float:
        """The chance to win between two turns."""
        number = (state.pantry.steps - state.cat << len(self._bits)) + renumbered(state.free, self._bits)
        found: float = CHANCE.unpack_from(self._chances, number * CHANCE.size)[0]
        return found


def described(box: Pantry, bits: list[Squares], steps: int) -> list[int]:
    """The words of Squares in line.h."""
    spare = [0] * (MOST - len(bits))
    food = [next(n for n, name in enumerate(FOODS) if box.foods[name] & bit) for bit in bits]
    item = [renumbered(next(item for item in box.items if item & bit), bits) for bit in bits]
    near = [[*(renumbered(in_line_with(box.grid, one | other), bits) for other in bits), *spare] for one in bits]
    return [len(bits), steps, *food, *spare, *item, *spare, *(n for row in near for n in row), *(spare * MOST)]


def renumbered(squares: Squares, bits: list[Squares]) -> int:
    """Write a set of squares by their new numbers."""
    return sum(1 << n for n, bit in enumerate(bits) if squares & bit)
