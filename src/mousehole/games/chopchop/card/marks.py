"""What a learned value reads of Chop! Chop!: the tables of marks.cu, and what its marks count."""

from collections.abc import Sequence
from pathlib import Path

from mousehole.core.kernel import Marks
from mousehole.games.chopchop.moves import TILES
from mousehole.games.chopchop.rules import CAP
from mousehole.games.chopchop.state import State
from mousehole.games.chopchop.value import FAR

PLANES, PLANE, WITHIN, SHARES, CELLS = 5, 64, 10, 64, 62 * 62
FLAGS = 44  # holes, phases, steps and halves
FEW = 8  # tiles


def ways(state: State) -> Sequence[int]:
    """What is within so many steps of each space, for mice and for the cat."""
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
        *(1 / FAR for _ in range(3)),  # near to cheese, cat near, near home
        *(1 / SHARES, 10 / CAP),
    )
    return (*(1.0 for _ in range(PLANES * PLANE + FLAGS)), *facts)


def heads(state: State) -> Sequence[int]:
    """A seat of the mice, and that of the cat."""
    return (state.kitchen.mice_seats[0], state.kitchen.cat_seat)


MARKS = Marks(Path(__file__).with_name("marks.cu"), ways, scales, CELLS + 1, 4, heads)
