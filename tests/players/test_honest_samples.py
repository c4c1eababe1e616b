"""Estimates from few games: bounds that hold as often as they say, mistakes that are real, answers that repeat."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mousehole import shelf
from mousehole.core.game import Decide
from mousehole.players.hints import hints
from mousehole.players.intervals import FEWEST_PAIRS, mean_bounds, paired_lead, student, wilson
from mousehole.players.review import review
from mousehole.players.simulated import Budget
from mousehole.testing import random_record

MMM = shelf.find("mmm")
SETUP = MMM.setup(board='steps = 3\npantry = """\nB B F\n. G F\n"""\n')
SCORES = st.lists(st.floats(0, 1) | st.sampled_from((0.0, 1.0)), min_size=1, max_size=60)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (11, 2.201), (30, 2.042), (200, 1.972)]
)
def test_quantiles_are_those_of_students_table(freedom, quantile):
    assert student(freedom) == pytest.approx(quantile, rel=0.01)


def test_six_wins_of_six_are_not_certain():
    assert mean_bounds([1.0] * 6) == pytest.approx((0.6097, 1.0), abs=1e-4)
    assert mean_bounds([0.0] * 6) == pytest.approx((0.0, 0.3903), abs=1e-4)


@given(SCORES)
def test_bounds_hold_their_own_mean_and_are_never_wider_than_those_of_wins_and_losses(scores):
    low, high = mean_bounds(scores)
    mean = sum(scores) / len(scores)
    assert 0 <= low <= mean + 1e-9 and mean - 1e-9 <= high <= 1
    widest = wilson(mean * len(scores), len(scores))
    assert widest[0] - 1e-9 <= low and high <= widest[1] + 1e-9


@given(SCORES)
def test_bounds_do_not_care_which_side_is_asked(scores):
    low, high = mean_bounds(scores)
    theirs = mean_bounds([1 - score for score in scores])
    assert theirs == pytest.approx((1 - high, 1 - low), abs=1e-6)


@given(SCORES, SCORES)
def test_a_lead_is_the_others_arrears(one, other):
    here, there = paired_lead(one, other), paired_lead(other, one)
    assert here.points == pytest.approx(-there.points, abs=1e-9) and here.reach == pytest.approx(there.reach, abs=1e-9)
    assert not (here.clear and there.clear)
    assert not here.clear or min(len(one), len(other)) >= FEWEST_PAIRS


def test_the_more_rivals_the_larger_a_lead_has_to_be():
    better, worse = [1.0] * 14 + [0.0] * 6, [1.0] * 4 + [0.0] * 16
    reaches = [paired_lead(better, worse, rivals).reach for rivals in (1, 3, 10, 30)]
    assert reaches == sorted(reaches) and reaches[0] < reaches[-1]


def ended(luck, chance):
    return float(luck.random() < chance)


def valued(luck, chance):
    return luck.betavariate(8 * chance, 8 * (1 - chance))


def mixed(luck, chance):
    return ended(luck, chance) if luck.random() < 0.3 else valued(luck, chance)


@pytest.mark.parametrize("draw", [ended, valued, mixed])
@pytest.mark.parametrize("games", [6, 12, 40, 160])
def test_bounds_hold_the_truth_in_95_of_100_cases(draw, games):
    luck, held, cases = Random(f"coverage/{draw.__name__}/{games}"), 0, 1200
    for _ in range(cases):
        chance = luck.uniform(0.03, 0.97)
        low, high = mean_bounds([draw(luck, chance) for _ in range(games)])
        held += low <= chance <= high
    assert 0.93 <= held / cases <= 0.99


@pytest.mark.parametrize("draw", [ended, mixed])
def test_of_100_clear_mistakes_95_are_real_though_the_best_is_chosen_by_the_same_games(draw):
    luck, claims, wrong, overstated = Random(f"mistakes/{draw.__name__}"), 0, 0, 0
    for _ in range(1500):
        middle = luck.uniform(0.2, 0.8)
        chances = [middle - luck.choice((0, 0, 0, 0.02, 0.1, 0.2)) for _ in range(luck.choice((2, 4, 8)))]
        games = [[draw(luck, chance) for _ in range(60)] for chance in chances]
        best = max(range(len(games)), key=lambda action: sum(games[action]))
        for chance, mine in zip(chances, games, strict=True):
            lead = paired_lead(games[best], mine, len(games) - 1)
            if mine is not games[best] and lead.clear:
                claims += 1
                wrong += max(chances) <= chance
                overstated += lead.points - lead.reach > max(chances) - chance
    assert claims > 100
    assert wrong <= 0.05 * claims and overstated <= 0.05 * claims


def decision():
    state = MMM.apply(MMM.new(SETUP), MMM.turn(MMM.new(SETUP)).at(0.3))
    assert isinstance(MMM.turn(state), Decide)
    return state


def test_the_same_seed_has_the_same_answer(tmp_path):
    state, budget = decision(), Budget(games=60)
    told = hints(MMM, state, folder=tmp_path, budget=budget, seed="one")
    assert told == hints(MMM, state, folder=tmp_path, budget=budget, seed="one")
    assert told != hints(MMM, state, folder=tmp_path, budget=budget, seed="another")
    assert not any(hint.exact or (hint.clear and not hint.loss) for hint in told)


@pytest.mark.parametrize("seed", range(4))
def test_two_reviews_with_one_seed_are_equal_and_luck_stays_within_what_luck_can_do(seed, tmp_path):
    record, _ = random_record(MMM, SETUP, bytes([seed]))
    found = review(MMM, record, folder=tmp_path, budget=Budget(games=24), seed="evening")
    assert found == review(MMM, record, folder=tmp_path, budget=Budget(games=24), seed="evening")
    assert -1 <= found.luck <= 1 and not found.exact
    assert found.start + found.luck - found.losses + found.gifts == pytest.approx(found.moments[-1].chance)
    assert found.losses == pytest.approx(sum(moment.loss for moment in found.moments))


def test_no_default_of_the_library_depends_on_a_clock():
    assert Budget().seconds == float("inf")
