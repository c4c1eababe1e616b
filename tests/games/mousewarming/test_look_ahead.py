"""The compiled value is the twin of the readable one, and who looks further ahead wins more."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mousehole.core.game import Chance, Decide, Over
from mousehole.games.mousewarming import GAME, boxed, fast, players
from mousehole.games.mousewarming.box import own
from mousehole.games.mousewarming.fast import learned, learned_look_ahead, position_rows
from mousehole.games.mousewarming.fast.look_ahead import chosen, desk, outlook, parties
from mousehole.games.mousewarming.fast.value import fresh, judged
from mousehole.games.mousewarming.moves import Setup
from mousehole.games.mousewarming.players import PLAYERS
from mousehole.games.mousewarming.value import value
from mousehole.players.arena import contest
from tests.games.mousewarming.boxes import GARDEN
from tests.games.mousewarming.test_fast import gardens, setups
from tests.games.mousewarming.vocabulary import NAP, actions, board, cheese

OPEN = {2: "kitchen-1", 4: None, 6: "kitchen-3", 10: "kitchen-2", 12: None, 14: None}


def guessed(state):
    """Value a position in compiled code, as value.py does it."""
    box, row, work = fast.box(state), position_rows.pack(state), desk()
    if fresh(row[0]):
        return judged(box, row[0])
    work[0][0] = row[0]
    return outlook(box, work, 0, 0)


@settings(max_examples=25, deadline=None)
@given(st.booleans(), st.data(), st.randoms(use_true_random=False))
def test_both_values_are_the_same(usual, data, luck):
    game = GAME if usual else boxed(own(GARDEN), "garden")
    state = game.new(data.draw(setups if usual else gardens))
    while not isinstance(turn := game.turn(state), Over):
        assert guessed(state) == pytest.approx(value(state, 0), abs=1e-9)
        event = luck.choice(turn.actions if isinstance(turn, Decide) else [event for event, _ in turn.odds])
        state = game.apply(state, event)
    assert guessed(state) == value(state, 0)


def averaged(state):
    """Look one roll further ahead over the rules."""
    turn = GAME.turn(state)
    if state.stage == "roll":
        return sum(w * best(GAME.apply(state, roll)) for roll, w in turn.odds) / turn.steps[-1]
    if isinstance(turn, Chance):
        return sum(w * averaged(GAME.apply(state, event)) for event, w in turn.odds) / turn.steps[-1]
    return value(state, 0) if isinstance(turn, Over) else max(averaged(GAME.apply(state, a)) for a in turn.actions)


def best(state):
    return max(value(GAME.apply(state, action), 0) for action in actions(state))


def test_a_roll_further_is_looked_ahead_as_the_rules_say():
    for state in (
        board("pick", tiles=OPEN, mice=(5, 9), plates={5: "nut"}, seated=(1, 1, 2), raccoon=8),
        board("raccoon", tiles=OPEN, mice=(5, 9), plates={11: "nut"}, seated=(1, 1, 2), raccoon=8, trays=("nut", "")),
    ):
        work = desk()
        work[0][0] = position_rows.pack(state)[0]
        assert outlook(fast.box(state), work, 0, 1) == pytest.approx(averaged(state), abs=1e-9)


def test_everybody_sings_when_the_raccoon_is_about_to_end_the_game():
    state = cheese(plates={3: "nut"}, pantry={"nut": 3}, tiles=OPEN, seated=(1, 1, 2), mice=(9, 11), raccoon=0)
    for rolls in (0, 1):
        assert chosen(fast.box(state), position_rows.pack(state), rolls) == fast.code(state, NAP)
    for level in ("medium", "best"):
        assert PLAYERS[level].choose(GAME, state, GAME.turn(state), Random(1)) == NAP


def test_games_played_in_compiled_code_win_as_often_as_greedy_ones_over_the_rules():
    setup, wins = Setup(first_game=True), np.zeros(4000)
    state = GAME.new(setup)
    parties(fast.box(state), position_rows.pack(state), np.arange(1, 4001, dtype=np.uint64) * 7919, wins)
    slow = contest(GAME, setup, [("greedy",)], 60, seed="ahead").tallies[0]
    assert wins.mean() == pytest.approx(slow.rate(), abs=0.2)


def test_each_level_wins_more_than_the_one_below():
    names = ("easy", "medium", "best")
    easy, medium, top = contest(GAME, Setup(), [(name,) for name in names], 60, seed="levels").tallies
    assert easy.wins[0] + 5 < medium.wins[0]
    assert medium.wins[0] < top.wins[0]


def test_without_numba_the_levels_still_play(monkeypatch):
    monkeypatch.setattr(players, "fast", lambda: False)
    state = board("pick", tiles=OPEN, mice=(5, 9), plates={5: "nut"}, seated=(1, 1, 2), raccoon=8)
    slow = PLAYERS["medium"].choose(GAME, state, GAME.turn(state), Random(1))
    monkeypatch.undo()
    assert slow == PLAYERS["medium"].choose(GAME, state, GAME.turn(state), Random(1))


def foreseen(state, box):
    """Look one roll further ahead over the rules, with the learned value; a door is the last luck."""
    turn = GAME.turn(state)
    if isinstance(turn, Over) or state.stage == "closing":
        return value(state, 0)
    if isinstance(turn, Decide):
        return max(foreseen(GAME.apply(state, action), box) for action in turn.actions)
    after = [(GAME.apply(state, event), weight) for event, weight in turn.odds]
    told = {"roll": replied, "door": judged_by}.get(state.stage, foreseen)
    return sum(weight * told(one, box) for one, weight in after) / turn.steps[-1]


def judged_by(state, box):
    return learned.chance(box, position_rows.pack(state)[0])


def replied(state, box):
    return max(judged_by(GAME.apply(state, action), box) for action in actions(state))


def test_the_learned_value_is_looked_ahead_with_as_the_rules_say():
    for state in (
        board("pick", tiles=OPEN, mice=(5, 9), plates={5: "nut"}, seated=(1, 1, 2), raccoon=8),
        board("door", mice=(4, 9), seated=(1,), raccoon=8),
        board("raccoon", tiles=OPEN, mice=(5, 9), plates={11: "nut"}, seated=(1, 1, 2), raccoon=8, trays=("nut", "")),
    ):
        work, box = desk(), learned.box(state)
        work[0][0] = position_rows.pack(state)[0]
        assert learned_look_ahead.outlook(box, work, 0, 1) == pytest.approx(foreseen(state, box), abs=1e-6)


def test_the_learned_value_plays_where_it_was_learned():
    assert learned.fits(GAME.new(Setup(players=4)))
    assert not learned.fits(GAME.new(Setup(abilities=True)))
    assert not learned.fits(GAME.new(Setup(golden=(1,))))
    assert not learned.fits(boxed(own(GARDEN), "garden").new(Setup()))
    state = board("pick", tiles=OPEN, mice=(5, 9), plates={5: "nut"}, seated=(1, 1, 2), raccoon=8)
    code = learned_look_ahead.chosen(learned.box(state), position_rows.pack(state))
    assert fast.code(state, PLAYERS["best"].choose(GAME, state, GAME.turn(state), Random(1))) == code


def test_the_learned_value_wins_most_standard_games():
    state, wins = GAME.new(Setup()), np.zeros(60)
    learned_look_ahead.parties(learned.box(state), position_rows.pack(state), np.arange(1, 61, dtype=np.uint64), wins)
    assert wins.mean() > 0.6
