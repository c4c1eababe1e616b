"""Mmm! compiled, for processors and GPUs: what rules.h reads. A position is three words: free squares, dice, turn."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from mousehole.core.kernel import GpuKernel, Marks, WasmKernel, Weights, cut, in_bytes, words
from mousehole.games.mmm.moves import FACES, FOODS
from mousehole.games.mmm.rules import in_line_with
from mousehole.games.mmm.state import Pantry, State
from mousehole.games.mmm.tensor import numbers

MOST_ITEMS = 32
FLAGS, FOOD_ROOM = 56, 8  # steps left, hand, dice, fresh and done; then squares left of each food
MANY, SOME = 8, 3  # squares of a food, and of an item


def ways(state: State) -> Sequence[int]:
    """The squares of each item; a board with more than fit has no learned value."""
    items = state.pantry.items[:MOST_ITEMS]
    return [*items, *[0] * (MOST_ITEMS - len(items))]


def planes(squares: int) -> int:
    """How many marks the free squares and those with dice have on a board of so many squares."""
    return 2 * (-(-squares // 4) * 4)


def scales(state: State) -> Sequence[float]:
    """What one of each mark counts."""
    foods = (*(1 / MANY for _ in FOODS), *(1.0 for _ in range(FOOD_ROOM - len(FOODS))))
    items = (*(1 / SOME for _ in range(MOST_ITEMS)), *(1.0 for _ in range(MOST_ITEMS)))
    return (*(1.0 for _ in range(planes(len(state.pantry.grid.names)) + FLAGS)), *foods, *items)


def heads(state: State) -> Sequence[int]:
    """Everybody wins together."""
    return (0,)


MARKS = Marks(Path(__file__).with_name("marks.h"), ways, scales, 0, 0, heads)


SQUARES, FOOD_WORDS = 62, 8
TURN = (12, 2, 1, 1, 5, 3, 1)  # bits of hand, dice, fresh, a spare one, cat, seat, and whether an item is complete


def fits(state: State) -> bool:
    """Whether a board has so few squares that all actions of a position are one word."""
    return len(state.pantry.grid.names) <= SQUARES


def constants(state: State) -> Mapping[str, int]:
    """What a set-up fixes: rules.h is compiled for it, or reads it."""
    pantry = state.pantry
    return {
        "SQUARES": len(pantry.grid.names),
        "STEPS": pantry.steps,
        "PLAYERS": pantry.players,
        "IN_LINE": pantry.in_line,
    }


def tables(state: State, room: int = 0) -> Sequence[int]:
    """The words of Tables, with room for so many squares."""
    pantry = state.pantry
    squares = [pantry.grid.bit[name] for name in pantry.grid.names]
    bare = [0] * (room - len(squares))
    home = [next((item for item in pantry.items if item & square), 0) for square in squares]
    near = [in_line_with(pantry.grid, square) for square in squares]
    return [*(pantry.foods[face] for face in FACES), *home, *bare, *near, *bare, *in_bytes(foods(pantry), FOOD_WORDS)]


def foods(pantry: Pantry) -> list[int]:
    """The food of each square, by its number."""
    squares = range(len(pantry.grid.names))
    return [next((n for n, face in enumerate(FACES) if pantry.foods[face] >> square & 1), 0) for square in squares]


def pack(state: State) -> Sequence[int]:
    """Write a position as words."""
    placed, done = state.placed, False
    if placed:
        done = any(item & placed and not item & state.free for item in state.pantry.items)
    hand = sum(1 << 2 * FACES.index(face) for face in state.hand)
    turn = hand | (3 - placed.bit_count()) << 12 | state.fresh << 14
    return state.free, placed, turn | state.cat << 16 | state.seat << 21 | done << 24


def unpack(state: State, words: Sequence[int]) -> State:
    """Read a position of the same set-up."""
    free, placed, turn = words
    hand, _, fresh, _, cat, seat, _ = cut(turn, TURN)
    faces = tuple(face for n, face in enumerate(FACES) for _ in range(hand >> 2 * n & 3))
    return State(state.pantry, seat, free, cat, placed, faces, bool(fresh))


GPU_KERNEL = GpuKernel((Path(__file__).with_name("rules.h"),), fits, constants, tables, pack, unpack, MARKS)


MOST_SQUARES = 63


def is_small(state: State) -> bool:
    """Whether a board has so few squares that a set of them is one word."""
    return len(state.pantry.grid.names) <= MOST_SQUARES


def areas(state: State) -> Sequence[bytes]:
    """What kernel.cpp reads of a board: what a set-up fixes, tables, and items."""
    return _areas(state.pantry)


@lru_cache(64)
def _areas(pantry: Pantry) -> Sequence[bytes]:
    state = State(pantry, 0, 0)
    return words(constants(state).values()), words(tables(state, MOST_SQUARES)), words(ways(state))


def side(state: State) -> int:
    """All are on one side."""
    return 0


KERNEL = WasmKernel(
    Path(__file__).with_name("kernel.wasm"), is_small, areas, pack, unpack, numbers, side, side, MOST_SQUARES + 2
)


WEIGHTS = {"one_paw": Path(__file__).parents[1] / "weights" / "line-one_paw.npz"}  # TWO PAWS taught no network enough


def weights_of(pantry: Pantry) -> Path | None:
    """Find what was learned about a board: one that comes with the game, with the cat no further away than there."""
    learned = pantry.in_line and pantry.setup.board is None and pantry.steps <= pantry.board.steps
    return WEIGHTS.get(pantry.setup.side) if learned else None


@lru_cache(64)
def learned(weights: Path, squares: int) -> WasmKernel:
    """The kernel with what was learned about a board of so many squares."""
    marks = planes(squares) + FLAGS + FOOD_ROOM + 2 * MOST_ITEMS
    return KERNEL._replace(weights=Weights(weights, marks, 0, 1))
