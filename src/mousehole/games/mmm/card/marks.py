"""What a learned value reads of Mmm!: the tables of marks.cu, and what its marks count."""

from collections.abc import Sequence
from pathlib import Path

from mousehole.core.kernel import Marks
from mousehole.games.mmm.moves import FOODS
from mousehole.games.mmm.state import State

MOST_ITEMS = 32
FLAGS, FOOD_ROOM = 56, 8  # steps left, hand, dice, fresh and done; then squares left of each food
MANY, SOME = 8, 3  # squares of a food, and of an item


def ways(state: State) -> Sequence[int]:
    """The squares of each item; a board with more than fit has no learned value."""
    items = state.pantry.items
    return [*items, *[0] * (MOST_ITEMS - len(items))]


def scales(state: State) -> Sequence[float]:
    """What one of each mark counts."""
    planes = 2 * (-(-len(state.pantry.grid.names) // 4) * 4)
    foods = (*(1 / MANY for _ in FOODS), *(1.0 for _ in range(FOOD_ROOM - len(FOODS))))
    items = (*(1 / SOME for _ in range(MOST_ITEMS)), *(1.0 for _ in range(MOST_ITEMS)))
    return (*(1.0 for _ in range(planes + FLAGS)), *foods, *items)


def heads(state: State) -> Sequence[int]:
    """Everybody wins together."""
    return (0,)


MARKS = Marks(Path(__file__).with_name("marks.cu"), ways, scales, 0, 0, heads)
