"""Nibbles: all mice play a card face down at the same time, and the highest takes the cheese."""

from mousehole.core.game import Field, Game, Hidden, Parts, SeatKind
from mousehole.core.words import line
from nibbles import hands, rules
from nibbles.moves import Event, Setup
from nibbles.scene import scene
from nibbles.story import ending, tell


def seats(setup: Setup) -> tuple[SeatKind, ...]:
    """Seat everybody against everybody."""
    mice = range(setup.players)  # NIB-01
    return tuple(SeatKind(line("Mouse {number}", number=n + 1), f"mouse-{n}") for n in mice)


GAME = Game(
    name="nibbles",
    title=line("Nibbles"),
    blurb=line("Play a card face down: the highest takes the cheese."),
    edition=1,
    package="nibbles",
    setup=Setup,
    event=Event,
    new=rules.new,
    turn=rules.turn,
    apply=rules.apply,
    scene=scene,
    tell=tell,
    seats=seats,
    ending=ending,
    fields={"players": Field(line("Players"), line("How many mice play against each other."))},
    parts=Parts(value="nibbles.value:value"),
    hidden=Hidden(view=hands.view, seen=hands.seen, world=hands.world),
)
