"""The trophies of Chop! Chop!, and its kitchens in a word."""

from mousehole.core.game import Finished, Trophy
from mousehole.core.words import Line, line
from mousehole.games.chopchop.moves import Setup
from mousehole.games.chopchop.state import eaten

HOLES = {
    "side": line("Holes in the middle"),
    "pinwheel": line("Holes like a pinwheel"),
    "end": line("Holes in the corners"),
}
FEW_CHEESES = 5  # cheeses


def board_name(setup: Setup) -> Line:
    """Name the kitchen of a set-up."""
    return HOLES[setup.holes]


def all_home(game: Finished) -> bool:
    """Whether the mice won, this person's among them, and the cat had caught none."""
    return game.won and game.reason == "home" and all(game.states[-1].mice)


def sharp_claws(game: Finished) -> bool:
    """Whether this person's cat caught every mouse while they had few cheeses."""
    return game.won and game.reason == "caught" and eaten(game.states[-1]) < FEW_CHEESES


TROPHIES = (
    Trophy(
        "chopchop.all-home",
        line("Nobody left behind"),
        line("Win as the mice without losing a single one."),
        "chopchop-mouse-1-home",
        all_home,
    ),
    Trophy(
        "chopchop.sharp-claws",
        line("Sharp claws"),
        line("Win as the cat before the mice have five cheeses."),
        "chopchop-cat-happy",
        sharp_claws,
    ),
)
