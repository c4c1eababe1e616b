"""Positions of Mmm! are counted depth by depth, and compared one by one with a count of the literal rules."""

import pytest

from mousehole.core.game import Decide, Over
from mousehole.games.mmm import GAME
from mousehole.games.mmm.board import side
from mousehole.games.mmm.moves import Setup
from tests.games.mmm import naive
from tests.games.mmm.vocabulary import pantry

ONE_PAW = "C B H H H H G/C B C C C F G/B H G H H F G/B H G C C C C/F H F F F F B/F G G G G H B/F B B B B H B"
TWO_PAWS = "F F F F G C F/B B B B G C F/G H H H G C F/G C B B G C F/G C H H H C F/G C B B B B B/G C H H H H H"

# rows, set-up, distinct positions at depth 0, 1, 2...; the small ones go on until every line of play has ended
COUNTS = {
    "one paw": (ONE_PAW, {}, [1, 56, 1085, 8239, 32691]),
    "two paws": (TWO_PAWS, {"players": 2}, [1, 56, 1085, 8239, 32691]),
    "one paw in line": (ONE_PAW, {"in_line": True}, [1, 56, 1085, 2947, 7673]),
    "one bite, two steps": ("B", {"steps": 2}, [1, 22, 43, 23, 3, 22, 21, 2, 1, 0]),
    "two bites for two players": ("B B", {"steps": 1, "players": 2}, [1, 22, 42, 10, 15, 7, 2, 1, 0]),
    "two foods": (
        "B B/F F",
        {"steps": 2},
        [1, 37, 121, 128, 249, 666, 741, 815, 891, 683, 593, 459, 405, 321, 274, 221, 113, 117, 19, 7, 2, 0],
    ),
    "a corner in line": (
        "B F/B B",
        {"steps": 2, "in_line": True},
        [1, 37, 121, 116, 204, 492, 494, 530, 697, 552, 438, 384, 304, 160, 112, 138, 26, 30, 14, 3, 2, 0],
    ),
    "three in line, three players": (
        "B . F/. B ./F . B",
        {"steps": 1, "in_line": True, "players": 3},
        [1, 37, 105, 34, 218, 593, 362, 661, 1282, 530, 846, 1058, 242, 384, 293, 22, 19, 0],
    ),
}


def plain(state):
    """Turn a state into a position of the naive game."""
    grid = state.pantry.grid
    board = frozenset(grid.at(s) for s in grid.named(sum(state.pantry.items)))
    free, dice = (frozenset(grid.at(s) for s in grid.named(mask)) for mask in (state.free, state.placed))
    return naive.Position(state.seat, state.cat, board - free - dice, dice, state.hand, state.fresh)


def following(state):
    turn = GAME.turn(state)
    if isinstance(turn, Over):
        return []
    events = turn.actions if isinstance(turn, Decide) else [event for event, _ in turn.odds]
    return [GAME.apply(state, event) for event in events]


def census(state, depth):
    layers = [{state}]
    while len(layers) <= depth and layers[-1]:
        layers.append({later for earlier in layers[-1] for later in following(earlier)})
    return layers


@pytest.mark.parametrize("name", COUNTS)
def test_positions_are_those_of_the_literal_rules(name):
    rows, setup, counts = COUNTS[name]
    ours = census(pantry(rows, **setup), len(counts) - 1)
    literal = naive.census(naive.board(rows, **setup), len(counts) - 1)
    assert [len(layer) for layer in ours] == counts
    assert [set(map(plain, layer)) for layer in ours] == literal


def test_the_boards_counted_are_the_boards_played():
    for name, rows in (("one_paw", ONE_PAW), ("two_paws", TWO_PAWS)):
        assert pantry(rows).pantry.board.items == side(name).items
        assert plain(GAME.new(Setup(side=name))) == naive.start(None)
