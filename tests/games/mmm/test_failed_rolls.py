"""Mmm!: a roll that fits nowhere."""

from mousehole.core.game import Chance
from mousehole.games.mmm import GAME
from mousehole.testing import proves
from tests.games.mmm.vocabulary import GATHER, REROLL, covered, lying, pantry, place, play, rolls


@proves("MMM-30", "MMM-31")
def test_a_roll_that_fits_nowhere_loses_the_dice_and_moves_the_cat():
    state = play(pantry("B B B", players=2), rolls("B X X"), place("a1"), REROLL, rolls("X X"))
    assert (state.cat, covered(state), lying(state), state.seat) == (1, [], [], 1)


@proves("MMM-30")
def test_the_very_first_roll_may_fail_too():
    state = play(pantry("B B B", players=2), rolls("F H X"))
    assert (state.cat, covered(state), state.seat) == (1, [], 1)


@proves("MMM-30")
def test_the_third_roll_may_fail_and_takes_both_dice_along():
    lost = [rolls("B X X"), place("a1"), REROLL, rolls("B X"), place("b1"), REROLL, rolls("F")]
    state = play(pantry("B B B", players=2), *lost)
    assert (state.cat, covered(state), state.free.bit_count()) == (1, [], 3)


@proves("MMM-30")
def test_squares_of_lost_dice_are_free_again():
    state = play(pantry("B B", players=2), rolls("B B X"), place("a1"), place("b1"), REROLL, rolls("X"))
    assert covered(play(state, rolls("B X X"), place("a1"), GATHER)) == ["a1"]


@proves("MMM-30")
def test_chips_of_earlier_turns_stay_when_a_roll_fails():
    state = play(pantry("b B B"), rolls("B X X"), place("b1"), REROLL, rolls("X X"))
    assert covered(state) == ["a1"]


@proves("MMM-31")
def test_an_item_that_the_lost_dice_had_filled_does_not_count():
    state = play(pantry("B B . F F"), rolls("B B X"), place("a1"), place("b1"), REROLL, rolls("X"))
    assert (state.cat, covered(state)) == (1, [])


@proves("MMM-31")
def test_the_cat_moves_one_step_however_many_dice_are_lost():
    one = play(pantry("B B B"), rolls("B X X"), place("a1"), REROLL, rolls("X X"))
    two = play(pantry("B B B"), rolls("B B X"), place("a1"), place("b1"), REROLL, rolls("X"))
    none = play(pantry("B B B"), rolls("X X X"))
    assert [state.cat for state in (none, one, two)] == [1, 1, 1]


@proves("MMM-31")
def test_the_next_seat_rolls_after_a_failed_roll():
    state = play(pantry("B B B", players=3, seat=2), rolls("X X X"))
    turn = GAME.turn(state)
    assert isinstance(turn, Chance)
    assert turn.thrower == 0
