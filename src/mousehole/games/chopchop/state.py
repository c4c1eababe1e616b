"""A position of Chop! Chop!: who stands where, which tiles lie face down, and what the turn waits for."""

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from mousehole.core.kit.bag import Bag
from mousehole.games.chopchop.board import Board, kitchen_board
from mousehole.games.chopchop.moves import CAT, Name, Setup, Tile
from mousehole.games.chopchop.walk import Space, Spaces, Ways, ways

Phase: TypeAlias = Literal["start", "roll", "move", "flip", "bonus", "fly", "fork", "home", "caught"]
Side: TypeAlias = Literal["mice", "cat"]
WALLS = ("n", "e", "s", "w")


class Kitchen(Struct, frozen=True, eq=False, gc=False):
    """What never changes during a game; one per set-up, so identity is equality."""

    setup: Setup
    board: Board
    cat_seat: int
    mice_seats: tuple[int, ...]
    names: dict[Space, Name]
    bit: dict[Name, Space]
    floor: Spaces
    tops: Spaces
    holes: tuple[Space, ...]
    front: dict[Space, Space]  # of each hole
    mice_ways: Ways
    cat_ways: Ways

    def named(self, spaces: Spaces) -> tuple[Name, ...]:
        """Name the spaces of a set: squares in reading order, table top, holes."""
        return tuple(name for space, name in self.names.items() if space & spaces)


class State(Struct, frozen=True, gc=False):
    """One position. What is under a face-down tile is stored nowhere: only the counts in the bag are."""

    kitchen: Kitchen
    mice: tuple[Space, ...]  # 0: caught
    hidden: Spaces  # face-down tiles
    bag: Bag[Tile]  # what they are, as counts
    cat: Space = 0  # 0: not on the table yet
    cheese: Spaces = 0  # face up
    opened: Spaces = 0  # hole tiles face up
    phase: Phase = "start"
    side: Side = "cat"
    nth: int = 0  # the mouse player whose turn it is, or who comes next
    half: int = 0  # of a double turn: 1 or 2; 0 in a single one
    mover: int = CAT  # the piece that moves, or moved last
    steps: int = 0  # of the roll or bonus
    turns: int = 0  # rolls so far


def seat(state: State) -> int:
    """Name the seat whose turn it is."""
    box = state.kitchen
    return box.cat_seat if state.side == "cat" else box.mice_seats[state.nth]


def eaten(state: State) -> int:
    """Count the cheeses the mice have."""
    return state.kitchen.board.mix[0][1] - state.bag[0][1] - state.cheese.bit_count()


def mice_spaces(state: State) -> Spaces:
    """All spaces with a mouse."""
    one, two, three, four = state.mice  # CC-02
    return one | two | three | four


def place(state: State, figure: int) -> Space:
    """The space of a piece."""
    return state.cat if figure == CAT else state.mice[figure]


@lru_cache(1024)
def kitchen(setup: Setup) -> Kitchen:
    """Lay out the kitchen of a set-up."""
    return furnished(setup, kitchen_board())


def furnished(setup: Setup, board: Board) -> Kitchen:
    """Give every space of a board its bit: squares, then the table top, then the holes."""
    squares = board.grid
    tops = [f"top-{name}" for name in squares.named(board.table)]
    order = [*squares.named(board.floor), *tops, *(f"hole-{wall}" for wall in WALLS)]
    bit = {name: 1 << n for n, name in enumerate(order)}
    fronts = [bit[name] for name in board.fronts[setup.holes]]
    holes = tuple(bit[f"hole-{wall}"] for wall in WALLS)
    cat_seat = setup.players - 1 if setup.cat is None else setup.cat  # CC-01
    return Kitchen(
        setup,
        board,
        cat_seat,
        tuple(n for n in range(setup.players) if n != cat_seat),  # CC-07
        {space: name for name, space in bit.items()},
        bit,
        sum(bit[name] for name in squares.named(board.floor)),
        sum(bit[name] for name in tops),
        holes,
        dict(zip(holes, fronts, strict=True)),
        ways(tuple(mice_steps(board, bit, dict(zip(holes, fronts, strict=True))))),
        ways(tuple(cat_steps(board, bit))),
    )


def mice_steps(board: Board, bit: dict[Name, Space], front: dict[Space, Space]) -> list[tuple[Space, Space]]:
    """Join the spaces of mice: the floor, under the table only lengthways, and each hole with its front."""
    squares = board.grid
    floor = list(squares.named(board.floor))
    joined = [(bit[a], bit[b]) for a in floor for b in squares.near(a) if b in floor]  # CC-20, CC-28
    return [*joined, *front.items(), *((square, hole) for hole, square in front.items())]  # CC-40


def cat_steps(board: Board, bit: dict[Name, Space]) -> list[tuple[Space, Space]]:
    """Join the spaces of the cat: the open floor and the table top, one step apart."""
    squares = board.grid
    at = {name: bit[f"top-{name}" if squares.bit[name] & board.table else name] for name in squares.names}
    return [(at[a], at[b]) for a in squares.names for b in squares.near(a)]  # CC-20, CC-27, CC-43
