"""The three ends, and who is fed then."""

from mousehole.games.mousewarming import GAME, rules
from mousehole.games.mousewarming.moves import Drawn, Move, Raccoon, Revealed, Rolled, Setup
from mousehole.testing import proves
from tests.games.mousewarming.vocabulary import FITNESS, board, cheese, odds, play

OPEN = {2: "kitchen-1", 4: "kitchen-2", 6: "kitchen-3", 10: None, 12: None, 14: None}
FIVE = "nut nut carrot carrot tomato"


@proves("MP-090")
def test_the_last_plate_filled_wins_at_once_even_with_guests_behind_doors():
    state = board("move", tiles={2: "kitchen-1"}, trays=("nut", ""), table=FIVE, setup=Setup(players=2))
    over = rules.turn(play(state, Move(0, 2)))
    assert (over.winners, over.reason, over.score) == ((0, 1), "table", 6)


@proves("MP-091")
def test_both_feeders_empty_end_the_game():
    state = board("raccoon", raccoon=1, tiles=OPEN, feeders={0: 1, 8: 0}, unseen={"nut": 1}, seated=(1, 1, 2))
    over = rules.turn(play(state, Raccoon(0, "nut")))
    assert (over.reason, over.winners, over.score) == ("feeders", (), -4)
    one_left = board("raccoon", raccoon=1, mice=(3, 5), tiles=OPEN, feeders={0: 1, 8: 1}, unseen={"nut": 2})
    assert play(one_left, Raccoon(8, "nut")).stage == "roll"


@proves("MP-092")
def test_the_fourth_token_of_a_food_ends_the_game():
    state = board("raccoon", plates={3: "nut"}, tiles=OPEN, pantry={"nut": 3}, seated=(1, 1, 2), table=FIVE)
    over = rules.turn(play(state, Raccoon(3, "nut")))
    assert (over.reason, over.winners, over.score) == ("pantry", (0,), 1)
    third = board("raccoon", plates={3: "nut"}, tiles=OPEN, pantry={"nut": 2, "carrot": 3})
    assert play(third, Raccoon(3, "nut")).stage == "roll"


@proves("MP-093")
def test_all_doors_left_are_opened_in_slot_order_and_their_guests_count():
    tiles = {2: "kitchen-1", 4: None, 10: None, 12: "kitchen-2"}
    state = board("raccoon", plates={3: "nut"}, tiles=tiles, pantry={"nut": 3}, seated=(2, 1), table="nut nut nut")
    closing = play(state, Raccoon(3, "nut"))
    assert {event.slot for event in odds(closing)} == {6}
    closing = play(closing, Revealed(6, "guests-2"))
    assert {event.tile for event in odds(closing)} == {"kitchen-3"}
    over = rules.turn(play(closing, Revealed(14, "kitchen-3")))
    assert (over.winners, over.score) == ((), -2)


@proves("MP-094")
def test_only_food_on_the_table_counts_and_closing_kitchens_take_nothing():
    tiles = {**OPEN, 2: "door"}
    state = board(
        "raccoon", plates={3: "nut", 5: "nut"}, mice=(2, 9), tiles=tiles, trays=("nut", "nut"), pantry={"nut": 3},
        seated=(1, 1, 2), table="nut nut nut",
    )  # fmt: skip
    after = play(state, Raccoon(3, "nut"), Revealed(2, "kitchen-1"))
    assert (after.table, after.trays) == (("nut", "nut", "nut"), (("nut",), ("nut",)))
    assert (rules.turn(after).winners, rules.turn(after).score) == ((), -1)


@proves("MP-095")
def test_as_much_food_as_guests_wins_whatever_the_food():
    for table, winners, score in (("nut nut nut", (), -1), ("nut nut nut nut", (0,), 0), (FIVE, (0,), 1)):
        state = board("raccoon", plates={3: "nut"}, tiles=OPEN, pantry={"nut": 3}, seated=(1, 1, 2), table=table)
        over = rules.turn(play(state, Raccoon(3, "nut")))
        assert (over.winners, over.score) == (winners, score)


@proves("MP-096")
def test_a_last_feeder_token_that_is_also_the_fourth_ends_the_game_once():
    state = board(
        "raccoon", raccoon=1, tiles=OPEN, feeders={0: 1, 8: 0}, unseen={"nut": 1}, pantry={"nut": 3}, seated=(1, 1, 2)
    )
    over = rules.turn(play(state, Raccoon(0, "nut")))
    assert (over.reason, over.score) == ("feeders", -4)


@proves("MP-097")
def test_guests_all_known_and_fed_do_not_end_the_game_but_the_screen_says_that_the_party_is_safe():
    state = board("move", mice=(1, 9), tiles=OPEN, trays=("nut", ""), seated=(1, 1, 2), table="nut nut nut")
    after = play(state, Move(0, 2), Raccoon(8, "nut"))
    assert (len(after.table), sum(after.seated), after.stage) == (4, 4, "roll")
    rows = [row.label.text for panel in GAME.scene(after, rules.turn(after), None, None).panels for row in panel.rows]
    before = [row.label.text for panel in GAME.scene(state, rules.turn(state), None, None).panels for row in panel.rows]
    assert "The party is safe" in rows
    assert "The party is safe" not in before
    assert play(after, Rolled("n", "nut")).stage == "move"


@proves("MP-098")
def test_the_fitness_mouse_that_empties_the_feeders_ends_the_game_at_once():
    setup = Setup(mice=("fitness", "mommy"), abilities=True)
    parts = {"feeders": {0: 0, 8: 1}, "unseen": {"nut": 1}, "setup": setup, "mice": (7, 9), "seated": (1, 2)}
    state = play(cheese(tiles={**OPEN, 14: "door"}, table="nut nut nut nut", **parts), FITNESS, Drawn(8, "nut"))
    assert state.stage == "closing"
    assert rules.turn(play(state, Revealed(14, "guests-1"))).reason == "feeders"


def test_the_closing_doors_open_even_when_the_result_is_certain():
    state = board("raccoon", plates={3: "nut"}, pantry={"nut": 3}, table="nut nut nut nut nut")
    assert play(state, Raccoon(3, "nut")).stage == "closing"
