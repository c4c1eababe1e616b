"""The words every game speaks."""

from itertools import product

import pytest

from mousehole.core.game import Chance, Over, no_problems, no_title, same_again


@pytest.mark.parametrize(
    ("point", "event"), [(0.0, "a"), (0.166, "a"), (0.167, "b"), (0.499, "b"), (0.5, "c"), (0.999, "c")]
)
def test_a_point_of_the_odds_names_an_event(point, event):
    assert Chance((("a", 1), ("b", 2), ("c", 3))).at(point) == event


def test_running_sums_are_kept():
    chance = Chance((("a", 1), ("b", 2), ("c", 3)))
    assert chance.steps == (1, 3, 6)
    assert chance.steps is chance.steps


def test_a_chance_is_equal_to_another_with_the_same_odds_even_when_one_was_asked():
    one, other = Chance((("a", 1),), 0), Chance((("a", 1),), 0)
    assert one.steps == (1,)
    assert one == other
    assert one != Chance((("a", 1),), 1)


def test_a_game_without_wishes_has_no_problems_and_no_title_and_is_played_once_more():
    assert (no_problems(None), same_again("setup", None, ()), no_title(())) == ((), "setup", None)


def test_an_ending_says_who_why_and_how_well():
    assert Over((0, 1), "gathered", 3, "win-2") != Over((0, 1), "gathered", 3, "win-4")
    assert len({Over((), reason, score) for reason, score in product("ab", range(3))}) == 6
