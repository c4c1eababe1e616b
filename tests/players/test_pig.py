"""The kernel's players know nothing of a game: a second small one, pig, is played and searched by the same code."""

import numpy as np
import pytest

from bench import pig
from mousehole.players import compiled_search

WORK = (np.zeros(8, np.int64), np.zeros(8, np.int64), np.zeros(400, np.int64), np.zeros(2))


def look(**position):
    """Which share of simulations rolls on."""
    rows, nodes = np.zeros(2, pig.ROW), np.zeros(100_000, compiled_search.NODE)
    for name, value in position.items():
        rows[0][name] = value
    compiled_search.search(pig.box(), rows, nodes, (20_000, 0), (0.7, 0.0), np.array([5], np.uint64), WORK)
    roll, stop = nodes[nodes[0]["first"] : nodes[0]["first"] + 2]["visits"]
    return roll / (roll + stop)


def test_the_first_seat_wins_a_little_more_than_half_at_random():
    rows, out = np.zeros(2, pig.ROW), np.zeros(2)
    events, won = compiled_search.playouts(pig.box(20), rows, 20_000, np.array([7], np.uint64), out)
    assert won / 20_000 == pytest.approx(0.55, abs=0.05)
    assert events / 20_000 > 5


def test_a_search_stops_where_that_wins_and_rolls_where_nothing_is_at_stake():
    assert look(mine=90, yours=50, pot=12) < 0.4
    assert look(mine=80, yours=95, pot=0) > 0.6  # to stop with nothing gives the turn away
