"""The compiled twin of Mousewarming Party plays by the same rules: same options, odds, successors and endings."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.rules import rules
from mousehole.core.game import Chance, Decide, Over
from mousehole.games.mousewarming import GAME, boxed
from mousehole.games.mousewarming.box import own
from mousehole.games.mousewarming.kernel import KERNEL
from mousehole.games.mousewarming.moves import MICE, SIDES, Drawn, Raccoon, Revealed, Rolled, Setup
from mousehole.games.mousewarming.state import INDEX
from mousehole.players.arena import contest
from tests.games.mousewarming.boxes import GARDEN, party_text
from tests.games.mousewarming.laws import MODES, PAIRS
from tests.games.mousewarming.vocabulary import FEEDERS, PLATES, board, cheese

PLAIN = boxed(own(GARDEN), "garden")
SEED = 88172645463325252
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
    assert KERNEL.fits(state)
    at = rules(KERNEL, state)
    while not isinstance(turn := game.turn(state), Over):
        same(state, at, turn)
        event = luck.choice(turn.actions if isinstance(turn, Decide) else [event for event, _ in turn.odds])
        if isinstance(turn, Decide):
            at.play(KERNEL.numbers(state)[event])
        else:
            at.happen(outcome(event))
        state = game.apply(state, event)
    assert KERNEL.unpack(state, at.words()) == state
    assert at.turn() == OVER
    assert [seat for seat, paid in enumerate(at.pay()) if paid] == list(turn.winners)


def outcome(event):
    """The number of an outcome."""
    match event:
        case Rolled():
            return SIDES.index(event.side) * len(INDEX) + INDEX[event.food]
        case Revealed():
            kind, number = event.tile.split("-")
            return int(number) - 1 if kind == "kitchen" else 9 + int(number)
        case Drawn():
            return INDEX[event.food]
        case Raccoon():
            return INDEX[event.takes]


def same(state, at, turn):
    """Compare a position and what may happen in it."""
    assert KERNEL.unpack(state, at.words()) == state
    assert at.words() == tuple(KERNEL.pack(state))
    if isinstance(turn, Chance):
        assert at.turn() == CHANCE
        assert dict(at.odds()) == {outcome(event): weight for event, weight in turn.odds}
    else:
        assert at.turn() == turn.seat
        assert sorted(at.options()) == sorted(KERNEL.numbers(state)[action] for action in turn.actions)


def evenly(draw, wanted):
    """Draw very often and compare with what is wanted."""
    found, luck = [], SEED
    for _ in range(8000):
        one, luck = draw(luck)
        found.append(one)
    assert set(found) == set(wanted)
    total = sum(wanted.values())
    for number, weight in wanted.items():
        assert found.count(number) == pytest.approx(8000 * weight / total, rel=0.25)


def test_picks_are_drawn_evenly_from_what_is_legal():
    full = cheese(setup=Setup(mice=("ninja", "traveler"), abilities=True), trays=("", "nut carrot"), pantry={"nut": 2})
    for state in (full, board("move", mice=(3, 9), trays=("nut carrot", ""))):
        numbers = KERNEL.numbers(state)
        evenly(rules(KERNEL, state).pick, {numbers[action]: 1 for action in GAME.turn(state).actions})


def test_luck_is_drawn_by_its_odds():
    for state in (board(), board("raccoon"), board("door", mice=(2, 9))):
        evenly(rules(KERNEL, state).draw, {outcome(event): weight for event, weight in GAME.turn(state).odds})


def test_playouts_win_as_often_as_random_play_does():
    setup = Setup(first_game=True)
    events, won, _ = rules(KERNEL, GAME.new(setup)).playouts(20_000, SEED)
    slow = contest(GAME, setup, [("random",)], 500).tallies[0]
    assert won / 20_000 == pytest.approx(slow.rate(), abs=0.02)
    assert events / 20_000 > 30


def test_a_box_that_has_more_than_words_have_bits_for_is_left_to_the_rules():
    assert KERNEL.fits(GAME.new(Setup()))
    wide = party_text().replace("silver = [4, 3, 1]", "silver = [4, 3, 3, 2, 2, 1]")
    wide = wide.replace("golden = [3, 2, 1]", "golden = [3, 2, 2, 2, 1, 1]")
    assert not KERNEL.fits(boxed(own(wide), "wide").new(Setup()))
    state = GAME.new(Setup())
    assert not KERNEL.fits(replace(state, unseen=(1000, *state.unseen[1:])))
