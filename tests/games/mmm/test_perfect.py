"""Perfect play, taken from a solution and played through the rules, wins as often as the solution says."""

from math import sqrt
from random import Random

import pytest

from mousehole.core.game import Decide, Over
from mousehole.games.mmm import GAME
from mousehole.games.mmm.solver import EXACT
from tests.games.mmm.vocabulary import pantry

GAMES = 4000
SURE = 2.576  # standard deviations that hold 99 of 100


@pytest.mark.parametrize(("rows", "steps"), [("B B . F F / G . H . C", 2), ("B B B . F", 3)])
def test_it_wins_as_often_as_the_solution_says(tmp_path, rows, steps):
    state = pantry(rows, steps=steps)
    oracle, chosen, luck = EXACT.solve(tmp_path, state, lambda done, total: None), {}, Random(7)

    def best(at, turn):
        if at not in chosen:
            chances = oracle.choices(at)
            chosen[at] = turn.actions[chances.index(max(chances))]
        return chosen[at]

    won = 0
    for _ in range(GAMES):
        at = state
        while not isinstance(turn := GAME.turn(at), Over):
            at = GAME.apply(at, best(at, turn) if isinstance(turn, Decide) else turn.at(luck.random()))
        won += bool(turn.winners)
    chance = oracle.value(state)
    assert 0.05 < chance < 0.95
    assert abs(won / GAMES - chance) < SURE * sqrt(chance * (1 - chance) / GAMES)
