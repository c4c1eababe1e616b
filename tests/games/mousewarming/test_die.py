"""The die: a side of the pizzeria and a face, and where the food lands."""

import pytest
from msgspec.structs import replace

from mousehole.games.mousewarming import rules
from mousehole.games.mousewarming.box import UNLIMITED_TOKENS, own
from mousehole.games.mousewarming.moves import Move, Raccoon, Rolled, Setup
from mousehole.testing import proves
from tests.games.mousewarming.boxes import party_text
from tests.games.mousewarming.vocabulary import (
    LEAVE,
    NAP,
    PLACE,
    PLATES,
    actions,
    board,
    cheese,
    count,
    lying,
    odds,
    play,
    stops,
    uses,
)


@proves("MP-020")
def test_a_turn_is_die_then_mouse_then_raccoon():
    state = rules.new(Setup(players=2))
    stages = [state.stage]
    for event in (Rolled("e", "nut"), Move(0, 3), Raccoon(7, "nut")):
        state = play(state, event)
        stages.append(state.stage)
    assert (stages, state.seat) == (["roll", "move", "raccoon", "roll"], 1)


@proves("MP-030")
def test_sides_and_faces_are_independent_and_cheese_is_twice_as_likely():
    rolls = odds(rules.new(Setup()))
    assert [(e.side, e.food, n) for e, n in rolls.items()] == [
        (side, food, 2 if food == "cheese" else 1)
        for side in "nesw"
        for food in ("cheese", "nut", "carrot", "tomato", "mushroom")
    ]


@proves("MP-031", "MP-032")
@pytest.mark.parametrize(("side", "plate"), [("n", 3), ("e", 7), ("s", 11), ("w", 15)])
def test_food_lands_on_the_first_plate_along_the_arrows_from_its_side(side, plate):
    state = play(board(mice=(5, 13)), Rolled(side, "nut"))
    assert lying(state) == {plate: "nut"}
    assert count(state.supply, "nut") == 5


@proves("MP-033")
def test_a_plate_with_food_a_mouse_or_the_raccoon_is_passed_over():
    state = play(board(mice=(3, 7), raccoon=5, plates={9: "carrot"}), Rolled("n", "nut"))
    assert lying(state) == {9: "carrot", 11: "nut"}


@proves("MP-034", "MP-035")
def test_the_search_meets_every_plate_once_and_the_one_behind_the_side_last():
    searches = rules.new(Setup()).party.searches
    assert searches["n"] == (3, 5, 7, 9, 11, 13, 15, 1)
    assert all(set(search) == set(PLATES) for search in searches.values())
    full = dict.fromkeys((3, 5, 7, 11, 13, 15), "tomato")
    assert lying(play(board(plates=full, mice=(9, 2)), Rolled("n", "nut"))) == {**full, 1: "nut"}


@proves("MP-036")
def test_without_a_free_plate_nothing_is_placed_and_the_turn_goes_on():
    full = dict.fromkeys((3, 5, 7, 11, 13, 15), "tomato")
    state = play(board(plates=full), Rolled("n", "nut"))
    assert (lying(state), count(state.supply, "nut"), state.stage) == (full, 6, "move")


@proves("MP-037")
def test_without_a_token_of_the_food_nothing_is_placed():
    state = play(board(supply={"carrot": 3}), Rolled("n", "nut"))
    assert (lying(state), state.stage) == ({}, "move")
    assert lying(play(board(supply={"carrot": 3}), Rolled("n", "carrot"))) == {3: "carrot"}


@proves("MP-037")
def test_an_own_box_may_have_unlimited_tokens():
    start, end = party_text().index("[tokens]"), party_text().index("# Raccoon tokens")
    text = 'tokens = "unlimited"\n' + party_text()[:start] + party_text()[end:]
    assert rules.new(Setup(), own(text)).supply == (UNLIMITED_TOKENS,) * 5


@proves("MP-038")
def test_eaten_food_does_not_return_to_the_supply():
    state = board("raccoon", plates={3: "nut"}, supply={"nut": 5})
    assert count(play(state, Raccoon(3, "nut")).supply, "nut") == 5
    deliver = board("move", mice=(1, 9), tiles={2: "kitchen-1"}, trays=("nut", ""), supply={"nut": 5})
    assert count(play(deliver, Move(0, 2)).supply, "nut") == 5


@proves("MP-040")
def test_cheese_is_placed_or_used_but_never_both():
    state = play(board(), Rolled("n", "cheese"))
    assert (actions(state), lying(state)) == ((PLACE, NAP), {})
    placed, napping = play(state, PLACE), play(state, NAP)
    assert (lying(placed), placed.asleep, placed.stage) == ({3: "cheese"}, False, "move")
    assert (lying(napping), napping.asleep, napping.stage) == ({}, True, "move")


@proves("MP-041", "MP-042")
def test_a_napping_raccoon_lies_down_before_the_mouse_moves_and_takes_nothing():
    state = play(cheese(plates={3: "nut"}), NAP)
    assert state.asleep
    after = play(state, Move(0, 5))
    assert (after.raccoon, sum(after.pantry), lying(after), after.stage) == (0, 0, {3: "nut"}, "roll")


@proves("MP-043")
def test_a_sleeping_raccoon_still_fills_its_space():
    state = play(cheese(raccoon=3, mice=(1, 9)), NAP)
    assert stops(state, 0) == [2, 4, 5, 6]
    asleep = replace(board(raccoon=3), asleep=True)
    assert lying(play(asleep, Rolled("n", "nut"))) == {5: "nut"}


@proves("MP-044")
def test_a_nap_lasts_one_turn():
    state = play(cheese(mice=(1, 9)), NAP, Move(0, 3))
    assert not state.asleep
    state = play(state, Rolled("e", "nut"), Move(0, 5))
    assert odds(state) == {Raccoon(7, "nut"): 1}


@proves("MP-045", "MP-103")
def test_cheese_that_finds_no_place_may_still_be_chosen():
    full = dict.fromkeys((3, 5, 7, 11, 13, 15), "tomato")
    for state in (cheese(plates=full), cheese(supply={})):
        assert actions(state) == (PLACE, NAP)
        after = play(state, PLACE)
        assert (lying(after), after.stage, after.asleep) == (lying(state), "move", False)


@proves("MP-021")
def test_any_of_the_two_mice_may_be_moved_every_turn():
    state = board("move", setup=Setup(players=2), seat=1)
    assert {a.mouse for a in actions(state)} == {0, 1}
    again = play(state, Move(0, 3), *list(odds(play(state, Move(0, 3))))[:1], Rolled("n", "nut"))
    assert {a.mouse for a in actions(again)} == {0, 1}


def test_a_choice_with_one_possibility_is_still_asked():
    state = cheese(setup=Setup(mice=("ninja", "slingshot"), abilities=True))
    assert (uses(state), actions(state)) == ([], (PLACE,))
    assert LEAVE in actions(play(board("move", plates={3: "nut"}), Move(0, 3)))
