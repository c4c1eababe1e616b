"""Chop! Chop! compiled, for processors and GPUs: what rules.h reads. A position is four words of bits."""

import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from mousehole.core.kernel import GpuKernel, Marks, WasmKernel, Weights, cut, in_bytes, joined, words
from mousehole.games.chopchop.board import LONGEST_WALK, Space, Ways
from mousehole.games.chopchop.moves import TILES, Setup
from mousehole.games.chopchop.rules import CAP, moves
from mousehole.games.chopchop.state import Kitchen, Phase, State
from mousehole.games.chopchop.tensor import numbers
from mousehole.games.chopchop.value import FAR_STEPS, WEIGHTS

PLANES, PLANE, WITHIN, SHARES, CELLS = 5, 64, 10, 64, 62 * 62
FLAGS = 44  # holes, phases, steps and halves
MARK_COUNT = PLANES * PLANE + 64
FEW = 8  # tiles


def ways(state: State) -> Sequence[int]:
    """What is within so many steps of each space, for mice and for the cat: the words of Ways in marks.h."""
    kitchen = state.kitchen
    sides = (kitchen.mice_ways, kitchen.cat_ways)
    return [side.within[steps].get(space, 0) for side in sides for steps in range(WITHIN) for space in kitchen.names]


def scales(state: State) -> Sequence[float]:
    """What one of each mark counts."""
    faces = len(state.kitchen.board.dice.cat)
    facts = (
        *(1 / FEW for _ in TILES),
        *(1 / FEW, 1.0, 1 / 4, 1.0, 1 / (4 * FEW)),  # cheese to take, none, mice alive, one, cheese by mice lost
        *(1 / faces for _ in range(3)),  # hits of a cat that rolls, of one that does not, of more mice
        *(1 / FAR_STEPS for _ in range(3)),  # near to cheese, cat near, near home
        *(1 / SHARES, 10 / CAP),
    )
    return (*(1.0 for _ in range(PLANES * PLANE + FLAGS)), *facts)


def heads(state: State) -> Sequence[int]:
    """A seat of the mice, and that of the cat."""
    return (state.kitchen.mice_seats[0], state.kitchen.cat_seat)


MARKS = Marks(Path(__file__).with_name("marks.h"), ways, scales, CELLS + 1, 4, heads)


SPACES, NOWHERE, FACE_WORDS = 62, 63, 3
PHASES: tuple[Phase, ...] = ("start", "roll", "move", "flip", "bonus", "fly", "fork", "home", "caught", "move")
STUCK = 9  # a roll without a move
REST = (6, 6, 6, 6, 6, 4, 1, 2, 2, 3, 4, 16)  # bits of four mice, cat, phase, cats, nth, half, mover, steps, turns
BAG = (*(8 for _ in TILES), 4)  # bits of the tiles, and of the holes that are open


def fits(state: State) -> bool:
    """Whether a kitchen has so few spaces that a set of them is one word, and dice that are no longer than a walk."""
    return len(state.kitchen.names) <= SPACES and longest(state.kitchen) <= LONGEST_WALK


def longest(kitchen: Kitchen) -> int:
    """The most steps of a roll or a bonus."""
    return max(2, *kitchen.board.dice.mice, *kitchen.board.dice.cat)


def constants(state: State) -> Mapping[str, int]:
    """What a set-up fixes: rules.h is compiled for it, or reads it."""
    kitchen = state.kitchen
    setup, board = kitchen.setup, kitchen.board
    return {
        "SPACES": len(kitchen.names),
        "LONGEST": longest(kitchen),
        "FLOOR": kitchen.floor,
        "TOPS": kitchen.tops,
        "HOLES": sum(kitchen.holes),
        "ROAMED": sum(kitchen.cat_ways.near),
        "CHEESES": board.mix[0][1],
        "CAT_SEAT": kitchen.cat_seat,
        "MICE_PLAYERS": len(kitchen.mice_seats),
        "FRIENDS_BLOCK": setup.friends_block,
        "ARROW_CATCHES": setup.arrow_catches,
        "SEATS": setup.players,
        "MICE_FACES": len(board.dice.mice),
        "CAT_FACES": len(board.dice.cat),
    }


def tables(state: State) -> Sequence[int]:
    """The words of Tables in rules.h."""
    kitchen, dice = state.kitchen, state.kitchen.board.dice
    front = [kitchen.front.get(space, 0) for space in kitchen.names]
    faces = [word for die in (dice.mice, dice.cat) for word in in_bytes(sorted(die), FACE_WORDS)]
    return [*near(kitchen, kitchen.mice_ways), *near(kitchen, kitchen.cat_ways), *front, *faces, *seats(kitchen)]


def near(kitchen: Kitchen, ways: Ways) -> list[int]:
    """The spaces next to each space."""
    return [ways.near.get(space, 0) for space in kitchen.names]


def seats(kitchen: Kitchen) -> tuple[int, ...]:
    """The seats of the mice."""
    return in_bytes(kitchen.mice_seats)


def pack(state: State) -> Sequence[int]:
    """Write a position as words."""
    stuck = state.phase == "move" and not moves(state)
    rest = (
        *map(number, (*state.mice, state.cat)),
        STUCK if stuck else PHASES.index(state.phase),
        state.side == "cat",
        *(state.nth, state.half, state.mover, state.steps, state.turns),
    )
    bag = (*(left for _, left in state.bag), state.opened >> len(state.kitchen.names) - len(state.kitchen.holes))
    return state.hidden, state.cheese, side_by_side(bag, BAG), side_by_side(rest, REST)


def unpack(state: State, position: Sequence[int]) -> State:
    """Read a position of the same set-up."""
    hidden, cheese, third, fourth = position
    *bag, opened = cut(third, BAG)
    *places, phase, cats, nth, half, mover, steps, turns = cut(fourth, REST)
    *mice, cat = map(space, places)
    return State(
        state.kitchen,
        tuple(mice),
        hidden,
        tuple(zip(TILES, bag, strict=True)),
        cat,
        cheese,
        opened << len(state.kitchen.names) - len(state.kitchen.holes),
        PHASES[phase],
        "cat" if cats else "mice",
        *(nth, half, mover, steps, turns),
    )


def side_by_side(numbers: Sequence[int], widths: Sequence[int]) -> int:
    """Numbers in one word, each as wide as given."""
    return joined(tuple(zip(numbers, widths, strict=True)))


def number(space: Space) -> int:
    """The number of a space, or NOWHERE."""
    return space.bit_length() - 1 if space else NOWHERE


def space(number: int) -> Space:
    """The space with a number, or none."""
    return 0 if number == NOWHERE else 1 << number


GPU_KERNEL = GpuKernel((Path(__file__).with_name("rules.h"),), fits, constants, tables, pack, unpack, MARKS)


MOST_SPACES = 63
BOTH = 2  # sides
MOST = 256  # actions at once
RULES = ("holes", "friends_block", "arrow_catches")


def is_small(state: State) -> bool:
    """Whether a kitchen has so few spaces that a set of them is one word beside NOWHERE."""
    return len(state.kitchen.names) <= MOST_SPACES


def is_usual(state: State) -> bool:
    """Whether the kitchen is the one it was learned from, with the usual rules."""
    setup, usual = state.kitchen.setup, Setup()
    return state.kitchen.page is None and all(getattr(setup, rule) == getattr(usual, rule) for rule in RULES)


def areas(state: State) -> Sequence[bytes]:
    """What kernel.cpp reads of a kitchen: what a set-up fixes, tables, ways and the weights of the value."""
    return _areas(state.kitchen)


@lru_cache(64)
def _areas(kitchen: Kitchen) -> Sequence[bytes]:
    state = State(kitchen, (), 0, ())
    fixed = (*constants(state).values(),)
    weights = struct.pack(f"<{len(WEIGHTS)}d", *WEIGHTS.values())
    return words(fixed), words(tables(state)), words(ways(state)), weights


def side(state: State) -> int:
    """The side whose turn it is: a search looks ahead for it."""
    return int(state.side == "cat")


PLAIN = WasmKernel(
    Path(__file__).with_name("kernel.wasm"),
    is_small,
    areas,
    pack,
    unpack,
    numbers,
    side,
    lambda _: BOTH,
    MOST,
    slow=8,
    explore=0.07,
)
LEARNED = PLAIN._replace(
    fits=is_usual,
    slow=14,
    weights=Weights(Path(__file__).parents[1] / "weights" / "value.npz", MARK_COUNT, CELLS + 1, 2),
)
KERNEL = PLAIN._replace(learned=LEARNED)
