"""The puzzles that come with Mmm!: worked out again by the rules alone, and none that rules of thumb always find."""

from collections import Counter

import pytest

from mousehole import shelf
from mousehole.core.game import Decide
from mousehole.core.puzzles import LEAD, UNIT
from mousehole.games.mmm import GAME
from mousehole.games.mmm.state import left
from mousehole.library.position_text import read_position
from mousehole.players.perfect_play import Lookout

EVERY = GAME.parts.puzzles.every
FEW, NEAR, SAMPLE = 5, 3, 40  # squares and steps left: few enough to look at all that can follow


def state_of(puzzle):
    return read_position(puzzle.position, shelf.find)[1]


def test_there_are_a_thousand_for_each_board_of_every_grade_and_no_two_alike():
    assert Counter(puzzle.name.rpartition("-")[0] for puzzle in EVERY) == {"one_paw": 1000, "two_paws": 1000}
    grades = Counter(puzzle.grade for puzzle in EVERY)
    assert set(grades) == {"easy", "medium", "hard"} and min(grades.values()) >= 10
    assert len({puzzle.position for puzzle in EVERY}) == len(EVERY)


def test_every_answer_leads_clearly_and_is_missed_by_some_rule_of_thumb():
    for puzzle in EVERY:
        others = [puzzle.loss(n) for n in range(len(puzzle.worth)) if n not in puzzle.best]
        assert others and min(others) >= LEAD - 1 / UNIT
        assert puzzle.missed * 3 >= 50  # of three simple players one misses it more often than not


def test_a_position_is_one_of_its_board_and_every_choice_has_its_worth():
    for puzzle in EVERY:
        state = state_of(puzzle)
        turn = GAME.turn(state)
        assert isinstance(turn, Decide) and len(turn.actions) == len(puzzle.worth)
        assert state.pantry.setup.side == puzzle.name.rpartition("-")[0]


def test_those_near_the_end_are_worth_what_the_rules_say():
    small = [one for one in EVERY if left(at := state_of(one)) <= FEW and at.pantry.steps - at.cat <= NEAR]
    assert len(small) >= SAMPLE
    for puzzle in small:
        state = state_of(puzzle)
        found = Lookout(GAME, state.pantry.setup).choices(state)
        assert found == pytest.approx([worth / UNIT for worth in puzzle.worth], abs=1.01 / UNIT), puzzle.name
