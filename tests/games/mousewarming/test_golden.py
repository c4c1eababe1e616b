"""Golden records: one for every ending, and one for every ability used and refused."""

from itertools import pairwise

import pytest

from mousehole import shelf
from mousehole.core.record import audit, dump, load, plies
from mousehole.games.mousewarming import GAME
from mousehole.games.mousewarming.moves import MICE
from tests.games.mousewarming import laws
from tests.games.mousewarming.goldens import FOLDER, WANTED


def golden(name):
    data = (FOLDER / f"{name}.json").read_bytes()
    return data, load(data, shelf.find)[1]


@pytest.mark.parametrize("name", WANTED)
def test_a_golden_record_still_plays_and_ends_as_it_did(name):
    data, record = golden(name)
    setup, _, wanted = WANTED[name]
    audit(GAME, record)
    walked = list(plies(GAME, record))
    for before, after in pairwise(walked):
        laws.check(before.state, after.event, after.state)
    laws.check_end(walked[-1].state, walked[-1].turn)
    assert wanted(record, walked[-1].turn)
    assert record.setup == setup
    assert dump(record) == data


def test_every_ending_and_every_ability_has_its_record():
    endings = {(over.reason, bool(over.winners)) for over in (list(plies(GAME, golden(n)[1]))[-1].turn for n in WANTED)}
    assert endings == {("table", True), *((r, w) for r in ("feeders", "pantry") for w in (True, False))}
    assert {f"{mouse}.{how}" for mouse in MICE for how in ("used", "refused")} <= set(WANTED)


def test_no_golden_record_is_left_over():
    assert {file.name.removesuffix(".json") for file in FOLDER.iterdir()} == set(WANTED)
