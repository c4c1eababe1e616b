"""How a game of Chop! Chop! begins."""

import pytest

from mousehole.core.game import Chance, Decide
from mousehole.core.kit import bag_count
from mousehole.games.chopchop import GAME
from mousehole.games.chopchop.moves import MICE, Rolled, Setup, Start
from mousehole.games.chopchop.rules import new, turn
from mousehole.games.chopchop.state import seat
from mousehole.testing import proves
from tests.games.chopchop.vocabulary import actions, begin, flip, go, named, play, roll, where


@proves("CC-01")
@pytest.mark.parametrize(
    ("players", "cat", "mice"), [(2, 1, (0,)), (3, 0, (1, 2)), (4, 2, (0, 1, 3)), (5, 4, (0, 1, 2, 3))]
)
def test_one_seat_is_the_cat_and_all_others_are_mice_of_one_team(players, cat, mice):
    setup = Setup(players=players, cat=cat)
    teams = [kind.team for kind in GAME.seats(setup)]
    assert [n for n, team in enumerate(teams) if team == "cat"] == [cat]
    assert tuple(n for n, team in enumerate(teams) if team == "mice") == mice == new(setup).kitchen.mice_seats
    assert GAME.check(setup) == ()


@proves("CC-01")
def test_the_cat_takes_the_last_seat_unless_told_otherwise_and_needs_a_seat_that_exists():
    assert [new(Setup(players=n)).kitchen.cat_seat for n in (2, 3, 4, 5)] == [1, 2, 3, 4]
    (problem,) = GAME.check(Setup(players=3, cat=3))
    assert (problem.field, problem.notice) == ("cat", False)


@proves("CC-02")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pieces_and_tiles_are_the_same_for_every_number_of_players(players):
    state = begin(players=players)
    assert len(state.mice) == len(state.kitchen.holes) == 4
    assert (bag_count(state.bag), state.hidden.bit_count()) == (38, 38)
    assert dict(state.bag) == {
        "cheese": 10, "plate": 10, "plus1": 4, "plus2": 4, "arrow": 4, "fork": 3, "knife": 3
    }  # fmt: skip


@proves("CC-03")
def test_every_mouse_player_may_move_every_mouse():
    state = play(begin(players=3), roll(1))
    assert {action.piece for action in actions(state)} == set(MICE)
    state = play(state, go(1, "d1"), flip("plate"), roll(1), go("cat", "d2"), flip("plate"), roll(1))
    assert seat(state) == 1
    assert {action.piece for action in actions(state)} == set(MICE)


@proves("CC-04")
def test_a_tile_lies_on_every_floor_square_and_nobody_knows_which():
    state = begin()
    hidden = named(state, state.hidden)
    assert {"d3", "d4"} < hidden
    assert hidden & {"c3", "e3", "c4", "e4"} == set()
    landed = [play(state, roll(1), go(1, "d1")), play(state, roll(1), go(2, "g4"))]
    assert turn(landed[0]) == turn(landed[1])
    assert [(e.tile, weight) for e, weight in turn(landed[0]).odds] == list(state.bag)


@proves("CC-05")
def test_a_mouse_sits_on_each_face_down_hole_tile():
    state = begin()
    assert [where(state, n) for n in (1, 2, 3, 4)] == ["hole-n", "hole-e", "hole-s", "hole-w"]
    assert state.opened == 0


@proves("CC-06")
def test_the_cat_picks_one_of_six_table_squares_before_the_first_roll():
    now = turn(new(Setup()))
    assert isinstance(now, Decide)
    assert now.seat == 1
    assert now.actions == tuple(Start(f"top-{name}") for name in ("c3", "d3", "e3", "c4", "d4", "e4"))
    assert where(begin("top-e4"), "cat") == "top-e4"


@proves("CC-07")
@pytest.mark.parametrize(("cat", "first"), [(0, 1), (1, 0), (2, 0)])
def test_the_first_mouse_seat_rolls_first(cat, first):
    now = turn(begin(players=3, cat=cat))
    assert isinstance(now, Chance)
    assert now.thrower == first
    assert [event for event, _ in now.odds] == [Rolled(1), Rolled(2), Rolled(3), Rolled(4)]
