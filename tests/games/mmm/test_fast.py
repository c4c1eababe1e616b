"""The compiled twin of Mmm! plays by the same rules: same options, odds, successors and endings."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.rules import rules
from mousehole.core.game import Chance, Decide, Over
from mousehole.games.mmm import GAME
from mousehole.games.mmm.kernel import KERNEL
from mousehole.games.mmm.moves import FACES, Setup
from mousehole.players.arena import contest
from mousehole.players.mcts import compiled_look
from tests.games.mmm.vocabulary import pantry

OWN = 'steps = 4\npantry = """\nB B F\nG . F\nG H C\n"""\n'
LARGE = 'steps = 9\npantry = """\n' + "\n".join(" ".join("BFGHC"[(r * 2 + c) % 5] for c in range(9)) for r in range(7))
SETUPS = st.builds(
    Setup,
    players=st.integers(1, 6),
    side=st.sampled_from(["one_paw", "two_paws"]),
    in_line=st.booleans(),
    steps=st.none() | st.integers(1, 30),
    board=st.none() | st.sampled_from([OWN, LARGE + '\n"""\n']),
)
SEED = 88172645463325252


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
            at.happen(hand(event))
        state = GAME.apply(state, event)
    assert KERNEL.unpack(state, at.words()) == state
    assert at.turn() == OVER
    assert [seat for seat, paid in enumerate(at.pay()) if paid] == list(turn.winners)


def same(state, at, turn):
    """Compare a position and what may happen in it."""
    assert KERNEL.unpack(state, at.words()) == state
    assert at.words() == tuple(KERNEL.pack(state))
    if isinstance(turn, Chance):
        assert at.turn() == CHANCE
        return at.odds() == [(hand(event), weight) for event, weight in turn.odds]
    assert at.turn() == turn.seat
    numbers = KERNEL.numbers(state)
    return sorted(at.options()) == sorted(numbers[action] for action in turn.actions)


def hand(roll):
    """The number of an outcome: the dice of each face, two bits a face."""
    return sum(1 << 2 * FACES.index(face) for face in roll.faces)


@pytest.mark.parametrize("in_line", [False, True])
def test_picks_and_luck_are_drawn_evenly_from_what_is_legal(in_line):
    state, luck = pantry("B B F F / G G H C", in_line=in_line), SEED

    def many(draw):
        nonlocal luck
        found = []
        for _ in range(6000):
            one, luck = draw(luck)
            found.append(one)
        return found

    drawn, odds = many(rules(KERNEL, state).draw), GAME.turn(state).odds
    assert set(drawn) <= {hand(event) for event, _ in odds}
    event = next(event for event, _ in odds if event.faces == ("bread", "fish", "x"))
    assert drawn.count(hand(event)) == pytest.approx(6000 * 6 / 216, abs=60)
    at = GAME.apply(state, next(event for event, _ in odds if event.faces == ("bread", "fish", "carrot")))
    legal = sorted(KERNEL.numbers(at)[action] for action in GAME.turn(at).actions)
    picked = many(rules(KERNEL, at).pick)
    assert sorted(set(picked)) == legal
    assert [picked.count(number) for number in legal] == pytest.approx([6000 / len(legal)] * len(legal), rel=0.15)


def test_playouts_win_as_often_as_random_play_does():
    state = pantry("B B . F . G", steps=4)
    events, won, _ = rules(KERNEL, state).playouts(20_000, SEED)
    slow = contest(GAME, state.pantry.setup, [("random",)], 2000).tallies[0]
    assert won / 20_000 == pytest.approx(slow.rate(), abs=0.04)
    assert events / 20_000 > 10


def test_a_tree_finds_what_is_best_and_is_the_same_for_the_same_seed():
    state = pantry("B B . F . .", steps=1)
    at = GAME.apply(state, next(e for e, _ in GAME.turn(state).odds if e.faces == ("bread", "bread", "fish")))
    found = [compiled_look(KERNEL, at, GAME.turn(at), Random(1), (4000, None)) for _ in range(2)]
    assert sum(visits for visits, _ in found[0]) == 4000
    assert found[0] == found[1]


def test_a_board_with_too_many_squares_is_left_to_the_rules():
    rows = " / ".join(" ".join("BFGH"[(r + c) % 4] for c in range(8)) for r in range(8))
    assert not KERNEL.fits(pantry(rows))
    assert KERNEL.fits(GAME.new(Setup()))
