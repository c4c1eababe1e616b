"""Golden records: one for each ending, each tile on each side, and the rare moments."""

import itertools

import pytest

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.core.record import audit, load, plies
from mousehole.games.chopchop import GAME
from tests.games.chopchop.goldens import FOLDER, WANTED, shown
from tests.games.chopchop.laws import check


@pytest.mark.parametrize("name", WANTED)
def test_a_golden_record_still_plays_and_shows_its_moment(name):
    _, record = load((FOLDER / f"{name}.json").read_bytes(), shelf.find)
    audit(GAME, record)
    assert shown(record, WANTED[name])
    steps = list(plies(GAME, record))
    for before, after in itertools.pairwise(steps):
        check(before.state, after.event, after.state)
    over = steps[-1].turn
    if name.startswith("ending"):
        assert isinstance(over, Over)
        assert over.reason == name.removeprefix("ending-")


def test_no_golden_record_is_left_over():
    assert {file.stem for file in FOLDER.iterdir()} == set(WANTED)
