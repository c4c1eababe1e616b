"""The abilities of the six mice: each used and refused."""

from mousehole.games.mousewarming import rules
from mousehole.games.mousewarming.moves import MICE, Bonus, Drawn, Drop, Move, Raccoon, Revealed, Rolled, Setup
from mousehole.testing import proves
from tests.games.mousewarming.vocabulary import (
    FITNESS,
    NAP,
    PLACE,
    SLOTS,
    actions,
    board,
    cheese,
    count,
    dropped,
    lying,
    ninja,
    odds,
    pack,
    play,
    sling,
    sprint,
    stops,
    uses,
)


def pair(first, second="mommy"):
    return Setup(mice=(first, second), abilities=True)


def own(name, **parts):
    """Set up a cheese roll with one mouse's ability beside a partner whose own is out of use."""
    partner = "slingshot" if name != "slingshot" else "ninja"
    return cheese(setup=pair(name, partner), **parts)


NO_TILES = dict.fromkeys(SLOTS)


@proves("MP-100", "MP-009")
def test_any_two_mice_play_with_their_abilities_only_in_the_variant():
    full = {"pantry": {"nut": 1}, "trays": ("nut", "nut"), "tiles": {2: "kitchen-1"}, "plates": {5: "nut"}}
    for first in MICE:
        for second in MICE:
            if first != second:
                plain = cheese(setup=Setup(mice=(first, second)), **full)
                assert actions(plain) == (PLACE, NAP)
                names = {"nap" if name == "mommy" else name for name in (first, second)}
                assert {a.use for a in actions(cheese(setup=pair(first, second), **full))} == {"place", *names}


@proves("MP-101")
def test_abilities_wait_for_a_cheese_roll():
    state = play(board(setup=pair("mommy", "ninja"), pantry={"nut": 2}), Rolled("n", "nut"))
    assert state.stage == "move"
    assert {type(action) for action in actions(state)} == {Move}
    one = play(cheese(setup=pair("mommy", "ninja"), pantry={"nut": 2}), NAP)
    assert {type(action) for action in actions(one)} == {Move}


@proves("MP-102")
def test_only_mommy_sings_the_raccoon_to_sleep():
    assert NAP in actions(cheese(setup=pair("mommy", "ninja")))
    assert NAP in actions(cheese(setup=pair("ninja", "mommy")))
    assert NAP not in actions(cheese(setup=pair("ninja", "traveler")))


@proves("MP-103")
def test_without_a_usable_ability_cheese_is_all_that_is_left():
    state = cheese(setup=pair("ninja", "traveler"))
    assert actions(state) == (PLACE,)
    assert lying(play(state, PLACE)) == {3: "cheese"}


@proves("MP-104")
def test_after_an_ability_either_mouse_moves_and_the_raccoon_rides():
    state = play(own("ninja", pantry={"nut": 1}), ninja("nut"))
    assert {action.mouse for action in actions(state)} == {0, 1}
    state = play(state, Move(1, 11))
    assert (state.stage, list(odds(state))) == ("raccoon", [Raccoon(3, "nut")])


@proves("MP-105")
def test_mommy_sings_one_turn_long():
    state = play(cheese(setup=pair("mommy", "ninja"), plates={5: "nut"}), NAP, Move(0, 3))
    assert (state.raccoon, lying(state), state.stage, state.asleep) == (0, {5: "nut"}, "roll", False)


@proves("MP-106")
def test_the_slingshot_sends_one_token_of_her_tray_to_the_table_without_moving():
    state = own("slingshot", trays=("nut carrot", "tomato"), tiles={6: "kitchen-1"})
    assert uses(state) == [sling("nut"), sling("carrot")]
    after = play(state, sling("carrot"))
    assert (after.table, after.trays, after.mice, after.stage) == (("carrot",), (("nut",), ("tomato",)), (1, 9), "move")


@proves("MP-107")
def test_the_slingshot_needs_food_and_an_open_kitchen_for_it():
    assert uses(own("slingshot", tiles={6: "kitchen-1"})) == []
    assert uses(own("slingshot", trays=("nut", ""))) == []
    assert uses(own("slingshot", trays=("cheese", ""), tiles={6: "kitchen-1"})) == []
    assert uses(own("slingshot", trays=("cheese nut", ""), tiles={6: "kitchen-1"})) == [sling("nut")]
    last = own("slingshot", trays=("nut", ""), tiles={6: "kitchen-1"}, table="nut nut nut nut nut")
    assert rules.turn(play(last, sling("nut"))).reason == "table"


@proves("MP-108")
def test_the_ninja_returns_food_to_the_board_as_if_it_had_been_rolled():
    state = own("ninja", side="s", pantry={"nut": 2, "carrot": 1}, mice=(1, 11))
    assert uses(state) == [ninja("nut"), ninja("carrot")]
    after = play(state, ninja("carrot"))
    assert (lying(after), count(after.supply, "carrot")) == ({13: "carrot"}, 6)


@proves("MP-109")
def test_the_ninja_needs_food_in_the_pantry_and_a_free_plate():
    assert uses(own("ninja")) == []
    full = dict.fromkeys((3, 5, 7, 11, 13, 15), "tomato")
    assert uses(own("ninja", pantry={"nut": 2}, plates=full)) == []


@proves("MP-110")
def test_the_ninja_moves_the_danger_back():
    state = own("ninja", pantry={"nut": 3}, plates={5: "nut"}, mice=(1, 9))
    assert state.stage == "bonus"
    after = play(state, ninja("nut"), Move(0, 4), Revealed(4, "kitchen-1"), Raccoon(3, "nut"))
    assert (count(after.pantry, "nut"), after.stage) == (3, "roll")


@proves("MP-111")
def test_the_sprinter_runs_any_distance_to_the_nearest_free_food_or_burrow():
    state = own("sprinter", plates={15: "nut"}, tiles={**NO_TILES, 14: "kitchen-2"})
    assert uses(state) == [sprint("food"), sprint("burrow")]
    assert play(state, sprint("food")).mice == (15, 9)
    assert play(state, sprint("burrow")).mice == (14, 9)
    taken = own("sprinter", plates={3: "nut", 9: "nut", 11: "carrot"}, raccoon=3)
    assert play(taken, sprint("food")).mice == (11, 9)


@proves("MP-112")
def test_a_burrow_is_a_slot_with_a_tile_door_or_kitchen():
    assert play(own("sprinter", tiles={2: None, 4: "door"}), sprint("burrow")).mice[0] == 4
    assert play(own("sprinter", tiles={2: None, 4: "kitchen-1"}), sprint("burrow")).mice[0] == 4
    assert sprint("burrow") not in uses(own("sprinter", tiles=NO_TILES))


@proves("MP-113")
def test_feeders_are_no_food_for_the_sprinter():
    assert uses(own("sprinter")) == [sprint("burrow")]


@proves("MP-114")
def test_the_sprinter_acts_at_once_where_it_arrives():
    food = play(own("sprinter", plates={5: "nut"}), sprint("food"))
    assert (food.trays[0], lying(food), food.stage) == (("nut",), {}, "move")
    kitchen = play(own("sprinter", trays=("nut cheese", ""), tiles={2: "kitchen-1"}), sprint("burrow"))
    assert (kitchen.table, kitchen.trays[0], kitchen.stage) == (("nut",), ("cheese",), "move")
    door = play(own("sprinter", trays=("nut", "")), sprint("burrow"))
    assert {event.slot for event in odds(door)} == {2}
    opened = play(door, Revealed(2, "kitchen-1"))
    assert (opened.table, opened.stage) == (("nut",), "move")
    seated = play(door, Revealed(2, "guests-2"))
    assert (seated.seated, seated.stage, stops(seated, 0)) == ((2,), "move", [3, 4, 5])


@proves("MP-115")
def test_a_full_tray_leaves_the_sprinter_burrows_only():
    assert uses(own("sprinter", trays=("nut nut", ""), plates={5: "nut"})) == [sprint("burrow")]


@proves("MP-116")
def test_the_sprinter_never_runs_to_where_it_stands():
    state = own("sprinter", mice=(2, 9), tiles={**NO_TILES, 2: "kitchen-1"}, plates={})
    assert uses(state) == []
    assert uses(own("sprinter", mice=(3, 9), plates={3: "nut"}, tiles=NO_TILES)) == []


@proves("MP-117")
def test_the_fitness_mouse_takes_the_top_token_of_the_nearest_free_feeder():
    state = own("fitness", mice=(7, 9), raccoon=3, unseen={"nut": 2, "carrot": 1})
    after = play(state, FITNESS)
    assert after.mice == (8, 9)
    assert odds(after) == {Drawn(8, "nut"): 2, Drawn(8, "carrot"): 1}
    drawn = play(after, Drawn(8, "nut"))
    assert (drawn.trays[0], drawn.feeders[8], drawn.unseen) == (("nut",), 4, (0, 1, 1, 0, 0))
    assert (drawn.stage, dropped(drawn, 0)) == ("move", [])
    assert play(own("fitness", mice=(7, 8), raccoon=3), FITNESS).mice == (0, 8)


@proves("MP-118")
def test_the_fitness_mouse_needs_a_free_feeder_with_food_and_room_on_its_tray():
    assert uses(own("fitness", mice=(1, 8), raccoon=0)) == []
    assert uses(own("fitness", mice=(1, 9), trays=("nut nut", ""))) == []
    assert play(own("fitness", mice=(7, 9), raccoon=3, feeders={8: 0}), FITNESS).mice == (0, 9)
    assert uses(own("fitness", mice=(8, 9), raccoon=0)) == []
    assert uses(own("fitness", mice=(8, 9), raccoon=3, feeders={0: 0})) == []


@proves("MP-119")
def test_the_traveler_moves_one_or_two_tokens_into_the_backpack():
    state = own("traveler", trays=("nut carrot", ""))
    assert uses(state) == [pack("carrot"), pack("nut"), pack("carrot", "nut")]
    after = play(state, pack("carrot", "nut"))
    assert (after.trays[0], sorted(after.backpack)) == ((), ["carrot", "nut"])
    assert uses(own("traveler", trays=("nut nut", ""))) == [pack("nut"), pack("nut", "nut")]


@proves("MP-120")
def test_the_traveler_needs_food_on_the_tray_and_room_in_the_backpack():
    assert uses(own("traveler")) == []
    assert uses(own("traveler", trays=("nut", ""), backpack="nut nut")) == []
    assert uses(own("traveler", trays=("nut carrot", ""), backpack="nut")) == [pack("carrot"), pack("nut")]


@proves("MP-121")
def test_the_backpack_does_not_slow_and_is_emptied_in_kitchens_with_the_tray():
    state = board(
        "move", setup=pair("traveler"), trays=("nut", ""), backpack="cheese carrot", tiles={2: "kitchen-1"}, raccoon=8
    )
    assert stops(state, 0) == [2, 3, 4]
    after = play(state, Move(0, 2))
    assert (after.table, after.trays[0], after.backpack) == (("nut", "carrot"), (), ("cheese",))
    other = board("move", setup=pair("traveler"), backpack="nut", tiles={10: "kitchen-1"}, mice=(1, 9), raccoon=8)
    assert play(other, Move(1, 10)).backpack == ("nut",)


@proves("MP-122")
def test_nothing_comes_out_of_the_backpack_but_to_a_kitchen():
    state = board("move", setup=pair("traveler"), backpack="nut carrot", mice=(3, 9), plates={5: "tomato"})
    assert dropped(state, 0) == []
    after = play(state, Move(0, 5), rules.PICKS[0])
    assert (after.trays[0], after.backpack) == (("tomato",), ("nut", "carrot"))


@proves("MP-123")
def test_an_ability_never_touches_the_other_mouse():
    sling_other = cheese(setup=pair("slingshot", "traveler"), trays=("", "nut"), tiles={6: "kitchen-1"})
    assert [use for use in uses(sling_other) if use.use == "slingshot"] == []
    pack_other = cheese(setup=pair("traveler", "mommy"), trays=("", "nut"))
    assert uses(pack_other) == [NAP]
    runs = play(cheese(setup=pair("mommy", "sprinter"), plates={5: "nut"}), sprint("food"))
    assert (runs.mice, runs.trays) == ((1, 5), ((), ("nut",)))
    pulls = play(cheese(setup=pair("mommy", "fitness"), raccoon=3), FITNESS, Drawn(0, "nut"))
    assert (pulls.mice, pulls.trays) == ((1, 0), ((), ("nut",)))


@proves("MP-052")
def test_a_sprinter_may_drop_where_it_has_run_to():
    state = play(own("sprinter", plates={5: "nut"}, trays=("carrot", "")), sprint("food"))
    assert dropped(state, 0) == ["nut", "carrot"]
    assert lying(play(state, Drop(0, "carrot"))) == {5: "carrot"}


def test_a_bonus_with_foreign_words_is_no_action():
    assert Bonus("nap", "nut") not in actions(cheese())
