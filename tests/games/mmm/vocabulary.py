"""A tiny language for tests of Mmm!: pantries drawn in letters, and a turn written as it is played."""

from msgspec.structs import replace

from mousehole.core.game import Chance
from mousehole.core.record import objection
from mousehole.games.mmm import GAME
from mousehole.games.mmm.moves import FACES, FOODS, Gather, Place, Reroll, Rolled, Setup
from mousehole.games.mmm.state import chips

LETTER = dict(zip("BFGHCX", FACES, strict=True))
REROLL, GATHER = Reroll(), Gather()


def pantry(rows, items="", cat=0, seat=0, steps=11, **setup):
    """Lay out a pantry: rows of food letters with / between them; a small letter is a square with a chip."""
    grids = {"pantry": rows.upper(), "items": items}
    text = "".join(f'{key} = """\n{_lines(grid)}\n"""\n' for key, grid in grids.items() if grid)
    setup = Setup(board=f"steps = {steps}\n{text}", **setup)
    assert not [problem for problem in GAME.check(setup) if not problem.notice]
    state = GAME.new(setup)
    letters = rows.replace("/", " ").split()
    covered = sum(1 << n for n, letter in enumerate(letters) if letter.islower())
    return replace(state, free=state.free & ~covered, cat=cat, seat=seat)


def play(state, *events):
    """Play events one by one; an illegal one is a mistake of the test or of the rules."""
    for event in events:
        told = event(state) if callable(event) else event
        assert (reason := objection(GAME.turn(state), told)) is None, reason
        state = GAME.apply(state, told)
    return state


def rolls(letters):
    """Let the dice fall as the letters say, in any order."""
    return Rolled(tuple(sorted((LETTER[letter] for letter in letters.split()), key=FACES.index)))


def place(square):
    """Put a die on a square; what lies there says which die."""
    return lambda state: Place(food_at(state, square), square)


def food_at(state, square):
    """Name the food of a square."""
    bit = state.pantry.grid.bit[square]
    return next(food for food in FOODS if state.pantry.foods[food] & bit)


def offered(state):
    """List what may be done now: squares for the dice, then the words reroll and gather."""
    words = {Reroll: "reroll", Gather: "gather"}
    return [words.get(type(action)) or action.square for action in GAME.turn(state).actions]


def covered(state):
    """List the squares that carry a chip."""
    return list(state.pantry.grid.named(chips(state)))


def lying(state):
    """List the squares that carry a die."""
    return list(state.pantry.grid.named(state.placed))


def dice(state):
    """Count the dice that are rolled next."""
    turn = GAME.turn(state)
    assert isinstance(turn, Chance)
    return len(turn.odds[0][0].faces)


def _lines(grid):
    return "\n".join(row.strip() for row in grid.strip().split("/"))
