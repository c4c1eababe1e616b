"""The golden records of Mmm! and how they were found: `python -m tests.games.mmm.goldens` writes them anew."""

from pathlib import Path

from mousehole.core.record import dump
from mousehole.games.mmm import GAME
from mousehole.games.mmm.moves import Setup
from mousehole.players.arena import played

FOLDER = Path(__file__).with_name("golden")
OWN = (
    'steps = 6\npantry = """\nB B . F F\nH . C . F\nH G C G G\n"""\nitems = """\na a . b b\nc . d . b\nc e d f f\n"""\n'
)
RATINGS = ("win-6", "win-4", "win-2", "win-1", "loss-1", "loss-2", "loss-4", "loss-6")

# name: set-up, who played, and the rating looked for
WANTED = {
    **{f"one-paw.{rating}": (Setup(), "thumb", rating) for rating in RATINGS},
    "two-paws.win-2": (Setup(side="two_paws", players=4, first=3), "thumb", "win-2"),
    "two-paws.loss-6": (Setup(side="two_paws", players=6), "random", "loss-6"),
    "in-line.win-1": (Setup(in_line=True, players=2, steps=16), "thumb", "win-1"),
    "in-line.loss-4": (Setup(in_line=True, players=3), "thumb", "loss-4"),
    "own-board.win-2": (Setup(board=OWN), "thumb", "win-2"),
    "own-board.loss-6": (Setup(board=OWN, players=2, in_line=True, steps=3), "random", "loss-6"),
}


def found(name):
    """Play games one after the other until one ends as wanted."""
    setup, player, rating = WANTED[name]
    for number in range(100_000):
        record, over = played(GAME, setup, (player,), f"golden/{name}", number)
        if over.rating == rating:
            return record
    raise LookupError(name)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in WANTED:
        (FOLDER / f"{name}.json").write_bytes(dump(found(name)))
