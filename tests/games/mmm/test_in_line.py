"""Mmm! in line: all dice of a turn in one row or one column."""

import pytest

from mousehole.games.mmm import GAME
from mousehole.games.mmm.moves import Setup
from mousehole.testing import proves
from tests.games.mmm.vocabulary import GATHER, REROLL, covered, lying, offered, pantry, place, play, rolls

SQUARES = "B B B / B B B / B B B"


@proves("MMM-60")
def test_dice_share_a_row_or_a_column():
    state = play(pantry(SQUARES, in_line=True), rolls("B B B"), place("b2"))
    assert offered(state) == ["b1", "a2", "c2", "b3", "reroll", "gather"]


@proves("MMM-60")
def test_the_line_holds_only_when_it_was_agreed():
    assert GAME.new(Setup()).pantry.in_line is False
    state = play(pantry(SQUARES), rolls("B B B"), place("b2"))
    assert offered(state) == ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3", "reroll", "gather"]


@proves("MMM-60")
def test_the_line_goes_on_through_a_re_roll():
    state = play(pantry(SQUARES, in_line=True), rolls("B X X"), place("b2"), REROLL, rolls("B X"))
    assert offered(state) == ["b1", "a2", "c2", "b3"]


@proves("MMM-60")
def test_the_next_turn_has_a_line_of_its_own_and_chips_do_not_count():
    state = play(pantry("B b B / B B B / B B b", in_line=True), rolls("B X X"), place("b2"), GATHER, rolls("B B X"))
    assert offered(state) == ["a1", "c1", "a2", "c2", "a3", "b3"]


@proves("MMM-60")
def test_dice_in_line_need_not_touch_nor_share_an_item():
    state = play(pantry("B . F . H", in_line=True), rolls("B F H"), place("e1"), place("a1"), place("c1"))
    assert covered(state) == ["a1", "c1", "e1"]
    state = play(pantry("B . / . . / F .", in_line=True), rolls("B F X"), place("a1"), place("a3"), GATHER)
    assert covered(state) == ["a1", "a3"]


@proves("MMM-61")
def test_the_first_die_goes_anywhere():
    assert offered(play(pantry("B . F / . C .", in_line=True), rolls("B F C"))) == ["a1", "c1", "b2"]


@pytest.mark.parametrize(("second", "third"), [("c2", ["a2"]), ("b3", ["b1"])])
@proves("MMM-61")
def test_the_second_die_fixes_the_line_for_the_third(second, third):
    state = play(pantry(SQUARES, in_line=True), rolls("B B B"), place("b2"), place(second))
    assert (lying(state), offered(state)) == (
        sorted(["b2", second], key=lambda s: (s[1], s[0])),
        [*third, "reroll", "gather"],
    )


@proves("MMM-62")
def test_a_roll_that_fits_only_outside_the_line_fails():
    state = play(pantry("B . / . F", in_line=True, players=2), rolls("B X X"), place("a1"), REROLL, rolls("F X"))
    assert (state.cat, covered(state), state.seat) == (1, [], 1)


@proves("MMM-62")
def test_a_roll_that_fits_a_row_still_open_goes_on():
    state = play(pantry("B . F / . F .", in_line=True), rolls("B X X"), place("a1"), REROLL, rolls("F X"))
    assert offered(state) == ["c1"]


@proves("MMM-62")
def test_the_third_roll_fails_off_the_line_that_two_dice_have_fixed():
    lost = [rolls("B X X"), place("a1"), REROLL, rolls("B X"), place("b1"), REROLL, rolls("F")]
    state = play(pantry("B B . / F F .", in_line=True), *lost)
    assert (state.cat, covered(state)) == (1, [])
    assert play(pantry("B B . / F F ."), *lost).cat == 0
