"""The estimate that players look through: exact at the end, between nought and one before, and of good judgement."""

from itertools import pairwise

import pytest

from mousehole.core.game import Over
from mousehole.core.record import plies
from mousehole.games.mousewarming import GAME, rules
from mousehole.games.mousewarming.moves import Bonus, Drop, Move, Pick, Raccoon, Rolled, Setup
from mousehole.games.mousewarming.value import enough, missing, totals, value
from mousehole.players.arena import contest
from mousehole.testing import random_record
from tests.games.mousewarming.laws import SETUPS
from tests.games.mousewarming.vocabulary import LEAVE, NAP, TAKE, actions, board, cheese, play, sling

OPEN = {2: "kitchen-1", 4: None, 6: "kitchen-3", 10: "kitchen-2", 12: None, 14: None}


@pytest.mark.parametrize("mode", SETUPS)
def test_a_value_is_a_chance_and_exact_at_the_end(mode):
    for seed in range(2):
        record, over = random_record(GAME, SETUPS[mode], bytes([seed + 1]))
        walked = list(plies(GAME, record))
        assert value(walked[-1].state, 0) == float(bool(over.winners))
        assert all(0 <= value(ply.state, 0) <= 1 for ply in walked[-30:])


def test_before_the_last_doors_open_the_chance_is_exact():
    closing = play(
        board("raccoon", plates={3: "nut"}, pantry={"nut": 3}, table="nut nut nut nut nut"), Raccoon(3, "nut")
    )
    assert closing.stage == "closing"
    assert value(closing, 0) == pytest.approx(0.9)  # four guests in 30, five in 60 of 100 games


def test_hidden_guests_are_weighed_as_they_are_drawn():
    box = rules.new(Setup()).party.box
    assert totals(box, ()) == ((4, pytest.approx(0.3)), (5, pytest.approx(0.6)), (6, pytest.approx(0.1)))
    assert totals(box, (2, 1, 1)) == ((4, 1.0),)
    assert (enough(totals(box, (2, 2)), 5), missing(totals(box, (2, 2)), 5)) == pytest.approx((2 / 3, 1 / 3))
    assert missing(totals(box, ()), 4.5) == pytest.approx(0.6 * 0.5 + 0.1 * 1.5)


def best(state):
    """Choose as a greedy player does, without ties in mind."""
    return max(actions(state), key=lambda action: value(play(state, action), 0))


def test_it_likes_food_that_is_delivered():
    state = board("move", tiles=OPEN, mice=(5, 9), trays=("nut carrot", ""), seated=(1, 1, 2), raccoon=8)
    assert best(state) == Move(0, 6)


def test_it_takes_what_a_kitchen_wants():
    state = board("pick", tiles=OPEN, mice=(5, 9), plates={5: "nut"}, seated=(1, 1, 2), raccoon=8)
    assert value(play(state, TAKE), 0) > value(play(state, LEAVE), 0)


def test_it_sings_when_the_raccoon_is_about_to_end_the_game():
    state = cheese(plates={3: "nut"}, pantry={"nut": 3}, tiles=OPEN, seated=(1, 1, 2), mice=(9, 11), raccoon=0)
    assert best(state) == NAP


def test_it_steps_on_the_food_that_would_end_the_game():
    state = board("move", plates={3: "nut"}, pantry={"nut": 3}, tiles=OPEN, seated=(1, 1, 2), mice=(1, 9), raccoon=0)
    assert best(state) == Move(0, 3)


def test_it_shoots_the_last_missing_portion():
    setup = Setup(mice=("slingshot", "mommy"), abilities=True)
    state = cheese(setup=setup, trays=("nut", ""), tiles=OPEN, seated=(1, 1, 2), table="nut nut nut", mice=(7, 9))
    assert best(state) == sling("nut")


def test_more_food_looks_better_and_a_fuller_pantry_worse():
    plain = value(board(tiles=OPEN, seated=(1, 1, 2)), 0)
    assert value(board(tiles=OPEN, seated=(1, 1, 2), table="nut nut"), 0) > plain
    assert value(board(tiles=OPEN, seated=(1, 1, 2), pantry={"nut": 3, "carrot": 3}), 0) < plain


def test_a_turn_that_has_begun_is_judged_by_its_best_end():
    state = board("pick", tiles=OPEN, mice=(5, 9), plates={5: "nut"}, seated=(1, 1, 2), raccoon=8)
    assert value(state, 0) == max(value(play(state, action), 0) for action in actions(state))
    drop = play(board("move", mice=(3, 9), trays=("nut", ""), tiles=OPEN, seated=(1, 1, 2)), Drop(0, "nut"))
    assert value(drop, 0) == max(value(play(drop, action), 0) for action in actions(drop))


def test_greedy_play_wins_often_and_random_play_hardly_ever():
    setup = Setup(first_game=True)
    greedy, random = (contest(GAME, setup, [(name,)], 60, seed="value").tallies[0] for name in ("greedy", "random"))
    assert greedy.wins[0] >= 25
    assert random.wins[0] <= 6


def test_values_of_real_games_rise_towards_a_win():
    rises = 0
    for number in range(12):
        record, over = random_record(GAME, Setup(first_game=True), bytes([number]))
        states = [ply.state for ply in plies(GAME, record) if ply.state.stage == "roll"]
        if len(states) > 4 and isinstance(over, Over) and not over.winners:
            rises += value(states[-1], 0) < value(states[0], 0)
            assert all(a is not b for a, b in pairwise(states))
    assert rises >= 6


def test_every_kind_of_action_can_be_judged():
    seen = set()
    for setup in SETUPS.values():
        record, _ = random_record(GAME, setup, b"\5")
        for ply in list(plies(GAME, record))[:40]:
            seen.add(type(ply.event))
            assert 0 <= value(ply.state, 0) <= 1
    assert {Rolled, Move, Pick, Bonus, Raccoon} <= seen
