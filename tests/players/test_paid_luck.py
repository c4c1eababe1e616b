"""Whoever sees the luck and pays for it earns at least what the best play wins that sees nothing."""

from statistics import fmean

import pytest

from bench.paid_luck import most_earned
from mousehole.games.mmm import GAME
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.solver.exact import EXACT

SMALL = Setup(players=1, board='steps = 3\npantry = """\nB B F F\nB B F F\n"""\n')
GAMES, WIDE = 100, 500


def rough(state):
    """A chance to win that falls with every free square and every step of the cat."""
    return max(0.0, 1.0 - 0.1 * state.free.bit_count() - 0.05 * state.cat)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_nobody_wins_more_than_those_who_see_the_luck_and_pay_for_it(tmp_path, share):
    state = GAME.new(SMALL)
    best = EXACT.solve(tmp_path, state, lambda done, total: None).value(state, 0)
    sums = [most_earned(GAME, state, rough, number, WIDE, share) for number in range(GAMES)]
    assert best < fmean(sums) < 1.0 + share / 2
