"""A game that plays differently has a new edition, so that old records know what they were played with."""

import json
from pathlib import Path

import pytest

from mousehole import shelf
from mousehole.testing import fingerprint

FILE = Path(__file__).with_name("editions.json")
KNOWN = json.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize("name", shelf.built_in())
def test_an_edition_keeps_its_behaviour(name):
    game = shelf.find(name)
    known, found = KNOWN.get(name, {}).get(str(game.edition)), fingerprint(game)
    if known is None:
        pytest.fail(f'{name} edition {game.edition} is new: enter "{game.edition}": "{found}" in {FILE.name}')
    word = f"{name} plays differently, and its edition is still {game.edition}: raise it, or take the change back"
    assert found == known, f"{word} (fingerprint {found})"


@pytest.mark.parametrize("name", KNOWN)
def test_editions_are_counted_from_one_without_a_gap(name):
    assert sorted(map(int, KNOWN[name])) == list(range(1, shelf.find(name).edition + 1))
