"""Chop! Chop! as numbers: ids for its actions, and what a seat sees. Spaces count as in kitchen.names."""

from functools import lru_cache

from mousehole.core.tensor import Field, Ids, Spec, Tensor, one_of, spread
from mousehole.games.chopchop.moves import CAT, FIGURES, MICE, TILES, Event, Fly, Leave, Move, Start, Take
from mousehole.games.chopchop.rules import CAP
from mousehole.games.chopchop.state import Kitchen, Phase, State, eaten, seat
from mousehole.games.chopchop.walk import LONGEST

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
            Field("mice", "Where each mouse is; nowhere once it is caught.", (len(MICE), spaces)),
            Field("cat", "Where the cat is.", (spaces,)),
            Field("hidden", "Tiles face down.", (spaces,)),
            Field("cheese", "Cheese face up.", (spaces,)),
            Field("opened", "Holes that a mouse has left.", (holes,)),
            Field("bag", "What the tiles face down are, in counts.", (len(TILES),), most=MOST_TILES),
            Field("phase", "What is decided: start, move, bonus, fly or fork.", (len(DECISIONS),)),
            Field("mover", "The figure that moves, or moved last.", (figures,)),
            Field("half", "First and second half of a double turn.", (2,)),
            Field("steps", "Steps of the roll or bonus.", (1,), most=LONGEST),
            Field("eaten", "Cheeses that the mice have.", (1,), most=MOST_TILES),
            Field("turns", "Rolls so far, in tens.", (1,), most=CAP // ROLLS),
            Field("cats", "It is the turn of the cat.", (1,)),
            Field("role", "The seat that looks is the cat.", (1,)),
            Field("mine", "The seat that looks is the one that decides.", (1,)),
            Field("fronts", "Squares in front of holes.", (spaces,), still=True),
            Field("friends_block", "A mouse may not walk past another mouse.", (1,), still=True),
            Field("arrow_catches", "A cat that follows the arrow may land on a mouse.", (1,), still=True),
        ),
    )


def number(state: State, action: Event) -> int:
    """The id of an action."""
    return numbers(state.kitchen)[action]


def action(state: State, number: int) -> Event:
    """The action with an id: how a figure goes to a space depends on what is decided."""
    return actions(state.kitchen, state.phase)[number]


@lru_cache(1024)
def numbers(box: Kitchen) -> dict[Event, int]:
    """The id of every action."""
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
    box = state.kitchen
    sets = (*state.mice, state.cat, state.hidden, state.cheese)
    planes = b"".join([spread(spaces, len(box.names)) for spaces in sets])
    holes = bytes([bool(state.opened & hole) for hole in box.holes])
    bag = bytes([left for _, left in state.bag])
    deciding = DECISIONS.index(state.phase) if state.phase in DECISIONS else -1
    turn = one_of(len(DECISIONS), deciding) + one_of(len(FIGURES), state.mover) + one_of(2, state.half - 1)
    return planes + holes + bag + turn + counts(state, viewer) + still(box)


def counts(state: State, viewer: int) -> bytes:
    """The fields of one number each."""
    cats, role = state.side == "cat", viewer == state.kitchen.cat_seat
    return bytes([state.steps, eaten(state), state.turns // ROLLS, cats, role, viewer == seat(state)])


@lru_cache(1024)
def still(box: Kitchen) -> bytes:
    """What never changes during a game."""
    fronts = spread(sum(box.front.values()), len(box.names))
    return fronts + bytes([box.setup.friends_block, box.setup.arrow_catches])


TENSOR = Tensor(spec, number, action, observe)
