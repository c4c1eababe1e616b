"""A position of Mousewarming Party: what lies where, who stands where, and how far the turn has come."""

from functools import lru_cache
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct

from mousehole.core.game import Problem
from mousehole.core.kit import Derived, set_derived
from mousehole.core.words import line
from mousehole.games.mousewarming.box import Box, BoxFile, Counts, build_box, standard
from mousehole.games.mousewarming.moves import FOODS, Food, Mouse, MouseName, Rolled, Setup, Side, Space, Tile, lap

T = TypeVar("T")
DOOR: Tile = "door"
INDEX: dict[Food, int] = {food: number for number, food in enumerate(FOODS)}

Stage: TypeAlias = Literal[
    "opening",  # first games: all burrows are turned over before the first roll
    "roll",
    "bonus",  # cheese is rolled: what to do with it?
    "sprint",  # the sprinter stands at a door
    "draw",  # the fitness mouse reaches into a feeder
    "move",
    "dropped",  # the mouse that dropped a token has to move
    "door",  # the mouse that moved stands at a door
    "pick",
    "raccoon",
    "closing",  # the raccoon has ended the game: the remaining doors are opened
    "over",
]


class Layout(Derived):
    """What follows from a set-up and a box."""

    __slots__ = ("abilities", "box", "feeders", "length", "players", "rides", "room", "searches", "slots", "steps")
    box: Box
    players: int
    length: int
    steps: tuple[tuple[int, ...], tuple[int, ...]]  # each mouse's tray: how far, by the tokens on it
    room: int  # tokens that a tray holds
    slots: tuple[Space, ...]
    feeders: tuple[Space, ...]
    searches: dict[Side, tuple[Space, ...]]  # the plates in the order of the search for a free one
    rides: tuple[tuple[Space, ...], ...]  # by the raccoon's space: where food may lie, nearest first
    abilities: tuple[tuple[Mouse, MouseName], ...]  # what a cheese roll offers, and whose it is


class Party(Layout, Struct, frozen=True, cache_hash=True, gc=False):
    """What never changes during a game."""

    setup: Setup
    page: BoxFile | None = None  # a box other than the one that comes with the game

    def __post_init__(self) -> None:
        set_derived(self, lay_out(self.setup, self.page))


class State(Struct, frozen=True, gc=False):
    """One position. Face-down tiles and feeder tokens are counts: what nobody knows is stored nowhere."""

    party: Party  # the set-up, and what follows from it
    seat: int  # whose turn it is
    stage: Stage  # what the turn waits for
    mice: tuple[Space, Space]  # where they stand
    raccoon: Space  # where it stands
    plates: tuple[Food | None, ...]  # by space
    feeders: Counts  # by space: tokens left there
    burrows: tuple[Tile | None, ...]  # by space: a door, a kitchen, or nothing
    unseen: Counts  # by food: raccoon tokens not seen yet
    supply: Counts  # by food: common tokens beside the board
    trays: tuple[tuple[Food, ...], tuple[Food, ...]] = ((), ())  # what each mouse carries
    backpack: tuple[Food, ...] = ()  # of the traveler
    pantry: Counts = (0,) * len(FOODS)  # by food
    table: tuple[Food, ...] = ()  # what lies there for the guests
    seated: tuple[int, ...] = ()  # by guest tile at the table: its guests
    die: Rolled | None = None  # this turn's
    mover: Mouse = 0  # the mouse at the door, dropping or picking up
    asleep: bool = False  # the raccoon
    reason: str = ""  # how the game ended


def with_entry(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """A row with one entry changed."""
    return (*row[:at], value, *row[at + 1 :])


@lru_cache(1024)
def lay_out(setup: Setup, page: BoxFile | None) -> Layout:
    """Lay out the game of a set-up."""
    laid = Layout()
    laid.box = box = build_box(page) if page else standard()
    laid.players, laid.length = setup.players, len(box.ring)
    laid.slots, laid.feeders, plates = box.spaces("B"), box.spaces("F"), box.spaces("P")
    laid.steps = (_tray(setup, box, 0), _tray(setup, box, 1))
    laid.room = len(box.silver) - 1  # MP-068
    laid.searches = {  # MP-032, MP-034, MP-035
        side: tuple(s for s in lap(laid.length, entry) if s in plates) for side, entry in box.sides.items()
    }
    stock = {*plates, *laid.feeders}
    laid.rides = tuple(  # MP-080, MP-082
        tuple(s for s in (*lap(laid.length, start)[1:], start) if s in stock) for start in range(laid.length)
    )
    laid.abilities = ((0, setup.mice[0]), (1, setup.mice[1])) if setup.abilities else ((0, "mommy"),)  # MP-101, MP-102
    return laid


def _tray(setup: Setup, box: Box, mouse: Mouse) -> tuple[int, ...]:
    return box.golden if mouse in setup.golden else box.silver  # MP-010, MP-051


def doors(state: State) -> tuple[Space, ...]:
    """List the slots whose door is still closed, in slot order."""
    burrows = state.burrows
    return tuple(slot for slot in state.party.slots if burrows[slot] == DOOR)


def open_kitchens(state: State) -> tuple[Tile, ...]:
    """List the face-up kitchens."""
    burrows = state.burrows
    return tuple(tile for slot in state.party.slots if (tile := burrows[slot]) and tile != DOOR)


def guests(state: State) -> int:
    """Count the guests at the table."""
    return sum(state.seated)


def landing(state: State, side: Side) -> Space | None:
    """Find the plate for a token rolled out of a side: the first along the arrows that is empty, with nobody there."""
    plates, mice, raccoon = state.plates, state.mice, state.raccoon
    for space in state.party.searches[side]:
        if plates[space] is None and space != raccoon and space not in mice:
            return space  # MP-033, MP-043
    return None  # MP-036


def prey(state: State) -> Space | None:
    """Find where the raccoon stops: the first food that no mouse stands on."""
    plates, feeders, mice = state.plates, state.feeders, state.mice
    for space in state.party.rides[state.raccoon]:
        if (plates[space] or feeders[space]) and space not in mice:
            return space  # MP-060, MP-080, MP-081, MP-083, MP-087
    return None  # MP-086


def faults(state: State) -> tuple[Problem, ...]:
    """What is wrong with a position that somebody wrote."""
    party = state.party
    last, foods = party.length - 1, len(FOODS)
    rows = {"plates": state.plates, "feeders": state.feeders, "burrows": state.burrows}
    counts = {"unseen": state.unseen, "supply": state.supply, "pantry": state.pantry}
    holds = (
        ("seat", 0 <= state.seat < party.players, line("there are seats 0 to {last}", last=party.players - 1)),
        ("mice", all(0 <= space <= last for space in state.mice), line("there are spaces 0 to {last}", last=last)),
        ("raccoon", 0 <= state.raccoon <= last, line("there are spaces 0 to {last}", last=last)),
        *(
            (name, len(row) == party.length, line("{n} entries, one for each space", n=last + 1))
            for name, row in rows.items()
        ),
        *((name, len(row) == foods, line("{n} entries, one for each food", n=foods)) for name, row in counts.items()),
        *((name, min(row, default=0) >= 0, line("no count is below 0")) for name, row in counts.items()),
        ("feeders", min(state.feeders, default=0) >= 0, line("no count is below 0")),
        ("trays", all(len(tray) <= party.room for tray in state.trays), line("a tray has room for {n}", n=party.room)),
    )
    return tuple(Problem(field, reason) for field, held, reason in holds if not held)
