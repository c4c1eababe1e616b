"""Chop! Chop! as numbers: ids for its actions, and what a seat sees. Spaces count as in kitchen.names."""

from collections.abc import Mapping
from functools import cache, lru_cache
from operator import itemgetter

from mousehole.core.kit import Bag
from mousehole.core.tensor import Block, Ids, Spec, Tensor, one_of, spread
from mousehole.games.chopchop.board import LONGEST_WALK, Space, Spaces
from mousehole.games.chopchop.moves import CAT, FIGURES, MICE, TILES, Event, Fly, Leave, Move, Start, Take, Tile
from mousehole.games.chopchop.rules import CAP
from mousehole.games.chopchop.state import Kitchen, Phase, State, eaten, seat

DECISIONS: tuple[Phase, ...] = ("start", "move", "bonus", "fly", "fork")
ROLLS = 10  # of them count as one
MOST_TILES = 144


def spec(state: State) -> Spec:
    """What the numbers mean in the kitchen of a position."""
    return _spec(len(state.kitchen.names), len(state.kitchen.holes))


@lru_cache(64)
def _spec(spaces: int, holes: int) -> Spec:
    figures = len(FIGURES)
    return Spec(
        (
            Ids("go", "A mouse or the cat goes to a space: on foot, by the arrow, or to begin.", (figures, spaces)),
            Ids("take", "Fetch the cheese of a space with the fork.", (spaces,)),
            Ids("leave", "Leave every cheese where it lies.", (1,)),
        ),
        (
            Block("mice", "Where each mouse is; nowhere once it is caught.", (len(MICE), spaces)),
            Block("cat", "Where the cat is.", (spaces,)),
            Block("hidden", "Tiles face down.", (spaces,)),
            Block("cheese", "Cheese face up.", (spaces,)),
            Block("opened", "Holes that a mouse has left.", (holes,)),
            Block("bag", "What the tiles face down are, in counts.", (len(TILES),), most=MOST_TILES),
            Block("phase", "What is decided: start, move, bonus, fly or fork.", (len(DECISIONS),)),
            Block("mover", "The figure that moves, or moved last.", (figures,)),
            Block("half", "First and second half of a double turn.", (2,)),
            Block("steps", "Steps of the roll or bonus.", (1,), most=LONGEST_WALK),
            Block("eaten", "Cheeses that the mice have.", (1,), most=MOST_TILES),
            Block("turns", "Rolls so far, in tens.", (1,), most=CAP // ROLLS),
            Block("cats", "It is the turn of the cat.", (1,)),
            Block("role", "The seat that looks is the cat.", (1,)),
            Block("mine", "The seat that looks is the one that decides.", (1,)),
            Block("fronts", "Squares in front of holes.", (spaces,), still=True),
            Block("friends_block", "A mouse may not walk past another mouse.", (1,), still=True),
            Block("arrow_catches", "A cat that follows the arrow may land on a mouse.", (1,), still=True),
        ),
    )


def numbers(state: State) -> Mapping[Event, int]:
    """The id of every action."""
    return ids_in(state.kitchen)


def action(state: State, number: int) -> Event:
    """The action with an id: how a figure goes to a space depends on what is decided."""
    return actions(state.kitchen, state.phase)[number]


@lru_cache(1024)
def ids_in(box: Kitchen) -> Mapping[Event, int]:
    """The id of every action in any position."""
    return {event: number for phase in DECISIONS for number, event in enumerate(actions(box, phase))}


@lru_cache(4096)
def actions(box: Kitchen, phase: Phase) -> tuple[Event, ...]:
    """Every action in the order of the ids, where this is decided."""
    names, go = tuple(box.names.values()), Fly if phase == "fly" else Move
    walks: tuple[Event, ...] = tuple(go(figure, name) for figure in FIGURES for name in names)
    if phase == "start":
        walks = (*walks[: CAT * len(names)], *map(Start, names))
    return (*walks, *map(Take, names), Leave())


def observe(state: State, viewer: int) -> bytes:
    """What a seat sees, as the spec names it."""
    box, cats = state.kitchen, state.side == "cat"
    size = len(box.names)
    counts = (state.steps, eaten(state), state.turns // ROLLS, cats, viewer == box.cat_seat, viewer == seat(state))
    return b"".join(
        (
            figures(state.mice, state.cat, size),
            tiles(state.hidden, state.cheese, state.opened, box),
            bag(state.bag),
            turn(state.phase, state.mover, state.half),
            bytes(counts),
            still(box),
        )
    )


@lru_cache(1 << 12)
def figures(mice: tuple[Space, ...], cat: Space, size: int) -> bytes:
    """Where each mouse is, and the cat."""
    return b"".join([spread(space, size) for space in (*mice, cat)])


@lru_cache(1 << 12)
def tiles(hidden: Spaces, cheese: Spaces, opened: Spaces, box: Kitchen) -> bytes:
    """Tiles face down, cheese face up, and holes that a mouse has left."""
    size, holes = len(box.names), len(box.holes)
    return spread(hidden, size) + spread(cheese, size) + spread(opened >> size - holes, holes)


def bag(counts: Bag[Tile]) -> bytes:
    """What the tiles face down are."""
    return bytes(map(itemgetter(1), counts))


@cache
def turn(phase: Phase, mover: int, half: int) -> bytes:
    """What is decided, who moves, and which half of a double turn it is."""
    deciding = DECISIONS.index(phase) if phase in DECISIONS else -1
    return one_of(len(DECISIONS), deciding) + one_of(len(FIGURES), mover) + one_of(2, half - 1)


@lru_cache(1024)
def still(box: Kitchen) -> bytes:
    """What never changes during a game."""
    fronts = spread(sum(box.front.values()), len(box.names))
    return fronts + bytes([box.setup.friends_block, box.setup.arrow_catches])


TENSOR = Tensor(spec, numbers, action, observe)
