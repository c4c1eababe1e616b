"""Puzzles as data, the rating of whoever solves them, and which comes next."""

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from mousehole.core.puzzles import (
    RECENT,
    WIDEST_DEVIATION,
    GameProgress,
    Progress,
    Puzzle,
    Puzzles,
    RatedResult,
    Rating,
    following,
    game_of_day,
    on_the_day,
    progress_after,
    rated,
    read_puzzles,
    write_puzzles,
)

EVERY = tuple(Puzzle(f"p-{n}", missed, (100, 5000), "") for n, missed in enumerate((33, 36, 67, 72, 97, 100) * 60))
ratings = some.builds(Rating, some.floats(0, 3000), some.floats(30, 350), some.floats(0.03, 0.12))
strengths = some.floats(0, 3000)
doubts = some.floats(30, 350)
LAWS = settings(deadline=None)


def test_glickmans_own_example():
    after = rated(
        Rating(1500, 200, 0.06), [RatedResult(1400, 30, 1), RatedResult(1550, 100, 0), RatedResult(1700, 300, 0)]
    )
    assert (after.value, after.deviation, after.volatility) == pytest.approx((1464.06, 151.52, 0.05999), rel=1e-4)


@LAWS
@given(ratings, strengths, doubts)
def test_a_win_raises_a_rating_and_a_loss_lowers_it(before, strength, doubt):
    won, lost = (rated(before, [RatedResult(strength, doubt, score)]) for score in (1.0, 0.0))
    assert lost.value <= before.value <= won.value
    assert lost.value < won.value
    assert all(0 < after.deviation <= WIDEST_DEVIATION and 0 < after.volatility < 1 for after in (won, lost))


@LAWS
@given(ratings, doubts, strengths, strengths)
def test_a_win_over_somebody_stronger_counts_for_more(before, doubt, one, other):
    weak, strong = (rated(before, [RatedResult(strength, doubt, 1.0)]).value for strength in sorted((one, other)))
    assert weak <= strong + 1e-6


@LAWS
@given(ratings)
def test_without_results_only_certainty_is_lost(before):
    after = rated(before, [])
    assert (after.value, after.volatility) == (pytest.approx(before.value), before.volatility)
    assert after.deviation >= min(before.deviation, WIDEST_DEVIATION) - 1e-9


@settings(LAWS, max_examples=20)
@given(some.lists(some.booleans(), max_size=60))
def test_progress_counts_what_was_answered_and_is_read_back(results):
    mine = GameProgress()
    for solved in results:
        mine = progress_after(mine, following(EVERY, "anna", mine), solved)
    runs = "".join("x" if solved else " " for solved in results).split(" ")
    assert (mine.tried, mine.solved) == (len(results), sum(results))
    assert (mine.streak, mine.longest) == (len(runs[-1]), max(map(len, runs)))
    kept = Progress(games={"mmm": mine})
    assert msgspec.json.decode(msgspec.json.encode(kept), type=Progress) == kept


def test_nobody_meets_a_puzzle_again_soon_and_the_next_one_waits_for_its_answer():
    mine, met = GameProgress(), []
    for n in range(400):
        puzzle = following(EVERY, "anna", mine)
        assert following(EVERY, "anna", mine) == puzzle
        met.append(puzzle.name)
        mine = progress_after(mine, puzzle, n % 3 > 0)
    assert all(len(set(met[n : n + RECENT])) == RECENT for n in range(400 - RECENT))
    assert len(mine.recent) == RECENT
    assert following(EVERY[:1], "anna", progress_after(GameProgress(), EVERY[0], True)) == EVERY[0]


def test_who_solves_all_meets_hard_ones_and_who_misses_all_easy_ones():
    grades = {}
    for solves in (True, False):
        mine = GameProgress()
        for _ in range(40):
            puzzle = following(EVERY, "ben", mine)
            mine = progress_after(mine, puzzle, solves)
        grades[solves] = puzzle.grade
    assert grades == {True: "hard", False: "easy"}


def test_days_in_a_row_end_with_a_day_without_the_puzzle_or_a_wrong_answer():
    kept = Progress()
    for day in (100, 101, 102):
        kept = on_the_day(kept, day, True)
    assert [kept.days_by(day) for day in (102, 103, 104)] == [3, 3, 0]
    assert on_the_day(kept, 103, True).days == 4
    assert on_the_day(kept, 104, True).days == 1
    missed = on_the_day(kept, 103, False)
    assert (missed.days, missed.longest) == (0, 3)


def test_a_file_is_read_as_it_was_written():
    puzzles = [Puzzle("a-1", 33, (5000, 4700), "mmm.1.eNq_-x"), Puzzle("a-2", 100, (1, 0, 300), "mmm.1.abc")]
    assert list(read_puzzles("a", write_puzzles("mmm", 1, "exact", puzzles))) == puzzles
    assert not next(read_puzzles("a", write_puzzles("mmm", 1, "searched", puzzles))).exact


def test_equally_good_choices_are_all_right_and_a_loss_is_told_in_chances():
    puzzle = Puzzle("a-1", 40, (7000, 6999, 6500), "")
    assert (puzzle.best, puzzle.grade, puzzle.loss(2), puzzle.chance(2)) == ((0, 1), "easy", 0.05, 0.65)


def test_every_puzzle_has_its_day_before_one_comes_again():
    class Few(Puzzles):
        every = EVERY

    days = [Few("").of_day(day).name for day in range(20_000, 20_000 + len(EVERY))]
    assert len(set(days)) == len(EVERY)
    assert all(one != other for one, other in pairwise(days))


def test_one_more_game_takes_days_over_and_changes_no_other():
    three = [game_of_day(day, ("mmm", "chopchop", "mousewarming")) for day in range(300)]
    four = [game_of_day(day, ("nibbles", "mousewarming", "chopchop", "mmm")) for day in range(300)]
    assert all(now in (before, "nibbles") for before, now in zip(three, four, strict=True))
    assert all(three.count(game) > 60 for game in ("mmm", "chopchop", "mousewarming"))
