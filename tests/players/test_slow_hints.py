"""Hints of a game that is slow to simulate fit their time, and still say something."""

from dataclasses import replace
from random import Random

import pytest

from mousehole import shelf
from mousehole.core.game import Decide
from mousehole.players.simulated import Budget, sampled

SLOW = 0.02  # seconds that an event is said to take


def slow(game):
    """The same game, and a clock that runs by its events: as on a busy machine, but the same every time."""
    ticks = [0]

    def apply(state, event):
        ticks[0] += 1
        return game.apply(state, event)

    return replace(game, apply=apply), lambda: ticks[0] * SLOW


@pytest.mark.parametrize("name", ["mmm", "chopchop", "mousewarming"])
def test_hints_of_a_slow_game_say_something_within_their_time(name):
    game, clock = slow(shelf.find(name))
    state, luck = game.new(game.setup()), Random(3)
    while not isinstance(turn := game.turn(state), Decide) or len(turn.actions) < 3:
        state = game.apply(state, luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random()))
    began, budget = clock(), Budget(seconds=400 * len(turn.actions) * SLOW)
    found = sampled(game, state, turn, budget, "slow", clock)
    assert clock() - began < 2 * budget.seconds
    assert max(one.high - one.low for one in found) < 0.7
