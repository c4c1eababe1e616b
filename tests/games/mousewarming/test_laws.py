"""Random games of every mode and every pair of mice keep the laws."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mousehole.core.game import Chance, Decide, Over
from mousehole.games.mousewarming import GAME
from mousehole.games.mousewarming.moves import MICE, Setup
from mousehole.testing import random_record
from tests.games.mousewarming import laws
from tests.games.mousewarming.vocabulary import FEEDERS, PLATES

EACH = 27  # games a pair with abilities in each mode: 15 x 4 x 27 and 4 x 100 without make 2,020


@pytest.mark.parametrize("pair", laws.PAIRS, ids="-".join)
def test_random_games_with_abilities_keep_the_laws(pair):
    for number, mode in enumerate(laws.MODES.values()):
        setup = Setup(mice=pair, abilities=True, **mode)
        for game in range(EACH):
            laws.check_record(GAME, random_record(GAME, setup, bytes([number, game]))[0])


@pytest.mark.parametrize("mode", laws.MODES)
def test_random_games_without_abilities_keep_the_laws(mode):
    for game in range(100):
        laws.check_record(GAME, random_record(GAME, laws.SETUPS[mode], bytes([7, game]))[0])


setups = st.builds(
    Setup,
    players=st.integers(1, 4),
    mice=st.permutations(MICE).map(lambda mice: (mice[0], mice[1])),
    abilities=st.booleans(),
    first_game=st.booleans(),
    golden=st.sampled_from(((), (0,), (1,), (0, 1))),
    mice_start=st.permutations(PLATES).map(lambda spaces: (spaces[0], spaces[1])),
    raccoon_start=st.sampled_from(FEEDERS),
)


@settings(max_examples=150, deadline=None)
@given(setup=setups, picks=st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=40))
def test_any_setup_and_any_line_of_play_keeps_the_laws(setup, picks):
    assert GAME.check(setup) == ()
    state, number = GAME.new(setup), 0
    while not isinstance(turn := GAME.turn(state), Over):
        point = picks[number % len(picks)]
        match turn:
            case Decide():
                event = turn.actions[int(point * len(turn.actions))]
            case Chance():
                event = turn.at((point + 0.61803 * number) % 1)
        after = GAME.apply(state, event)
        laws.check(state, event, after)
        state, number = after, number + 1
        if number > 3000:
            return  # naps without end are legal
    laws.check_end(state, turn)
