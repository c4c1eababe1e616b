"""Mmm! on a graphics card: what rules.cu reads. A position is three words: free squares, placed dice, the turn."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from mousehole.core.kernel import Card
from mousehole.core.kit.packed_words import cut, in_bytes, joined
from mousehole.games.mmm.card.marks import MARKS
from mousehole.games.mmm.moves import FACES
from mousehole.games.mmm.rules import in_line_with
from mousehole.games.mmm.state import Pantry, State

SQUARES, FOOD_WORDS = 62, 8
TURN = (12, 2, 1, 1, 5, 3, 1)  # bits of hand, dice, fresh, a spare one, cat, seat, and whether an item is complete


def fits(state: State) -> bool:
    """Whether a board has so few squares that all actions of a position are one word."""
    return len(state.pantry.grid.names) <= SQUARES


def constants(state: State) -> Mapping[str, int]:
    """What rules.cu is compiled for."""
    pantry = state.pantry
    return {
        "SQUARES": len(pantry.grid.names),
        "STEPS": pantry.steps,
        "PLAYERS": pantry.players,
        "IN_LINE": pantry.in_line,
    }


def tables(state: State) -> Sequence[int]:
    """The words of Tables."""
    pantry = state.pantry
    squares = [pantry.grid.bit[name] for name in pantry.grid.names]
    home = [next((item for item in pantry.items if item & square), 0) for square in squares]
    near = [in_line_with(pantry.grid, square) for square in squares]
    return [*(pantry.foods[face] for face in FACES), *home, *near, *in_bytes(foods(pantry), FOOD_WORDS)]


def foods(pantry: Pantry) -> list[int]:
    """The food of each square, by its number."""
    squares = range(len(pantry.grid.names))
    return [next((n for n, face in enumerate(FACES) if pantry.foods[face] >> square & 1), 0) for square in squares]


def pack(state: State) -> Sequence[int]:
    """Write a position as words."""
    hand = sum(1 << 2 * FACES.index(face) for face in state.hand)
    done = any(item & state.placed and not item & state.free for item in state.pantry.items)
    turn = (hand, 3 - state.placed.bit_count(), state.fresh, 0, state.cat, state.seat, done)
    return state.free, state.placed, joined(tuple(zip(turn, TURN, strict=True)))


def unpack(state: State, words: Sequence[int]) -> State:
    """Read a position of the same set-up."""
    free, placed, turn = words
    hand, _, fresh, _, cat, seat, _ = cut(turn, TURN)
    faces = tuple(face for n, face in enumerate(FACES) for _ in range(hand >> 2 * n & 3))
    return State(state.pantry, seat, free, cat, placed, faces, bool(fresh))


CARD = Card((Path(__file__).with_name("rules.cu"),), fits, constants, tables, pack, unpack, MARKS)
