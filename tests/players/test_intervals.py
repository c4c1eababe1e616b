"""Counts of games are told with bounds that hold the truth as often as they promise."""

from math import sqrt
from random import Random

import pytest

from mousehole import shelf
from mousehole.games.mmm.moves import Setup
from mousehole.players.arena import contest, played, roles
from mousehole.players.intervals import NORMAL_95, Gap, gap, wilson

MMM, CHOPCHOP = shelf.find("mmm"), shelf.find("chopchop")
TINY = Setup(board='pantry = """\nB F\nB F\n"""\nsteps = 4\n')


# Wilson's interval for 95 of 100, by other people's tables
@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_the_interval_is_wilsons(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_no_games_tell_nothing():
    assert wilson(0, 0) == (0.0, 1.0)
    assert (Gap().rate(), Gap().distinct) == (0.0, False)


def test_a_difference_is_what_a_hand_computes():
    here = [True, True, True, True, True, True, False, False, False, False]
    there = [True, True, False, False, False, False, True, False, False, False]
    between = gap(here, there)
    assert between == Gap(games=10, gained=4, lost=1)
    assert between.rate() == pytest.approx(0.3)  # 6 of 10 against 3 of 10
    # two games more, 4.5 and 1.5 of 12: middle 3/12 = 0.25, variance 6/12 - 1/16 = 0.4375, deviation of the mean
    # root of 0.4375/12 = 0.190941, times 1.96 = 0.374237
    assert between.interval() == pytest.approx((-0.124237, 0.624237), abs=1e-5)
    assert not between.distinct


def test_many_pairs_are_told_as_the_plain_variance_of_the_differences_tells_them():
    gaps = [1] * 3_000 + [-1] * 1_500 + [0] * 5_500
    mean = sum(gaps) / len(gaps)
    deviation = sqrt(sum((each - mean) ** 2 for each in gaps) / (len(gaps) - 1) / len(gaps))
    expected = [mean - NORMAL_95 * deviation, mean + NORMAL_95 * deviation]
    assert Gap(10_000, 3_000, 1_500).interval() == pytest.approx(expected, abs=0.0002)


def test_few_games_that_all_end_alike_are_not_sure():
    for between in (Gap(5, 0, 0), Gap(5, 5, 0), Gap(5, 0, 5)):
        low, high = between.interval()
        assert -1 <= low <= between.rate() <= high <= 1
        assert high - low > 0.3
    assert Gap(40, 40, 0).distinct


def unpaired(wins, others, games):
    """The width of the interval of two shares that know nothing of each other."""
    shares = [wins / games, others / games]
    return 2 * NORMAL_95 * sqrt(sum(share * (1 - share) for share in shares) / games)


def width(between):
    low, high = between.interval()
    return high - low


def test_a_paired_interval_is_narrower_where_results_go_together_and_wider_where_they_part():
    together, apart = Gap(100, 15, 5), Gap(100, 50, 40)  # 60 and 50 of 100 won, each time
    assert width(together) < unpaired(60, 50, 100) < width(apart)


def test_the_same_luck_brings_results_together():
    first, other = contest(MMM, TINY, [("random",), ("greedy",)], 400).tallies
    ((), (between,)) = contest(MMM, TINY, [("random",), ("greedy",)], 400).gaps
    assert (between.games, between.gained - between.lost) == (400, other.wins[0] - first.wins[0])
    assert width(between) < unpaired(first.wins[0], other.wins[0], 400)


def test_the_arena_compares_game_by_game_whatever_the_batches():
    lineups = roles(CHOPCHOP, CHOPCHOP.setup(), ("random",), "greedy")
    assert lineups == (("greedy", "greedy"), ("random", "greedy"), ("greedy", "random"))
    report = contest(CHOPCHOP, CHOPCHOP.setup(), lineups[:2], 7, seed="pairs", processes=1)
    won = [[played(CHOPCHOP, CHOPCHOP.setup(), lineup, "pairs", n)[1].winners for n in range(7)] for lineup in lineups]
    seat = [kind.team for kind in CHOPCHOP.seats(CHOPCHOP.setup())].index("mice")
    mice = [[seat in winners for winners in each] for each in won]
    assert report.gaps[0] == ()
    assert report.gaps[1][0] == gap(mice[1], mice[0])
    assert report.gaps[1][1] == Gap(7, report.gaps[1][0].lost, report.gaps[1][0].gained)


def test_the_interval_holds_the_true_difference_as_often_as_it_says():
    luck, held = Random("pairs"), 0
    for _ in range(1000):
        dice = [luck.random() for _ in range(60)]  # to 0.3 both win, to 0.6 the first, to 0.9 nobody, then the second
        low, high = gap([die < 0.6 for die in dice], [die < 0.3 or die > 0.9 for die in dice]).interval()
        held += low < 0.6 - 0.4 < high
    assert 930 <= held <= 985
