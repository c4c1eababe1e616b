"""Hints and reviews of chapters: never worse than a steady companion, with differences and sums that mean something."""

from random import Random

import pytest

from mousehole.core.game import Chance, Decide, Over
from mousehole.core.record import Record, content_hash
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.board.figures import mouse
from mousehole.games.mystics.companions import levels
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.rules.engine import apply, turn
from mousehole.games.mystics.tools.positions import FoeAt, MouseAt, PagePosition, state_of
from mousehole.players.advice_words import balance, sums
from mousehole.players.forecast import guessed, leading, weighed
from mousehole.players.hints import best_of, hints
from mousehole.players.player import find
from mousehole.players.review import Review, review
from mousehole.players.simulated import Budget, Prospect, counted, guide

SAY = voice("en", GAME.package)
PARTY = ("bram", "yarrow", "pip", "fenna")
BUDGET = Budget(games=120, seconds=6000, ends=24)  # no clock cuts it short on a busy machine


def stairs(**page):
    """The party on the cellar stairs."""
    mice = {name: MouseAt("c2") for name in PARTY} | page.pop("mice", {})
    return state_of(PagePosition(mice=mice, side="t1a", **page))


def test_a_steady_companion_leads_the_simulations():
    assert guide(GAME) is find(GAME, "strong")


def test_hints_have_narrow_bounds_and_are_the_same_every_time():
    state = stairs(foes={"ditch_rat-1": FoeAt("c3"), "ditch_rat-2": FoeAt("c2")})
    told = hints(GAME, state, budget=BUDGET)
    assert [hint.action for hint in told] == list(range(len(turn(state).actions)))
    best = best_of(told)
    assert best.high - best.low < 2 * GAME.parts.doubt
    assert told == hints(GAME, state, budget=BUDGET)


@pytest.mark.parametrize("foes", [{}, {"ditch_rat-1": FoeAt("c3")}])
def test_no_hint_lets_an_archer_put_her_bow_away(foes):
    state = stairs(foes=foes, turn="fenna")
    action = turn(state).actions[best_of(hints(GAME, state, budget=BUDGET)).action]
    assert not isinstance(action, m.Equip | m.Share)


def test_a_scroll_is_not_read_without_need():
    state = stairs(foes={"ditch_rat-1": FoeAt("c3")}, mice={"bram": MouseAt("c2", pack=("sun_word",))})
    assert m.Use(card="sun_word") in turn(state).actions
    assert turn(state).actions[best_of(hints(GAME, state, budget=BUDGET)).action] != m.Use(card="sun_word")


def test_the_guides_own_choice_wins_ties_and_only_a_clear_lead_beats_it():
    own = [0.5, 0.6, 0.55, 0.5, 0.6, 0.55]
    alike, noisy = [score + 0.001 * (-1) ** n for n, score in enumerate(own)], [0.9, 0.2, 0.8, 0.3, 0.9, 0.4]
    better = [score + 0.1 + 0.01 * n for n, score in enumerate(own)]
    worse = [score - 0.1 - 0.01 * n for n, score in enumerate(own)]
    assert leading([alike, own, noisy], 1) == 1
    told = weighed([alike, own, noisy], 1, Prospect(0.5, 0.05))
    assert told[0].chance == told[1].chance  # grouped: nothing can be told apart
    assert leading([own, better, worse], 0) == 1
    told = weighed([own, better, worse], 1, Prospect(0.5, 0.05))
    assert [one.clear for one in told] == [True, False, True]


@pytest.mark.parametrize(("later", "departs"), [(0.3, True), (-0.1, False)])
def test_what_only_looks_better_for_two_rounds_is_not_recommended(monkeypatch, later, departs):
    state = stairs(foes={"ditch_rat-1": FoeAt("c3")})
    own = guide(GAME).choose(GAME, state, turn(state), Random(0))
    other = next(action for action in turn(state).actions if action != own)

    def look(state, plan, guide, number, rounds):
        return 0.5 + (plan == other) * (0.2 if rounds == levels.ROUNDS else later) + number % 3 * 0.01

    monkeypatch.setattr(levels, "simulated", look)
    best = best_of(hints(GAME, state, budget=Budget(games=60, seconds=6000, ends=0)))
    assert turn(state).actions[best.action] == (other if departs else own)


def test_games_to_their_end_make_a_guess_surer_and_never_certain():
    few, many = counted(8, 8), counted(120, 160)
    assert few.chance == 1
    assert few.reach > 0.1
    assert many.reach < 0.07
    joined = Prospect(0.6, 0.16).joined(many)
    assert 0.6 < joined.chance < 0.75
    assert joined.reach < many.reach


def test_a_short_look_at_a_bad_position_counts_less_than_at_a_good_one():
    bad, good, games = guessed([0.4] * 12, 0.15), guessed([0.8] * 12, 0.15), Prospect(0.6, 0.2)
    assert bad.reach == pytest.approx(1.75 * good.reach)
    assert games.chance - bad.joined(games).chance < good.joined(games).chance - games.chance


def test_reasons_tell_the_odds_of_a_blow_and_who_is_in_danger():
    state = stairs(foes={"ditch_rat-1": FoeAt("c2")}, mice={"pip": MouseAt("c2", wounds=2)})
    reason = GAME.parts.reason
    assert SAY(reason(state, m.do("battle"))) == "63% to wound, 63% to defeat, 1.0 wounds on average"
    crowd = stairs(foes={f"ditch_rat-{n}": FoeAt("c2") for n in (1, 2, 3, 4)}, mice={"pip": MouseAt("c2", wounds=2)})
    assert SAY(reason(crowd, m.END)).startswith("Pip is in danger: about ")
    assert reason(stairs(), m.END) is None


def record_of(level, luck):
    state, events, player = GAME.new(Setup()), [], find(GAME, level)
    while not isinstance(asked := turn(state), Over):
        event = asked.at(luck.random()) if isinstance(asked, Chance) else player.choose(GAME, state, asked, luck)
        events.append(event)
        state = apply(state, event)
    return Record("mystics", GAME.edition, Setup(), tuple(events), None, content_hash(GAME.package)), asked


@pytest.mark.parametrize("level", ["strong", "easy"])
def test_luck_and_decisions_add_up_to_what_the_game_came_to(level):
    record, over = record_of(level, Random(5))
    found = review(GAME, record)
    assert found.start + found.luck - found.losses == pytest.approx(float(bool(over.winners)))
    assert -0.5 < found.losses < 1.5
    assert 0 < found.start_reach < 0.15
    if level == "strong":  # what the review compares with; among equals it chooses at random
        assert abs(found.losses) < 0.02
        assert found.losses_reach < 0.02
    else:
        clear = sum(moment.loss for moment in found.moments)
        assert abs(clear - found.losses) < 3 * found.losses_reach  # all choices count, not only those that stand out


def test_a_review_says_how_sure_its_sums_are():
    found = Review(False, 0.65, (), 0.78, 0.43, 0.0, (), teams=1, start_reach=0.06, losses_reach=0.08)
    told = ["At the start: about 65% ± 6%.", "Luck gave 78 ± 10 points.", "Your decisions cost 43 ± 8 points."]
    assert [SAY(words) for words in sums(found)] == told
    assert [SAY(figure) for _, figure in balance(found)][1:] == ["about +78 ± 10 points", "about −43 ± 8 points"]


def test_once_only_the_last_door_is_left_a_strong_companion_runs_past_minions():
    mice = {name: MouseAt("c1") for name in PARTY}
    state = state_of(
        PagePosition(mice=mice, foes={"ditch_rat-1": FoeAt("a1")}, side="t3b", fallen=("cute_scoundrel",), page=4)
    )
    player, luck = find(GAME, "strong"), Random(2)
    far = state.ground.far
    before = min(far[mouse(state, "bram").at][door] for door in gates(state))
    while state.acting.card == "bram" and isinstance(asked := turn(state), Decide | Chance):
        event = asked.at(luck.random()) if isinstance(asked, Chance) else player.choose(GAME, state, asked, luck)
        assert event != m.do("battle") or mouse(state, "bram").at in gates(state)
        state = apply(state, event)
    assert min(far[mouse(state, "bram").at][door] for door in gates(state)) < before


def gates(state):
    return [f"t3b/{name}" for way in state.ground.page.exits if way.colour == "gold" for name in way.near]
