"""Every action has one id, and an observation is what its spec says it is."""

from itertools import pairwise

import pytest

from mousehole import shelf
from mousehole.core.game import Decide, Over
from mousehole.core.record import Record, plies
from mousehole.core.setups import variants
from mousehole.games.chopchop import tensor as chopchop
from mousehole.games.mmm import tensor as mmm
from mousehole.games.mousewarming import boxed
from mousehole.games.mousewarming import tensor as mousewarming
from mousehole.games.mousewarming.box import own
from mousehole.games.mousewarming.moves import MICE, Bonus, Drop, Move, Setup
from mousehole.games.mystics.companions import tensor as adventure
from mousehole.games.mystics.moves import Setup as Chapter
from mousehole.games.mystics.moves import Step, Target
from mousehole.testing import check_numbers, random_record
from tests.games.chopchop import vocabulary as kitchen
from tests.games.mmm import vocabulary as pantry
from tests.games.mousewarming import vocabulary as party
from tests.games.mousewarming.boxes import GARDEN

NAMES = ("mmm", "chopchop", "mousewarming", "mystics")
SETUPS = [
    *((name, setup) for name in NAMES for setup in variants(shelf.find(name))),
    ("mystics", Chapter(chapter="c2", party=("tolly", "yarrow", "pip", "fenna"), players=2)),
    ("mystics", Chapter(chapter="c3")),
]


def tensor_of(name):
    return shelf.find(name).parts.tensor


def fields(spec, row):
    """Cut an observation into its fields."""
    return {one.name: row[start:stop] for one, start, stop in spec.places() if one in spec.fields}


def check(game, tensor, record: Record):
    """Check the numbers of every position of a record, those that never change among them, from every seat."""
    check_numbers(game, tensor, record)
    first = game.new(record.setup)
    spec = tensor.spec(first)
    seats, still = range(len(game.seats(record.setup))), still_bytes(spec, tensor.observe(first, 0))
    for ply in plies(game, record):
        state, turn = ply.state, ply.turn
        for seat in seats:
            row = tensor.observe(state, seat)
            assert len(row) == spec.size and still_bytes(spec, row) == still
            assert [field.name for field in spec.fields if max(fields(spec, row)[field.name]) > field.most] == []
            if isinstance(turn, Decide):
                assert fields(spec, row)["mine"] == bytes([seat == turn.seat])


def still_bytes(spec, row):
    return [part for field, part in zip(spec.fields, fields(spec, row).values(), strict=True) if field.still]


@pytest.mark.parametrize(("name", "setup"), SETUPS)
def test_ids_and_observations_hold_in_every_position_of_random_games(name, setup):
    game = shelf.find(name)
    record, over = random_record(game, setup, b"numbers")
    assert isinstance(over, Over)
    check(game, tensor_of(name), record)


@pytest.mark.parametrize("mice", list(pairwise(MICE)))
def test_every_ability_of_mousewarming_has_its_ids_in_any_box(mice):
    garden = boxed(own(GARDEN), "garden")
    record, _ = random_record(garden, Setup(mice=mice, abilities=True), b"gifts")
    check(garden, mousewarming.TENSOR, record)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_a_spec_are_told_once_and_explained(name):
    spec = tensor_of(name).spec(shelf.find(name).new(shelf.find(name).setup()))
    for row in (spec.actions, spec.fields):
        assert len({one.name for one in row}) == len(row)
        assert all(one.words.endswith(".") and one.size for one in row)
    still = [field.still for field in spec.fields]
    assert still == sorted(still), "what never changes comes last"


def test_all_set_ups_of_a_box_share_their_ids():
    for name in NAMES:
        game = shelf.find(name)
        assert len({tensor_of(name).spec(game.new(setup)) for setup in variants(game)}) == 1


def test_a_pantry_is_seen_square_by_square():
    state = pantry.play(pantry.pantry("B B . / F f G", steps=7, cat=2), pantry.rolls("B F X"), pantry.place("b1"))
    spec = mmm.spec(state)
    seen = fields(spec, mmm.observe(state, 0))
    assert seen["free"] == bytes([1, 0, 0, 1, 0, 1])
    assert seen["placed"] == bytes([0, 1, 0, 0, 0, 0])
    assert seen["hand"] == bytes([0, 1, 0, 0, 0, 1])
    assert (seen["fresh"], seen["steps"], seen["mine"]) == (b"\0", bytes([5]), b"\1")
    assert seen["foods"][:12] == bytes([1, 1, 0, 0, 0, 0]) + bytes([0, 0, 0, 1, 1, 0])
    assert seen["joined"] == bytes([1, 0, 0, 1, 0, 0]) + bytes(6)
    assert [mmm.TENSOR.number(state, action) for action in pantry.GAME.turn(state).actions] == [5, 0, 1]


def test_a_kitchen_is_seen_from_the_side_of_the_viewer():
    state = kitchen.play(kitchen.begin("top-d4"), kitchen.roll(2))
    spec = chopchop.spec(state)
    mice, cat = (fields(spec, chopchop.observe(state, seat)) for seat in (0, 1))
    top, hole = (list(state.kitchen.names.values()).index(name) for name in ("top-d4", "hole-e"))
    assert (mice["role"], mice["mine"], cat["role"], cat["mine"]) == (b"\0", b"\1", b"\1", b"\0")
    assert [n for n, there in enumerate(mice["cat"]) if there] == [top]
    assert [n for n, there in enumerate(mice["mice"]) if there][1] == len(state.kitchen.names) + hole
    assert mice["steps"] == b"\2" and mice["phase"] == bytes([0, 1, 0, 0, 0])
    assert sum(mice["hidden"]) == sum(mice["bag"]) == 38


def test_a_party_is_seen_with_its_loads():
    setup = Setup(mice=("traveler", "ninja"), abilities=True)
    state = party.cheese("e", trays=("nut tomato", ""), plates={5: "carrot"}, setup=setup, pantry={"nut": 2})
    spec = mousewarming.spec(state)
    seen = fields(spec, mousewarming.observe(state, 0))
    assert seen["trays"] == bytes([0, 1, 0, 1, 0]) + bytes(5)
    assert seen["plates"][2 * 16 + 5] == sum(seen["plates"]) == 1
    assert seen["side"] == bytes([0, 1, 0, 0]) and seen["food"] == bytes([1, 0, 0, 0, 0])
    legal = [mousewarming.TENSOR.number(state, action) for action in party.actions(state)]
    packed = Bonus("traveler", foods=("nut", "tomato"))
    assert mousewarming.TENSOR.number(state, packed) in legal
    assert mousewarming.TENSOR.number(state, packed) - spec.first("traveler") == mousewarming.loads(state.party).index(
        packed.foods
    )
    assert mousewarming.action(state, spec.first("drop") + 6) == Drop(1, "nut")
    assert mousewarming.action(state, spec.first("go") + 16 + 3) == Move(1, 3)


def test_actions_of_the_adventure_are_told_by_their_features():
    game, tensor = shelf.find("mystics"), tensor_of("mystics")
    record, _ = random_record(game, Chapter(), b"features")
    met = set()
    for ply in plies(game, record):
        if not isinstance(ply.turn, Decide):
            continue
        spec, rows = tensor.spec(ply.state), tensor.features(ply.state, ply.turn.actions)
        assert len(rows) == spec.ids * spec.width
        table = [rows[n * spec.width : (n + 1) * spec.width] for n in range(spec.ids)]
        assert not any(map(any, table[len(ply.turn.actions) :]))
        for action, row in zip(ply.turn.actions, table, strict=False):
            told, sites = features(spec, row), list(ply.state.ground.sites)
            met.add(type(action))
            assert [adventure.KINDS[n] for n, there in enumerate(told["kind"]) if there] == [type(action)]
            if isinstance(action, Step):
                assert [sites[n] for n, there in enumerate(told["to"]) if there] == [action.to]
            if isinstance(action, Target):
                assert any(told["hero"]) or any(told["minion"])
    assert {Step, Target} <= met


def features(spec, row):
    """Cut the features of an action into their fields."""
    return {one.name: row[start:stop] for one, start, stop in spec.places() if one in spec.features}
