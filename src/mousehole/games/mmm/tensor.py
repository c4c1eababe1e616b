"""Mmm! as numbers: ids for its actions, and what a seat sees."""

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from mousehole.core.kit import Squares
from mousehole.core.tensor import Block, Ids, Spec, Tensor, spread
from mousehole.games.mmm.board import LETTERS
from mousehole.games.mmm.moves import FACES, FOODS, Event, Gather, Place, Reroll, Setup
from mousehole.games.mmm.state import Pantry, State, lay_out

LETTER = {food: letter for letter, food in LETTERS.items()}
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
            Block("free", "Squares with neither chip nor die.", board),
            Block("placed", "Squares with a die of this turn.", board),
            Block("hand", "Dice in hand that show each food, and red crosses.", (len(FACES),), most=3),
            Block("fresh", "No die of this roll is placed yet.", (1,)),
            Block("steps", "Steps that the cat has left.", (1,), most=MOST_STEPS),
            Block("mine", "The seat that looks is the one that decides.", (1,)),
            Block("foods", "Squares of each food.", (len(FOODS), *board), still=True),
            Block("joined", "The square to the right, or below, belongs to the same item.", (2, *board), still=True),
            Block("in_line", "All dice of a turn must lie in one line.", (1,), still=True),
        ),
    )


def numbers(state: State) -> Mapping[Event, int]:
    """The id of every action."""
    return ids_in(state.pantry)


def action(state: State, number: int) -> Event:
    """The action with an id."""
    return actions(state.pantry)[number]


@lru_cache(1024)
def ids_in(pantry: Pantry) -> Mapping[Event, int]:
    """The id of every action in any position."""
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


def framed(setup: Setup, spec: Spec) -> Setup:
    """Lay out a smaller board in the corner of a larger one whose other squares are bare; play is the same."""
    board, (rows, columns) = lay_out(setup).board, spec.actions[-1].shape
    size = board.grid.rows, board.grid.columns
    if size == (rows, columns) or size[0] > rows or size[1] > columns:
        return setup
    foods, items = [["."] * columns for _ in range(rows)], [["."] * columns for _ in range(rows)]
    for number, item in enumerate(board.items):
        for square in board.grid.named(item.squares):
            column, row = board.grid.at(square)
            foods[row][column], items[row][column] = LETTER[item.food], str(number)
    grids = (f'{name} = """\n{lines(grid)}\n"""\n' for name, grid in (("pantry", foods), ("items", items)))
    return replace(setup, board=f"steps = {board.steps}\n" + "".join(grids))


def lines(grid: list[list[str]]) -> str:
    """A grid as a board file spells it."""
    return "\n".join(map(" ".join, grid))


TENSOR = Tensor(spec, numbers, action, observe, framed=framed)
