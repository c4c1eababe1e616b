"""The compiled twin of Chop! Chop! plays by the same rules: same options, odds, successors, endings and values."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mousehole.core.game import Chance, Decide, Over
from mousehole.games.chopchop import GAME, fast
from mousehole.games.chopchop.fast import rows
from mousehole.games.chopchop.moves import Setup
from mousehole.games.chopchop.value import value
from mousehole.players import kernel
from tests.games.chopchop.test_walk import positions

SETUPS = st.builds(
    lambda players, cat, *rest: Setup(players, cat if cat is None or cat < players else None, *rest),
    st.integers(2, 5),
    st.none() | st.integers(0, 4),
    st.sampled_from(["side", "pinwheel", "end"]),
    st.booleans(),
    st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(SETUPS, st.randoms(use_true_random=False))
def test_it_follows_the_rules_event_by_event(setup, luck):
    state = GAME.new(setup)
    box, row = fast.box(state), fast.pack(state)
    while not isinstance(turn := GAME.turn(state), Over):
        assert same(state, box, row, turn)
        event = luck.choice(turn.actions if isinstance(turn, Decide) else [event for event, _ in turn.odds])
        fast.play(box, row[0], fast.code(state, event))
        state = GAME.apply(state, event)
    assert rows.unpack(state.kitchen, row[0]) == state
    assert fast.turn(box, row[0]) == fast.OVER == kernel.OVER
    out = np.zeros(8)
    fast.pay(box, row[0], out)
    assert [seat for seat in range(5) if out[seat]] == list(turn.winners)


def same(state, box, row, turn):
    """Compare a position, what may happen in it, and how good it looks."""
    codes, weights = np.zeros(fast.MOST, np.int64), np.zeros(fast.MOST, np.int64)
    assert rows.unpack(state.kitchen, row[0]) == state
    assert row == fast.pack(state)
    assert guessed(state, box, row) == pytest.approx(
        [value(state, seat) for seat in range(state.kitchen.setup.players)]
    )
    if isinstance(turn, Chance):
        assert fast.turn(box, row[0]) == fast.CHANCE == kernel.CHANCE
        n = fast.odds(box, row[0], codes, weights)
        told = list(zip(codes[:n].tolist(), weights[:n].tolist(), strict=True))
        return told == [(fast.code(state, event), weight) for event, weight in turn.odds]
    assert fast.turn(box, row[0]) == turn.seat
    n = fast.options(box, row[0], codes)
    return codes[:n].tolist() == [fast.code(state, action) for action in turn.actions]


def guessed(state, box, row):
    out = np.zeros(8)
    fast.guess(box, row[0].copy(), rng(), out)
    return out[: state.kitchen.setup.players].tolist()


def rng():
    return np.array([88172645463325252], np.uint64)


@settings(max_examples=200, deadline=None)
@given(positions(), st.integers(1, 4), st.booleans())
def test_figures_set_anywhere_walk_the_same_ways(state, steps, cats):
    from msgspec.structs import replace

    side = "cat" if cats else "mice"
    state = replace(state, steps=min(steps, 3) if cats else steps, side=side, bag=tuple((t, 0) for t, _ in state.bag))
    assert same(state, fast.box(state), fast.pack(state), GAME.turn(state))
