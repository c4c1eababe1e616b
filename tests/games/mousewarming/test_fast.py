"""The compiled twin of Mousewarming Party plays by the same rules: same options, odds, successors and endings."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mousehole.compiled.bits import below
from mousehole.core.game import Chance, Decide, Over
from mousehole.games.mousewarming import GAME, boxed, fast
from mousehole.games.mousewarming.box import own
from mousehole.games.mousewarming.fast import position_rows
from mousehole.games.mousewarming.moves import MICE, Setup
from mousehole.players import compiled_search
from mousehole.players.arena import contest
from tests.games.mousewarming.boxes import GARDEN, party_text
from tests.games.mousewarming.laws import MODES, PAIRS
from tests.games.mousewarming.vocabulary import FEEDERS, PLATES, board, cheese

PLAIN = boxed(own(GARDEN), "garden")
setups = st.builds(
    Setup,
    players=st.integers(1, 4),
    mice=st.permutations(MICE).map(lambda mice: (mice[0], mice[1])),
    abilities=st.sampled_from((True, True, True, False)),
    first_game=st.booleans(),
    golden=st.sampled_from(((), (0,), (1,), (0, 1))),
    mice_start=st.permutations(PLATES).map(lambda spaces: (spaces[0], spaces[1])),
    raccoon_start=st.sampled_from(FEEDERS),
)
gardens = st.builds(
    Setup,
    mice=st.permutations(MICE).map(lambda mice: (mice[0], mice[1])),
    abilities=st.just(True),
    golden=st.sampled_from(((), (1,))),
    mice_start=st.just((0, 2)),
    raccoon_start=st.just(3),
)


@settings(max_examples=150, deadline=None)
@given(setups, st.randoms(use_true_random=False))
def test_it_follows_the_rules_event_by_event(setup, luck):
    follow(GAME, setup, luck)


@settings(max_examples=40, deadline=None)
@given(gardens, st.randoms(use_true_random=False))
def test_it_follows_the_rules_of_another_box(setup, luck):
    follow(PLAIN, setup, luck)


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_it_follows_every_pair_of_mice_in_every_mode(pair):

    for number, mode in enumerate(MODES.values()):
        follow(GAME, Setup(mice=pair, abilities=True, **mode), Random(f"{pair} {number}"))


def follow(game, setup, luck):
    """Play at random, with rules and kernel side by side."""
    state = game.new(setup)
    assert position_rows.fits(state)
    box, row = fast.box(state), position_rows.pack(state)
    while not isinstance(turn := game.turn(state), Over):
        same(state, box, row, turn)
        event = luck.choice(turn.actions if isinstance(turn, Decide) else [event for event, _ in turn.odds])
        code = fast.code(state, event)
        state = game.apply(state, event)
        fast.play(box, row[0], code)
    ended(state, box, row, turn)


def same(state, box, row, turn):
    """Compare a position and what may happen in it."""
    codes, weights = np.zeros(fast.MOST, np.int64), np.zeros(fast.MOST, np.int64)
    assert position_rows.unpack(state.party, row[0]) == state
    assert row.tobytes() == position_rows.pack(state).tobytes()
    if isinstance(turn, Chance):
        assert fast.turn(box, row[0]) == fast.CHANCE == compiled_search.CHANCE
        n = fast.odds(box, row[0], codes, weights)
        told = dict(zip(codes[:n].tolist(), weights[:n].tolist(), strict=True))
        assert told == {fast.code(state, event): weight for event, weight in turn.odds}
        assert drawn(codes[:n], weights[:n]) == [fast.luck(box, row[0], rng(n)) for n in range(1, 4)]
    else:
        assert fast.turn(box, row[0]) == turn.seat
        n = fast.options(box, row[0], codes)
        assert sorted(codes[:n].tolist()) == sorted(fast.code(state, action) for action in turn.actions)


def rng(number):
    return np.array([88172645463325252 * number % 2**64], np.uint64)


def drawn(codes, weights):
    """Draw from the odds as they are listed."""
    points = [below(rng(n), weights.sum()) for n in range(1, 4)]
    return [int(codes[np.searchsorted(np.cumsum(weights), point, "right")]) for point in points]


def ended(state, box, row, over):
    """Compare how a game came out."""
    assert position_rows.unpack(state.party, row[0]) == state
    assert fast.turn(box, row[0]) == fast.OVER == compiled_search.OVER
    out = np.zeros(4)
    fast.pay(box, row[0], out)
    assert [seat for seat in range(4) if out[seat]] == list(over.winners)


def evenly(state, draw, wanted):
    """Draw very often and compare with what is wanted."""
    box, row, rng = fast.box(state), position_rows.pack(state), np.array([88172645463325252], np.uint64)
    drawn = [draw(box, row[0], rng) for _ in range(8000)]
    assert set(drawn) == set(wanted)
    total = sum(wanted.values())
    for code, weight in wanted.items():
        assert drawn.count(code) == pytest.approx(8000 * weight / total, rel=0.25)


def test_picks_are_drawn_evenly_from_what_is_legal():
    full = cheese(setup=Setup(mice=("ninja", "traveler"), abilities=True), trays=("", "nut carrot"), pantry={"nut": 2})
    for state in (full, board("move", mice=(3, 9), trays=("nut carrot", ""))):
        evenly(state, fast.pick, {fast.code(state, action): 1 for action in GAME.turn(state).actions})


def test_luck_is_drawn_by_its_odds():
    for state in (board(), board("raccoon"), board("door", mice=(2, 9))):
        evenly(state, fast.luck, {fast.code(state, event): weight for event, weight in GAME.turn(state).odds})


def test_playouts_win_as_often_as_random_play_does():
    setup = Setup(first_game=True)
    state, rng = GAME.new(setup), np.array([88172645463325252], np.uint64)
    events, won = compiled_search.playouts(
        fast.box(state), np.concatenate([position_rows.pack(state)] * 2), 20_000, rng, np.zeros(8)
    )
    slow = contest(GAME, setup, [("random",)], 500).tallies[0]
    assert won / 20_000 == pytest.approx(slow.rate(), abs=0.02)
    assert events / 20_000 > 30


def test_a_box_that_has_more_than_rows_have_bits_for_is_left_to_the_rules():
    assert position_rows.fits(GAME.new(Setup()))
    wide = party_text().replace("silver = [4, 3, 1]", "silver = [4, 3, 3, 2, 2, 1]")
    wide = wide.replace("golden = [3, 2, 1]", "golden = [3, 2, 2, 2, 1, 1]")
    assert not position_rows.fits(boxed(own(wide), "wide").new(Setup()))
