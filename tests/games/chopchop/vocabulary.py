"""A tiny vocabulary for positions of Chop! Chop!: kitchens drawn in letters, events in words."""

from mousehole.core.game import Chance, Decide
from mousehole.core.record import objection
from mousehole.games.chopchop.moves import CAT, MICE, TILES, Flipped, Fly, Leave, Move, Pass, Rolled, Setup, Start, Take
from mousehole.games.chopchop.rules import apply, new, turn
from mousehole.games.chopchop.state import Kitchen, State, place

PASS, LEAVE = Pass(), Leave()
EMPTY = """
. . . . . . .
. . . . . . .
. . L . L . .
. . L . L . .
. . . . . . .
. . . . . . .
"""
FULL = EMPTY.replace(".", "#")


def position(floor=EMPTY, holes="....", *, cat=None, eaten=0, bag=None, down="", setup=None, **fields):
    """Draw a kitchen: # tile, * cheese face up, 1-4 a mouse, C the cat, . bare floor, L leg; holes n e s w.

    `down` names the holes that no mouse has left yet; what is neither cheese nor in `bag` is a plate.
    """
    box = Kitchen(setup or Setup())
    signs = dict(zip(box.board.grid.names, floor.split(), strict=True))
    signs |= {f"hole-{wall}": sign for wall, sign in zip("nesw", holes, strict=True)}
    at = {sign: sum(box.bit[name] for name in signs if sign in signs[name]) for sign in "#*C1234"}
    counts = dict.fromkeys(TILES, 0) | (bag or {}) | {"cheese": 10 - eaten - at["*"].bit_count()}
    counts["plate"] += at["#"].bit_count() - sum(counts.values())
    assert counts["plate"] >= 0, "more tiles in the bag than on the floor"
    opened = sum(box.bit[f"hole-{wall}"] for wall in "nesw" if wall not in down)
    mice = tuple(at[str(n)] for n in range(1, 5))
    cat = box.bit[cat] if cat else at["C"]
    fields = {"phase": "roll", "side": "mice"} | fields
    return State(box, mice, at["#"], tuple(counts.items()), cat, at["*"], opened, **fields)


def begin(start="top-d3", **setup):
    """Start a game: the cat sits down."""
    return play(new(Setup(**setup)), Start(start))


def play(state, *events):
    """Play events, each of which must be legal."""
    for event in events:
        refused = objection(turn(state), event)
        assert refused is None, refused
        state = apply(state, event)
    return state


def roll(value):
    return Rolled(value)


def go(piece, to):
    return Move(figure(piece), to)


def flip(tile):
    return Flipped(tile)


def fly(piece, to):
    return Fly(figure(piece), to)


def take(square):
    return Take(square)


def figure(piece):
    return "cat" if piece == "cat" else MICE[piece - 1]


def where(state, piece):
    """Name the space of a figure; nothing when it is caught."""
    return state.kitchen.names.get(place(state, CAT if piece == "cat" else piece - 1))


def actions(state):
    now = turn(state)
    return now.actions if isinstance(now, Decide) else ()


def targets(state, piece):
    """List where a figure may go by the roll, bonus or arrow at hand."""
    return {action.to for action in actions(state) if action.piece == figure(piece)}


def odds(state):
    now = turn(state)
    assert isinstance(now, Chance)
    return now.odds


def named(state, spaces):
    return set(state.kitchen.named(spaces))
