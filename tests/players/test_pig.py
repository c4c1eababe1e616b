"""A search knows nothing of a game: a second small one, pig, is played and searched by the same code."""

import pytest

from bench.pig import KERNEL, Position
from mousehole.compiled.rules import rules


def look(**position):
    """Which share of simulations rolls on."""
    tree = rules(KERNEL, Position(**position))
    tree.begin(100_000, 5)
    tree.grow(20_000, 0.0)
    roll, stop = (child.visits for child in tree.children())
    return roll / (roll + stop)


def test_the_first_seat_wins_a_little_more_than_half_at_random():
    events, won, _ = rules(KERNEL, Position(goal=20)).playouts(20_000, 7)
    assert won / 20_000 == pytest.approx(0.55, abs=0.05)
    assert events / 20_000 > 5


def test_a_search_stops_where_that_wins_and_rolls_where_nothing_is_at_stake():
    assert look(mine=90, yours=50, pot=12) < 0.4
    assert look(mine=80, yours=95, pot=0) > 0.6  # to stop with nothing gives the turn away


def test_positions_are_written_and_read_as_they_are():
    position = Position(mine=7, yours=90, pot=4, seat=1, rolling=True)
    assert KERNEL.unpack(position, rules(KERNEL, position).words()) == position
