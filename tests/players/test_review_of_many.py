"""Reviews of games that more than two teams play, and of games in which nobody decides."""

import importlib
import sys

import pytest

from mousehole import shelf
from mousehole.cli.main import main
from mousehole.core.record import dump
from mousehole.players.advice_words import sums
from mousehole.players.review import review
from mousehole.players.simulated import Budget
from mousehole.testing import random_record
from tests.cli.test_cli import mousehole

MMM = shelf.find("mmm")
FEW = Budget(games=60, seconds=60)


@pytest.fixture(scope="module")
def crumbs(tmp_path_factory):
    """The game that `mousehole new` writes: two to four teams."""
    folder = tmp_path_factory.mktemp("crumbs")
    assert main(["new", "crumbs_of_many", "--package", str(folder)]) == 0
    sys.path.insert(0, str(folder))
    yield importlib.import_module("crumbs_of_many").GAME
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def four(crumbs):
    record, _ = random_record(crumbs, crumbs.setup(players=4, goal=20), b"\x02")
    return record, [review(crumbs, record, seat=seat, budget=FEW) for seat in range(4)]


def test_the_chances_of_four_teams_add_up_to_one_whoever_decides(four):
    record, found = four
    assert len(record.events) > 10
    assert sum(one.start for one in found) == pytest.approx(1, abs=0.35)
    for moments in zip(*(one.moments for one in found), strict=True):
        assert sum(moment.chance for moment in moments) == pytest.approx(1, abs=0.35)


def test_a_decision_of_a_rival_does_not_count_as_ours(four):
    record, (found, *_) = four
    pairs = zip(found.moments, found.moments[1:-1], strict=False)
    jumps = [after.chance - before.chance for before, after in pairs if after.seat not in (None, 0)]
    assert max(map(abs, jumps)) < 0.35
    assert (found.gifts, found.teams) == (0, 4)
    end = found.moments[-1].chance
    assert found.start + found.luck - found.losses == pytest.approx(end)
    assert any("choices of others" in line.text for line in sums(found))
    assert {moment.seat for moment in found.moments} == {None, 0, 1, 2, 3} and record.setup.players == 4


def test_a_game_in_which_nobody_decided_does_not_say_fifty(tmp_path):
    board = MMM.setup(board='steps = 3\npantry = """\nB B F\n. G F\n"""\n')
    record = random_record(MMM, board, b"\x05", 0)[0]
    told = mousehole("review", "-", stdin=dump(record).decode(), MOUSEHOLE_DATA=tmp_path)
    assert "Nobody had anything to decide." in told.stdout and "%" not in told.stdout
    MMM.parts.solvable.exact.solve(tmp_path / "solutions", MMM.new(board), lambda done, total: None)
    told = mousehole("review", "-", stdin=dump(record).decode(), MOUSEHOLE_DATA=tmp_path)
    exact = review(MMM, record, folder=tmp_path / "solutions").start
    assert f"At the start: {100 * exact:.1f}" in told.stdout and "Nobody had anything" in told.stdout
    assert abs(review(MMM, record, folder=tmp_path / "nothing", budget=FEW).start - exact) < 0.25
