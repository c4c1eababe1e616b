"""The solution of Mmm! against a solver that knows nothing but the rules, against known figures, and on disk."""

import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

from mousehole.core.exact import Exact
from mousehole.core.game import Decide, Over
from mousehole.core.words import Trouble
from mousehole.games.mmm import GAME
from mousehole.games.mmm.board import own, side
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.solver.exact import EXACT
from mousehole.games.mmm.solver.position_chances import MmmOracle
from mousehole.games.mmm.solver.remaining_food import Kind, Layout, layout, leftovers, mark, numbers
from mousehole.games.mmm.solver.solution import BadSolution, place
from mousehole.games.mmm.solver.solve import Solver, values
from mousehole.players.perfect_play import Lookout, NotSolved, PerfectPlayer, TooLarge
from mousehole.players.random import RandomPlayer
from tests.games.mmm.vocabulary import pantry

SMALL = {
    "one food alone": "B B B . B B",
    "two equal foods": "B B . F F / . . G . .",
    "five single squares": "B F G H C",
    "equal foods with long and short items": "B B . F F / . . . . . / B . F . .",
    "a missing food and single squares": "B . F . G / B . F . H",
    "three equal foods and an odd one": "B . F . G / . . . . H / . . . . H",
    "every food": "B B F G H / . . . . C",
    "four in a row": "B B B B / . . . . / F F . .",
}
STEPS = 2


class Precise:
    """Chances of a board with all digits, never written to disk."""

    def __init__(self, board, steps):
        self.layout = layout(board)
        self.solver = Solver(self.layout)
        self.planes = list(self.solver.planes(steps))

    def chance(self, left, steps):
        if not any(left) or not steps:
            return float(not any(left))
        first, second = numbers(self.layout, left)
        return self.planes[steps - 1][self.solver.left.number[first], self.solver.right.number[second]]


def reachable(state):
    """All positions that can follow, this one first."""
    found = {state: None}
    for at in (queue := [state]):
        turn = GAME.turn(at)
        if not isinstance(turn, Over):
            events = turn.actions if isinstance(turn, Decide) else [event for event, _ in turn.odds]
            for after in (GAME.apply(at, event) for event in events):
                if after not in found:
                    found[after] = None
                    queue.append(after)
    return list(found)


@pytest.mark.parametrize("rows", SMALL.values(), ids=SMALL)
def test_it_agrees_with_the_bare_rules(rows):
    state = pantry(rows, steps=STEPS)
    known, oracle = Lookout(GAME, state.pantry.setup), MmmOracle(Precise(state.pantry.board, STEPS))
    found = reachable(state)
    assert oracle.value(state) > 0 and len(found) > 1000
    for at in found[:: max(1, len(found) // 1500)]:
        assert oracle.value(at) == pytest.approx(known.value(at, 0), abs=1e-9)
        if isinstance(GAME.turn(at), Decide):
            assert oracle.choices(at) == pytest.approx(known.choices(at), abs=1e-9)


def board(*foods):
    """A board as the solver sees it: nothing but the sizes of items."""
    kinds = sorted(set(foods), reverse=True)
    kinds = [Kind(start, tuple(n for n, food in enumerate(foods) if food == start)) for start in kinds]
    middle = len(kinds) // 2
    return Layout(tuple(kinds[:middle]), tuple(kinds[middle:]))


@pytest.mark.parametrize(
    ("foods", "eleven", "ten"),
    [([(3, 2, 2)] * 5, 0.9805, 0.9685), ([(5, 5)] * 4 + [(5, 4)], 0.2738, 0.1371), ([(4, 3, 2)] * 5, 0.9166, 0.8736)],
)
def test_it_finds_the_known_values_of_other_pantries(foods, eleven, ten):
    assert values(board(*foods), 11)[9:] == pytest.approx([ten, eleven], abs=5e-5)


def test_it_finds_the_known_values_of_two_paws_for_every_distance():
    known = [0.003877, 0.040731, 0.130967, 0.263725, 0.412477, 0.553811]
    assert values(layout(side("two_paws")), 11)[5:] == pytest.approx(known, abs=1e-6)


def test_cutting_equal_foods_apart_changes_no_value():
    whole = values(board(*[(3, 2)] * 5), 6)
    cut = Layout((Kind((3, 2), (0, 1)),), (Kind((3, 2), (2, 3, 4)),))
    assert values(cut, 6) == pytest.approx(whole, abs=1e-12)


def test_threads_and_short_numbers_change_hardly_anything():
    some = layout(pantry("B B B F F / G G H C C / B B F F .").pantry.board)
    alone, together = list(Solver(some, threads=1).planes(5))[-1], list(Solver(some, threads=2).planes(5))[-1]
    short = list(Solver(some, kind=np.float32).planes(5))[-1]
    assert (alone == together).all()
    assert np.abs(alone - short).max() < 2e-6


@pytest.mark.parametrize("rows", ["B B . F F / G . H H C", "B B B F F"])
def test_a_restriction_never_helps(rows):
    some = layout(pantry(rows).pantry.board)
    free = values(some, 6)
    for policy in ("never-reroll", "place-all"):
        restricted = values(some, 6, policy)
        assert all(a <= b + 1e-12 for a, b in zip(restricted, free, strict=True))
        assert restricted[1] < free[1]


def test_what_can_be_left_of_a_food_is_counted_as_by_hand():
    sizes = {(4, 3, 2): 28, (4, 3, 2, 2): 47, (5, 4): 20, (5, 4, 2): 43, (5, 3, 3): 40}
    assert {start: len(leftovers(start)) for start in sizes} == sizes
    assert leftovers((2,)) == ((), (1,), (2,))


def test_boards_share_a_solution_exactly_when_their_foods_have_the_same_sizes():
    one, turned, other = "B B . F / . . . F", "G G . H / . . . H", "B B . F / . . . ."
    marks = [mark(pantry(rows).pantry.board) for rows in (one, turned, other)]
    assert marks[0] == marks[1] != marks[2]


def solved(folder, rows="B B . F F / G . H . C", steps=4, **setup):
    state = pantry(rows, steps=steps, **setup)
    return state, EXACT.solve(folder, state, lambda done, total: None)


def test_a_solution_is_kept_and_found_again(tmp_path):
    part: Exact = GAME.parts.exact
    state, oracle = solved(tmp_path)
    told = []
    assert part.solve(tmp_path, state, lambda *done: told.append(done)).value(state) == oracle.value(state)
    assert told == []
    nearer = pantry("B B . F F / G . H . C", steps=2)
    assert part.open(tmp_path, nearer).value(nearer) < oracle.value(state)
    assert part.open(tmp_path, pantry("B B . F F / G . H . C", steps=5)) is None
    assert part.open(tmp_path, pantry("B")) is None
    assert list(tmp_path.iterdir()) == [place(tmp_path, state.pantry)]


def test_a_stored_chance_is_the_solved_one_to_six_digits(tmp_path):
    state, oracle = solved(tmp_path)
    precise = MmmOracle(Precise(state.pantry.board, 4))
    for at in reachable(state)[::50]:
        assert oracle.value(at) == pytest.approx(precise.value(at), abs=1e-6)


def test_progress_is_told_from_the_first_part_to_the_whole(tmp_path):
    told = []
    EXACT.solve(tmp_path, pantry("B B F F G", steps=2), lambda *done: told.append(done))
    done, totals = zip(*told, strict=True)
    assert list(done) == sorted(done) and done[-1] == totals[0] == totals[-1]


@pytest.mark.parametrize("at", [3, 40, -1])
def test_a_damaged_solution_is_noticed_and_solved_anew(tmp_path, at):
    state, oracle = solved(tmp_path)
    file, value = place(tmp_path, state.pantry), oracle.value(state)
    kept = file.read_bytes()
    broken = bytearray(kept)
    broken[at] ^= 1
    file.write_bytes(broken)
    with pytest.raises(BadSolution):
        EXACT.open(tmp_path, state).value(state)
    file.write_bytes(kept[:-4])
    with pytest.raises(BadSolution, match="not complete"):
        EXACT.open(tmp_path, state)
    assert EXACT.solve(tmp_path, state, lambda done, total: None).value(state) == value


def test_a_solution_under_a_wrong_name_is_refused(tmp_path):
    state, _ = solved(tmp_path)
    other = pantry("B B B", steps=4)
    place(tmp_path, state.pantry).rename(place(tmp_path, other.pantry))
    with pytest.raises(BadSolution, match="another board"):
        EXACT.open(tmp_path, other)


def test_an_interrupted_solution_leaves_nothing_behind(tmp_path):
    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        EXACT.solve(tmp_path, pantry("B B F"), stop)
    assert list(tmp_path.iterdir()) == []


KILLED = """
import os, sys
from pathlib import Path
from mousehole.games.mmm.solver.exact import EXACT
from tests.games.mmm.vocabulary import pantry
EXACT.solve(Path(sys.argv[1]), pantry("B B F"), lambda done, total: done and os.kill(os.getpid(), 9))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no process is killed like that there")
def test_the_next_solve_sweeps_up_after_one_that_was_killed(tmp_path):
    path = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", KILLED, tmp_path], env=path, check=False)
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(".mmm-")
    busy = tmp_path / f".mmm-0123.chances.{os.getppid()}"  # somebody is still writing this one
    busy.touch()
    EXACT.solve(tmp_path, pantry("F F G"), lambda done, total: None)
    assert sorted(file.name.startswith(".") for file in tmp_path.iterdir()) == [False, True] and busy.exists()


def test_what_cannot_be_solved_is_said(tmp_path):
    line = pantry("B B F", in_line=True)
    with pytest.raises(Trouble, match="without the in-line rule"):
        EXACT.solve(tmp_path, line, lambda done, total: None)
    assert EXACT.open(tmp_path, GAME.new(Setup(in_line=True))) is None
    foods = "BFGHC"
    rows = [" ".join(foods[(row // 2 + column // 5) % 5] for column in range(12)) for row in range(12)]
    assert "positions" in EXACT.obstacle(pantry(" / ".join(rows))).text


def test_the_perfect_player_takes_the_best_action_and_needs_a_solution(tmp_path):
    state, oracle = solved(tmp_path)
    luck = Random(1)
    with pytest.raises(NotSolved):
        PerfectPlayer(tmp_path / "elsewhere").choose(GAME, *decision(state), luck)
    stand_in = PerfectPlayer(tmp_path / "elsewhere", otherwise=RandomPlayer())
    assert stand_in.choose(GAME, *decision(state), luck) in decision(state)[1].actions
    at, turn = decision(state)
    chosen = PerfectPlayer(tmp_path).choose(GAME, at, turn, luck)
    assert oracle.choices(at)[turn.actions.index(chosen)] == max(oracle.choices(at))


def decision(state):
    """A position with dice in hand."""
    at = GAME.apply(state, GAME.turn(state).at(0.3))
    return at, GAME.turn(at)


def test_games_that_are_too_large_or_come_back_are_refused():
    state = pantry("B B B B F F F")
    with pytest.raises(TooLarge, match="more than 1000"):
        Lookout(GAME, state.pantry.setup, most=1000).value(state, 0)


def test_own_boards_are_solved_from_their_text(tmp_path):
    text = 'steps = 2\npantry = """\nB F\n"""\n'
    assert values(layout(own(text)), 2)[0] == pytest.approx(0.375, abs=0.2)
