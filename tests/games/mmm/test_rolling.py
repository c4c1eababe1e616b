"""Mmm!: roll, place, push your luck."""

import msgspec
import pytest

from mousehole.core.game import Chance, Decide
from mousehole.core.record import objection
from mousehole.games.mmm import GAME
from mousehole.games.mmm.moves import Place
from mousehole.testing import proves
from tests.games.mmm.vocabulary import GATHER, REROLL, covered, dice, lying, offered, pantry, place, play, rolls


@proves("MMM-10")
def test_every_turn_begins_with_three_dice_however_the_last_one_ended():
    start = pantry("B B B B F F F F")
    gathered = play(start, rolls("B B X"), place("a1"), place("b1"), GATHER)
    failed = play(start, rolls("B X X"), place("a1"), REROLL, rolls("X X"))
    filled = play(start, rolls("B B B"), place("a1"), place("b1"), place("c1"))
    assert [dice(state) for state in (start, gathered, failed, filled)] == [3, 3, 3, 3]


@proves("MMM-10")
def test_the_roll_belongs_to_the_active_seat():
    state = pantry("B B B", players=3, seat=1)
    assert GAME.turn(state).thrower == 1
    assert GAME.turn(play(state, rolls("B X X"), place("a1"), REROLL)).thrower == 1


@proves("MMM-11")
def test_a_die_may_go_on_every_free_square_of_its_food_and_nowhere_else():
    state = play(pantry("B F b / H B C"), rolls("B B X"))
    assert offered(state) == ["a1", "b2"]
    assert offered(play(state, place("b2"))) == ["a1", "reroll", "gather"]


@pytest.mark.parametrize("square", ["b1", "c1", "a2"])
@proves("MMM-11")
def test_a_die_is_refused_on_another_food_a_chip_or_a_die(square):
    state = play(pantry("B F b / B B B"), rolls("B B B"), place("a2"))
    assert objection(GAME.turn(state), Place("bread", square))


@proves("MMM-11")
def test_equal_dice_give_one_action_for_a_square():
    assert offered(play(pantry("B B"), rolls("B B X"))) == ["a1", "b1"]


@proves("MMM-12")
def test_a_red_cross_is_never_placed():
    state = play(pantry("B B B"), rolls("B X X"), place("a1"))
    assert offered(state) == ["reroll", "gather"]


@proves("MMM-12")
def test_a_food_without_a_free_square_acts_like_a_red_cross():
    assert offered(play(pantry("b b F F"), rolls("B B F"))) == ["c1", "d1"]
    assert play(pantry("b b F F"), rolls("B B X")).cat == 1
    assert play(pantry("B F F"), rolls("B B F"), place("a1")).hand == ("bread", "fish")
    assert offered(play(pantry("B F F"), rolls("B B F"), place("a1"))) == ["b1", "c1", "reroll", "gather"]


@proves("MMM-12")
def test_a_food_that_the_board_lacks_acts_like_a_red_cross():
    assert play(pantry("F F"), rolls("B H C")).cat == 1


@proves("MMM-13")
def test_a_fresh_roll_offers_nothing_but_placing():
    state = play(pantry("B B F"), rolls("B F X"))
    assert offered(state) == ["a1", "b1", "c1"]
    assert objection(GAME.turn(state), REROLL)
    assert objection(GAME.turn(state), GATHER)


@proves("MMM-14")
def test_a_second_and_a_third_die_may_follow_or_be_held_back():
    state = play(pantry("B B B F"), rolls("B B F"), place("a1"))
    assert offered(state) == ["b1", "c1", "d1", "reroll", "gather"]
    assert lying(play(state, place("d1"))) == ["a1", "d1"]
    assert covered(play(state, GATHER)) == ["a1"]
    assert dice(play(state, REROLL)) == 2


@proves("MMM-15")
def test_the_dice_of_a_turn_may_lie_on_different_items_and_foods():
    state = play(pantry("B . B / . F . / H . ."), rolls("B F H"), place("c1"), place("b2"), place("a3"))
    assert covered(state) == ["c1", "b2", "a3"]
    state = play(pantry("B . B / . B . / B . B"), rolls("B B B"), place("c1"), place("b2"), place("a3"))
    assert covered(state) == ["c1", "b2", "a3"]


@proves("MMM-16")
def test_the_third_die_gathers_by_itself():
    state = play(pantry("B B B F", players=2), rolls("B B F"), place("a1"), place("d1"), place("c1"))
    assert (covered(state), state.seat) == (["a1", "c1", "d1"], 1)
    assert isinstance(GAME.turn(state), Chance)


@proves("MMM-16")
def test_the_third_die_gathers_after_two_re_rolls_too():
    rolled_on = [rolls("B X X"), place("a1"), REROLL, rolls("B X"), place("b1"), REROLL, rolls("F")]
    state = play(pantry("B B B F"), *rolled_on)
    assert (lying(state), offered(state)) == (["a1", "b1"], ["d1"])
    assert covered(play(state, place("d1"))) == ["a1", "b1", "d1"]


@proves("MMM-17")
def test_a_re_roll_takes_all_dice_that_are_left():
    one = play(pantry("B B B F F"), rolls("B F F"), place("a1"), REROLL)
    two = play(pantry("B B B F F"), rolls("B F F"), place("a1"), place("d1"), REROLL)
    assert (dice(one), dice(two)) == (2, 1)


@proves("MMM-17")
def test_stopping_gathers_what_lies():
    assert covered(play(pantry("B B B F F"), rolls("B F F"), place("a1"), place("d1"), GATHER)) == ["a1", "d1"]


@proves("MMM-17")
def test_stopping_and_re_rolling_are_offered_even_when_nothing_can_fit_any_more():
    state = play(pantry("B B"), rolls("B B F"), place("a1"), place("b1"))
    assert offered(state) == ["reroll", "gather"]
    assert play(state, REROLL, rolls("B")).cat == 1


@proves("MMM-18")
def test_a_placed_die_is_neither_rolled_nor_moved_again():
    state = play(pantry("B B B F F"), rolls("B B F"), place("b1"), REROLL, rolls("B F"))
    assert (lying(state), dice(play(state, place("d1"), REROLL))) == (["b1"], 1)
    assert offered(state) == ["a1", "c1", "d1", "e1"]
    assert lying(play(state, place("e1"), REROLL)) == ["b1", "e1"]


@proves("MMM-19")
def test_after_a_re_roll_a_die_of_that_roll_must_be_placed():
    state = play(pantry("B B B F"), rolls("B B X"), place("a1"), REROLL, rolls("B F"))
    assert offered(state) == ["b1", "c1", "d1"]
    assert offered(play(state, place("d1"))) == ["b1", "c1", "reroll", "gather"]


@proves("MMM-19")
def test_a_turn_has_three_rolls_at_most():
    state, thrown = pantry("B B B B B B B", players=2), 0
    while state.seat == 0:
        turn = GAME.turn(state)
        thrown += isinstance(turn, Chance)
        if isinstance(turn, Decide):
            state = play(state, REROLL if REROLL in turn.actions else turn.actions[0])
        else:
            state = play(state, rolls(" ".join("B" * dice(state))))
    assert thrown == 3
    assert len(covered(state)) == 3


@proves("MMM-20")
def test_only_the_active_seat_decides_until_its_turn_ends():
    state, seats = pantry("B B B F F", players=4, seat=2), []
    for event in (rolls("B X X"), place("a1"), REROLL, rolls("F X"), place("d1"), GATHER):
        turn = GAME.turn(state)
        seats.append(turn.seat if isinstance(turn, Decide) else turn.thrower)
        state = play(state, event)
    assert (seats, state.seat) == ([2] * 6, 3)


@proves("MMM-20")
def test_every_seat_and_every_onlooker_sees_each_offer_to_point_at():
    state = play(pantry("B B B F F", players=3), rolls("B F X"), place("a1"))
    turn = GAME.turn(state)
    scenes = [GAME.scene(state, turn, viewer, None) for viewer in (0, 1, 2, None)]
    assert [len(scene.offers) for scene in scenes] == [len(turn.actions)] * 4
    assert all(scene.offers == scenes[0].offers for scene in scenes)


@proves("MMM-20")
def test_pointing_is_no_event():
    kinds = {kind.__struct_config__.tag for kind in GAME.event.__args__}
    assert kinds == {"rolled", "place", "reroll", "gather"}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "point", "square": "a1"}, GAME.event)
