"""The compiled twin of Mmm! plays by the same rules: same options, odds, successors and endings."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mousehole.core.game import Chance, Decide, Over
from mousehole.games.mmm import GAME, fast
from mousehole.games.mmm.moves import Setup
from mousehole.players import compiled_search
from mousehole.players.arena import contest
from tests.games.mmm.vocabulary import pantry

OWN = 'steps = 4\npantry = """\nB B F\nG . F\nG H C\n"""\n'
SETUPS = st.builds(
    Setup,
    players=st.integers(1, 6),
    side=st.sampled_from(["one_paw", "two_paws"]),
    in_line=st.booleans(),
    steps=st.none() | st.integers(1, 30),
    board=st.none() | st.just(OWN),
)


@settings(max_examples=60, deadline=None)
@given(SETUPS, st.randoms(use_true_random=False))
def test_it_follows_the_rules_event_by_event(setup, luck):
    state = GAME.new(setup)
    box, row = fast.box(state), fast.pack(state)
    while not isinstance(turn := GAME.turn(state), Over):
        assert same(state, box, row, turn)
        event = luck.choice(turn.actions if isinstance(turn, Decide) else [event for event, _ in turn.odds])
        state = GAME.apply(state, event)
        fast.play(box, row[0], fast.code(state.pantry, event))
    assert fast.unpack(state.pantry, row[0]) == state
    assert fast.turn(box, row[0]) == fast.OVER == compiled_search.OVER
    out = np.zeros(6)
    fast.pay(box, row[0], out)
    assert [seat for seat in range(6) if out[seat]] == list(turn.winners)


def same(state, box, row, turn):
    """Compare a position and what may happen in it."""
    codes, weights, pantry = np.zeros(128, np.int64), np.zeros(128, np.int64), state.pantry
    assert fast.unpack(pantry, row[0]) == state
    if isinstance(turn, Chance):
        assert fast.turn(box, row[0]) == fast.CHANCE == compiled_search.CHANCE
        n = fast.odds(box, row[0], codes, weights)
        told = dict(zip(codes[:n].tolist(), weights[:n].tolist(), strict=True))
        return told == {fast.code(pantry, event): weight for event, weight in turn.odds}
    assert fast.turn(box, row[0]) == turn.seat
    n = fast.options(box, row[0], codes)
    return sorted(codes[:n].tolist()) == sorted(fast.code(pantry, action) for action in turn.actions)


def table(state):
    rows = np.concatenate([fast.pack(state)] * 2)
    return fast.box(state), rows, np.array([88172645463325252], np.uint64)


@pytest.mark.parametrize("in_line", [False, True])
def test_picks_and_luck_are_drawn_evenly_from_what_is_legal(in_line):
    state = pantry("B B F F / G G H C", in_line=in_line)
    box, rows, rng = table(state)
    drawn = [fast.luck(box, rows[0], rng) for _ in range(6000)]
    weights = {fast.code(state.pantry, event): weight for event, weight in GAME.turn(state).odds}
    assert set(drawn) <= set(weights)
    assert drawn.count(fast.ROLLED + fast.hand(("bread", "fish", "x"))) == pytest.approx(6000 * 6 / 216, abs=60)
    at = GAME.apply(state, next(e for e in weights_of(state) if e.faces == ("bread", "fish", "carrot")))
    legal = sorted(fast.code(at.pantry, action) for action in GAME.turn(at).actions)
    picked = [fast.pick(box, fast.pack(at)[0], rng) for _ in range(6000)]
    assert sorted(set(picked)) == legal
    assert [picked.count(code) for code in legal] == pytest.approx([6000 / len(legal)] * len(legal), rel=0.15)


def weights_of(state):
    return [event for event, _ in GAME.turn(state).odds]


def test_playouts_win_as_often_as_random_play_does():
    state = pantry("B B . F . G", steps=4)
    box, rows, rng = table(state)
    events, won = compiled_search.playouts(box, rows, 20_000, rng, np.zeros(6))
    slow = contest(GAME, state.pantry.setup, [("random",)], 2000).tallies[0]
    assert won / 20_000 == pytest.approx(slow.rate(), abs=0.04)
    assert events / 20_000 > 10


def test_a_tree_finds_what_is_best_and_is_the_same_for_the_same_seed():
    state = pantry("B B . F . .", steps=1)
    at = GAME.apply(state, next(e for e in weights_of(state) if e.faces == ("bread", "bread", "fish")))
    found = []
    for _ in range(2):
        box, rows, rng = table(at)
        nodes = np.zeros(20_000, compiled_search.NODE)
        work = (np.zeros(128, np.int64), np.zeros(128, np.int64), np.zeros(200, np.int64), np.zeros(6))
        used = compiled_search.search(box, rows, nodes, (4000, 0), (1.0, 0.0), rng, work)
        first = nodes[nodes[0]["first"] : nodes[0]["first"] + nodes[0]["count"]]
        found.append((used, first["visits"].tolist()))
        assert first["visits"].sum() == 4000
        assert int(first["code"][first["visits"].argmax()]) in [fast.code(at.pantry, a) for a in GAME.turn(at).actions]
    assert found[0] == found[1]


def test_a_board_with_too_many_squares_is_left_to_the_rules():
    rows = " / ".join(" ".join("BFGH"[(r + c) % 4] for c in range(8)) for r in range(8))
    assert not fast.fits(pantry(rows))
    assert fast.fits(GAME.new(Setup()))
