"""The compiled twin of Chop! Chop! plays by the same rules: same options, odds, successors, endings and values."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.rules import rules
from mousehole.core.content import parse
from mousehole.core.game import Chance, Decide, Over
from mousehole.games.chopchop import GAME
from mousehole.games.chopchop.board import KitchenFile
from mousehole.games.chopchop.kernel import KERNEL
from mousehole.games.chopchop.moves import TILES, Flipped, Rolled, Setup
from mousehole.games.chopchop.state import Kitchen, State
from mousehole.games.chopchop.value import value
from mousehole.players.arena import contest
from mousehole.players.mcts import LEVELS, LevelPlayer
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
    at = rules(KERNEL, state)
    while not isinstance(turn := GAME.turn(state), Over):
        assert same(state, at, turn)
        event = luck.choice(turn.actions if isinstance(turn, Decide) else [event for event, _ in turn.odds])
        if isinstance(turn, Decide):
            at.play(KERNEL.numbers(state)[event])
        else:
            at.happen(outcome(event))
        state = GAME.apply(state, event)
    assert KERNEL.unpack(state, at.words()) == state
    assert at.turn() == OVER
    assert [seat for seat, paid in enumerate(at.pay()) if paid] == list(turn.winners)


def outcome(event):
    """The number of an outcome."""
    match event:
        case Rolled():
            return event.value
        case Flipped():
            return TILES.index(event.tile)
        case _:
            return 0


def same(state, at, turn):
    """Compare a position, what may happen in it, and how good it looks."""
    assert KERNEL.unpack(state, at.words()) == state
    assert at.words() == tuple(KERNEL.pack(state))
    seats = state.kitchen.setup.players
    assert at.guess()[:seats] == pytest.approx([value(state, seat) for seat in range(seats)])
    if isinstance(turn, Chance):
        assert at.turn() == CHANCE
        return at.odds() == [(outcome(event), weight) for event, weight in turn.odds]
    assert at.turn() == turn.seat
    numbers = KERNEL.numbers(state)
    return at.options() == [numbers[action] for action in turn.actions]


SEED = 88172645463325252


@settings(max_examples=200, deadline=None)
@given(positions(), st.integers(1, 4), st.booleans())
def test_figures_set_anywhere_walk_the_same_ways(state, steps, cats):
    side = "cat" if cats else "mice"
    state = replace(state, steps=min(steps, 3) if cats else steps, side=side, bag=tuple((t, 0) for t, _ in state.bag))
    assert same(state, rules(KERNEL, state), GAME.turn(state))


def test_luck_is_drawn_by_its_odds_and_picks_evenly_from_what_is_legal():
    state, luck = begin(), SEED

    def many(times, draw):
        nonlocal luck
        found = []
        for _ in range(times):
            one, luck = draw(luck)
            found.append(one)
        return found

    rolled = many(6000, rules(KERNEL, state).draw)
    assert [rolled.count(value) for value in (1, 2, 3, 4)] == pytest.approx([2000, 2000, 1000, 1000], abs=150)
    state = play(state, roll(2))
    legal = sorted(KERNEL.numbers(state)[action] for action in GAME.turn(state).actions)
    picked = many(4000, rules(KERNEL, state).pick)
    assert [picked.count(number) for number in legal] == pytest.approx([4000 / len(legal)] * len(legal), rel=0.2)
    state = play(state, GAME.turn(state).actions[0])
    tiles = many(3800, rules(KERNEL, state).draw)
    counts = [count for _, count in state.bag]
    assert [tiles.count(tile) for tile in range(7)] == pytest.approx([100 * count for count in counts], abs=110)


def test_random_games_end_as_often_in_each_way_as_over_the_rules():
    state = GAME.new(Setup())
    events, won, _ = rules(KERNEL, state).playouts(10_000, SEED)
    slow = contest(GAME, Setup(), [("random", "random")], 400).tallies[0]
    assert won / 10_000 == pytest.approx(slow.rate(0), abs=0.08)
    assert events / 10_000 == pytest.approx(405, rel=0.1)


def test_a_kitchen_with_too_many_spaces_is_left_to_the_rules():
    assert KERNEL.fits(GAME.new(Setup()))
    assert not KERNEL.fits(State(Kitchen(Setup(), huge()), (), 0, ()))


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
    again, thinker = KERNEL.unpack(state, KERNEL.pack(state)), LevelPlayer(LEVELS["medium"])
    assert again == state
    assert [left for _, left in again.bag] == [10, 9, 4, 4, 4, 3, 3]
    chosen = [thinker.choose(GAME, one, GAME.turn(one), Random(5)) for one in (state, again)]
    assert chosen[0] == chosen[1]
