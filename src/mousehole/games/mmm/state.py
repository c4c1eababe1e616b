"""A position of Mmm!: what lies where, where the cat is, and the dice of this turn."""

from functools import lru_cache

from msgspec import Struct

from mousehole.core.kit.grid import Grid, Squares
from mousehole.games.mmm.board import Board, own, side
from mousehole.games.mmm.moves import FACES, Face, Setup


class Pantry(Struct, frozen=True, eq=False, gc=False):
    """What never changes during a game; one per set-up, so identity is equality."""

    setup: Setup
    board: Board
    foods: dict[str, Squares]
    items: tuple[Squares, ...]
    steps: int
    players: int
    in_line: bool

    @property
    def grid(self) -> Grid:
        """The squares of the board."""
        return self.board.grid


class State(Struct, frozen=True, gc=False):
    """One position; a square that is not free holds a chip or a die of this turn."""

    pantry: Pantry
    seat: int
    free: Squares  # neither chip nor die
    cat: int = 0
    placed: Squares = 0  # the dice of this turn
    hand: tuple[Face, ...] = ()
    fresh: bool = False  # no die of this roll is placed yet


@lru_cache(1024)
def pantry_of(setup: Setup) -> Pantry:
    """Lay out the pantry of a set-up."""
    board = own(setup.board) if setup.board is not None else side(setup.side)  # MMM-02
    foods: dict[str, Squares] = dict.fromkeys(FACES, 0)
    for item in board.items:
        foods[item.food] |= item.squares
    items = tuple(item.squares for item in board.items)
    return Pantry(setup, board, foods, items, setup.steps or board.steps, setup.players, setup.in_line)


def left(state: State) -> int:
    """Count the squares without a chip."""
    return (state.free | state.placed).bit_count()


def chips(state: State) -> Squares:
    """The squares with a chip."""
    return sum(state.pantry.items) & ~(state.free | state.placed)
