"""Golden records of Mmm!: one for every rating, and one for every way to play."""

from itertools import pairwise

import pytest

from mousehole import shelf
from mousehole.core.record import audit, dump, load, plies
from mousehole.games.mmm import GAME
from mousehole.games.mmm.moves import Gather, Place, Reroll, Rolled
from tests.games.mmm import laws, naive
from tests.games.mmm.goldens import FOLDER, RATINGS, WANTED
from tests.games.mmm.test_census import ONE_PAW, TWO_PAWS


def golden(name):
    data = (FOLDER / f"{name}.json").read_bytes()
    return data, load(data, shelf.find)[1]


@pytest.mark.parametrize("name", WANTED)
def test_a_golden_record_still_plays_and_ends_as_it_did(name):
    data, record = golden(name)
    audit(GAME, record)
    walked = list(plies(GAME, record))
    for before, after in pairwise(walked):
        laws.check(before.state, after.event, after.state)
    laws.check_whole(record.setup, record.events, walked[-1].turn)
    assert walked[-1].turn.rating == name.rpartition(".")[2]
    assert record.setup == WANTED[name][0]
    assert dump(record) == data


@pytest.mark.parametrize("name", [name for name in WANTED if not name.startswith("own")])
def test_the_literal_rules_reach_the_same_end(name):
    _, record = golden(name)
    board = naive_board(record.setup)
    position = naive.start(board, record.setup.first)
    for event in record.events:
        choice = literal(event)
        assert choice in naive.choices(board, position)
        position = naive.after(board, position, choice)
    rating = name.rpartition(".")[2]
    assert naive.ended(board, position) == ("gathered" if rating.startswith("win") else "cat")


def naive_board(setup):
    rows = ONE_PAW if setup.side == "one_paw" else TWO_PAWS
    return naive.board(rows, steps=setup.steps or 11, players=setup.players, in_line=setup.in_line)


def literal(event):
    match event:
        case Rolled():
            return "rolled", event.faces
        case Place():
            return "place", event.face, ("abcdefg".index(event.square[0]), int(event.square[1:]) - 1)
        case Reroll():
            return "reroll"
        case Gather():
            return "gather"


def test_every_rating_and_every_way_to_play_has_its_record():
    records = [golden(name)[1] for name in WANTED]
    assert {name.rpartition(".")[2] for name in WANTED} == set(RATINGS)
    assert {record.setup.side for record in records} == {"one_paw", "two_paws"}
    assert any(record.setup.in_line for record in records)
    assert any(record.setup.board for record in records)


def test_no_golden_record_is_left_over():
    assert {file.name.removesuffix(".json") for file in FOLDER.iterdir()} == set(WANTED)
