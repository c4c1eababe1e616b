"""Perfect play, taken from a solution and played through the rules, wins as often as the solution says."""

from math import sqrt
from random import Random

import pytest

from bench.pantry import By, Games
from bench.perfect import named, replayed
from mousehole.core.game import Decide, Over
from mousehole.games.mmm import GAME
from mousehole.games.mmm.kernel import KERNEL
from mousehole.games.mmm.solver.exact import EXACT
from mousehole.games.mmm.solver.solution import solution_of
from tests.games.mmm.vocabulary import pantry

GAMES = 20_000
SURE = 2.576  # standard deviations that hold 99 of 100
BOARDS = [("B B . F F / G . H . C", 2), ("B B B . F", 3), ("B B B B F F F F / . . . . . . . . / B B . F F G H H", 5)]


def solved(folder, rows, steps):
    """A board, its oracle, and compiled perfect play."""
    state = pantry(rows, steps=steps)
    oracle = EXACT.solve(folder, state, lambda done, total: None)
    return state, oracle, Games(state, solution_of(folder, state).table())


@pytest.mark.parametrize(("rows", "steps"), BOARDS)
def test_it_wins_as_often_as_the_solution_says(tmp_path, rows, steps):
    state, oracle, games = solved(tmp_path, rows, steps)
    won, _, logs = games.play(GAMES, By.BEST, longest=60)
    chance = oracle.value(state)
    assert 0.05 < chance < 0.95
    assert abs(won / GAMES - chance) < SURE * sqrt(chance * (1 - chance) / GAMES)
    events = named(state)
    ratings = [replayed(state, codes, events) for codes in logs]
    assert sum(rating.startswith("win") for rating in ratings) == won


@pytest.mark.parametrize(("rows", "steps"), BOARDS)
def test_no_choice_loses_a_millionth(tmp_path, rows, steps):
    state, oracle, games = solved(tmp_path, rows, steps)
    luck, decided, numbers = Random(3), 0, KERNEL.numbers(state)
    while decided < 150:
        at = state
        while not isinstance(turn := GAME.turn(at), Over):
            if not isinstance(turn, Decide):
                at = GAME.apply(at, turn.at(luck.random()))
                continue
            best, chance = games.best(at)
            chances = dict(zip((numbers[action] for action in turn.actions), oracle.choices(at), strict=True))
            assert chances[best] == pytest.approx(max(chances.values()), abs=1e-6) == chance
            decided += 1
            at = GAME.apply(at, luck.choice(turn.actions))  # not only where perfect play leads
