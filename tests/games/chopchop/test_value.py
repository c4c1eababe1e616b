"""How good a position looks: exact at the end, fair between the teams, and right about plain differences."""

from random import Random

import pytest

from mousehole.core.game import Decide, Over
from mousehole.games.chopchop import GAME
from mousehole.games.chopchop.moves import CAT, Setup
from mousehole.games.chopchop.rules import CAP, apply, new, turn
from mousehole.games.chopchop.value import WEIGHTS, facts, value
from tests.games.chopchop.test_movement import floor
from tests.games.chopchop.vocabulary import begin, go, play, position, roll

MICE_SEAT, CAT_SEAT = 0, 1


def mice(*figures, **fields):
    cat = None if any(text.startswith("C") for text in figures) else fields.pop("cat", "top-d3")
    return value(position(floor(*figures), cat=cat, **fields), MICE_SEAT)


def test_it_is_exact_at_every_end():
    home = play(position(floor("1 d1"), cat="top-d3", eaten=10), roll(1), go(1, "hole-n"))
    caught = play(position(floor("C a1", "1 a2"), side="cat", eaten=10), roll(1), go("cat", "a2"))
    cap = position(floor("1 d2"), cat="top-d3", eaten=10, turns=CAP)
    ends = [[value(state, seat) for seat in (MICE_SEAT, CAT_SEAT)] for state in (home, caught, cap)]
    assert ends == [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]


def test_it_is_a_chance_in_every_position_and_the_teams_share_it():
    for seed in range(20):
        state, luck = new(Setup(players=4, cat=2)), Random(seed).random
        while not isinstance(now := turn(state), Over):
            chances = [value(state, seat) for seat in range(4)]
            assert 0 < min(chances) <= max(chances) < 1
            assert chances[0] == chances[1] == chances[3] == pytest.approx(1 - chances[2])
            event = now.actions[int(luck() * len(now.actions))] if isinstance(now, Decide) else now.at(luck())
            state = apply(state, event)
        assert [value(state, seat) for seat in range(4)] == [float(seat in now.winners) for seat in range(4)]


def test_every_weight_has_its_fact():
    assert len(facts(begin())) == len(WEIGHTS)
    assert GAME.parts.value is value


def test_more_cheese_and_more_mice_are_better_for_the_mice():
    assert mice("1 a1", "2 g6", "# a6", "# b6", eaten=8) < mice("1 a1", "2 g6", "# a6", "# b6", eaten=10)
    assert mice("1 a1", eaten=10) < mice("1 a1", "2 g6", eaten=10) < mice("1 a1", "2 g6", "3 a6", eaten=10)


def test_a_mouse_in_reach_of_a_cat_that_rolls_is_worse_off():
    near, far = mice("1 d1", "C d2", side="cat", eaten=10), mice("1 g6", "C d2", side="cat", eaten=10)
    assert near < far
    assert near < mice("1 d1", "C d2", side="mice", eaten=10)


def test_with_all_the_cheese_the_way_home_counts():
    assert mice("1 g1", "2 f5", eaten=10, cat="top-c4") < mice("1 g1", "2 g5", eaten=10, cat="top-c4")


def test_a_mouse_the_cat_cannot_reach_is_in_no_danger():
    above = position(floor("1 d3"), cat="top-d3", side="cat", eaten=10)
    beside = position(floor("1 d2"), cat="top-d3", side="cat", eaten=10)
    hit = list(WEIGHTS).index("cat rolls and hits")
    assert (facts(above)[hit], facts(beside)[hit]) == (0.0, 0.5)
    assert above.mover == CAT
