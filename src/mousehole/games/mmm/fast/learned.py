"""A learned value for a board of Mmm! with the in-line rule: the chance to win between two turns."""

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from mousehole.compiled.compiler import compiled
from mousehole.compiled.value_net import add_counts, add_marks, concluded, load
from mousehole.games.mmm.card.marks import FLAGS, ways
from mousehole.games.mmm.fast import box, pack
from mousehole.games.mmm.fast.marks import COUNTED, MOST_MARKS, REST, facts, mark_count, marked
from mousehole.games.mmm.state import Pantry, State

WEIGHTS = {"one_paw": Path(__file__).parents[1] / "weights" / "line-one_paw.npz"}  # TWO PAWS taught no network enough


def weights_of(pantry: Pantry) -> Path | None:
    """Find what was learned about a board: one that comes with the game, with the cat no further away than there."""
    learned = pantry.in_line and pantry.setup.board is None and pantry.steps <= pantry.board.steps
    return WEIGHTS.get(pantry.setup.side) if learned else None


def chance(state: State, weights: Path) -> float:
    """The chance to win of a position that is not over; everybody wins together."""
    net = read(weights, len(state.pantry.grid.names))
    return float(weighed(box(state), net, items_of(state.pantry), pack(state)[0]))


@lru_cache(64)
def items_of(pantry: Pantry) -> Any:
    """The items of a board as compiled functions read them."""
    return np.array(ways(State(pantry, 0, 0)), np.int64)


@cache
def read(weights: Path, squares: int) -> Any:
    """The weights of a board with so many squares."""
    return load(weights, mark_count(squares), 0, 1)


@compiled()
def weighed(box, net, items, row):
    """The chance of a position that is not over."""
    hidden, places, counts = net.first_bias.copy(), np.empty(MOST_MARKS, np.int64), np.empty(COUNTED, np.int64)
    add_marks(net.first, hidden, places, marked(box, items, row, places))
    facts(box, items, row, counts)
    add_counts(net.first, hidden, len(net.first) - REST + FLAGS, counts)
    out = np.zeros(1)
    concluded(net, hidden, out)
    return out[0]
