"""The four levels: the same names for every game that can be searched, stronger from one to the next."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from mousehole import shelf
from mousehole.core.game import Decide, Parts
from mousehole.core.record import draw
from mousehole.players import mcts
from mousehole.players.arena import contest
from mousehole.players.mcts import LEVELS, Level, LevelPlayer, levels
from mousehole.players.player import players

CHOP = shelf.find("chopchop")
NAMES = ["easy", "medium", "strong", "best"]


def decisions(game, most):
    """Walk through a game by any action, and stop wherever somebody has a choice."""
    state, luck = game.new(game.setup()), Random(3)
    for ply in range(most):
        turn = game.turn(state)
        if isinstance(turn, Decide) and len(turn.actions) > 1:
            yield state, turn
        state = game.apply(state, luck.choice(turn.actions) if isinstance(turn, Decide) else draw(turn.odds, b"l", ply))


def test_a_game_with_a_kernel_has_four_levels_and_one_that_can_be_solved_has_none():
    assert list(LEVELS) == list(levels(CHOP)) == NAMES
    assert [name for name in players(CHOP) if name in LEVELS] == NAMES
    assert levels(shelf.find("mmm")) == levels(shelf.find("mystics")) == {}


def test_a_higher_level_looks_further_and_slips_no_more():
    for lower, higher in pairwise(LEVELS.values()):
        assert (lower.rank, lower.simulations) < (higher.rank, higher.simulations)
        assert lower.slips >= higher.slips


@pytest.mark.parametrize("compiled", [True, False])
def test_a_level_chooses_by_its_luck_alone(compiled, monkeypatch):
    if not compiled:
        monkeypatch.setattr(mcts, "kernel_of", lambda game: None)
    for state, turn in list(decisions(CHOP, 40))[:6]:
        chosen = [LevelPlayer(LEVELS["medium"]).choose(CHOP, state, turn, Random(seed)) for seed in (1, 1)]
        assert chosen[0] == chosen[1]
        assert chosen[0] in turn.actions


def priced(slow):
    """A game whose kernel says how dear a simulation is."""
    globals()[f"SLOW_{slow}"] = CHOP.parts.kernel._replace(slow=slow, learned=None)
    return replace(CHOP, parts=Parts(**{**vars(CHOP.parts), "kernel": f"{__name__}:SLOW_{slow}"}))


def test_a_game_with_dearer_simulations_gets_fewer_and_ours_get_what_was_tuned():
    dear, cheap = priced(80), priced(1)
    for state, turn in list(decisions(CHOP, 40))[:6]:
        for level in map(LevelPlayer, LEVELS.values()):
            number = level.level.simulations
            assert level.simulations(cheap, state, turn) == number
            assert level.simulations(dear, state, turn) == min(number, max(len(turn.actions), number // 10))
            assert level.level.learned or level.simulations(CHOP, state, turn) == number
        best, tenth = LevelPlayer(LEVELS["best"]), mcts.SearchPlayer(300, guided=True)
        assert best.choose(dear, state, turn, Random(1)) == tenth.choose(CHOP, state, turn, Random(1))


def test_a_slip_is_any_action():
    state, turn = next(decisions(CHOP, 40))
    clumsy, luck = LevelPlayer(Level(1, 50, slips=1.0)), Random(1)
    assert {clumsy.choose(CHOP, state, turn, luck) for _ in range(300)} == set(turn.actions)


def test_a_little_thought_beats_none():
    tallies = contest(CHOP, CHOP.setup(), [("random", "medium"), ("medium", "random")], 12).tallies
    assert tallies[0].wins[1] >= 10
    assert tallies[1].wins[0] >= 9


def test_the_best_level_trusts_what_was_learned_where_it_fits_and_thinks_no_longer():
    best, strong = (LevelPlayer(LEVELS[name]) for name in ("best", "strong"))
    learned = CHOP.parts.kernel.learned
    assert (best.level.learned, strong.level.learned) == (True, False)
    usual, other = CHOP.new(CHOP.setup()), CHOP.new(CHOP.setup(holes="end"))
    assert CHOP.parts.kernel.at_its_best(usual) is learned
    assert CHOP.parts.kernel.at_its_best(other) is CHOP.parts.kernel
    assert best.simulations(CHOP, usual, CHOP.turn(usual)) == 3000 * 8 // learned.slow
    assert best.simulations(CHOP, other, CHOP.turn(other)) == 3000
    for state, turn in list(decisions(CHOP, 40))[:3]:
        same = mcts.SearchPlayer(best.simulations(CHOP, state, turn), guided=True, learned=True)
        assert best.choose(CHOP, state, turn, Random(1)) == same.choose(CHOP, state, turn, Random(1))
