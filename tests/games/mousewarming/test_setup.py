"""Setting the table: what lies where before the first roll."""

from collections import Counter

import msgspec
import pytest

from mousehole.core.record import BadRecord, BadSetup, read_setup
from mousehole.games.mousewarming import GAME, rules
from mousehole.games.mousewarming.moves import FOODS, MICE, Revealed, Rolled, Setup
from mousehole.games.mousewarming.state import DOOR, doors, guests
from mousehole.testing import proves, random_record
from tests.games.mousewarming.vocabulary import (
    FEEDERS,
    PLATES,
    SLOTS,
    actions,
    board,
    lying,
    odds,
    play,
    stops,
)


def read(text):
    return read_setup(GAME, text.encode())


@proves("MP-001")
def test_all_players_are_one_team_and_the_active_one_decides():
    setup = Setup(players=4)
    assert [kind.team for kind in GAME.seats(setup)] == ["mice"] * 4
    for seed in range(20):
        _, over = random_record(GAME, setup, bytes([seed]))
        assert over.winners in {(), (0, 1, 2, 3)}
    state = board("move", setup=setup, seat=2)
    assert rules.turn(state).seat == 2


@proves("MP-003")
def test_three_kitchens_and_three_of_five_guest_tiles_lie_unseen_on_the_board():
    start = odds(rules.new(Setup(first_game=True)))
    assert {event.tile: weight for event, weight in start.items()} == {
        "kitchen-1": 5,
        "kitchen-2": 5,
        "kitchen-3": 5,
        "guests-1": 6,
        "guests-2": 9,
    }
    assert sum(start.values()) == 6 * 5


@proves("MP-003")
def test_tiles_left_over_stay_a_secret():
    state = board("door", tiles=dict.fromkeys((4, 6, 10, 12, 14)), seated=(1, 2), mice=(2, 9), plates={})
    kitchens = {"kitchen-1": 3, "kitchen-2": 3, "kitchen-3": 3}
    assert {e.tile: w for e, w in odds(state).items()} == {**kitchens, "guests-1": 1, "guests-2": 2}
    last = board("closing", tiles={2: "kitchen-1", 4: "kitchen-2", 6: "kitchen-3", 10: None, 12: None}, seated=(1, 2))
    assert {e.tile: w for e, w in odds(last).items()} == {"guests-1": 1, "guests-2": 2}


@proves("MP-003", "MP-004")
def test_what_lies_behind_the_doors_is_fair():
    totals = Counter()
    for seed in range(3000):
        record, _ = random_record(GAME, Setup(first_game=True), seed.to_bytes(2, "big"), cap=6)
        tiles = [event.tile for event in record.events]
        assert [event.slot for event in record.events] == list(SLOTS)
        assert sorted(t for t in tiles if t.startswith("kitchen")) == ["kitchen-1", "kitchen-2", "kitchen-3"]
        totals[sum(int(t.removeprefix("guests-")) for t in tiles if t.startswith("guests"))] += 1
    shares = [totals[guests] / 3000 for guests in (4, 5, 6)]
    assert shares == pytest.approx([0.3, 0.6, 0.1], abs=0.04)


@proves("MP-004", "MP-005")
def test_a_slot_is_a_space_like_any_other():
    state = rules.new(Setup())
    assert doors(state) == SLOTS
    at_door = board("move", mice=(1, 9))
    assert {2, 3, 4, 5} == set(stops(at_door, 0))
    without = board("move", mice=(1, 9), tiles=dict.fromkeys(SLOTS))
    assert {2, 3, 4, 5} == set(stops(without, 0))
    raccoon = board("raccoon", raccoon=0, plates={3: "nut"})
    assert [event.to for event in odds(raccoon)] == [3]


@proves("MP-006")
def test_each_feeder_holds_five_tokens_that_nobody_has_seen():
    state = rules.new(Setup())
    assert {space: n for space, n in enumerate(state.feeders) if n} == {0: 5, 8: 5}
    assert state.unseen == (2, 2, 2, 2, 2)
    grabs = odds(board("raccoon", unseen={"nut": 2, "carrot": 1}))
    assert {event.takes: n for event, n in grabs.items()} == {"nut": 2, "carrot": 1}


@proves("MP-007", "MP-010")
def test_plates_pantry_table_and_silver_trays_start_empty():
    state = rules.new(Setup())
    assert (lying(state), sum(state.pantry), state.table, state.seated, state.trays) == ({}, 0, (), (), ((), ()))
    assert state.supply == (6, 6, 6, 6, 6)
    assert state.party.steps == ((4, 3, 1), (4, 3, 1))


@proves("MP-008")
def test_the_raccoon_starts_on_a_feeder():
    assert [rules.new(Setup(raccoon_start=space)).raccoon for space in FEEDERS] == [0, 8]
    assert Setup().raccoon_start == 0
    with pytest.raises(BadSetup, match="raccoon_start"):
        read('{"raccoon_start": 1}')


@proves("MP-009")
def test_two_different_mice_whatever_the_number_of_players():
    for players in (1, 2, 3, 4):
        assert len(rules.new(Setup(players=players)).mice) == 2
        assert len(GAME.seats(Setup(players=players))) == players
    for players in (0, 5):
        with pytest.raises(BadRecord, match="players"):
            read(f'{{"players": {players}}}')
    with pytest.raises(BadSetup, match="mice"):
        read('{"mice": ["ninja", "ninja"]}')
    pairs = [Setup(mice=(a, b)) for a in MICE for b in MICE if a != b]
    assert [GAME.check(setup) for setup in pairs] == [()] * 30


@proves("MP-011")
def test_mice_start_on_two_different_plates():
    assert rules.new(Setup(mice_start=(15, 3))).mice == (15, 3)
    assert Setup().mice_start == (1, 9)
    for spaces in ("[1, 1]", "[1, 2]", "[0, 3]", "[1, 16]", "[-1, 3]"):
        with pytest.raises(BadSetup, match="mice_start"):
            read(f'{{"mice_start": {spaces}}}')
    assert all(not GAME.check(Setup(mice_start=(a, b))) for a in PLATES for b in PLATES if a != b)


@proves("MP-012")
def test_in_a_first_game_all_burrows_are_turned_up_before_the_first_roll():
    state = rules.new(Setup(first_game=True))
    tiles = ["guests-1", "kitchen-2", "guests-2", "kitchen-1", "guests-2", "kitchen-3"]
    state = play(state, *(Revealed(slot, tile) for slot, tile in zip(SLOTS, tiles, strict=True)))
    assert [state.burrows[slot] for slot in SLOTS] == [None, "kitchen-2", None, "kitchen-1", None, "kitchen-3"]
    assert (guests(state), state.stage) == (5, "roll")
    assert 2 in stops(play(state, Rolled("n", "nut")), 0)


@proves("MP-013")
def test_the_first_seat_begins_and_turns_pass_to_the_left():
    state, seats = rules.new(Setup(players=3)), []
    for _ in range(4):
        seats.append(state.seat)
        assert rules.turn(state).thrower == state.seat
        state = play(state, Rolled("n", "nut"))
        state = play(state, next(a for a in actions(state) if a.to not in SLOTS and not state.plates[a.to]))
        state = play(state, next(iter(odds(state))))
    assert seats == [0, 1, 2, 0]


def test_a_setup_takes_its_defaults():
    assert read("{}") == Setup()
    page = {
        "players": 1,
        "mice": ["mommy", "slingshot"],
        "abilities": False,
        "first_game": False,
        "golden": [],
        "mice_start": [1, 9],
        "raccoon_start": 0,
    }
    assert msgspec.json.decode(msgspec.json.encode(Setup())) == page
    assert [kind for kind in rules.new(Setup()).burrows if kind] == [DOOR] * 6


@pytest.mark.parametrize(
    "text", ['{"golden": [2]}', '{"golden": [0, 1, 0]}', '{"mice": ["cat", "ninja"]}', '{"cats": 1}']
)
def test_a_setup_that_makes_no_sense_is_refused(text):
    with pytest.raises(BadRecord):
        read(text)


def test_the_same_tray_is_not_golden_twice():
    with pytest.raises(BadSetup, match="golden"):
        read('{"golden": [1, 1]}')


def test_events_speak_the_agreed_json():
    texts = [
        '{"type":"revealed","slot":2,"tile":"kitchen-1"}',
        '{"type":"rolled","side":"n","food":"nut"}',
        '{"type":"bonus","use":"place"}',
        '{"type":"bonus","use":"ninja","food":"nut"}',
        '{"type":"bonus","use":"sprinter","target":"burrow"}',
        '{"type":"bonus","use":"traveler","foods":["carrot","nut"]}',
        '{"type":"drop","mouse":0,"food":"nut"}',
        '{"type":"move","mouse":0,"to":5}',
        '{"type":"pick","take":true}',
        '{"type":"drawn","feeder":8,"food":"carrot"}',
        '{"type":"raccoon","to":8,"takes":"carrot"}',
    ]
    for text in texts:
        assert msgspec.json.encode(msgspec.json.decode(text, type=GAME.event)).decode() == text
    assert FOODS == ("cheese", "nut", "carrot", "tomato", "mushroom")
