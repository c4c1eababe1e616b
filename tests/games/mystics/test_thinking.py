"""Companions that think: plans, simulated rounds that share their luck, and choices that can be made again."""

from random import Random

import pytest

from mousehole.core.game import Chance, Decide, Over
from mousehole.games.mystics import GAME
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.companions import levels
from mousehole.games.mystics.companions.levels import SharedLuck, Thinker, better, plans, simulated
from mousehole.games.mystics.companions.value import SIGNS, signs, value, weighed
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.tasks import MouseTurn
from mousehole.games.mystics.tools.positions import FoeAt, MouseAt, PagePosition, state_of
from mousehole.players.player import find

PARTY = ("bram", "yarrow", "pip", "fenna")


def cellar(**page):
    """A fight on the cellar stairs."""
    page.setdefault("mice", {name: MouseAt("c2") for name in PARTY})
    return state_of(PagePosition(foes=page.pop("foes", {"ditch_rat-1": FoeAt("c3")}), side="t1a", **page))


def decisions(chapter="c1", wanted=30):
    """Some decisions of a game."""
    guide, luck, state = find(GAME, "strong"), Random(5), GAME.new(Setup(chapter=chapter))
    while wanted and not isinstance(asked := GAME.turn(state), Over):
        if isinstance(asked, Decide):
            wanted -= 1
            yield state, asked
        state = GAME.apply(
            state, asked.at(luck.random()) if isinstance(asked, Chance) else guide.choose(GAME, state, asked, luck)
        )


@pytest.mark.parametrize("chapter", ["c1", "c3"])
def test_the_companions_own_choice_is_always_the_first_plan(chapter):
    guide = find(GAME, "strong")
    for state, asked in decisions(chapter, 120):
        own = guide.choose(GAME, state, asked, Random(0))
        found = plans(state, asked.actions, own)
        assert found[0] == own
        assert set(found) <= set(asked.actions)
        assert len(set(found)) == len(found)


def test_a_thinker_chooses_the_same_with_the_same_luck():
    best = find(GAME, "best")
    best = Thinker(best.rank, best.guide, simulations=12, seconds=600.0)  # no clock cuts it short on a busy machine
    chosen = [[best.choose(GAME, state, asked, Random(n)) for state, asked in decisions(wanted=12)] for n in (1, 1)]
    assert chosen[0] == chosen[1]
    assert all(event in asked.actions for event, (_, asked) in zip(chosen[0], decisions(wanted=12), strict=True))


def test_when_and_where_to_go_on_is_left_to_the_companion():
    state = cellar(mice={name: MouseAt("e2") for name in PARTY}, foes={}, explored=("t1a",))
    explore, found = m.do("explore"), GAME.turn(state).actions
    assert explore in found
    assert explore not in plans(state, found, m.END)
    assert plans(state, found, explore)[0] == explore


@pytest.mark.parametrize(("later", "departs"), [(0.5, True), (-0.5, False)])
def test_a_plan_that_looks_better_for_two_rounds_must_stay_better(monkeypatch, later, departs):
    def look(state, plan, guide, number, rounds):
        return 0.5 + (plan == m.END) * (0.4 if rounds == levels.ROUNDS else later)

    monkeypatch.setattr(levels, "simulated", look)
    best = find(GAME, "best")
    chosen = Thinker(best.rank, best.guide, 24, seconds=600.0).best(cellar(), (m.MOVE, m.END), 3)
    assert chosen == (m.END if departs else m.MOVE)


def test_where_only_one_plan_makes_sense_nobody_thinks():
    state = GAME.new(Setup())
    own = find(GAME, "strong").choose(GAME, state, GAME.turn(state), Random(0))
    assert plans(state, GAME.turn(state).actions, own) == (own,)


def test_simulations_of_one_number_meet_the_same_luck_and_are_chances():
    state, guide = cellar(), find(GAME, "strong")
    first = [simulated(state, m.END, guide, number, 2) for number in range(6)]
    assert first == [simulated(state, m.END, guide, number, 2) for number in range(6)]
    assert len(set(first)) > 1
    assert all(0 <= chance <= 1 for chance in first)


def test_a_plan_that_ends_a_round_is_followed_no_further_than_others():
    ends = ((state, GAME.apply(state, m.END)) for state, asked in decisions("c1", 400) if m.END in asked.actions)
    last, after = next((a, b) for a, b in ends if b.place < a.place and isinstance(b.agenda[-1], MouseTurn))
    assert simulated(last, m.END, find(GAME, "strong"), 1, 1) == value(after, 0)


def test_luck_depends_on_the_turn_and_not_on_the_rolls_before_it():
    state = cellar()
    after = GAME.apply(state, m.END)
    one, other = SharedLuck(3), SharedLuck(3)
    one.follow(state), other.follow(state)
    one.random()
    one.follow(after), other.follow(after)
    if after.acting.card != state.acting.card:
        assert one.random() == other.random()


def test_the_value_weighs_every_sign_and_likes_health_time_and_company():
    assert all(len(weights) == len(SIGNS) == len(signs(cellar())) for _, weights in weighed().values())
    hurt = cellar(mice={name: MouseAt("c2", wounds=2) for name in PARTY})
    late = cellar(page=5)
    gone = cellar(mice={"pip": MouseAt()} | {name: MouseAt("c2") for name in ("bram", "yarrow", "fenna")})
    crowd = cellar(foes={f"ditch_rat-{n}": FoeAt("c3") for n in (1, 2, 3)})
    best = value(cellar(), 0)
    assert all(value(worse, 0) < best for worse in (hurt, late, crowd))
    assert value(gone, 0) <= best


@pytest.mark.parametrize("chapter", ["c1", "c3"])
def test_a_party_that_is_about_to_arrive_is_neither_captured_nor_weak(chapter):
    setup = Setup(chapter=chapter)
    before, (after, _) = GAME.new(setup), list(decisions(chapter, 12))[-1]
    assert not any(one.at for one in before.mice)
    assert abs(value(before, 0) - value(after, 0)) < 0.25


def test_a_plan_is_better_only_if_that_is_no_accident():
    assert better([0.6, 0.7, 0.65, 0.7], [0.5, 0.6, 0.55, 0.6])
    assert not better([0.6, 0.2, 0.9, 0.1], [0.5, 0.3, 0.5, 0.45])
    assert not better([0.9, 0.9], [0.1, 0.1])


def test_a_careless_companion_slips_now_and_then():
    easy, medium = find(GAME, "easy"), find(GAME, "medium")
    apart = [
        easy.choose(GAME, state, asked, Random(n)) != medium.choose(GAME, state, asked, Random(n))
        for n, (state, asked) in enumerate(decisions(wanted=150))
    ]
    assert 0 < sum(apart) < 60
