"""The trophies of Mousewarming Party, and its parties in a word."""

from mousehole.core.game import Finished, Trophy
from mousehole.core.words import Line, line
from mousehole.games.mousewarming.golden_trays import EARNED
from mousehole.games.mousewarming.moves import Setup

TRAYS = (line("Silver trays"), line("One golden tray"), line("Two golden trays"))


def board_name(setup: Setup) -> Line:
    """Name the party of a set-up."""
    return line("First party") if setup.first_game else TRAYS[len(setup.golden)]


def golden_tray(game: Finished) -> bool:
    """Whether this win was the third in a row, which turns a tray golden."""
    return game.won and game.title in {words.text for words in EARNED}


TROPHIES = (
    Trophy(
        "mousewarming.golden-tray",
        line("A golden tray"),
        line("Win three parties in a row with the same group."),
        "mousewarming-card-golden",
        golden_tray,
        titled=True,
    ),
)
