"""Whoever sees the luck and pays for it earns at least what the best play wins that sees nothing."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from bench.paid_luck import most_earned
from mousehole.compiled.bits import count
from mousehole.compiled.compiler import compiled
from mousehole.games.mmm import GAME
from mousehole.games.mmm.fast import KERNEL, odds, options, pay, pick, play, turn
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.solver.exact import EXACT

__all__ = ["odds", "options", "pay", "pick", "play", "turn"]  # by these names they are found for the type of a box
SMALL = Setup(players=1, board='steps = 3\npantry = """\nB B F F\nB B F F\n"""\n')
GAMES = 300


class Judged(NamedTuple):
    """A board of Mmm! whose positions are judged by a rough estimate."""

    at: Any


@compiled(cache=False)
def guess(box, row, rng, out):
    """Write a chance to win that falls with every free square and every step of the cat."""
    out[0] = max(0.0, 1.0 - 0.1 * count(row.free) - 0.05 * row.cat)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_nobody_wins_more_than_those_who_see_the_luck_and_pay_for_it(tmp_path, share):
    state = GAME.new(SMALL)
    best = EXACT.solve(tmp_path, state, lambda done, total: None).value(state, 0)
    kernel = KERNEL._replace(box=lambda state: Judged(KERNEL.box(state).at))
    sums = [most_earned(kernel, state, number, 64, share) for number in range(GAMES)]
    assert best < np.mean(sums) < 1.0 + share / 2
