"""Looking ahead in Mmm!: in line it is exact where few squares are left, and led by the solution where many are."""

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from bench.levels_mmm import seen
from bench.pantry import Games
from mousehole.core.game import Chance, Decide, Over
from mousehole.games.mmm import GAME
from mousehole.games.mmm.kernel import KERNEL, weights_of
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.players import PLAYERS, Planner
from mousehole.games.mmm.solver import exact
from mousehole.games.mmm.solver.exact import EXACT, Ahead, learned_guide, looked, loose_guide
from mousehole.players.arena import contest
from mousehole.players.hints import hints
from mousehole.players.perfect_play import Lookout, PerfectPlayer
from mousehole.players.player import players
from mousehole.players.simulated import Budget
from tests.games.mmm.test_solver import reachable
from tests.games.mmm.vocabulary import pantry

SMALL = {
    "one row": "B B F . F G",
    "every food": "B B F / G H C",
    "nothing in line": "B B . . / . . F F / G . . .",
    "a cross": ". B . / F B G / . B .",
    "the rest of a large board": "b B F F / G g h H / C c b B / f f G g",
}
SIXTEEN = "B B F F / G G H H / C C B B / F F G G"
FOREIGN = ({"steps": 12}, {"side": "two_paws"}, {"board": pantry(SIXTEEN, steps=4).pantry.setup.board})
LEVELS = ["easy", "medium", "strong", "best"]


@pytest.mark.parametrize("rows", SMALL.values(), ids=SMALL)
def test_in_line_it_agrees_with_the_bare_rules(rows, tmp_path):
    state = pantry(rows, steps=2, in_line=True)
    known, found = Lookout(GAME, state.pantry.setup), reachable(state)
    assert known.value(state, 0) > 0 and len(found) > 500
    for at in found[:: max(1, len(found) // 600)]:
        if isinstance(GAME.turn(at), Decide):
            assert looked(at, tmp_path).choices(at) == pytest.approx(known.choices(at), abs=1e-9)
        assert looked(at, tmp_path).value(at, 0) == pytest.approx(known.value(at, 0), abs=1e-9)


@pytest.mark.parametrize("rows", SMALL.values(), ids=SMALL)
def test_in_line_hints_are_exact_where_few_squares_are_left(rows, tmp_path):
    state = pantry(rows, steps=2, in_line=True)
    known, found = Lookout(GAME, state.pantry.setup), reachable(state)
    for at in [at for at in found if isinstance(GAME.turn(at), Decide)][:: max(1, len(found) // 100)]:
        told = hints(GAME, at, folder=tmp_path)
        assert all(hint.exact for hint in told)
        assert [hint.chance for hint in told] == pytest.approx(known.choices(at), abs=1e-9)


def test_in_line_hints_are_estimates_while_more_squares_are_left(tmp_path, monkeypatch):
    start = pantry(f"{SIXTEEN} / H . . .", steps=4, in_line=True)
    state = next(at for at in reachable_by_luck(start) if isinstance(GAME.turn(at), Decide))
    told = hints(GAME, state, folder=tmp_path, budget=Budget(games=40))
    assert told and not any(hint.exact for hint in told)
    small = reachable_by_luck(pantry(SIXTEEN, steps=4, in_line=True))[0]
    monkeypatch.setattr(exact, "runs", lambda: False)  # nothing is exact without kernels
    assert not any(hint.exact for hint in hints(GAME, small, folder=tmp_path, budget=Budget(games=40)))


def test_the_best_player_says_where_it_is_not_perfect(tmp_path):
    best, perfect = Planner(60, solved=True, folder=tmp_path), PerfectPlayer(tmp_path, Planner(60, folder=tmp_path))
    loose, tight = pantry("B B F F", steps=3), pantry(f"{SIXTEEN} / H . . .", steps=4, in_line=True)
    for player in (best, perfect):
        assert "this board is not solved yet" in player.caveat(GAME, loose).text
        assert "in line" in player.caveat(GAME, tight).text
    EXACT.solve(tmp_path, loose, lambda done, total: None)
    few = pantry(SIXTEEN, steps=4, in_line=True)
    assert [player.caveat(GAME, at) for player in (best, perfect) for at in (loose, few)] == [None] * 4
    assert Planner(50, slips=0.05, solved=True, folder=tmp_path).caveat(GAME, tight) is None  # it promises nothing


def between_turns(state, luck):
    """Walk through a game, and stop wherever a turn begins."""
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Chance) and not state.placed:
            yield state
        state = GAME.apply(state, turn.at(luck.random()) if isinstance(turn, Chance) else luck.choice(turn.actions))


def test_on_sixteen_squares_every_chance_is_what_the_rules_make_of_the_next_ones(tmp_path):
    start = pantry(SIXTEEN, steps=4, in_line=True)
    whole = looked(start, tmp_path)
    assert 0 < whole.value(start, 0) < 1
    for at in [at for seed in range(6) for at in between_turns(start, Random(seed))]:
        odds = GAME.turn(at).odds
        told = sum(weight * whole.value(GAME.apply(at, event), 0) for event, weight in odds)
        assert whole.value(at, 0) == pytest.approx(told / sum(weight for _, weight in odds), abs=1e-9)
        assert whole.value(at, 0) == pytest.approx(looked(at, tmp_path).value(at, 0), abs=1e-12)


def test_the_line_never_helps(tmp_path):
    rows = "B B F F / G G H H"
    tight, loose = pantry(rows, steps=3, in_line=True), pantry(rows, steps=3)
    assert looked(tight, tmp_path).value(tight, 0) < EXACT.solve(tmp_path, loose, lambda done, total: None).value(loose)


def test_with_many_squares_the_solution_without_the_line_leads(tmp_path):
    rows = "B B B B B B / F F F F F F / G G G G G G"
    state, loose = pantry(rows, steps=3, in_line=True), pantry(rows, steps=3)
    guessed = looked(state, tmp_path / "empty").value(state, 0)
    solved = EXACT.solve(tmp_path, loose, lambda done, total: None)
    assert looked(state, tmp_path).value(state, 0) == solved.value(loose) != guessed


def test_on_one_paw_in_line_what_was_learned_leads(tmp_path):
    start = GAME.new(Setup(in_line=True))
    far, other, own = (GAME.new(Setup(in_line=True, **more)) for more in FOREIGN)
    assert [weights_of(at.pantry) is None for at in (start, far, other, own, GAME.new(Setup()))] == [False] + [True] * 4
    state = next(at for at in reachable_by_luck(start) if isinstance(GAME.turn(at), Decide))
    chances = looked(state, tmp_path).choices(state)
    assert chances == pytest.approx(looked(state, tmp_path / "other").choices(state)) and 0.3 < max(chances) < 0.95
    guessed = Ahead(loose_guide(start.pantry, start.free, tmp_path)).choices(state)
    assert chances != pytest.approx(guessed, abs=0.01)


def test_what_was_learned_falls_with_every_step_of_the_cat():
    start = GAME.new(Setup(in_line=True))
    lead = learned_guide(start.pantry)
    chances = [lead(replace(start, cat=cat)) for cat in range(start.pantry.steps)]
    assert all(later < earlier for earlier, later in pairwise(chances)) and chances[-1] < 0.01


@pytest.mark.parametrize("setup", [Setup(), Setup(in_line=True), Setup(side="two_paws", in_line=True)])
def test_where_nothing_is_solved_it_estimates_and_plays_on(setup, tmp_path, monkeypatch):
    monkeypatch.setattr(exact, "runs", lambda: False)
    best = Planner(60, solved=True, folder=tmp_path)
    state = next(at for at in reachable_by_luck(GAME.new(setup)) if isinstance(GAME.turn(at), Decide))
    chosen = [best.choose(GAME, state, GAME.turn(state), Random(seed)) for seed in (1, 2)]
    assert chosen[0] == chosen[1] and chosen[0] in GAME.turn(state).actions


def reachable_by_luck(state):
    """The positions behind the first roll."""
    return [GAME.apply(state, event) for event, _ in GAME.turn(state).odds]


def test_the_best_level_is_perfect_on_a_solved_board(tmp_path):
    state = pantry("B B . F F / G . H . C", steps=4)
    oracle, best = EXACT.solve(tmp_path, state, lambda done, total: None), Planner(60, solved=True, folder=tmp_path)
    decisions = [at for at in reachable(state) if isinstance(GAME.turn(at), Decide)]
    for at in decisions[:: len(decisions) // 300]:
        turn, choices = GAME.turn(at), oracle.choices(at)
        assert max(choices) - choices[turn.actions.index(best.choose(GAME, at, turn, Random(1)))] < 1e-6


def test_the_levels_are_offered_the_weakest_first(monkeypatch, tmp_path):
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path))
    assert [name for name in players(GAME) if name in LEVELS] == LEVELS == [n for n in PLAYERS if n != "thumb"]
    assert all(lower.rank < higher.rank for lower, higher in pairwise(players(GAME).values()))


def test_a_higher_level_wins_more(monkeypatch, tmp_path):
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path))
    board = pantry("B B F F F / G G G H H / C C C B B", steps=7).pantry.setup
    EXACT.solve(tmp_path / "solutions", GAME.new(board), lambda done, total: None)
    easy, medium, _, best = contest(GAME, board, [(name,) for name in LEVELS], 100, seed="levels").tallies
    assert easy.wins[0] < medium.wins[0] < best.wins[0]


@pytest.mark.parametrize("solved", [True, False])
def test_the_bench_of_the_levels_chooses_as_they_do(solved, tmp_path, monkeypatch):
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path))
    state = pantry("B B B B F F F F / . . . . . . . . / B B . F F G H H", steps=5)
    EXACT.solve(tmp_path / "solutions", state, lambda done, total: None)
    games, level = Games(state, seen(state, estimate=not solved)), Planner(60, solved=solved)
    luck, decided, numbers = Random(8), 0, KERNEL.numbers(state)
    while decided < 200:
        at = state
        while not isinstance(turn := GAME.turn(at), Over):
            if isinstance(turn, Decide):
                choices = looked(at, tmp_path / "solutions" if level.solved else None).choices(at)
                best, chance = games.best(at)
                chances = dict(zip((numbers[action] for action in turn.actions), choices, strict=True))
                assert chances[best] == pytest.approx(max(choices), abs=1e-6) == chance
                decided += 1
            at = GAME.apply(at, luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random()))
