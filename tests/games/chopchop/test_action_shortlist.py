"""A search of Chop! Chop! follows the actions that look best one step ahead; how they look, the readable rules say."""

from random import Random

import pytest

from mousehole.compiled import CHANCE
from mousehole.compiled.rules import rules
from mousehole.core.game import Chance, Decide, Over
from mousehole.games.chopchop import GAME
from mousehole.games.chopchop.kernel import BOTH, KERNEL, side
from mousehole.games.chopchop.moves import Setup
from mousehole.players.player import prospect

MOST = 200  # events
MINE, THEIRS = 8, 1  # as in value.h
SETUPS = (Setup(), Setup(players=4, cat=1, holes="pinwheel"), Setup(holes="end", friends_block=False))


def decisions(setup, seed):
    """Walk through a game by any event, and stop wherever somebody has a choice."""
    state, luck = GAME.new(setup), Random(seed)
    for _ in range(MOST):
        turn = GAME.turn(state)
        if isinstance(turn, Over):
            return
        if isinstance(turn, Chance):
            state = GAME.apply(state, turn.at(luck.random()))
            continue
        if len(turn.actions) > 1:
            yield state, turn
        state = GAME.apply(state, luck.choice(turn.actions))


def listed(state, kernel=KERNEL):
    """The ids of a shortlist, and of all options."""
    at = rules(kernel, state)
    return at.shortlist(), at.options()


@pytest.mark.parametrize("setup", SETUPS)
def test_an_action_looks_as_it_does_to_a_greedy_player(setup):
    for state, turn in decisions(setup, 1):
        at, numbers = rules(KERNEL, state), KERNEL.numbers(state)
        for action in turn.actions[::5]:
            looks = at.foreseen(numbers[action])
            assert looks == pytest.approx(prospect(GAME, GAME.apply(state, action), turn.seat))


@pytest.mark.parametrize("setup", SETUPS)
def test_the_best_looking_come_first_and_none_is_lost(setup):
    for state, turn in decisions(setup, 2):
        numbers = KERNEL.numbers(state)
        looks = {numbers[a]: prospect(GAME, GAME.apply(state, a), turn.seat) for a in turn.actions}
        few, every = listed(state)
        assert len(few) == min(MINE, len(turn.actions))
        assert sorted(every) == sorted(looks)
        if len(every) > MINE:
            ranked = sorted(looks.values(), reverse=True)
            assert [looks[code] for code in few] == pytest.approx(ranked[:MINE])


def test_judging_follows_both_sides_alike():
    for state, turn in decisions(Setup(), 4):
        assert len(listed(state, KERNEL.judging())[0]) == min(MINE, len(turn.actions))
        assert KERNEL.judging().side(state) == BOTH


def test_of_the_other_side_only_the_best_looking_is_followed():
    for state, turn in decisions(Setup(), 3):
        (only,), _ = listed(state, KERNEL._replace(side=lambda state: 1 - side(state)))
        numbers = KERNEL.numbers(state)
        looks = {numbers[a]: prospect(GAME, GAME.apply(state, a), turn.seat) for a in turn.actions}
        assert looks[only] == pytest.approx(max(looks.values()))


def test_the_root_keeps_every_action_and_the_tree_below_it_few():
    state, turn = next((s, t) for s, t in decisions(Setup(), 4) if isinstance(t, Decide) and len(t.actions) > MINE)
    tree = rules(KERNEL, state)
    tree.begin(40_000, 9)
    tree.grow(3000, 0.0)
    (_, _, root), *below = tree.grown()
    assert root == len(turn.actions) == len(tree.children())
    ours = [count for _, who, count in below if who == turn.seat]
    theirs = [count for _, who, count in below if who not in (turn.seat, CHANCE)]
    assert 1 < max(ours) <= MINE
    assert set(theirs) == {THEIRS}
