"""The compiled value is the twin of the readable one, and who looks further ahead wins more."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mousehole.compiled import kernels
from mousehole.compiled.rules import rules
from mousehole.core.game import Chance, Decide, Over
from mousehole.games.mousewarming import GAME, boxed
from mousehole.games.mousewarming.box import own
from mousehole.games.mousewarming.kernel import KERNEL, LEARNED
from mousehole.games.mousewarming.moves import Setup
from mousehole.games.mousewarming.players import PLAYERS
from mousehole.games.mousewarming.value import fresh, value
from mousehole.players.arena import contest
from tests.games.mousewarming.boxes import GARDEN
from tests.games.mousewarming.test_fast import SEED, gardens, setups
from tests.games.mousewarming.vocabulary import NAP, actions, board, cheese

OPEN = {2: "kitchen-1", 4: None, 6: "kitchen-3", 10: "kitchen-2", 12: None, 14: None}


def outlook(state, rolls=0, kernel=KERNEL):
    """Look ahead in compiled code to the end of a turn after so many more rolls."""
    at = rules(kernel, state)
    return at.wasm["outlook_at"](at.at, rolls)


def planned(state, rolls=0, kernel=KERNEL):
    """The action of somebody who plans."""
    at = rules(kernel, state)
    number = at.wasm["plan_at"](at.at, rolls)
    return next(action for action in actions(state) if kernel.numbers(state)[action] == number)


def games_of(state, games, kernel=KERNEL):
    """Let those who plan play games: how many decisions there were, and how many games were won."""
    at = rules(kernel, state)
    seeds = at.wasm.room(8 * games)
    at.wasm.write(seeds, b"".join((7919 * n).to_bytes(8, "little") for n in range(1, games + 1)))
    return at.wasm["plan_games"](at.at, seeds, games, 0), sum(at.wasm.read(seeds, 8 * games))


@settings(max_examples=25, deadline=None)
@given(st.booleans(), st.data(), st.randoms(use_true_random=False))
def test_both_values_are_the_same(usual, data, luck):
    game = GAME if usual else boxed(own(GARDEN), "garden")
    state = game.new(data.draw(setups if usual else gardens))
    while not isinstance(turn := game.turn(state), Over):
        if state.stage in {"roll", "opening"} or not fresh(state):
            assert outlook(state) == pytest.approx(value(state, 0), abs=1e-9)
        event = luck.choice(turn.actions if isinstance(turn, Decide) else [event for event, _ in turn.odds])
        state = game.apply(state, event)
    assert outlook(state) == value(state, 0)


def averaged(state):
    """Look one roll further ahead over the rules."""
    turn = GAME.turn(state)
    if state.stage == "roll":
        return sum(w * best(GAME.apply(state, roll)) for roll, w in turn.odds) / turn.steps[-1]
    if isinstance(turn, Chance):
        return sum(w * averaged(GAME.apply(state, event)) for event, w in turn.odds) / turn.steps[-1]
    return value(state, 0) if isinstance(turn, Over) else max(averaged(GAME.apply(state, a)) for a in turn.actions)


def best(state):
    return max(value(GAME.apply(state, action), 0) for action in actions(state))


def test_a_roll_further_is_looked_ahead_as_the_rules_say():
    for state in (
        board("pick", tiles=OPEN, mice=(5, 9), plates={5: "nut"}, seated=(1, 1, 2), raccoon=8),
        board("raccoon", tiles=OPEN, mice=(5, 9), plates={11: "nut"}, seated=(1, 1, 2), raccoon=8, trays=("nut", "")),
    ):
        assert outlook(state, 1) == pytest.approx(averaged(state), abs=1e-9)


def test_everybody_sings_when_the_raccoon_is_about_to_end_the_game():
    state = cheese(plates={3: "nut"}, pantry={"nut": 3}, tiles=OPEN, seated=(1, 1, 2), mice=(9, 11), raccoon=0)
    for rolls in (0, 1):
        assert planned(state, rolls) == NAP
    for level in ("medium", "best"):
        assert PLAYERS[level].choose(GAME, state, GAME.turn(state), Random(1)) == NAP


def test_games_played_in_compiled_code_win_as_often_as_greedy_ones_over_the_rules():
    setup = Setup(first_game=True)
    slow = contest(GAME, setup, [("greedy",)], 60, seed="ahead").tallies[0]
    assert games_of(GAME.new(setup), 4000)[1] / 4000 == pytest.approx(slow.rate(), abs=0.2)


def test_each_level_wins_more_than_the_one_below():
    names = ("easy", "medium", "best")
    easy, medium, top = contest(GAME, Setup(), [(name,) for name in names], 60, seed="levels").tallies
    assert easy.wins[0] + 5 < medium.wins[0]
    assert medium.wins[0] < top.wins[0]


def test_where_no_kernel_runs_the_levels_still_play(monkeypatch):
    monkeypatch.setattr(kernels, "runs", lambda: False)
    state = board("pick", tiles=OPEN, mice=(5, 9), plates={5: "nut"}, seated=(1, 1, 2), raccoon=8)
    slow = PLAYERS["medium"].choose(GAME, state, GAME.turn(state), Random(1))
    monkeypatch.undo()
    assert slow == PLAYERS["medium"].choose(GAME, state, GAME.turn(state), Random(1))


def foreseen(state):
    """Look one roll further ahead over the rules, with the learned value; a door is the last luck."""
    turn = GAME.turn(state)
    if isinstance(turn, Over) or state.stage == "closing":
        return value(state, 0)
    if isinstance(turn, Decide):
        return max(foreseen(GAME.apply(state, action)) for action in turn.actions)
    after = [(GAME.apply(state, event), weight) for event, weight in turn.odds]
    told = {"roll": replied, "door": judged}.get(state.stage, foreseen)
    return sum(weight * told(one) for one, weight in after) / turn.steps[-1]


def judged(state):
    return rules(LEARNED, state).guess()[0]


def replied(state):
    return max(judged(GAME.apply(state, action)) for action in actions(state))


def test_the_learned_value_is_looked_ahead_with_as_the_rules_say():
    for state in (
        board("pick", tiles=OPEN, mice=(5, 9), plates={5: "nut"}, seated=(1, 1, 2), raccoon=8),
        board("door", mice=(4, 9), seated=(1,), raccoon=8),
        board("raccoon", tiles=OPEN, mice=(5, 9), plates={11: "nut"}, seated=(1, 1, 2), raccoon=8, trays=("nut", "")),
    ):
        assert outlook(state, 1, LEARNED) == pytest.approx(foreseen(state), abs=1e-6)


def test_the_learned_value_plays_where_it_was_learned():
    assert LEARNED.fits(GAME.new(Setup(players=4)))
    assert not LEARNED.fits(GAME.new(Setup(abilities=True)))
    assert not LEARNED.fits(GAME.new(Setup(golden=(1,))))
    assert not LEARNED.fits(boxed(own(GARDEN), "garden").new(Setup()))
    state = board("pick", tiles=OPEN, mice=(5, 9), plates={5: "nut"}, seated=(1, 1, 2), raccoon=8)
    assert PLAYERS["best"].choose(GAME, state, GAME.turn(state), Random(1)) == planned(state, kernel=LEARNED)


def test_the_same_seeds_give_the_same_games_as_ever():
    standard, gifted = GAME.new(Setup()), GAME.new(Setup(mice=("ninja", "traveler"), abilities=True))
    assert rules(KERNEL, standard).playouts(2000, SEED) == (95_324, 0, 7271453655537391280)
    assert rules(KERNEL, gifted).playouts(2000, SEED) == (102_613, 0, 15059776006843550797)
    assert games_of(standard, 500) == (15_204, 279)
    assert games_of(gifted, 500) == (15_161, 339)
    assert games_of(standard, 60, LEARNED) == (1785, 44)
