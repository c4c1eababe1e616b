"""Holes: one mouse each, never the cat; and the mercy for the last mouse."""

import pytest

from mousehole.games.chopchop.moves import Setup
from mousehole.testing import proves
from tests.games.chopchop.test_movement import cat, floor, mouse
from tests.games.chopchop.vocabulary import PASS, begin, flip, go, named, odds, play, position, roll, targets, where


@proves("CC-40")
@pytest.mark.parametrize(
    ("holes", "fronts"),
    [("side", "d1 g4 d6 a3"), ("pinwheel", "b1 g2 f6 a5"), ("end", "a1 g1 g6 a6")],
)
def test_a_hole_has_one_way_in_and_room_for_one(holes, fronts):
    state = play(begin(holes=holes), roll(1))
    for number, front in enumerate(fronts.split(), 1):
        assert targets(state, number) == {front}
    assert "hole-n" not in mouse(1, "1 d1", holes="2...")
    assert "hole-n" in mouse(1, "1 d1")


@proves("CC-41")
def test_a_hole_tile_turns_up_when_its_mouse_leaves_and_stays_so():
    state = begin()
    left = play(state, roll(2), go(1, "d2"), flip("plate"))
    assert named(left, left.opened) == {"hole-n"}
    back = position(floor("1 d1"), cat="top-d3", eaten=10, down="esw", holes=".234")
    back = play(back, roll(1), go(1, "hole-n"))
    assert named(back, back.opened) == {"hole-n"}
    assert left.hidden.bit_count() == 37


@proves("CC-42")
def test_any_mouse_enters_any_empty_hole_by_exact_count():
    assert "hole-e" in mouse(2, "1 g3")
    assert "hole-e" not in mouse(3, "1 g3", "2 f4", "3 f3", "4 g5")
    assert "hole-n" in mouse(4, "4 a1", piece=4)


@proves("CC-43")
def test_the_cat_never_enters_a_hole():
    assert "hole-n" not in cat(1, "C d1", "1 g6")
    assert "hole-n" not in cat(1, "C d1", "2 g6", holes="1...", down="n")
    assert cat(1, "C g4", holes="1234") == {"g3", "f4", "g5"}


@proves("CC-44")
def test_a_figure_on_the_front_square_shuts_the_hole_both_ways():
    assert mouse(2, "C d1", holes="1...") == set()
    assert mouse(2, "2 d1", holes="1...") == set()
    assert "hole-n" not in mouse(2, "1 d2", "C d1")
    assert "hole-n" not in mouse(2, "1 d2", "2 d1")
    friendly = Setup(friends_block=False)
    assert mouse(2, "2 d1", holes="1...", setup=friendly) == {"c1", "d2", "e1"}
    assert "hole-n" in mouse(2, "1 d2", "2 d1", setup=friendly)
    assert mouse(2, "C d1", holes="1...", setup=friendly) == set()


@proves("CC-45")
def test_the_cat_may_not_stop_before_the_hole_of_the_last_mouse_but_may_cross():
    assert cat(1, "C d2", holes="1...") == {"c2", "e2", "top-d3"}
    assert "e1" in cat(2, "C c1", holes="1...")
    assert "d1" in cat(1, "C d2", holes="1..2")
    assert "d1" in cat(1, "C d2", "1 d1")
    assert "d1" in cat(1, "C d2", "1 a1")


@proves("CC-45")
def test_neither_bonus_nor_arrow_stops_the_cat_before_the_hole_of_the_last_mouse():
    state = position(floor("C c2", "# c1"), "1...", side="cat", eaten=10, bag={"plus1": 1})
    state = play(state, roll(1), go("cat", "c1"), flip("plus1"))
    assert targets(state, "cat") == {"b1", "c2"}
    state = position(floor("C c2", "# c1"), "1...", side="cat", eaten=10, bag={"arrow": 1})
    state = play(state, roll(1), go("cat", "c1"), flip("arrow"))
    assert "d1" not in targets(state, "cat")
    assert "e1" in targets(state, "cat")


@proves("CC-46")
def test_a_cat_that_caught_the_second_last_mouse_there_stays_until_its_next_move():
    state = position(floor("C d2", "2 d1"), "1...", side="cat", eaten=10)
    state = play(state, roll(1), go("cat", "d1"))
    assert where(state, "cat") == "d1"
    state = play(state, roll(1))
    assert odds(state) == ((PASS, 1),)
    state = play(state, PASS, roll(2))
    assert targets(state, "cat") == {"b1", "f1", "c2", "e2", "top-d3"}


@proves("CC-46")
def test_a_cat_before_the_last_hole_that_cannot_move_stays_there():
    state = position(floor("C d1", "* c1", "* e1", "* d2"), "1...", side="cat", eaten=7)
    state = play(state, roll(3))
    assert odds(state) == ((PASS, 1),)
    assert where(play(state, PASS), "cat") == "d1"


@proves("CC-46")
def test_a_bonus_does_not_lead_the_cat_back_before_the_last_hole():
    state = position(floor("C d1", "# e1"), "1...", side="cat", eaten=10, bag={"plus1": 1})
    state = play(state, roll(1), go("cat", "e1"), flip("plus1"))
    assert targets(state, "cat") == {"f1", "e2"}
