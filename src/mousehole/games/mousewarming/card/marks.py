"""What a learned value reads of Mousewarming Party: the tables of marks.cu, and what its marks count."""

from collections.abc import Sequence
from pathlib import Path

from mousehole.core.kernel import Marks
from mousehole.games.mousewarming.moves import FOODS
from mousehole.games.mousewarming.state import State
from mousehole.games.mousewarming.value import PATIENCE

PLANES, TURNS, WHOLE, PART = 2 * 13 + 7 + 4, 64, 64, 16
FLAGS, REST = 64, 128


def ways(state: State) -> Sequence[int]:
    """What a thing is worth that is so many turns away."""
    return [round(1024 * PATIENCE**turns) for turns in range(TURNS)]


def scales(state: State) -> Sequence[float]:
    """What one of each mark counts."""
    width = -(-state.party.length // 4) * 4
    box = state.party.box
    food = (1 / 4, 1 / 4, 1 / box.pantry, 1.0, 1 / 16, 1.0)  # trays, pantry, row full, unseen, taken by a kitchen
    sums = (1 / 4, 1 / 4, 1 / 4, 1 / 16, 1 / 16, 1 / 8, 1 / 8, 1.0, 1 / 16, 1 / 64)
    facts = (*food * len(FOODS), *sums, *(1 / WHOLE for _ in range(8)))
    rest = (*(1.0 for _ in range(FLAGS)), *facts)
    return (*(1.0 for _ in range(PLANES * width)), *rest, *(0.0 for _ in range(REST - len(rest))))


def heads(state: State) -> Sequence[int]:
    """A seat of the only team."""
    return (0,)


MARKS = Marks(Path(__file__).with_name("marks.cu"), ways, scales, 0, 0, heads)
