"""Examples of learning, and of a game with numbers and a solver of its own."""

import subprocess
import sys
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

import mousehole
from examples.games import solved
from examples.learning.mcts import Mcts
from mousehole.core.game import Chance, Over
from mousehole.testing import check_numbers, random_record

LEARNING = Path(__file__).parents[2] / "examples" / "learning"
SMALL = {"goal": 8, "steps": 3}
NEEDS = {
    "sb3.py": ("sb3_contrib", ["64"], "after 64 steps"),
    "cleanrl.py": ("torch", ["163840"], "games won"),
    "jax_callback.py": ("jax", ["64", "20"], "million decisions"),
}


def recursion(setup):
    """The chance to win from the start, in fractions, by the rules alone."""

    @cache
    def chance(state):
        turn = solved.turn(state)
        if isinstance(turn, Over):
            return Fraction(len(turn.winners))
        if isinstance(turn, Chance):
            total = sum(weight for _, weight in turn.odds)
            return sum(Fraction(weight, total) * chance(solved.apply(state, event)) for event, weight in turn.odds)
        return max(chance(solved.apply(state, action)) for action in turn.actions)

    return chance(solved.State(setup))


def test_the_solver_of_the_example_finds_what_recursion_finds():
    setup = solved.Setup(**SMALL)
    here = mousehole.start(solved.GAME, setup)
    assert mousehole.solve(solved.GAME, setup).value(here.state, 0) == pytest.approx(float(recursion(setup)))
    assert all(hint.exact for hint in here.hints())


def test_the_numbers_of_the_example_are_sound():
    for number in range(5):
        record = random_record(solved.GAME, solved.Setup(), bytes([number]))[0]
        check_numbers(solved.GAME, solved.TENSOR, record)


def test_the_example_says_what_a_habit_gives_away():
    command = [sys.executable, LEARNING.parent / "games" / "solved.py"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "perfect play wins" in told.stdout and "gives away 0." in told.stdout, told.stderr


def test_tree_search_beats_chance():
    board = {"board": 'steps = 3\npantry = """\nB B F\nG H H\n"""'}
    search, chance = mousehole.contest("mmm", board, [(Mcts(),), ("random",)], 30).tallies
    assert search.wins[0] > chance.wins[0]


def test_programs_that_learn_can_be_read_and_run_where_their_libraries_are():
    """None of the libraries is in a lock: they are larger than everything else together."""
    for name, (library, options, said) in NEEDS.items():
        path = LEARNING / name
        compile(path.read_text("utf-8"), path, "exec")
        if find_spec(library) is None:
            print(f"NOT RUN: {name}, {library} is not installed")
            continue
        told = subprocess.run([sys.executable, path, *options], capture_output=True, text=True, check=False)
        assert told.returncode == 0, told.stderr
        assert said in told.stdout


def test_there_is_a_test_for_every_program():
    assert {path.name for path in LEARNING.glob("*.py")} == {*NEEDS, "mcts.py"}
