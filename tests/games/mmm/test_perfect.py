"""Perfect play, taken from a solution and played through the rules, wins as often as the solution says."""

from math import sqrt
from random import Random

import numpy as np
import pytest

from bench.perfect import named, replayed
from mousehole.core.game import Decide, Over
from mousehole.games.mmm import GAME, fast
from mousehole.games.mmm.solver.exact import EXACT
from mousehole.games.mmm.solver.perfect_choice import choice, desk, games, lens
from mousehole.games.mmm.solver.solution import solution_of
from tests.games.mmm.vocabulary import pantry

GAMES = 20_000
SURE = 2.576  # standard deviations that hold 99 of 100
BOARDS = [("B B . F F / G . H . C", 2), ("B B B . F", 3), ("B B B B F F F F / . . . . . . . . / B B . F F G H H", 5)]


def solved(folder, rows, steps):
    """A board, its oracle, and what compiled perfect play sees."""
    state = pantry(rows, steps=steps)
    oracle = EXACT.solve(folder, state, lambda done, total: None)
    return state, oracle, lens(state.pantry, solution_of(folder, state))


@pytest.mark.parametrize(("rows", "steps"), BOARDS)
def test_it_wins_as_often_as_the_solution_says(tmp_path, rows, steps):
    state, oracle, eye = solved(tmp_path, rows, steps)
    codes, ends = np.zeros(GAMES * 60, np.int64), np.zeros(GAMES, np.int64)
    table = np.concatenate([fast.pack(state)] * 2), np.array([88172645463325252], np.uint64)
    won = games(fast.box(state), eye, desk(eye), *table, codes, ends)
    chance = oracle.value(state)
    assert 0.05 < chance < 0.95
    assert abs(won / GAMES - chance) < SURE * sqrt(chance * (1 - chance) / GAMES)
    events, starts = named(state.pantry), [0, *ends[:-1]]
    ratings = [replayed(state, codes[a:b].tolist(), events) for a, b in zip(starts, ends, strict=True)]
    assert sum(rating.startswith("win") for rating in ratings) == won


@pytest.mark.parametrize(("rows", "steps"), BOARDS)
def test_no_choice_loses_a_millionth(tmp_path, rows, steps):
    state, oracle, eye = solved(tmp_path, rows, steps)
    box, work, luck, decided = fast.box(state), desk(eye), Random(3), 0
    while decided < 150:
        at = state
        while not isinstance(turn := GAME.turn(at), Over):
            if not isinstance(turn, Decide):
                at = GAME.apply(at, turn.at(luck.random()))
                continue
            code, chance = choice(box, eye, work, fast.pack(at)[0])
            chances = dict(zip((fast.code(at.pantry, a) for a in turn.actions), oracle.choices(at), strict=True))
            assert chances[code] == pytest.approx(max(chances.values()), abs=1e-6) == chance
            decided += 1
            at = GAME.apply(at, luck.choice(turn.actions))  # not only where perfect play leads
