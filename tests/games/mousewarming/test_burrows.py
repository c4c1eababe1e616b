"""Doors, kitchens and guests."""

from mousehole.games.mousewarming.moves import Move, Raccoon, Revealed, Rolled
from mousehole.games.mousewarming.state import guests
from mousehole.testing import proves
from tests.games.mousewarming.vocabulary import SLOTS, board, lying, odds, play, stops

EMPTY = dict.fromkeys(SLOTS)


@proves("MP-070")
def test_a_kitchen_stays_face_up_where_it_is():
    state = play(board("move"), Move(0, 2), Revealed(2, "kitchen-3"))
    assert state.burrows[2] == "kitchen-3"
    again = play(board("move", mice=(1, 9), tiles={2: "kitchen-3"}), Move(0, 2))
    assert (again.stage, again.burrows[2]) == ("raccoon", "kitchen-3")


@proves("MP-071")
def test_guests_go_to_the_table_and_leave_a_plain_space():
    state = play(board("move"), Move(0, 2), Revealed(2, "guests-2"))
    assert (state.seated, guests(state), state.burrows[2], state.mice[0]) == ((2,), 2, None, 2)
    state = play(state, Raccoon(8, "nut"), Rolled("n", "nut"), Move(0, 4), Revealed(4, "guests-1"))
    assert (state.seated, guests(state)) == ((2, 1), 3)
    assert 2 in stops(board("move", tiles={2: None}), 0)
    assert play(board("move", tiles={2: None}), Move(0, 2)).stage == "raccoon"


@proves("MP-072")
def test_a_kitchen_takes_all_tokens_that_match():
    state = board("move", mice=(1, 9), tiles={2: "kitchen-1"}, trays=("nut carrot", "tomato"))
    after = play(state, Move(0, 2))
    assert (after.table, after.trays) == (("nut", "carrot"), ((), ("tomato",)))
    twins = play(board("move", mice=(1, 9), tiles={2: "kitchen-3"}, trays=("nut nut", "")), Move(0, 2))
    assert twins.table == ("nut", "nut")


@proves("MP-072")
def test_each_kitchen_takes_three_foods():
    foods = ("cheese", "nut", "carrot", "tomato", "mushroom")
    taken = {
        kitchen: {f for f in foods if play(board("move", tiles={2: kitchen}, trays=(f, "")), Move(0, 2)).table}
        for kitchen in ("kitchen-1", "kitchen-2", "kitchen-3")
    }
    assert taken == {
        "kitchen-1": {"nut", "carrot", "tomato"},
        "kitchen-2": {"tomato", "mushroom", "cheese"},
        "kitchen-3": {"nut", "carrot", "mushroom"},
    }


@proves("MP-073")
def test_a_kitchen_that_was_just_turned_up_is_served_at_once():
    state = play(board("move", trays=("nut", "")), Move(0, 2), Revealed(2, "kitchen-1"))
    assert (state.table, state.trays[0]) == (("nut",), ())


@proves("MP-074", "MP-077")
def test_food_may_wait_on_the_table_for_guests_and_stays_there():
    state = board("move", mice=(1, 9), tiles={**EMPTY, 2: "kitchen-1", 4: "door"}, trays=("nut carrot", ""))
    after = play(state, Move(0, 2))
    assert (after.table, guests(after)) == (("nut", "carrot"), 0)
    more = play(after, Raccoon(8, "nut"), Rolled("n", "nut"), Move(0, 4), Revealed(4, "guests-1"))
    assert (more.table, guests(more), more.stage) == (("nut", "carrot"), 1, "raccoon")


@proves("MP-078")
def test_more_matching_tokens_than_plates_fill_what_is_free():
    table = "nut nut nut nut nut"
    state = board("move", mice=(1, 9), tiles={2: "kitchen-1"}, trays=("nut carrot", ""), table=table)
    after = play(state, Move(0, 2))
    assert (len(after.table), after.trays[0], after.stage) == (6, ("carrot",), "over")


def test_a_door_passed_on_the_way_tells_nothing():
    state = play(board("move"), Move(0, 5))
    assert (state.burrows[2], state.burrows[4], lying(state)) == ("door", "door", {})


def test_unseen_tiles_weigh_by_what_is_left():
    tiles = {2: "kitchen-1", 4: None, 6: "kitchen-3"}
    state = play(board("move", mice=(9, 1), tiles=tiles, seated=(2,)), Move(0, 10))
    assert [(e.tile, n) for e, n in odds(state).items()] == [("kitchen-2", 4), ("guests-1", 4), ("guests-2", 4)]
