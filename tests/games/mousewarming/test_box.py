"""Components are content: another box plays without another line of code, and a mistake in one is named."""

import pickle

import msgspec
import pytest

from mousehole.core.content import BadContent
from mousehole.games.mousewarming import GAME, boxed
from mousehole.games.mousewarming.box import own
from mousehole.games.mousewarming.moves import Setup
from mousehole.games.mousewarming.state import State, guests
from mousehole.testing import random_record
from tests.games.mousewarming import laws
from tests.games.mousewarming.boxes import GARDEN, party_text

START = {"mice_start": (0, 2), "raccoon_start": 3}
SETUPS = [Setup(**START, **more) for more in ({}, {"first_game": True}, {"golden": (0,), "players": 4})]
SETUPS += [Setup(**START, mice=pair, abilities=True) for pair in (("traveler", "fitness"), ("ninja", "sprinter"))]


def other():
    return boxed(own(GARDEN), "garden")


def test_another_box_plays_by_the_same_rules():
    game, reasons = other(), set()
    for setup in SETUPS:
        assert game.check(setup) == ()
        for seed in range(60):
            record, over = random_record(game, setup, seed.to_bytes(2, "big"))
            laws.check_record(game, record)
            reasons.add(over.reason)
    assert {"pantry", "feeders"} <= reasons


def test_another_box_is_drawn_and_told():
    game = other()
    record, _ = random_record(game, SETUPS[0], b"garden")
    state = game.new(SETUPS[0])
    width, height = game.scene(state, game.turn(state), None, None).size
    for event in record.events:
        scene = game.scene(state, game.turn(state), None, event)
        keys = [spot.key for spot in scene.spots]
        assert len(set(keys)) == len(keys)
        assert all(0 < x < width and 0 < y < height for x, y in (spot.at for spot in scene.spots))
        after = game.apply(state, event)
        assert game.tell(state, event, after, None)
        state = after
    assert guests(state) >= 5


def test_a_setup_is_checked_against_its_own_box():
    fields = {problem.field for problem in other().check(Setup())}
    assert fields == {"mice_start", "raccoon_start"}


MISTAKES = [
    ("F P B P B P B P F", "F P X P B P B P F", "ring: unknown letter X"),
    ("F P B P B P B P F P B P B P B P", "F P B P", "ring: expected 8 to 40"),
    ("F P B P B P B P F P B P B P B P", "P P B P B P B P P P B P B P B P", "feeder"),
    ("n = 2", "n = 16", "sides.n: the ring has no space 16"),
    ("golden = [3, 2, 1]", "golden = [3, 2]", "trays: both sides"),
    ("silver = [4, 3, 1]", "silver = [4, 3, 0]", "trays.silver"),
    ("guests = [1, 1, 2, 2, 2]", "guests = [1, 1]", "ring: 6 burrow slots do not fit 3 kitchens and 2 guest tiles"),
    ("sectors = 3", "sectors = 2", "table.sectors: expected at least 3"),
    ("plates = 6", "plates = 5", "table.plates: up to 6 guests"),
    ("pantry = 3", "pantry = 0", "pantry"),
    ('"cheese"]', '"fish"]', "kitchens"),
    ("[raccoon]\ncheese = 2", "[raccoon]\ncheese = 3", "raccoon: 11 tokens"),
    ("backpack = 2", "rucksack = 2", "rucksack"),
]


@pytest.mark.parametrize(("right", "wrong", "reason"), MISTAKES)
def test_a_mistake_in_a_box_names_file_key_and_reason(right, wrong, reason):
    assert right in party_text()
    with pytest.raises(BadContent) as found:
        own(party_text().replace(right, wrong), "mine.toml")
    assert "mine.toml" in str(found.value)
    assert reason in str(found.value)


def test_a_die_without_faces_is_no_die():
    text = party_text()
    start, end = text.index("[die]"), text.index("# Common tokens")
    with pytest.raises(BadContent, match="die"):
        own(text[:start] + "[die]\n" + text[end:])


def test_positions_of_another_box_differ_from_ours_and_survive_a_journey():
    ours, theirs = GAME.new(SETUPS[0]), other().new(SETUPS[0])
    assert ours != theirs == other().new(SETUPS[0])
    for copied in (pickle.loads(pickle.dumps(theirs)), msgspec.json.decode(msgspec.json.encode(theirs), type=State)):
        assert (copied, hash(copied)) == (theirs, hash(theirs))
        assert copied.party.box is theirs.party.box is not ours.party.box
