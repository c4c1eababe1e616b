"""Mmm!: gather the pantry together before the cat arrives."""

from mousehole.core.content import BadContent
from mousehole.core.game import Field, Game, Problem, Result, SeatKind
from mousehole.core.words import line
from mousehole.games.mmm import rules
from mousehole.games.mmm.board import own
from mousehole.games.mmm.moves import FOODS, Event, Setup
from mousehole.games.mmm.scene import scene
from mousehole.games.mmm.state import State
from mousehole.games.mmm.story import FOOD, ending, tell, title

PACKAGE = "mousehole.games.mmm"


def seats(setup: Setup) -> tuple[SeatKind, ...]:
    """Seat everybody on one team."""
    return tuple(SeatKind(line("Mouse {number}", number=n + 1), "mice") for n in range(setup.players))  # MMM-01


def check(setup: Setup) -> tuple[Problem, ...]:
    """Find mistakes across fields, and say what is unusual about an own board."""
    problems: tuple[Problem, ...] = ()
    if setup.first >= setup.players:
        words = line("Mouse {number} does not play, so it can not begin.", number=setup.first + 1)
        problems += (Problem("first", words),)
    return problems + (own_board(setup.board) if setup.board is not None else ())


def own_board(text: str) -> tuple[Problem, ...]:
    """Read an own board: what stops it, or what is worth a notice."""
    try:
        board = own(text)
    except BadContent as error:
        return (Problem("board", error.line),)
    absent = [
        line("there is no {food}: its face acts like a red cross", food=FOOD[f]) for f in FOODS if not board.food(f)
    ]
    single = [
        line("{square} is an item of one square", square=next(board.grid.named(item.squares)))
        for item in board.items
        if item.squares.bit_count() == 1
    ]
    return tuple(Problem("board", said, notice=True) for said in (*absent, *single))


def sequel(setup: Setup, state: State, results: tuple[Result, ...]) -> Setup:
    """Play the same board again; two top wins in a row make legends."""
    return setup  # MMM-54


FIELDS = {
    "players": Field(line("Players"), line("You play together against the cat, one to six of you.")),
    "side": Field(
        line("Board"),
        line("One paw is the easier side, two paws the harder one."),
        (
            ("one_paw", line("One paw: items of 2 to 4 squares")),
            ("two_paws", line("Two paws: items of 2 to 5 squares")),
        ),
    ),
    "in_line": Field(line("In line"), line("All dice of one turn must lie in one row or one column. Much harder.")),
    "steps": Field(line("Steps of the cat"), line("How far the cat has to walk. Empty: as the board says.")),
    "first": Field(
        line("Who begins"),
        line("The one who was hungry last, or whoever you like."),
        tuple((n, line("Mouse {number}", number=n + 1)) for n in range(6)),
    ),
    "board": Field(line("Own board"), line("Your own pantry, as text. It replaces the board chosen above.")),
}

GAME = Game(
    name="mmm",
    title=line("Mmm!"),
    blurb=line("Roll, push your luck and empty the pantry together before the cat arrives."),
    edition=1,
    package=PACKAGE,
    setup=Setup,
    event=Event,
    new=rules.new,
    turn=rules.turn,
    apply=rules.apply,
    scene=scene,
    tell=tell,
    seats=seats,
    ending=ending,
    check=check,
    sequel=sequel,
    title_of=title,
    fields=FIELDS,
    parts={
        "value": f"{PACKAGE}.value:value",
        "doubt": f"{PACKAGE}.value:DOUBT",
        "players": f"{PACKAGE}.players:PLAYERS",
        "board": f"{PACKAGE}.board:own",
        "exact": f"{PACKAGE}.solver:EXACT",
        "kernel": f"{PACKAGE}.fast:KERNEL",
        "explorer": f"{PACKAGE}.explorer:EXPLORER",
        "designer": f"{PACKAGE}.designer:DESIGNER",
        "reason": f"{PACKAGE}.reason:reason",
    },
)
