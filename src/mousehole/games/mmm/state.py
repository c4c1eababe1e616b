"""A position of Mmm!: what lies where, where the cat is, and the dice of this turn."""

from functools import lru_cache

from msgspec import Struct

from mousehole.core.game import Problem
from mousehole.core.kit import Derived, Grid, Squares, set_derived
from mousehole.core.words import line
from mousehole.games.mmm.board import Board, own, side
from mousehole.games.mmm.moves import FACES, Face, Setup


class PantryLayout(Derived):
    """What follows from a set-up."""

    __slots__ = ("board", "foods", "in_line", "items", "players", "steps")
    board: Board
    foods: dict[str, Squares]
    items: tuple[Squares, ...]
    steps: int
    players: int
    in_line: bool


class Pantry(PantryLayout, Struct, frozen=True, cache_hash=True, gc=False):
    """What never changes during a game."""

    setup: Setup

    def __post_init__(self) -> None:
        set_derived(self, lay_out(self.setup))

    @property
    def grid(self) -> Grid:
        """The squares of the board."""
        return self.board.grid


class State(Struct, frozen=True, gc=False):
    """One position; a square that is not free holds a chip or a die of this turn."""

    pantry: Pantry  # the set-up, and what follows from it
    seat: int  # whose turn it is
    free: Squares  # neither chip nor die
    cat: int = 0  # the steps it has walked
    placed: Squares = 0  # the dice of this turn
    hand: tuple[Face, ...] = ()  # the dice that were rolled and lie in hand, sorted
    fresh: bool = False  # no die of this roll is placed yet


@lru_cache(1024)
def lay_out(setup: Setup) -> PantryLayout:
    """Lay out the pantry of a set-up."""
    laid = PantryLayout()
    laid.board = board = own(setup.board) if setup.board is not None else side(setup.side)  # MMM-02
    laid.foods = dict.fromkeys(FACES, 0)
    for item in board.items:
        laid.foods[item.food] |= item.squares
    laid.items = tuple(item.squares for item in board.items)
    laid.steps, laid.players, laid.in_line = setup.steps or board.steps, setup.players, setup.in_line
    return laid


def left(state: State) -> int:
    """Count the squares without a chip."""
    return (state.free | state.placed).bit_count()


def chips(state: State) -> Squares:
    """The squares with a chip."""
    return sum(state.pantry.items) & ~(state.free | state.placed)


def faults(state: State) -> tuple[Problem, ...]:
    """What is wrong with a position that somebody wrote."""
    pantry = state.pantry
    squares, dice = sum(pantry.items), state.placed.bit_count() + len(state.hand)
    holds = (
        ("seat", 0 <= state.seat < pantry.players, line("there are seats 0 to {last}", last=pantry.players - 1)),
        ("free", not state.free & ~squares, line("there are only squares of the board")),
        ("cat", 0 <= state.cat <= pantry.steps, line("the cat walks from 0 to {last}", last=pantry.steps)),
        ("placed", not state.placed & ~(squares & ~state.free), line("a square with a die is on the board, not free")),
        ("hand", dice <= 3, line("there are three dice, with those that are placed")),  # MMM-04
    )
    return tuple(Problem(field, reason) for field, held, reason in holds if not held)
