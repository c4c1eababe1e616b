"""Perfect play, compiled: what every action of a turn is worth, from the chances between turns; see choice.h."""

import struct
from collections.abc import Iterable
from itertools import accumulate, product
from operator import itemgetter, mul
from threading import local
from typing import TypeAlias

from mousehole.compiled.wasm import Instance
from mousehole.core.kit import Squares
from mousehole.games.mmm.moves import FACES, FOODS, Event, Gather, Place, Reroll
from mousehole.games.mmm.rules import DICE, options
from mousehole.games.mmm.solver.solution import Layout, Solution, layout, left_of, leftovers, total
from mousehole.games.mmm.solver.sweep import MODULE, ROOM
from mousehole.games.mmm.state import Pantry, State

MOST_ITEMS, POSITION = 64, 24  # of a board; the bytes of a position
SOME = 256  # positions at once
MOST = 1 << 14  # chances that one position may ask for
HELD = 8  # boards at once

Weighed: TypeAlias = tuple[float, ...]  # after a die on each item, after rolling and after gathering; -1 if one may not


class PerfectOracle:
    """Knows the chances of a solved board that fits into machine words."""

    def __init__(self, solution: Solution):
        self._solution = solution

    def value(self, state: State, seat: int = 0) -> float:
        """The chance to win; everybody wins together."""
        if state.hand or state.placed:
            return max(scales_of(state.pantry).weighed(state, self._solution))
        return self._solution.chance(left_of(state.pantry, state.free), state.pantry.steps - state.cat)

    def choices(self, state: State) -> tuple[float, ...]:
        """The chance to win after each action of a turn."""
        scales = scales_of(state.pantry)
        chances = scales.weighed(state, self._solution)
        return tuple(chances[scales.place(action)] for action in options(state))

    def weighed(self, pantry: Pantry, words: bytes) -> bytes:
        """Weigh many positions of a board at once, each three words as its kernel packs it.

        For each come the chances, as long numbers: after a die on each item, in the order of `sorted_items`, after
        rolling again and after gathering; -1 stands for what one may not do.
        """
        return scales_of(pantry).all_weighed(words, self._solution)


class Scales:
    """An instance that weighs the choices of a board."""

    def __init__(self, pantry: Pantry):
        self._grid, self._items = pantry.grid, sorted_items(pantry)
        self._wasm, self._table = Instance(MODULE, ROOM), 0
        lens = described(pantry)
        at = self._wasm.room(len(lens))
        self._wasm.write(at, lens)
        self._wasm["look_through"](at)
        self._out = struct.Struct(f"<{len(self._items) + 2}d")
        self._words, self._asked = self._wasm.room(SOME * POSITION), self._wasm.room(4 * MOST)
        self._weighed = self._wasm.room(SOME * self._out.size)

    def place(self, action: Event) -> int:
        """Where the chance after an action stands."""
        match action:
            case Place():
                return next(n for n, item in enumerate(self._items) if item & self._grid.bit[action.square])
            case Reroll():
                return -2
            case Gather():
                return -1
        raise AssertionError("luck is no action")

    def weighed(self, state: State, solution: Solution) -> Weighed:
        """Weigh the choices of a position; before a roll, that is rolling."""
        self._wasm.write(self._words, packed(state))
        if many := self._wasm["ask"](self._words, self._asked, MOST, self._weighed):
            numbers = struct.unpack(f"<{many}i", self._wasm.read(self._asked, 4 * many))
            known = itemgetter(*numbers, 0)(solution.numbers(state.pantry.steps - state.cat))
            self._wasm.write(self._asked, struct.pack(f"<{many + 1}f", *known))
        self._wasm["weigh"](self._words, self._asked, MOST, self._weighed)
        return self._out.unpack(self._wasm.read(self._weighed, self._out.size))

    def all_weighed(self, words: bytes, solution: Solution) -> bytes:
        """Weigh the choices of many positions by the whole table, which stays here."""
        if not self._table:
            table = bytes(solution.table())
            self._table = self._wasm.room(len(table))
            self._wasm.write(self._table, table)
        found = []
        for first in range(0, len(words), SOME * POSITION):
            part = words[first : first + SOME * POSITION]
            self._wasm.write(self._words, part)
            self._wasm["weigh_many"](self._words, len(part) // POSITION, self._table, self._weighed)
            found.append(self._wasm.read(self._weighed, len(part) // POSITION * self._out.size))
        return b"".join(found)


MINE = local()  # the scales that a thread has asked for


def scales_of(pantry: Pantry) -> Scales:
    """The scales of a board in this thread."""
    mine: dict[Pantry, Scales] = MINE.__dict__.setdefault("scales", {})
    if pantry not in mine:
        if len(mine) >= HELD:
            mine.clear()
        mine[pantry] = Scales(pantry)
    return mine[pantry]


def packed(state: State) -> bytes:
    """A position as rules.h writes it."""
    hand = sum(1 << 2 * FACES.index(face) for face in state.hand)
    turn = hand | DICE - state.placed.bit_count() << 12 | state.fresh << 14 | state.cat << 16
    return struct.pack("<3Q", state.free, state.placed, turn)


def sorted_items(pantry: Pantry) -> list[Squares]:
    """The items of a board, by food."""
    return [item.squares for item in sorted(pantry.board.items, key=lambda item: FOODS.index(item.food))]


def described(pantry: Pantry) -> bytes:
    """The words of Lens in choice.h."""
    items, board = sorted_items(pantry), layout(pantry.board)
    kinds = (*board.left, *board.right)
    foods = [next(n for n, food in enumerate(FOODS) if pantry.foods[food] & item) for item in items]
    sizes = [
        [item.bit_count() for item, of in zip(items, foods, strict=True) if of == food] for food in range(len(FOODS))
    ]
    ranks = [ranked(some) for some in sizes]
    spare, bare = [0] * (MOST_ITEMS - len(items)), [0] * (len(FOODS) - len(kinds))
    numbers = [
        *(len(items), len(kinds), board.positions, pantry.steps),
        *(*foods, *spare, *(stride for some in sizes for stride in strides(some)), *spare),
        *ends(map(len, sizes)),
        *(next(n for n, kind in enumerate(kinds) if food in kind.foods) for food in range(len(FOODS))),
        *(food for kind in kinds for food in kind.foods),
        *(*ends(len(kind.foods) for kind in kinds), *bare, *weights(board), *bare),
        *ends(map(len, ranks)),
    ]
    rank = [number for some in ranks for number in some]
    return struct.pack(f"<{len(numbers)}i4x{MOST_ITEMS}Q{len(rank)}i", *numbers, *items, *spare, *rank)


def ends(sizes: Iterable[int]) -> list[int]:
    """Where parts of these sizes begin one after the other, and where the last one ends."""
    return list(accumulate(sizes, initial=0))


def weights(board: Layout) -> list[int]:
    """What the number of each kind is worth in that of a position."""
    kinds = (*board.left, *board.right)
    return [total(kinds[n + 1 :]) for n in range(len(kinds))]


def strides(sizes: list[int]) -> list[int]:
    """The weights that turn squares left of several items into a key."""
    return list(accumulate((size + 1 for size in sizes[:-1]), mul, initial=1)) if sizes else []


def ranked(sizes: list[int]) -> list[int]:
    """What each key of a food stands for."""
    listed = {left: n for n, left in enumerate(leftovers(tuple(sorted(sizes, reverse=True))))}
    keys = product(*(range(size + 1) for size in reversed(sizes)))
    return [listed[tuple(sorted(filter(None, left), reverse=True))] for left in keys]
