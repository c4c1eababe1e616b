"""Many positions of a solved board at once are worth what the oracle says of each."""

import numpy as np
import pytest

from mousehole.core.words import UserError
from mousehole.envs import batch, gym, oracle, vector
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


def test_values_best_actions_and_regrets_are_those_of_the_chances(tmp_path):
    setup = pantry("B B . F F / G . H . C", steps=5).pantry.setup
    many, games = oracle("mmm", setup=setup, folder=tmp_path), batch("mmm", 200, setup=setup, seed=5)
    chances, best = many.chances(games.observations), many.best(games.observations)
    rows = np.arange(len(games))
    assert (chances[rows, best] == many.values(games.observations)).all()
    assert (many.regrets(games.observations, best) == 0).all()
    regrets = many.regrets(games.observations, games.picks)
    assert (regrets == many.values(games.observations) - chances[rows, games.picks]).all() and regrets.max() > 0
    with pytest.raises(UserError, match="chopchop has no solver"):
        oracle("chopchop")


def test_environments_tell_the_regret_of_every_action(tmp_path, monkeypatch):
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path))
    setup = pantry("B B . F F / G . H . C", steps=5).pantry.setup
    one, total = gym("mmm", setup=setup, regret=True), 0.0
    seen, _ = one.reset(seed=1)
    over = False
    while not over:
        state, legal = one.episode.state, np.flatnonzero(seen["action_mask"])
        seen, _, over, _, info = one.step(int(legal[-1]))
        choices = EXACT.open(tmp_path / "solutions", state).choices(state)
        assert 0 <= info["regret"] <= max(choices) - min(choices)
        total += info["regret"]
    assert total > 0
    many = vector("mmm", 16, setup=setup, oracle=oracle("mmm", setup=setup))
    many.reset(seed=1)
    *_, infos = many.step(many.batch.picks)
    assert infos["regret"].shape == (16,) and (infos["regret"] >= 0).all()
