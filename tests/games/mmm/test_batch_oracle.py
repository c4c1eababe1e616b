"""Many positions of a solved board at once are worth what the oracle says of each."""

import numpy as np
import pytest

from mousehole.envs import batch
from mousehole.games.mmm import GAME
from mousehole.games.mmm.solver.batch_oracle import BatchOracle
from mousehole.games.mmm.solver.exact import EXACT
from tests.games.mmm.vocabulary import pantry


@pytest.mark.parametrize("rows", ["B B . F F / G . H . C", "B B B B F F F F / . . . . . . . . / B B . F F G H H"])
def test_every_action_of_every_position_has_the_chance_that_the_oracle_gives_it(tmp_path, rows):
    start = pantry(rows, steps=5, players=2)
    oracle = EXACT.solve(tmp_path, start, lambda done, total: None)
    games, many = batch("mmm", 40, setup=start.pantry.setup, seed=3), BatchOracle(tmp_path, start)
    for _ in range(12):
        chances = many.chances(games.observations)
        assert (np.isnan(chances) == ~games.masks).all()
        for game in range(len(games)):
            state = games.position(game)
            told = zip(GAME.turn(state).actions, oracle.choices(state), strict=True)
            for action, chance in told:
                assert chances[game, GAME.parts.tensor.number(state, action)] == pytest.approx(chance, abs=1e-6)
        games.step(games.picks)


def test_the_best_actions_win_as_often_as_the_solution_says(tmp_path):
    start = pantry("B B B B F F F F / . . . . . . . . / B B . F F G H H", steps=5)
    value = EXACT.solve(tmp_path, start, lambda done, total: None).value(start, 0)
    games, many = batch("mmm", 5000, setup=start.pantry.setup, seed=1), BatchOracle(tmp_path, start)
    over, won = np.zeros(len(games), bool), 0
    while not over.all():  # one game each: the shortest games would end most often
        games.step(np.where(over, -1, np.nanargmax(many.chances(games.observations), axis=1)))
        over, won = over | games.done, won + (games.rewards[:, 0] > 0).sum()
    assert won / len(games) == pytest.approx(value, abs=0.02)


def test_a_board_that_nobody_solved_is_refused(tmp_path):
    with pytest.raises(ValueError, match="not solved"):
        BatchOracle(tmp_path, pantry("B B F", steps=2))
