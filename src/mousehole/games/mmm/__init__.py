"""Mmm!: gather the pantry together before the cat arrives."""

from mousehole.core.content import BadContent
from mousehole.core.game import Field, Game, Parts, Problem, Result, SeatKind, Solvable
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
    """Find mistakes across fields, and point out what is unusual about a custom board."""
    problems: tuple[Problem, ...] = ()
    if setup.first >= setup.players:
        words = line("Mouse {number} is not playing, so it cannot go first.", number=setup.first + 1)
        problems += (Problem("first", words),)
    return problems + (own_board(setup.board) if setup.board is not None else ())


def own_board(text: str) -> tuple[Problem, ...]:
    """Read a custom board: what is wrong with it, or what is worth a notice."""
    try:
        board = own(text)
    except BadContent as error:
        return (Problem("board", error.line),)
    absent = [
        line("there is no {food}: that face counts as a red cross", food=FOOD[f]) for f in FOODS if not board.food(f)
    ]
    single = [
        line("{square} is an item of a single square", square=next(board.grid.named(item.squares)))
        for item in board.items
        if item.squares.bit_count() == 1
    ]
    return tuple(Problem("board", said, notice=True) for said in (*absent, *single))


def sequel(setup: Setup, state: State, results: tuple[Result, ...]) -> Setup:
    """Play the same board again; two top wins in a row make legends."""
    return setup  # MMM-54


FIELDS = {
    "players": Field(line("Players"), line("One to six of you, together against the cat.")),
    "side": Field(
        line("Board"),
        line("One paw is the easier side, two paws the harder one."),
        (
            ("one_paw", line("One paw: items of 2 to 4 squares")),
            ("two_paws", line("Two paws: items of 2 to 5 squares")),
        ),
        pictured=True,
    ),
    "in_line": Field(line("In line"), line("All the dice of a turn must lie in one row or one column. Much harder.")),
    "steps": Field(
        line("The cat's steps"), line("How far the cat has to walk. Leave it empty for the board's own number.")
    ),
    "first": Field(
        line("Who goes first"),
        line("The bravest of you, or anyone you like."),
        tuple((n, line("Mouse {number}", number=n + 1)) for n in range(6)),
        seats=True,
    ),
    "board": Field(
        line("Your own board"),
        line("Your own pantry, as text. It replaces the board chosen above."),
        replaces="side",
    ),
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
    age=5,
    minutes=(15, 20),
    longest=rules.longest,
    parts=Parts(
        trophies=f"{PACKAGE}.trophies:TROPHIES",
        board_name=f"{PACKAGE}.trophies:board_name",
        position_faults=f"{PACKAGE}.state:faults",
        value=f"{PACKAGE}.value:value",
        doubt=f"{PACKAGE}.value:DOUBT",
        players=f"{PACKAGE}.players:PLAYERS",
        kernel=f"{PACKAGE}.kernel:KERNEL",
        gpu=f"{PACKAGE}.kernel:GPU_KERNEL",
        tensor=f"{PACKAGE}.tensor:TENSOR",
        reason=f"{PACKAGE}.story:reason",
        explanation=f"{PACKAGE}.story:about",
        dice=f"{PACKAGE}.scene:dice",
        figures=f"{PACKAGE}.scene:figures",
        puzzles=f"{PACKAGE}.puzzles:PUZZLES",
        solvable=Solvable(
            exact=f"{PACKAGE}.solver.exact:EXACT",
            many=f"{PACKAGE}.solver.batch_oracle:BatchOracle",
            explorer=f"{PACKAGE}.explorer:EXPLORER",
            designer=f"{PACKAGE}.designer:DESIGNER",
            board=f"{PACKAGE}.board:own",
        ),
    ),
)
