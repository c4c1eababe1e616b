"""The solution of Mmm! against a solver that knows nothing but the rules, against known figures, and on disk."""

import os
import subprocess
import sys
from contextlib import suppress
from random import Random
from struct import iter_unpack, unpack_from

import pytest

from mousehole.compiled.wasm import Instance, KernelTrap
from mousehole.core.game import Decide, Over
from mousehole.core.kernel import words
from mousehole.core.solvable import Exact
from mousehole.core.words import UserError
from mousehole.games.mmm import GAME
from mousehole.games.mmm.board import own, side
from mousehole.games.mmm.kernel import KERNEL
from mousehole.games.mmm.moves import Gather, Setup
from mousehole.games.mmm.solver import exact
from mousehole.games.mmm.solver.choice import PerfectOracle, sorted_items
from mousehole.games.mmm.solver.exact import EXACT, MmmOracle
from mousehole.games.mmm.solver.rest import Rest
from mousehole.games.mmm.solver.solution import (
    BadSolution,
    Kind,
    Layout,
    layout,
    leftovers,
    mark,
    numbers,
    place,
    solution_of,
    total,
)
from mousehole.games.mmm.solver.sweep import MODULE, Solver, silent, values
from mousehole.players.perfect_play import Lookout, NotSolved, PerfectPlayer, TooLarge
from mousehole.players.player import RandomPlayer
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
CLOSE = 2e-6  # numbers have 24 bits


class Precise:
    """Chances of a board, never written to disk."""

    def __init__(self, board, steps):
        self.layout = layout(board)
        self.planes = list(Solver(self.layout).planes(steps))

    def chance(self, left, steps):
        if not any(left) or not steps:
            return float(not any(left))
        first, second = numbers(self.layout, left)
        return unpack_from("<f", self.planes[steps - 1], 4 * (first * total(self.layout.right) + second))[0]


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
        assert oracle.value(at) == pytest.approx(known.value(at, 0), abs=CLOSE)
        if isinstance(GAME.turn(at), Decide):
            assert oracle.choices(at) == pytest.approx(known.choices(at), abs=CLOSE)


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
    assert values(cut, 6) == pytest.approx(whole, abs=CLOSE)


@pytest.mark.parametrize("workers", [2, 3, 7])
def test_many_workers_find_what_one_finds(workers):
    some = layout(pantry("B B B F F / G G H C C / B B F F .").pantry.board)
    assert list(Solver(some, workers=workers).planes(5)) == list(Solver(some, workers=1).planes(5))


@pytest.mark.parametrize("rows", ["B B . F F / G . H H C", "B B B F F"])
def test_a_restriction_never_helps(rows):
    some = layout(pantry(rows).pantry.board)
    free = values(some, 6)
    for policy in ("never-reroll", "place-all"):
        restricted = values(some, 6, policy)
        assert all(a <= b + CLOSE for a, b in zip(restricted, free, strict=True))
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
    part: Exact = GAME.parts.solvable.exact
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
    with pytest.raises(UserError, match="without the in-line rule"):
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


@pytest.mark.parametrize("seed", range(30))
def test_no_memory_and_no_arguments_take_the_process_down(seed):
    luck, module = Random(seed), Instance(MODULE, 64 << 20)
    words = module.room(1 << 12)
    kinds = [*(luck.randrange(6) for _ in range(32)), *(luck.getrandbits(32) for _ in range(8))]
    module.write(words, b"".join(luck.choice(kinds).to_bytes(4, "little") for _ in range(1 << 10)))
    calls = (("number", 2), ("prepare", 2), ("sweep", 3), ("in_line", 4), ("look_through", 1), ("ask", 4), ("weigh", 4))
    for name, many in calls:
        with suppress(KernelTrap):
            module[name](words, *(luck.getrandbits(luck.choice((4, 16, 31))) for _ in range(many - 1)))
    some = layout(pantry("B B F G").pantry.board)
    assert values(some, 3) == values(some, 3)


@pytest.mark.parametrize("rows", SMALL.values(), ids=SMALL)
def test_compiled_it_weighs_every_choice_as_the_readable_oracle_does(rows, tmp_path):
    state = pantry(rows, steps=3)
    quick, plain = EXACT.solve(tmp_path, state, silent), MmmOracle(solution_of(tmp_path, state))
    assert isinstance(quick, PerfectOracle)
    found = reachable(state)
    for at in found[:: max(1, len(found) // 500)]:
        assert quick.value(at) == pytest.approx(plain.value(at), abs=1e-12)
        if isinstance(GAME.turn(at), Decide):
            assert quick.choices(at) == pytest.approx(plain.choices(at), abs=1e-12)


@pytest.mark.parametrize("rows", ["B B B F F / G G H C C / B B F F .", "B B . F F / G . H . C"])
def test_what_can_still_follow_is_solved_in_memory_bit_by_bit(rows, tmp_path):
    state = pantry(rows, steps=5)
    known, luck = EXACT.solve(tmp_path, state, silent), Random(2)
    while not isinstance(turn := GAME.turn(state), Over):
        rest = Rest(state)
        done, totals = zip(*rest.slices(), strict=True)
        assert rest.soon and list(done) == list(range(1, totals[0] + 1))
        oracle = MmmOracle(rest)
        assert oracle.value(state) == pytest.approx(known.value(state), abs=CLOSE)
        if isinstance(turn, Decide):
            assert oracle.choices(state) == pytest.approx(known.choices(state), abs=CLOSE)
        state = GAME.apply(state, luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random()))
    assert not Rest(GAME.new(Setup())).soon


def test_many_positions_are_weighed_at_once(tmp_path):
    state = pantry("B B . F F / G . H . C", steps=4)
    oracle = EXACT.solve(tmp_path, state, silent)
    some = [at for at in reachable(state)[::7] if isinstance(GAME.turn(at), Decide)]
    items = len(sorted_items(state.pantry))
    found = iter_unpack(
        f"<{items + 2}d", oracle.weighed(state.pantry, words(n for at in some for n in KERNEL.pack(at)))
    )
    assert len(some) > 300
    for at, chances in zip(some, found, strict=True):
        assert max(chances) == max(oracle.choices(at))
        if Gather() in GAME.turn(at).actions:
            assert chances[-2:] == oracle.choices(at)[-2:]


def test_without_a_server_the_end_of_a_game_is_exact(tmp_path, monkeypatch):
    start = pantry("B B B F F / G G H C C / B B F F .", steps=5)
    solved = EXACT.solve(tmp_path, start, silent)
    monkeypatch.setattr(exact, "IN_BROWSER", True)
    assert EXACT.open(tmp_path / "other", GAME.new(Setup())) is None
    late = GAME.apply(start, GAME.turn(start).at(0.5))
    for at in (late, GAME.apply(late, GAME.turn(late).actions[0]), start):
        assert EXACT.open(tmp_path / "other", at).value(at) == pytest.approx(solved.value(at), abs=CLOSE)


def test_own_boards_are_solved_from_their_text(tmp_path):
    text = 'steps = 2\npantry = """\nB F\n"""\n'
    assert values(layout(own(text)), 2)[0] == pytest.approx(0.375, abs=0.2)
