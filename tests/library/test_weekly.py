"""The board of the week: fair by the solver, interesting by its luck, and the same for everybody."""

from datetime import date

import pytest

from mousehole import shelf
from mousehole.games.mmm.players import ThumbPlayer
from mousehole.library.weekly import GAME, board_of_week, played, week_of, weekly_boards, written
from mousehole.players.perfect_play import PerfectPlayer, Solver

BOARDS = weekly_boards()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("solutions")


@pytest.mark.parametrize("board", BOARDS, ids=[board.rows for board in BOARDS])
def test_a_board_is_as_fair_as_it_says_and_its_luck_can_be_beaten_by_good_play_alone(board, folder):
    game = shelf.find(GAME)
    start = game.new(board.setup)
    chance = Solver(game, folder).solve(start).value(start, 0)
    assert 0.5 <= chance <= 0.75 and abs(chance - board.chance) < 1e-4
    over = played(game, board.setup, board.seed, PerfectPlayer(folder))
    assert over.winners and over.score == board.score
    assert not played(game, board.setup, board.seed, ThumbPlayer()).winners


def test_a_week_begins_on_monday_and_no_board_comes_back_for_a_year():
    first = date(1970, 1, 1).toordinal()
    days = [date(2026, 11, 15), date(2026, 11, 16), date(2026, 11, 22), date(2026, 11, 23)]
    sunday, monday, end, following = (week_of(day.toordinal() - first) for day in days)
    assert sunday + 1 == monday == end == following - 1
    assert len({board_of_week(monday + n).rows for n in range(len(BOARDS))}) == len(BOARDS) >= 52


def test_boards_are_written_as_they_are_read():
    assert all(len(written(board).split()) == 5 for board in BOARDS)
    assert len({board.seed for board in BOARDS}) == len(BOARDS)
