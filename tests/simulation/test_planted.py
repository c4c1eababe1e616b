"""Faults planted in the product are found; those that take many seeds stand in docs/simulation.md alone."""

import re

import pytest

from tests.house import tree
from tests.simulation.checker import complaints
from tests.simulation.planted import PLANTED, planted
from tests.simulation.world.world import simulated

PATIENCE = 1000  # seeds; most of these faults are found within ten, and which ones find them changes with every game
QUICK = (
    "acknowledged before the commit",
    "added before it is written",
    "album emptied but for games that cannot be opened",
    "appended wherever the log ends",
    "epoch not read again",
    "frames sent twice",
    "grant that ignores renewed links",
    "lease ignored",
    "lease without an end",
    "log without an end",
    "lost answer written again",
    "luck drawn without the seed",
    "lost connection taken for success",
    "memory kept after a collision",
    "news kept to oneself",
    "old links still good",
    "puzzle counted twice",
    "reads as of several moments",
    "removed but not barred",
    "result in a transaction of its own",
    "settings without compare and set",
    "settings written without a lock",
    "switch that flips back",
    "table without a lock",
    "ticket forgotten",
)


@pytest.mark.parametrize("name", QUICK)
def test_a_planted_fault_is_found(name):
    with planted(name):
        assert any(complaints(simulated(seed)) for seed in range(PATIENCE))


@pytest.mark.parametrize("name", PLANTED)
def test_every_fault_can_still_be_planted(name):
    with planted(name):
        pass


def test_every_planted_fault_stands_in_the_manual():
    page = (tree.ROOT / "docs" / "simulation.md").read_text("utf-8")
    assert set(re.findall(r"^\| ([a-z ]+) \| \d+ \|", page, re.MULTILINE)) == set(PLANTED)
