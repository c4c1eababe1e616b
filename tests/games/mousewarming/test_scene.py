"""The picture: what stands where, what can be clicked, and what is told."""

import pytest
from msgspec.structs import replace

from mousehole.core.record import plies
from mousehole.core.words import voice
from mousehole.games.mousewarming import GAME, rules
from mousehole.games.mousewarming.moves import Move, Rolled, Setup
from mousehole.games.mousewarming.story import where
from mousehole.paint.text import paint
from mousehole.testing import proves, random_record
from tests.games.mousewarming.vocabulary import FITNESS, NAP, actions, board, cheese, play


def scene(state, last=None):
    return GAME.scene(state, rules.turn(state), None, last)


def spot(state, key):
    return next(spot for spot in scene(state).spots if spot.key == key)


def pieces(state, last=None):
    return {piece.key: piece for piece in scene(state, last).pieces}


@proves("MP-002")
def test_the_pizzeria_stands_in_the_middle_of_the_ring_with_the_die_on_it():
    state = rules.new(Setup())
    xs, ys = zip(*(spot(state, f"space-{n}").at for n in range(16)), strict=True)
    assert spot(state, "pizzeria").at == pytest.approx(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))
    assert spot(state, "space-0").at == (min(xs), min(ys))
    assert spot(state, "space-4").at == pytest.approx((max(xs), min(ys)))
    assert spot(state, "space-8").at == pytest.approx((max(xs), max(ys)))
    assert pieces(state)["die"].on == "pizzeria"


def test_the_die_lies_where_it_rolled_out_until_the_turn_is_over():
    state = play(board(), Rolled("w", "nut"))
    assert (pieces(state)["die"].on, pieces(state)["die"].sprite) == ("exit-w", "mousewarming-die-nut")
    assert pieces(state)["food-15"].sprite == "mousewarming-nut"


def test_a_sleeping_raccoon_looks_asleep():
    assert pieces(cheese())["raccoon"].sprite == "mousewarming-raccoon"
    assert pieces(play(cheese(), NAP))["raccoon"].sprite == "mousewarming-raccoon-asleep"


def test_a_tray_shows_the_numbers_that_are_free():
    state = board("move", trays=("nut", ""))
    shown = {key: voice("en")(piece.text) for key, piece in pieces(state).items() if key.startswith("number")}
    assert shown == {"number-0-1": "3", "number-0-2": "1", "number-1-0": "4", "number-1-1": "3", "number-1-2": "1"}
    assert spot(state, "cell-0-1").sprite == "mousewarming-cell-silver-free"
    golden = board("move", setup=Setup(golden=(1,)))
    assert spot(golden, "cell-1-0").sprite == "mousewarming-cell-golden-free"


def test_a_full_row_of_the_pantry_warns():
    assert spot(board(pantry={"nut": 3}), "row-nut").glow == "danger"
    assert spot(board(pantry={"nut": 2}), "row-nut").glow == ""


def test_guests_sit_down_and_leave_their_door():
    state = board(tiles={2: None, 4: None}, seated=(2, 1))
    found = pieces(state)
    assert {"guest-0-0", "guest-0-1", "guest-1-0"} <= found.keys()
    assert "tile-2" not in found
    assert found["tile-6"].sprite == "mousewarming-door"


def test_a_move_is_clicked_as_mouse_then_space_and_shows_its_way():
    state = board("move", mice=(1, 3), raccoon=8)
    offer = next(o for o in scene(state).offers if actions(state)[o.action] == Move(0, 5))
    assert offer.clicks == ("mouse-0", "space-5")
    assert offer.route == ("space-2", "space-3", "space-4", "space-5")


def test_every_way_to_use_cheese_has_clicks_of_its_own():
    everything = {"pantry": {"nut": 1}, "trays": ("nut carrot", "nut"), "tiles": {2: "kitchen-1"}, "plates": {5: "nut"}}
    for first in ("slingshot", "traveler", "ninja", "mommy"):
        for second in ("sprinter", "fitness"):
            state = cheese(setup=Setup(mice=(first, second), abilities=True), **everything)
            clicks = [offer.clicks for offer in scene(state).offers]
            assert len(set(clicks)) == len(clicks) > 1


def test_the_odds_of_the_next_door_are_shown():
    rows = [row for panel in scene(rules.new(Setup())).panels for row in panel.rows]
    said = {voice("en")(row.label): voice("en")(row.value) for row in rows if row.value}
    door = "Behind the next door"
    odds = [said[f"{door}: {what}"] for what in ("a kitchen", "1 guest", "2 guests")]
    assert odds == ["50%", "20%", "30%"]


def test_nothing_hidden_is_in_the_picture():
    one, other = (scene(rules.new(Setup())), scene(rules.new(Setup())))
    assert one == other
    assert all("kitchen" not in piece.sprite for piece in one.pieces)


def test_the_picture_reads_as_text():
    state = board("move", mice=(1, 9), raccoon=8, plates={3: "nut"}, tiles={2: "kitchen-1"}, pantry={"carrot": 2})
    text = paint(scene(state), voice("en", GAME.package), width=110, height=60)
    assert all(word in text for word in ("Mo", "Sl", "Rac", "Nu", "?", "The party", "The raccoon's pantry"))


def test_spaces_are_named_by_where_they_lie():
    say, box = voice("en", GAME.package), board().party.box
    named = [say(where(box, space)) for space in range(len(box.ring))]
    assert named[:4] == ["in the top left corner", "1", "at the top", "2"]  # plates have numbers
    assert (named[9], named[13], named[14]) == ("5", "7", "on the left")
    assert len(set(named)) == len(named)
    bare = replace(box, ring=tuple("FBBBB" * 4))
    assert say(where(bare, 3)) == "at the top, number 3"


def test_the_story_names_what_happened():
    say = voice("en", GAME.package).naming(("Ann",))

    def told(state, *events):
        for event in events:
            after = play(state, event)
            lines = [say(line) for line in GAME.tell(state, event, after, None)]
            state = after
        return lines

    assert told(board(), Rolled("n", "nut")) == [
        "Ann rolls a nut: it comes out at the top.",
        "It lands on plate 2.",
    ]
    assert told(cheese(), NAP, Move(0, 3)) == [
        "Mommy walks to plate 2.",
        "The raccoon sleeps through the turn and wakes up at the end.",
    ]
    served = board("move", tiles={2: "kitchen-1"}, trays=("nut nut", ""))
    assert told(served, Move(0, 2)) == [
        "Mommy walks to the kitchen at the top.",
        "To the table: a nut and a nut.",
        "2 plates are filled.",
    ]
    setup = Setup(mice=("fitness", "mommy"), abilities=True)
    assert told(cheese(setup=setup), FITNESS) == ["Fitness dashes to the feeder in the bottom right corner."]
    full = dict.fromkeys((3, 5, 7, 11, 13, 15), "tomato")
    assert told(board(plates=full), Rolled("n", "nut"))[1] == "No plate is free, so nothing lands."
    assert told(board(supply={}), Rolled("n", "nut"))[1] == "No such token is left, so nothing lands."


def test_the_last_lines_of_a_game_tell_how_many_were_fed():
    say = voice("en", GAME.package)
    record, _ = random_record(GAME, Setup(), b"\1")
    *_, before, last = plies(GAME, record)
    told = [say(line) for line in GAME.tell(before.state, last.event, last.state, None)]
    assert told[-1].endswith("guests.")


def test_a_way_is_told_in_the_case_that_each_language_has():
    state = board("move", tiles={2: "kitchen-1"})
    offers = scene(state).offers
    labels = {code: {voice(code, GAME.package)(offer.label) for offer in offers} for code in ("en", "de", "fr")}
    assert any(label.startswith("Mommy to the kitchen at the top") for label in labels["en"])
    assert any(label.startswith("Mama läuft zur Küche oben") for label in labels["de"])
    assert any(label.startswith("Maman va jusqu’à la cuisine en haut") for label in labels["fr"])
