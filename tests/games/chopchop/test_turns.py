"""Who plays when: alternating sides, double turns after a knife, lost rolls."""

import pytest

from mousehole.core.game import Chance, Decide, Over
from mousehole.games.chopchop.moves import CAT, MICE
from mousehole.games.chopchop.rules import CAP, turn
from mousehole.games.chopchop.state import seat
from mousehole.testing import proves
from tests.games.chopchop.vocabulary import (
    EMPTY,
    FULL,
    PASS,
    actions,
    begin,
    flip,
    go,
    odds,
    play,
    position,
    roll,
    where,
)


def thrower(state):
    return turn(state).thrower


def idle(state):
    """Play a harmless turn: the first action, and a plate if there is a tile."""
    state = play(state, roll(1))
    state = play(state, actions(state)[0]) if actions(state) else play(state, PASS)
    return play(state, flip("plate")) if state.phase == "flip" else state


@proves("CC-10")
@pytest.mark.parametrize(
    ("players", "cat", "order"),
    [
        (2, 1, [0, 1, 0, 1, 0]),
        (3, 2, [0, 2, 1, 2, 0, 2]),
        (5, 0, [1, 0, 2, 0, 3, 0, 4, 0, 1]),
        (4, 1, [0, 1, 2, 1, 3, 1, 0]),
    ],
)
def test_mouse_players_take_turns_with_the_cat_after_each(players, cat, order):
    state, seen = begin(players=players, cat=cat), []
    for _ in order:
        seen.append(thrower(state))
        state = idle(state)
    assert seen == order


@proves("CC-11")
def test_mice_roll_the_grey_die_then_choose_a_mouse_then_turn_up_its_tile():
    state = begin()
    assert [(e.value, weight) for e, weight in odds(state)] == [(1, 2), (2, 2), (3, 1), (4, 1)]
    state = play(state, roll(2))
    assert isinstance(turn(state), Decide)
    state = play(state, go(1, "d2"))
    assert isinstance(turn(state), Chance)
    assert where(state, 1) == "d2"
    assert seat(play(state, flip("plate"))) == 1


@proves("CC-12")
def test_the_cat_rolls_the_blue_die_moves_and_turns_up_its_tile():
    state = idle(begin())
    assert [(e.value, weight) for e, weight in odds(state)] == [(1, 2), (2, 3), (3, 1)]
    state = play(state, roll(2), go("cat", "b3"))
    assert (state.phase, where(state, "cat")) == ("flip", "b3")
    assert seat(play(state, flip("plate"))) == 0


@proves("CC-13")
def test_nobody_may_pass_while_some_figure_can_move():
    state = play(position(FULL, "1234", down="nesw", cat="top-d3"), roll(1))
    assert {action.to for action in actions(state)} == {"d1", "g4", "d6", "a3"}
    assert PASS not in actions(state)


@proves("CC-66")
def test_a_knife_ends_the_turn_and_gives_the_other_side_two_in_a_row():
    state = play(begin(), roll(1), go(1, "d1"), flip("knife"))
    seen = []
    for _ in range(6):
        seen.append(thrower(state))
        state = idle(state)
    assert seen == [1, 1, 0, 1, 0, 1]


@proves("CC-66")
def test_a_knife_after_a_bonus_ends_the_turn_too():
    state = play(begin(), roll(1), go(1, "d1"), flip("plus1"), go(1, "d2"), flip("knife"))
    assert (seat(state), state.half) == (1, 1)


@proves("CC-67")
def test_after_the_cats_knife_one_mouse_takes_both_turns():
    floor = """
    . . . . . . .
    . . . . . . .
    1 . L . L . .
    . . L . L . .
    . . . . . C .
    . . . . . # .
    """
    state = position(floor, "2...", side="cat", eaten=10, bag={"knife": 1})
    state = play(state, roll(1), go("cat", "f6"), flip("knife"), roll(1))
    assert {action.piece for action in actions(state)} == {"mouse-1", "mouse-2"}
    state = play(state, go(1, "b3"), roll(1))
    assert (seat(state), {action.piece for action in actions(state)}) == (0, {"mouse-1"})
    assert thrower(play(state, go(1, "b2"))) == 1


@proves("CC-67")
def test_the_next_mouse_player_takes_both_turns_of_a_double():
    state, seen = play(idle(begin(players=4)), roll(2), go("cat", "b3"), flip("knife")), []
    for _ in range(6):
        seen.append(thrower(state))
        state = idle(state)
    assert seen == [1, 1, 3, 2, 3, 0]


@proves("CC-67")
def test_a_bound_mouse_that_cannot_move_loses_the_second_turn():
    floor = """
    1 C . . . . .
    2 . . . . . .
    . . L . L . .
    . . L . L . .
    . . . . . . .
    . . . . . . .
    """
    state = play(position(floor, eaten=10, half=2, mover=0), roll(1))
    assert odds(state) == ((PASS, 1),)
    assert thrower(play(state, PASS)) == 1
    free = play(position(floor, eaten=10, half=0, mover=0), roll(1))
    assert {action.piece for action in actions(free)} == {"mouse-2"}


@proves("CC-67")
def test_a_first_turn_without_a_move_leaves_the_second_one_free():
    shut = position(EMPTY.replace(". . . . . . .", ". . . C . . .", 1), "1...", eaten=10, half=1)
    shut = play(shut, roll(1), PASS)
    assert (shut.half, shut.mover, thrower(shut)) == (2, CAT, 0)
    others = position(half=2, mover=CAT, cat="top-d3", holes="1234", eaten=10)
    assert {action.piece for action in actions(play(others, roll(1)))} == set(MICE)


@proves("CC-68")
@pytest.mark.parametrize(("players", "order"), [(2, [1, 1, 0, 1]), (3, [2, 2, 1, 2, 0, 2, 1])])
def test_after_a_mouses_knife_the_next_mouse_player_follows_the_cats_two_turns(players, order):
    state, seen = play(begin(players=players), roll(1), go(1, "d1"), flip("knife")), []
    for _ in order:
        seen.append(thrower(state))
        state = idle(state)
    assert seen == order


@proves("CC-69")
def test_a_knife_inside_the_cats_double_turn_gives_the_mice_two():
    state = play(begin(players=3), roll(1), go(1, "d1"), flip("knife"), roll(2), go("cat", "b3"), flip("knife"))
    seen = []
    for _ in range(4):
        seen.append(thrower(state))
        state = idle(state)
    assert seen == [1, 1, 2, 0]


@proves("CC-69")
def test_a_knife_inside_the_mices_double_turn_loses_their_second_turn():
    state = play(begin(players=3), roll(1), go(1, "d1"), flip("plate"), roll(2), go("cat", "b3"), flip("knife"))
    state, seen = play(state, roll(1), go(2, "g4"), flip("knife")), []
    for _ in range(4):
        seen.append(thrower(state))
        state = idle(state)
    assert seen == [2, 2, 0, 2]


@proves("CC-90")
def test_a_roll_that_no_mouse_can_use_is_lost():
    shut = position(EMPTY.replace(". . . . . . .", ". . . C . . .", 1), "1...", eaten=10)
    for value in (1, 2, 3, 4):
        state = play(shut, roll(value))
        assert odds(state) == ((PASS, 1),)
        assert thrower(play(state, PASS)) == 1


@proves("CC-90")
def test_a_roll_that_the_cat_cannot_use_is_lost():
    floor = """
    C * . . . . .
    * . . . . . .
    . . L . L . .
    . . L . L . .
    . . . . . . .
    . . . . . 1 .
    """
    state = play(position(floor, side="cat", eaten=8), roll(2))
    assert odds(state) == ((PASS, 1),)
    assert (thrower(play(state, PASS)), where(play(state, PASS), "cat")) == (0, "a1")


@proves("CC-91")
def test_after_600_turns_nobody_wins():
    state = position(cat="top-d3", holes="1...", eaten=10, turns=CAP - 1)
    assert CAP == 600
    state = play(state, roll(1), go(1, "d1"))
    assert turn(state) == Over((), "cap", drawn=True)


@proves("CC-91")
def test_the_last_turn_may_still_win_and_a_lost_roll_counts_as_a_turn():
    floor = EMPTY.replace(". . . . . . .", ". . . 1 . . .", 1)
    state = play(position(floor, cat="top-d3", eaten=10, turns=CAP - 1), roll(1), go(1, "hole-n"))
    assert turn(state).reason == "home"
    shut = position(EMPTY.replace(". . . . . . .", ". . . C . . .", 1), "1...", eaten=10, turns=7)
    assert play(shut, roll(1), PASS).turns == 8
