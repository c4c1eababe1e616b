"""The furniture shared by games: bag, dice, grid."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mousehole.core.kit import Grid, bag_count, draw_one, drawable, grid, throw_weight, throws, without_die

BAG = (("cheese", 2), ("trap", 0), ("cat", 1))


def test_a_bag_offers_what_is_left_in_a_fixed_order():
    assert (bag_count(BAG), drawable(BAG)) == (3, (("cheese", 2), ("cat", 1)))


def test_drawing_takes_one_thing_out():
    assert draw_one(BAG, "cat") == (("cheese", 2), ("trap", 0), ("cat", 0))
    assert bag_count(draw_one(draw_one(BAG, "cheese"), "cheese")) == 1


@given(st.lists(st.integers(0, 4), min_size=1, max_size=5))
def test_a_bag_is_emptied_one_by_one(counts):
    bag = tuple(enumerate(counts))
    for n in range(sum(counts), 0, -1):
        assert bag_count(bag) == sum(weight for _, weight in drawable(bag)) == n
        bag = draw_one(bag, drawable(bag)[-1][0])
    assert drawable(bag) == ()


@pytest.mark.parametrize(("faces", "dice"), [("ab", 1), ("ab", 4), ("abc", 3), ("abcdef", 3)])
def test_throws_weigh_as_much_as_the_ways_to_throw_them(faces, dice):
    counted = Counter("".join(sorted(throw)) for throw in product(faces, repeat=dice))
    listed = throws(tuple(faces), dice)
    assert {"".join(throw): weight for throw, weight in listed} == counted
    assert [throw for throw, _ in listed] == sorted(throw for throw, _ in listed)


def test_the_ways_of_a_throw():
    assert [throw_weight(throw) for throw in ("", "aaa", "aab", "abc")] == [1, 1, 3, 6]


def test_a_die_is_taken_out_once():
    assert without_die(("a", "b", "b"), "b") == ("a", "b")
    with pytest.raises(ValueError, match="tuple"):
        without_die(("a",), "b")


def test_squares_are_named_from_the_top_left():
    squares = grid(3, 2)
    assert squares.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert [squares.at(name) for name in ("a1", "c1", "b2")] == [(0, 0), (2, 0), (1, 1)]
    assert list(squares.named(0b100_001)) == ["a1", "c2"]


def test_rows_and_columns_are_lines():
    assert set(grid(3, 2).lines) == {0b111, 0b111_000, 0b001_001, 0b010_010, 0b100_100}


def test_neighbours_are_orthogonal_and_stay_on_the_board():
    squares = grid(3, 3)
    assert squares.near("b2") == ("b1", "a2", "c2", "b3")
    assert squares.near("a1") == ("b1", "a2")
    assert squares.near("c3") == ("c2", "b3")


@given(st.integers(1, 12), st.integers(1, 12))
def test_a_grid_is_one_per_size_and_its_squares_are_its_lines(columns, rows):
    squares = grid(columns, rows)
    assert squares is grid(columns, rows)
    assert squares != Grid(columns, rows)
    assert sum(squares.lines[:columns]) == sum(squares.lines[columns:]) == 2 ** (columns * rows) - 1
    assert all(
        squares.names[rank * columns + file] == name for name in squares.names for file, rank in [squares.at(name)]
    )
