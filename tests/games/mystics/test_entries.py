"""Every entry of the rules summary, from abilities to yellow line, is proven and played in a scenario."""

import tomllib
from pathlib import Path

import pytest

from mousehole.core.ledger import ledger
from mousehole.games.mystics import GAME
from mousehole.games.mystics.tools.scenario import load
from mousehole.testing import proofs

FOLDER = Path(__file__).parent
BEYOND = {"MM-023"}  # between two chapters: no scenario, but a test and the golden campaign


def spelled(ranges):
    """Spell out the clauses of an entry: single numbers, and ranges of them."""
    for part in ranges:
        first, _, last = part.partition("-")
        yield from (f"MM-{number:03}" for number in range(int(first), int(last or first) + 1))


ENTRIES = {
    name: list(spelled(ranges)) for name, ranges in tomllib.loads((FOLDER / "entries.toml").read_text("utf-8")).items()
}
PROVEN = proofs(FOLDER)
PLAYED = {
    clause: path.name
    for path in sorted((FOLDER / "scenarios").glob("*.toml"))
    for one in load(path)
    for clause in one.clauses
}


def test_the_entries_hold_every_clause_of_the_summary_once():
    assert (len(ENTRIES), list(ENTRIES)) == (56, sorted(ENTRIES))
    clauses = [clause for entry in ENTRIES.values() for clause in entry]
    assert sorted(clauses) == sorted(name for name in ledger(GAME.package) if not name.startswith("MM-B"))


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_is_proven_and_played_in_a_scenario_file_clause_by_clause(entry):
    assert ENTRIES[entry]
    assert [clause for clause in ENTRIES[entry] if clause not in PROVEN] == []
    assert [clause for clause in ENTRIES[entry] if clause not in PLAYED and clause not in BEYOND] == []
    assert any(clause in PLAYED for clause in ENTRIES[entry])
