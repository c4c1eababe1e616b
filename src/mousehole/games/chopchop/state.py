"""A position of Chop! Chop!: who stands where, which tiles lie face down, and what the turn waits for."""

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from mousehole.core.game import Problem
from mousehole.core.kit import Bag, Derived, bag_count, set_derived
from mousehole.core.words import line
from mousehole.games.chopchop.board import Board, KitchenFile, Space, Spaces, Ways, build_board, kitchen_board, ways
from mousehole.games.chopchop.moves import CAT, Name, Setup, Tile

Phase: TypeAlias = Literal["start", "roll", "move", "flip", "bonus", "fly", "fork", "home", "caught"]
Side: TypeAlias = Literal["mice", "cat"]
WALLS = ("n", "e", "s", "w")


class Furniture(Derived):
    """What follows from a set-up and a floor."""

    __slots__ = (
        "bit", "board", "cat_seat", "cat_ways", "floor", "front", "holes", "mice_seats", "mice_ways", "names", "tops",
    )  # fmt: skip
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


class Kitchen(Furniture, Struct, frozen=True, cache_hash=True, gc=False):
    """What never changes during a game."""

    setup: Setup
    page: KitchenFile | None = None  # a kitchen other than the one that comes with the game

    def __post_init__(self) -> None:
        set_derived(self, furnished(self.setup, self.page))

    def named(self, spaces: Spaces) -> tuple[Name, ...]:
        """Name the spaces of a set: squares in reading order, table top, holes."""
        return tuple(name for space, name in self.names.items() if space & spaces)


@lru_cache(1024)
def kitchen(setup: Setup) -> Kitchen:
    """The kitchen of a set-up; games of the same set-up share it, since making one takes as long as some moves."""
    return Kitchen(setup)


class State(Struct, frozen=True, gc=False):
    """One position. What is under a face-down tile is stored nowhere: only the counts in the bag are."""

    kitchen: Kitchen  # the set-up, and what follows from it
    mice: tuple[Space, ...]  # 0: caught
    hidden: Spaces  # face-down tiles
    bag: Bag[Tile]  # what they are, as counts
    cat: Space = 0  # 0: not on the table yet
    cheese: Spaces = 0  # face up
    opened: Spaces = 0  # hole tiles face up
    phase: Phase = "start"  # what the turn waits for
    side: Side = "cat"  # whose turn it is
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
def furnished(setup: Setup, page: KitchenFile | None) -> Furniture:
    """Give every space of a board its bit: squares, then the table top, then the holes."""
    found = Furniture()
    found.board = board = build_board(page, "kitchen") if page else kitchen_board()
    squares = board.grid
    tops = [f"top-{name}" for name in squares.named(board.table)]
    order = [*squares.named(board.floor), *tops, *(f"hole-{wall}" for wall in WALLS)]
    found.bit = bit = {name: 1 << n for n, name in enumerate(order)}
    found.names = {space: name for name, space in bit.items()}
    found.floor = sum(bit[name] for name in squares.named(board.floor))
    found.tops = sum(bit[name] for name in tops)
    found.holes = tuple(bit[f"hole-{wall}"] for wall in WALLS)
    found.front = dict(zip(found.holes, (bit[name] for name in board.fronts[setup.holes]), strict=True))
    found.cat_seat = setup.players - 1 if setup.cat is None else setup.cat  # CC-01
    found.mice_seats = tuple(n for n in range(setup.players) if n != found.cat_seat)  # CC-07
    found.mice_ways = ways(tuple(mice_steps(board, bit, found.front)))
    found.cat_ways = ways(tuple(cat_steps(board, bit)))
    return found


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


def faults(state: State) -> tuple[Problem, ...]:
    """What is wrong with a position that somebody wrote."""
    box = state.kitchen
    floor, mice = box.floor, (0, *(space for space in box.names if space & (box.floor | sum(box.holes))))
    fits = [kind for kind, _ in state.bag] == [kind for kind, _ in box.board.mix]
    holds = (
        ("mice", len(state.mice) == 4 and set(state.mice) <= set(mice), line("four mice, each on one space or 0")),
        ("cat", state.cat in box.names or (not state.cat and state.phase == "start"), line("there is no such space")),
        ("hidden", not state.hidden & ~floor, line("there are only squares of the floor")),
        ("cheese", not state.cheese & ~(floor & ~state.hidden), line("there are only squares without a hidden tile")),
        ("opened", not state.opened & ~sum(box.names), line("there are only spaces of the kitchen")),
        (
            "bag",
            fits and min(n for _, n in state.bag) >= 0,
            line("every kind of tile is there, in order, with its count"),
        ),
        ("bag", bag_count(state.bag) == state.hidden.bit_count(), line("it counts as many tiles as are hidden")),
        (
            "nth",
            0 <= state.nth < len(box.mice_seats),
            line("there are seats 0 to {last}", last=len(box.mice_seats) - 1),
        ),
        ("half", state.half in (0, 1, 2), line("it is 0, 1 or 2")),
        ("mover", state.mover in (CAT, 0, 1, 2, 3), line("mice are 0 to 3, the cat is {cat}", cat=CAT)),
    )
    return tuple(Problem(field, reason) for field, held, reason in holds if not held)
