"""The trophies of Mmm!, and its boards in a word."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from mousehole.core.game import Finished, Trophy
from mousehole.core.words import Line, line
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.state import State
from mousehole.games.mmm.story import LEGEND

SIDES = {"one_paw": line("One paw"), "two_paws": line("Two paws")}
TWO = 2  # items


def board_name(setup: Setup) -> Line:
    """Name the board of a set-up, and what makes it harder."""
    board = SIDES[setup.side] if setup.board is None else line("A board of your own")
    return line("{board}, in line", board=board) if setup.in_line else board


def whisker(game: Finished) -> bool:
    """Whether the pantry was empty with the cat one step away."""
    return game.won and game.score == 1


def two_items(game: Finished) -> bool:
    """Whether one turn of this person completed two items."""
    return any(seat in game.seats and found >= TWO for seat, found in completions(game.states))


def legends(game: Finished) -> bool:
    """Whether this win made the group legends."""
    return game.won and game.title == LEGEND.text


def completions(states: Sequence[State]) -> Iterator[tuple[int, int]]:
    """For every turn: whose it was, and how many items it completed."""
    ends = [(before.seat, after) for before, after in pairwise(states) if after.placed == 0 and not after.hand]
    whole = complete(states[0])
    for seat, after in ends:
        yield seat, complete(after) - whole
        whole = complete(after)


def complete(state: State) -> int:
    """Count the items that are all covered."""
    return sum(not item & state.free for item in state.pantry.items)


TROPHIES = (
    Trophy(
        "mmm.whisker",
        line("By a whisker"),
        line("Empty the pantry with the cat only one step away."),
        "mmm-cat-near",
        whisker,
    ),
    Trophy(
        "mmm.two-items",
        line("Both paws full"),
        line("Complete two items in a single turn of yours."),
        "mmm-sack",
        two_items,
    ),
    Trophy(
        "mmm.legends",
        line("Legends of the pantry"),
        line("Two incredible wins in a row, with the same group."),
        "mmm-mouse-cheer",
        legends,
        titled=True,
    ),
)
