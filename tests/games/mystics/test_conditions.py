"""A record for every condition: somebody gets it, and gets rid of it again without being captured."""

from itertools import pairwise
from pathlib import Path

import pytest

from mousehole import shelf
from mousehole.core.record import audit, dump, load, plies
from mousehole.games.mystics import GAME
from mousehole.games.mystics.packs import library
from tests.games.mystics.laws import broken

FOLDER = Path(__file__).parent
WARD = library.add(FOLDER / "scenarios" / "packs" / "ailments")
CHAPTERS = {
    "down": "fire",
    "on_fire": "fire",
    "stunned": "stun",
    "webbed": "web",
    "poisoned": "web",
    "cursed": "curse",
    "charmed": "charm",
}


def suffering(state, condition):
    """List the mice on the board with a condition."""
    ill = (lambda one: one.poison) if condition == "poisoned" else (lambda one: condition in one.marks)
    return {one.id for one in state.mice if one.at and ill(one)}


def cured(states, condition):
    """List the mice that get rid of a condition and stay on the board, ply by ply."""
    for before, after in pairwise(states):
        free = {one.id for one in after.mice if one.at and one.captures == 0} - suffering(after, condition)
        yield suffering(before, condition) & free


@pytest.mark.parametrize("condition", CHAPTERS)
def test_a_golden_record_of_a_condition_gained_and_removed_still_plays(condition):
    data = (FOLDER / "golden" / "conditions" / f"{condition}.json").read_bytes()
    record = load(data, shelf.find)[1]
    audit(GAME, record)
    states = [ply.state for ply in plies(GAME, record)]
    assert not suffering(states[0], condition)
    gained = next(n for n, state in enumerate(states) if suffering(state, condition))
    healed = [n for n, mice in enumerate(cured(states, condition), 1) if mice]
    assert gained < healed[-1] == len(states) - 1
    assert not any(broken(state, states[0]) for state in states)
    assert dump(record) == data


def test_every_bad_marker_has_its_record():
    bad = {name for name, one in library.own().conditions.items() if one.negative}
    assert bad | {"poisoned"} == set(CHAPTERS)
    assert {path.stem for path in (FOLDER / "golden" / "conditions").glob("*.json")} == set(CHAPTERS)
