"""Chop! Chop! as numbers: ids for its actions, and what a seat sees. Spaces count as in kitchen.names."""

from functools import lru_cache

from mousehole.core.tensor import Field, Ids, Spec, Tensor, one_of, spread
from mousehole.games.chopchop.moves import CAT, FIGURES, MICE, TILES, Event, Fly, Leave, Move, Start, Take
from mousehole.games.chopchop.rules import CAP, NUMBER
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
    box = state.kitchen
    spaces = len(box.names)
    match action:
        case Move() | Fly():
            return NUMBER[action.piece] * spaces + box.bit[action.to].bit_length() - 1
        case Start():
            return CAT * spaces + box.bit[action.square].bit_length() - 1
        case Take():
            return len(FIGURES) * spaces + box.bit[action.square].bit_length() - 1
        case _:
            return (len(FIGURES) + 1) * spaces


def action(state: State, number: int) -> Event:
    """The action with an id: how a figure goes to a space depends on what is decided."""
    names = state.kitchen.names
    if number == (len(FIGURES) + 1) * len(names):
        return Leave()
    figure, space = divmod(number, len(names))
    name = names[1 << space]
    if figure == len(FIGURES):
        return Take(name)
    if state.phase == "start":
        return Start(name)
    return Fly(FIGURES[figure], name) if state.phase == "fly" else Move(FIGURES[figure], name)


def observe(state: State, viewer: int) -> bytes:
    """What a seat sees, as the spec names it."""
    box = state.kitchen
    sets = (*state.mice, state.cat, state.hidden, state.cheese)
    planes = b"".join([spread(spaces, len(box.names)) for spaces in sets])
    holes = bytes([bool(state.opened & hole) for hole in box.holes])
    counts = bytes([left for _, left in state.bag])
    deciding = DECISIONS.index(state.phase) if state.phase in DECISIONS else -1
    turn = one_of(len(DECISIONS), deciding) + one_of(len(FIGURES), state.mover) + one_of(2, state.half - 1)
    return planes + holes + counts + turn + numbers(state, viewer) + still(box)


def numbers(state: State, viewer: int) -> bytes:
    """The fields of one number each."""
    cats, role = state.side == "cat", viewer == state.kitchen.cat_seat
    return bytes([state.steps, eaten(state), state.turns // ROLLS, cats, role, viewer == seat(state)])


@lru_cache(1024)
def still(box: Kitchen) -> bytes:
    """What never changes during a game."""
    fronts = spread(sum(box.front.values()), len(box.names))
    return fronts + bytes([box.setup.friends_block, box.setup.arrow_catches])


TENSOR = Tensor(spec, number, action, observe)
