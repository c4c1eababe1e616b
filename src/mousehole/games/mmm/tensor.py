"""Mmm! as numbers: ids for its actions, and what a seat sees."""

from functools import lru_cache

from mousehole.core.kit.grid import Squares
from mousehole.core.tensor import Field, Ids, Spec, Tensor, spread
from mousehole.games.mmm.moves import FACES, FOODS, Event, Gather, Place, Reroll
from mousehole.games.mmm.state import Pantry, State

PLACE = 2  # the first id of its kind
MOST_STEPS = 30


def spec(state: State) -> Spec:
    """What the numbers mean on the board of a position."""
    return _spec(state.pantry.grid.columns, state.pantry.grid.rows)


@lru_cache(64)
def _spec(columns: int, rows: int) -> Spec:
    board = (rows, columns)
    return Spec(
        (
            Ids("reroll", "Roll all dice that are left.", (1,)),
            Ids("gather", "Stop, and exchange the placed dice for chips.", (1,)),
            Ids("place", "Put a die on a square of its food.", board),
        ),
        (
            Field("free", "Squares with neither chip nor die.", board),
            Field("placed", "Squares with a die of this turn.", board),
            Field("hand", "Dice in hand that show each food, and red crosses.", (len(FACES),), most=3),
            Field("fresh", "No die of this roll is placed yet.", (1,)),
            Field("steps", "Steps that the cat has left.", (1,), most=MOST_STEPS),
            Field("mine", "The seat that looks is the one that decides.", (1,)),
            Field("foods", "Squares of each food.", (len(FOODS), *board), still=True),
            Field("joined", "The square to the right, or below, belongs to the same item.", (2, *board), still=True),
            Field("in_line", "All dice of a turn must lie in one line.", (1,), still=True),
        ),
    )


def number(state: State, action: Event) -> int:
    """The id of an action."""
    return numbers(state.pantry)[action]


def action(state: State, number: int) -> Event:
    """The action with an id."""
    return actions(state.pantry)[number]


@lru_cache(1024)
def numbers(pantry: Pantry) -> dict[Event, int]:
    """The id of every action."""
    return {action: number for number, action in enumerate(actions(pantry))}


@lru_cache(1024)
def actions(pantry: Pantry) -> tuple[Event, ...]:
    """Every action of a board, in the order of the ids; a square without food takes no die, so any food will do."""
    names, foods = pantry.grid.names, pantry.foods
    found = (next((food for food in FOODS if foods[food] >> n & 1), FOODS[0]) for n in range(len(names)))
    return (Reroll(), Gather(), *(Place(food, name) for food, name in zip(found, names, strict=True)))


def observe(state: State, seat: int) -> bytes:
    """What a seat sees, as the spec names it."""
    pantry, size, hand = state.pantry, len(state.pantry.grid.names), state.hand
    counts = bytes([*map(hand.count, FACES), state.fresh, pantry.steps - state.cat, seat == state.seat])
    return spread(state.free, size) + spread(state.placed, size) + counts + still(pantry)


@lru_cache(1024)
def still(pantry: Pantry) -> bytes:
    """What never changes during a game."""
    size, (right, below) = len(pantry.grid.names), joined(pantry)
    planes = [*(pantry.foods[food] for food in FOODS), right, below]
    return b"".join(spread(plane, size) for plane in planes) + bytes([pantry.in_line])


def joined(pantry: Pantry) -> tuple[Squares, Squares]:
    """The squares whose neighbour to the right, or below, belongs to the same item."""
    columns = pantry.grid.columns
    last = sum(1 << n for n in range(columns - 1, len(pantry.grid.names), columns))
    right = sum(item & item >> 1 & ~last for item in pantry.items)
    return right, sum(item & item >> columns for item in pantry.items)


TENSOR = Tensor(spec, number, action, observe)
