"""A search of Chop! Chop! follows the actions that look best one step ahead; how they look, the readable rules say."""

from random import Random

import numpy as np
import pytest

from mousehole.core.game import Chance, Decide, Over
from mousehole.games.chopchop import GAME, fast
from mousehole.games.chopchop.fast.action_shortlist import MINE, THEIRS, foreseen, shortlist
from mousehole.games.chopchop.moves import Setup
from mousehole.players.compiled_search import NODE, search
from mousehole.players.greedy import prospect

MOST = 200  # events
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


def listed(state, box):
    """The codes of a shortlist, and of all options in its order."""
    codes = np.zeros(fast.MOST, np.int64)
    row = fast.pack(state)[0]
    n = fast.options(box, row, codes)
    few = shortlist(box, row, codes, n)
    return codes[:few].tolist(), codes[:n].tolist()


@pytest.mark.parametrize("setup", SETUPS)
def test_an_action_looks_as_it_does_to_a_greedy_player(setup):
    for state, turn in decisions(setup, 1):
        box, rows = fast.box(state), np.concatenate([fast.pack(state)] * 2)
        for action in turn.actions[::5]:
            rows[0] = fast.pack(state)[0]
            looks = foreseen(box, rows, fast.code(state, action), turn.seat, np.zeros(8))
            assert looks == pytest.approx(prospect(GAME, GAME.apply(state, action), turn.seat))


@pytest.mark.parametrize("setup", SETUPS)
def test_the_best_looking_come_first_and_none_is_lost(setup):
    for state, turn in decisions(setup, 2):
        looks = {fast.code(state, a): prospect(GAME, GAME.apply(state, a), turn.seat) for a in turn.actions}
        few, every = listed(state, fast.box(state))
        assert len(few) == min(MINE, len(turn.actions))
        assert sorted(every) == sorted(looks)
        if len(every) > MINE:
            ranked = sorted(looks.values(), reverse=True)
            assert [looks[code] for code in few] == pytest.approx(ranked[:MINE])


def test_judging_follows_both_sides_alike():
    for state, turn in decisions(Setup(), 4):
        assert len(listed(state, fast.fair(state))[0]) == min(MINE, len(turn.actions))
        assert fast.KERNEL.fair(state).cats not in (0, 1)


def test_of_the_other_side_only_the_best_looking_is_followed():
    for state, turn in decisions(Setup(), 3):
        ours = fast.box(state)
        theirs = fast.Box(ours.at, 1 - ours.cats)
        (only,), _ = listed(state, theirs)
        looks = {fast.code(state, a): prospect(GAME, GAME.apply(state, a), turn.seat) for a in turn.actions}
        assert looks[only] == pytest.approx(max(looks.values()))
    assert THEIRS == 1


def test_the_root_keeps_every_action_and_the_tree_below_it_few():
    state, turn = next((s, t) for s, t in decisions(Setup(), 4) if isinstance(t, Decide) and len(t.actions) > MINE)
    nodes, most = np.zeros(40_000, NODE), fast.MOST
    work = (np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(400, np.int64), np.zeros(8))
    rows = np.concatenate([fast.pack(state)] * 2)
    used = search(fast.box(state), rows, nodes, (3000, 0), (0.07, 0.0), np.array([9], np.uint64), work)
    assert nodes[0]["count"] == len(turn.actions)
    below = nodes[1:used]
    grown = below[below["count"] > 0]
    ours = grown[grown["who"] == turn.seat]["count"]
    theirs = grown[(grown["who"] >= 0) & (grown["who"] != turn.seat)]["count"]
    assert 1 < max(ours) <= MINE
    assert set(theirs.tolist()) == {THEIRS}
