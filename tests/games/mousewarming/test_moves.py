"""Moving a mouse: how far, over whom, what it drops and what it picks up."""

from mousehole.games.mousewarming.moves import Drop, Move, Raccoon, Setup
from mousehole.testing import proves
from tests.games.mousewarming.vocabulary import (
    LEAVE,
    PLATES,
    SLOTS,
    TAKE,
    actions,
    board,
    count,
    dropped,
    lying,
    odds,
    play,
    stops,
)


@proves("MP-050")
def test_exactly_one_mouse_moves_at_least_one_step():
    state = board("move", mice=(1, 9))
    assert set(actions(state)) == {Move(0, to) for to in (2, 3, 4, 5)} | {Move(1, to) for to in (10, 11, 12, 13)}
    assert play(state, Move(1, 11)).mice == (1, 11)
    assert play(state, Move(1, 11)).stage == "raccoon"


@proves("MP-051")
def test_the_load_and_the_colour_of_the_tray_say_how_far_a_mouse_may_go():
    silver, golden = Setup(), Setup(golden=(0,))
    reach = [
        [len(stops(board("move", trays=(tray, ""), setup=setup), 0)) for tray in ("", "nut", "nut carrot")]
        for setup in (silver, golden)
    ]
    assert reach == [[4, 3, 1], [3, 2, 1]]
    assert len(stops(board("move", setup=golden), 1)) == 4


@proves("MP-052")
def test_a_mouse_may_drop_a_token_on_the_empty_plate_where_it_stands():
    state = board("move", mice=(3, 9), trays=("nut", ""))
    assert dropped(state, 0) == ["nut"]
    after = play(state, Drop(0, "nut"))
    assert (lying(after), after.trays) == ({3: "nut"}, ((), ()))


@proves("MP-053")
def test_a_drop_makes_the_mouse_faster_at_once_and_leaves_room_for_a_pick_up():
    state = board("move", mice=(3, 9), trays=("nut carrot", ""), plates={5: "tomato"})
    assert stops(state, 0) == [4]
    after = play(state, Drop(0, "nut"))
    assert stops(after, 0) == [4, 5, 6]
    assert play(after, Move(0, 5), TAKE).trays[0] == ("carrot", "tomato")


@proves("MP-054")
def test_with_two_tokens_the_player_chooses_which_one_to_drop_and_only_one_falls():
    state = board("move", mice=(3, 9), trays=("nut carrot", ""))
    assert dropped(state, 0) == ["nut", "carrot"]
    after = play(state, Drop(0, "carrot"))
    assert (lying(after), dropped(after, 0)) == ({3: "carrot"}, [])
    assert dropped(board("move", mice=(3, 9), trays=("nut nut", "")), 0) == ["nut"]


@proves("MP-055")
def test_the_mouse_that_drops_must_be_the_one_that_moves():
    state = board("move", mice=(3, 9), trays=("nut", "carrot"))
    assert (dropped(state, 0), dropped(state, 1)) == (["nut"], ["carrot"])
    after = play(state, Drop(1, "carrot"))
    assert set(actions(after)) == {Move(1, to) for to in (10, 11, 12, 13)}


@proves("MP-056")
def test_nothing_is_dropped_on_slots_feeders_or_plates_with_food():
    for space in (*SLOTS, 8):
        assert dropped(board("move", mice=(space, 9), trays=("nut", "")), 0) == []
    for space in (3, 5):
        assert dropped(board("move", mice=(space, 9), trays=("nut", ""), plates={space: "tomato"}), 0) == []
    assert all(dropped(board("move", mice=(p, 8), trays=("nut", "")), 0) == ["nut"] for p in PLATES)


@proves("MP-057")
def test_mice_follow_the_arrows_past_the_last_space_to_the_first():
    assert stops(board("move", mice=(14, 9), raccoon=8), 0) == [15, 0, 1, 2]


@proves("MP-058")
def test_a_mouse_never_stops_on_the_other_mouse_or_the_raccoon():
    state = board("move", mice=(3, 5), raccoon=6)
    assert not {5, 6} & set(stops(state, 0))
    assert not {3, 6} & set(stops(state, 1))


@proves("MP-059")
def test_taken_spaces_are_jumped_and_cost_no_step_even_two_in_a_row():
    assert stops(board("move", mice=(3, 5), raccoon=6), 0) == [4, 7, 8, 9]
    assert stops(board("move", mice=(3, 4), raccoon=5, trays=("nut nut", "")), 0) == [6]


@proves("MP-060")
def test_a_mouse_on_a_feeder_shields_it_from_the_raccoon():
    state = board("move", mice=(7, 9), raccoon=3, feeders={0: 2})
    assert 8 in stops(state, 0)
    assert {event.to for event in odds(play(state, Move(0, 8)))} == {0}


@proves("MP-065")
def test_picking_up_is_a_choice():
    state = play(board("move", plates={3: "nut"}), Move(0, 3))
    assert actions(state) == (TAKE, LEAVE)
    taken, left = play(state, TAKE), play(state, LEAVE)
    assert (taken.trays[0], lying(taken)) == (("nut",), {})
    assert (left.trays[0], lying(left), left.stage) == ((), {3: "nut"}, "raccoon")


@proves("MP-066")
def test_food_that_is_passed_or_left_behind_stays_where_it_is():
    state = play(board("move", mice=(3, 9), plates={3: "nut", 5: "carrot"}), Move(0, 7))
    assert (state.stage, lying(state), state.trays[0]) == ("raccoon", {3: "nut", 5: "carrot"}, ())


@proves("MP-067")
def test_mice_take_nothing_from_feeders():
    state = play(board("move", mice=(7, 9)), Move(0, 8))
    assert (state.stage, state.trays[0], state.feeders[8]) == ("raccoon", (), 5)


@proves("MP-068")
def test_a_full_tray_takes_nothing_more():
    state = play(board("move", mice=(4, 9), trays=("nut carrot", ""), plates={5: "tomato"}), Move(0, 5))
    assert (state.stage, lying(state)) == ("raccoon", {5: "tomato"})
    half = play(board("move", mice=(4, 9), trays=("nut", ""), plates={5: "tomato"}), Move(0, 5))
    assert half.stage == "pick"


@proves("MP-069")
def test_stopping_at_a_door_opens_it_and_passing_does_not():
    stopped, passed = play(board("move"), Move(0, 2)), play(board("move"), Move(0, 3))
    assert {event.slot for event in odds(stopped)} == {2}
    assert (passed.stage, passed.burrows[2]) == ("raccoon", "door")


@proves("MP-075", "MP-076")
def test_what_a_kitchen_does_not_take_stays_and_only_its_count_slows_the_mouse():
    state = board("move", mice=(1, 9), tiles={2: "kitchen-1"}, trays=("cheese nut", ""), raccoon=8)
    after = play(state, Move(0, 2), Raccoon(0, "nut"))
    assert (after.trays[0], after.table) == (("cheese",), ("nut",))
    loads = [stops(board("move", trays=(tray, ""), raccoon=8), 0) for tray in ("cheese", "nut", "mushroom")]
    assert loads == [[2, 3, 4]] * 3


def test_a_dropped_token_can_be_taken_up_by_the_other_mouse():
    state = play(board("move", mice=(3, 1), trays=("nut", ""), raccoon=8), Drop(0, "nut"), Move(0, 4))
    assert lying(state) == {3: "nut"}
    later = play(board("move", mice=(4, 1), plates={3: "nut"}, raccoon=8), Move(1, 3), TAKE)
    assert (later.trays[1], count(later.supply, "nut")) == (("nut",), 6)
