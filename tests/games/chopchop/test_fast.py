"""The compiled twin of Chop! Chop! plays by the same rules: same options, odds, successors, endings and values."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mousehole.core.content import parse
from mousehole.core.game import Chance, Decide, Over
from mousehole.games.chopchop import GAME, fast
from mousehole.games.chopchop.board import KitchenFile
from mousehole.games.chopchop.fast import position_rows
from mousehole.games.chopchop.moves import Setup
from mousehole.games.chopchop.state import Kitchen, State
from mousehole.games.chopchop.value import value
from mousehole.players import compiled_search
from mousehole.players.arena import contest
from mousehole.players.levels import LEVELS, LevelPlayer
from tests.games.chopchop.test_walk import positions
from tests.games.chopchop.vocabulary import begin, flip, play, roll

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
    assert position_rows.unpack(state.kitchen, row[0]) == state
    assert fast.turn(box, row[0]) == fast.OVER == compiled_search.OVER
    out = np.zeros(8)
    fast.pay(box, row[0], out)
    assert [seat for seat in range(5) if out[seat]] == list(turn.winners)


def same(state, box, row, turn):
    """Compare a position, what may happen in it, and how good it looks."""
    codes, weights = np.zeros(fast.MOST, np.int64), np.zeros(fast.MOST, np.int64)
    assert position_rows.unpack(state.kitchen, row[0]) == state
    assert row == fast.pack(state)
    assert guessed(state, box, row) == pytest.approx(
        [value(state, seat) for seat in range(state.kitchen.setup.players)]
    )
    if isinstance(turn, Chance):
        assert fast.turn(box, row[0]) == fast.CHANCE == compiled_search.CHANCE
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
    side = "cat" if cats else "mice"
    state = replace(state, steps=min(steps, 3) if cats else steps, side=side, bag=tuple((t, 0) for t, _ in state.bag))
    assert same(state, fast.box(state), fast.pack(state), GAME.turn(state))


def test_luck_is_drawn_by_its_odds_and_picks_evenly_from_what_is_legal():
    state, source = begin(), rng()
    box, row = fast.box(state), fast.pack(state)
    rolled = [fast.luck(box, row[0], source) - position_rows.ROLLED for _ in range(6000)]
    assert [rolled.count(value) for value in (1, 2, 3, 4)] == pytest.approx([2000, 2000, 1000, 1000], abs=150)
    state = play(state, roll(2))
    legal = sorted(fast.code(state, action) for action in GAME.turn(state).actions)
    picked = [fast.pick(box, fast.pack(state)[0], source) for _ in range(4000)]
    assert [picked.count(code) for code in legal] == pytest.approx([4000 / len(legal)] * len(legal), rel=0.2)
    state = play(state, GAME.turn(state).actions[0])
    tiles = [fast.luck(box, fast.pack(state)[0], source) - position_rows.FLIPPED for _ in range(3800)]
    counts = [count for _, count in state.bag]
    assert [tiles.count(tile) for tile in range(7)] == pytest.approx([100 * count for count in counts], abs=110)


def test_random_games_end_as_often_in_each_way_as_over_the_rules():
    state = GAME.new(Setup())
    two = np.concatenate([fast.pack(state)] * 2)
    events, won = compiled_search.playouts(fast.box(state), two, 10_000, rng(), np.zeros(8))
    slow = contest(GAME, Setup(), [("random", "random")], 400).tallies[0]
    assert won / 10_000 == pytest.approx(slow.rate(0), abs=0.08)
    assert events / 10_000 == pytest.approx(405, rel=0.1)


def test_a_kitchen_with_too_many_spaces_is_left_to_the_rules():
    assert fast.KERNEL.fits(GAME.new(Setup()))
    assert not fast.KERNEL.fits(State(Kitchen(Setup(), huge()), (), 0, ()))


def huge():
    """A floor of eight rows of eight: with table top and holes more spaces than one number has bits."""
    floor = "\n".join(". " * 8 for _ in range(7)) + "\n" + "L " + ". " * 7
    fronts = 'n = "b1"\ne = "h2"\ns = "c8"\nw = "a3"\n'
    holes = "".join(f"[holes.{name}]\n{fronts}" for name in ("side", "pinwheel", "end"))
    tiles = "[tiles]\ncheese = 10\nplate = 53\nplus1 = 0\nplus2 = 0\narrow = 0\nfork = 0\nknife = 0\n"
    text = f'floor = """\n{floor}\n"""\n{holes}{tiles}[dice]\nmice = [1]\ncat = [1]\n'
    return parse(text, KitchenFile, "huge")


def test_a_level_knows_the_counts_of_face_down_tiles_and_no_tile():
    state = play(begin(), roll(2))
    state = play(state, GAME.turn(state).actions[0], flip("plate"), roll(2))
    row = fast.pack(state)
    assert [name for name in row.dtype.names if row.dtype[name].shape] == ["mice", "bag"]
    assert row[0]["bag"].tolist() == [10, 9, 4, 4, 4, 3, 3]
    again, thinker = position_rows.unpack(state.kitchen, row[0]), LevelPlayer(LEVELS["medium"])
    chosen = [thinker.choose(GAME, one, GAME.turn(one), Random(5)) for one in (state, again)]
    assert chosen[0] == chosen[1]
