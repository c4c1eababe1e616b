"""Chop! Chop!: one cat against the mice, on a kitchen floor of hidden tiles."""

from mousehole.core.game import Field, Game, Parts, Problem, SeatKind
from mousehole.core.words import Line, line
from mousehole.games.chopchop import rules
from mousehole.games.chopchop.moves import Event, Setup
from mousehole.games.chopchop.scene import scene
from mousehole.games.chopchop.state import Kitchen
from mousehole.games.chopchop.story import ending, tell

PACKAGE = "mousehole.games.chopchop"


def seats(setup: Setup) -> tuple[SeatKind, ...]:
    """Seat one cat; everybody else is on the team of the mice."""
    box = Kitchen(setup)
    cat = SeatKind(line("The cat"), "cat")
    mice = {seat: n for n, seat in enumerate(box.mice_seats, 1)}
    return tuple(
        SeatKind(mouse_player(mice[n], len(mice)), "mice") if n in mice else cat for n in range(setup.players)
    )  # CC-01


def mouse_player(number: int, players: int) -> Line:
    """Name a seat of the mice."""
    return line("Mouse player {number}", number=number) if players > 1 else line("The mouse player")


def check(setup: Setup) -> tuple[Problem, ...]:
    """Find a cat that has no seat."""
    if setup.cat is None or setup.cat < setup.players:
        return ()
    words = line("Seat {seat} does not play, so it cannot be the cat.", seat=setup.cat + 1)
    return (Problem("cat", words),)  # CC-01


FIELDS = {
    "players": Field(
        line("Players"),
        line(
            "One is the cat; all the others play the mice together. "
            "The youngest mouse player takes the first seat and begins."
        ),
    ),
    "cat": Field(
        line("The cat's seat"),
        line("Who is the cat? The last seat, unless you choose another."),
        tuple((seat, line("Seat {number}", number=seat + 1)) for seat in range(5)),
        seats=True,
    ),
    "holes": Field(
        line("Mouse holes"),
        line("Where the four holes open into the kitchen."),
        (
            ("side", line("Middle of each wall")),
            ("pinwheel", line("Pinwheel: just off the corners")),
            ("end", line("Corners")),
        ),
        pictured=True,
    ),
    "friends_block": Field(line("Mice block each other"), line("A mouse may not move through another mouse.")),
    "arrow_catches": Field(line("The arrow can catch"), line("A cat that follows an arrow may land on a mouse.")),
}

GAME = Game(
    name="chopchop",
    title=line("Chop! Chop!"),
    blurb=line("Snatch ten cheeses from the kitchen floor, or be the cat that catches the thieves."),
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
    fields=FIELDS,
    age=6,
    minutes=(15, 20),
    longest=rules.longest,
    parts=Parts(
        trophies=f"{PACKAGE}.trophies:TROPHIES",
        board_name=f"{PACKAGE}.trophies:board_name",
        position_faults=f"{PACKAGE}.state:faults",
        reason=f"{PACKAGE}.story:reason",
        puzzles=f"{PACKAGE}.puzzles:PUZZLES",
        value=f"{PACKAGE}.value:value",
        doubt=f"{PACKAGE}.value:DOUBT",
        kernel=f"{PACKAGE}.kernel:KERNEL",
        gpu=f"{PACKAGE}.kernel:GPU_KERNEL",
        tensor=f"{PACKAGE}.tensor:TENSOR",
        explanation=f"{PACKAGE}.scene:about",
        dice=f"{PACKAGE}.scene:dice",
        figures=f"{PACKAGE}.scene:figures",
    ),
)
