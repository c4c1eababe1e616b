"""Mmm!: exchange dice for chips, and see whether the cat stays."""

import pytest

from mousehole.core.record import objection
from mousehole.games.mmm import GAME
from mousehole.games.mmm.moves import Place
from mousehole.testing import proves
from tests.games.mmm.vocabulary import GATHER, REROLL, covered, lying, offered, pantry, place, play, rolls


@proves("MMM-40")
def test_every_placed_die_becomes_a_chip():
    state = play(pantry("B B B F F"), rolls("B F X"), place("a1"), place("e1"), GATHER)
    assert (covered(state), lying(state), state.hand) == (["a1", "e1"], [], ())


@proves("MMM-40")
def test_a_gathered_square_is_closed():
    state = play(pantry("B B B"), rolls("B X X"), place("a1"), GATHER, rolls("B X X"))
    assert offered(state) == ["b1", "c1"]
    assert objection(GAME.turn(state), Place("bread", "a1"))


@proves("MMM-41")
def test_the_cat_stays_when_an_item_is_completed_in_one_turn():
    assert play(pantry("B B . F F F"), rolls("B B X"), place("a1"), place("b1"), GATHER).cat == 0


@proves("MMM-41")
def test_the_cat_stays_when_the_last_square_of_an_older_item_is_covered():
    assert play(pantry("b b B . F F", cat=4), rolls("B F X"), place("c1"), place("e1"), GATHER).cat == 4


@proves("MMM-41")
def test_the_cat_stays_when_the_third_die_completes_an_item():
    assert play(pantry("B B B . F F"), rolls("B B B"), place("a1"), place("b1"), place("c1")).cat == 0


@proves("MMM-41")
def test_dice_of_several_rolls_complete_an_item_together():
    state = play(pantry("B B . F F"), rolls("B X X"), place("a1"), REROLL, rolls("B X"), place("b1"), GATHER)
    assert state.cat == 0


@proves("MMM-42")
def test_the_cat_moves_one_step_when_no_item_is_completed():
    assert play(pantry("B B B . F F", cat=4), rolls("B F X"), place("a1"), place("e1"), GATHER).cat == 5


@proves("MMM-42")
def test_the_cat_moves_when_the_third_die_leaves_every_item_open():
    assert play(pantry("B B B B . F F"), rolls("B B F"), place("a1"), place("b1"), place("f1")).cat == 1


@proves("MMM-42")
def test_an_item_completed_in_an_earlier_turn_does_not_hold_the_cat():
    assert play(pantry("b b . F F"), rolls("F X X"), place("d1"), GATHER).cat == 1


@proves("MMM-42")
def test_two_items_of_one_food_are_completed_each_for_itself():
    state = play(pantry("B B . B B"), rolls("B B X"), place("a1"), place("d1"), GATHER)
    assert state.cat == 1


@pytest.mark.parametrize("cat", [0, 5, 10])
@proves("MMM-43")
def test_several_items_at_once_do_no_more_than_one(cat):
    one = play(pantry("b B . f F . h H . C C", cat=cat), rolls("B X X"), place("b1"), GATHER)
    three = [rolls("B F H"), place("b1"), place("e1"), place("h1")]
    assert one.cat == play(pantry("b B . f F . h H . C C", cat=cat), *three).cat == cat


@proves("MMM-44")
def test_the_dice_pass_to_the_next_seat_after_gathering():
    stopped = play(pantry("B B B B", players=3, seat=1), rolls("B X X"), place("a1"), GATHER)
    filled = play(pantry("B B B B", players=3, seat=2), rolls("B B B"), place("a1"), place("b1"), place("c1"))
    complete = play(pantry("b B . F F", players=3, seat=0), rolls("B X X"), place("b1"), GATHER)
    assert [GAME.turn(state).thrower for state in (stopped, filled, complete)] == [2, 0, 1]
