"""The raccoon: where it rides and what it takes."""

from mousehole.games.mousewarming import rules
from mousehole.games.mousewarming.moves import Drop, Move, Raccoon, Setup
from mousehole.testing import proves
from tests.games.mousewarming.vocabulary import NAP, board, cheese, count, lying, ninja, odds, play


@proves("MP-080")
def test_it_stops_at_the_first_plate_with_food_or_feeder_that_is_not_empty():
    assert list(odds(board("raccoon", plates={3: "nut", 5: "carrot"}))) == [Raccoon(3, "nut")]
    assert {event.to for event in odds(board("raccoon", plates={9: "nut"}))} == {8}
    assert list(odds(board("raccoon", plates={9: "nut"}, feeders={8: 0}, mice=(1, 3)))) == [Raccoon(9, "nut")]


@proves("MP-081")
def test_no_way_is_too_far():
    state = board("raccoon", raccoon=8, plates={7: "nut"}, feeders={0: 0, 8: 3})
    assert list(odds(state)) == [Raccoon(7, "nut")]


@proves("MP-082")
def test_its_own_space_comes_last_after_a_whole_lap():
    state = board("raccoon", raccoon=0, feeders={8: 0})
    assert {event.to for event in odds(state)} == {0}
    assert {event.to for event in odds(board("raccoon", raccoon=0, plates={15: "nut"}, feeders={8: 0}))} == {15}
    again = play(state, Raccoon(0, "nut"))
    assert (again.raccoon, again.feeders[0], count(again.pantry, "nut")) == (0, 4, 1)


@proves("MP-083")
def test_food_under_a_mouse_is_safe_and_mice_are_jumped():
    state = board("raccoon", mice=(3, 5), plates={3: "nut", 5: "carrot", 7: "tomato"})
    assert list(odds(state)) == [Raccoon(7, "tomato")]


@proves("MP-084")
def test_it_takes_one_token_and_turns_up_the_top_one_of_a_feeder():
    state = board("raccoon", unseen={"nut": 2, "cheese": 1})
    assert odds(state) == {Raccoon(8, "cheese"): 1, Raccoon(8, "nut"): 2}
    after = play(state, Raccoon(8, "nut"))
    assert (after.raccoon, after.feeders[8], after.unseen) == (8, 4, (1, 1, 0, 0, 0))
    assert sum(after.pantry) == 1


@proves("MP-085")
def test_the_token_goes_to_its_row_of_the_pantry():
    after = play(board("raccoon", plates={3: "nut"}, pantry={"nut": 1, "carrot": 2}), Raccoon(3, "nut"))
    assert (count(after.pantry, "nut"), count(after.pantry, "carrot"), lying(after)) == (2, 2, {})


@proves("MP-086")
def test_with_no_food_in_reach_it_stays_and_the_turn_ends():
    state = board("move", mice=(3, 7), plates={3: "nut"}, feeders={0: 0, 8: 1}, raccoon=0, setup=Setup(players=2))
    after = play(state, Move(1, 8))
    assert (after.stage, after.seat, after.raccoon, sum(after.pantry)) == ("roll", 1, 0, 0)


@proves("MP-087")
def test_dropped_and_stolen_food_is_food_for_it():
    dropped = play(board("move", mice=(3, 9), trays=("nut", "")), Drop(0, "nut"), Move(0, 5))
    assert list(odds(dropped)) == [Raccoon(3, "nut")]
    setup = Setup(mice=("ninja", "mommy"), abilities=True)
    stolen = play(cheese(setup=setup, pantry={"carrot": 1}, mice=(1, 9)), ninja("carrot"), Move(0, 2))
    assert list(odds(play(stolen, next(iter(odds(stolen)))))) == [Raccoon(3, "carrot")]


@proves("MP-088")
def test_food_in_the_pantry_feeds_no_guest():
    full = {"nut": 3, "carrot": 3, "tomato": 3, "cheese": 3}
    state = board("raccoon", plates={3: "nut"}, tiles=dict.fromkeys((2, 4, 6, 10, 12, 14)), pantry=full, seated=(1,))
    over = rules.turn(play(state, Raccoon(3, "nut")))
    assert (over.winners, over.score) == ((), -1)


def test_it_wakes_for_the_next_turn_with_its_feeders_as_they_were():
    state = play(cheese(), NAP, Move(0, 3))
    assert (state.feeders[0], state.feeders[8], state.asleep) == (5, 5, False)
