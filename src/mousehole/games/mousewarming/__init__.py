"""Mousewarming Party: two mice fetch dinner for their guests before the raccoon fills its pantry."""

from functools import partial

from mousehole.core.game import Field, Game, Parts, Problem, SeatKind
from mousehole.core.words import line
from mousehole.games.mousewarming import rules
from mousehole.games.mousewarming.box import PACKAGE, Box, standard
from mousehole.games.mousewarming.golden_trays import sequel, title
from mousehole.games.mousewarming.moves import MICE, Event, Setup
from mousehole.games.mousewarming.scene import scene
from mousehole.games.mousewarming.state import State
from mousehole.games.mousewarming.story import ABILITY, MOUSE, ending, tell, where


def seats(setup: Setup) -> tuple[SeatKind, ...]:
    """Seat everybody on one team."""
    return tuple(SeatKind(line("Host {number}", number=n + 1), "mice") for n in range(setup.players))  # MP-001


def check(setup: Setup, box: Box | None = None) -> tuple[Problem, ...]:
    """Find what is wrong with a set-up, field by field."""
    box = box or standard()
    plates, feeders = box.spaces("P"), box.spaces("F")
    problems: list[Problem] = []
    if setup.mice[0] == setup.mice[1]:
        problems.append(Problem("mice", line("two different mice are needed")))  # MP-009
    if len(set(setup.golden)) < len(setup.golden):
        problems.append(Problem("golden", line("a tray cannot be golden twice")))
    if len({*setup.mice_start} & {*plates}) < 2:
        spaces = ", ".join(map(str, plates))
        problems.append(
            Problem("mice_start", line("the mice start on two different plates: choose from {spaces}", spaces=spaces))
        )
    if setup.raccoon_start not in feeders:
        spaces = ", ".join(map(str, feeders))
        problems.append(
            Problem("raccoon_start", line("the raccoon starts on a feeder: choose from {spaces}", spaces=spaces))
        )
    return tuple(problems)


def fields(box: Box) -> dict[str, Field]:
    """Explain the fields of a set-up."""
    mice = tuple((mouse, MOUSE[mouse]) for mouse in MICE)
    starts = tuple((space, line("plate {where}", where=where(box, space))) for space in box.spaces("P"))
    feeders = tuple((space, line("the feeder {where}", where=where(box, space))) for space in box.spaces("F"))
    trays = (
        ((), line("both silver")),
        ((0,), line("golden for the first mouse")),
        ((1,), line("golden for the second mouse")),
        ((0, 1), line("both golden")),
    )
    tricks = line("Cheese lets a mouse use its own trick instead of the nap: {tricks}.", tricks=tuple(ABILITY.values()))
    return {
        "players": Field(
            line("Players"),
            line("One to four of you, together against the raccoon. The youngest takes the first seat and begins."),
        ),
        "first_game": Field(
            line("First game"), line("All burrows are open from the start. Easier, and best for your first games.")
        ),
        "mice": Field(line("Mice"), line("The two mice that fetch the food."), mice),
        "abilities": Field(line("Abilities"), tricks),
        "golden": Field(line("Trays"), line("Golden trays are slower. Three wins in a row earn one."), trays),
        "mice_start": Field(line("Where the mice start"), line("On two different plates."), starts),
        "raccoon_start": Field(line("Where the raccoon starts"), line("On one of its feeders."), feeders),
    }


def boxed(box: Box, name: str = "mousewarming") -> Game[Setup, State, Event]:
    """Make a game from a box, ours or one with other numbers."""
    return Game(
        name=name,
        title=line("Mousewarming Party"),
        blurb=line("Two mice fetch dinner for their guests while a raccoon on a scooter raids the pizzeria."),
        edition=1,
        package=PACKAGE,
        setup=Setup,
        event=Event,
        new=partial(rules.new, box=box),
        turn=rules.turn,
        apply=rules.apply,
        scene=scene,
        tell=tell,
        seats=seats,
        ending=ending,
        check=partial(check, box=box),
        sequel=sequel,
        title_of=title,
        fields=fields(box),
        age=6,
        minutes=(20, 30),
        parts=Parts(
            trophies=f"{PACKAGE}.trophies:TROPHIES",
            board_name=f"{PACKAGE}.trophies:board_name",
            position_faults=f"{PACKAGE}.state:faults",
            reason=f"{PACKAGE}.story:reason",
            puzzles=f"{PACKAGE}.puzzles:PUZZLES",
            figures=f"{PACKAGE}.scene:figures",
            value=f"{PACKAGE}.value:value",
            doubt=f"{PACKAGE}.value:DOUBT",
            kernel=f"{PACKAGE}.kernel:KERNEL",
            gpu=f"{PACKAGE}.kernel:GPU_KERNEL",
            tensor=f"{PACKAGE}.tensor:TENSOR",
            players=f"{PACKAGE}.players:PLAYERS",
        ),
    )


GAME = boxed(standard())
