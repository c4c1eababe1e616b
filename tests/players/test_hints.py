"""Hints and reviews: exact where a board is solved, sampled and marked so elsewhere; luck and mistakes told apart."""

import json
from random import Random

import pytest

from mousehole import shelf
from mousehole.core.game import Decide, Over
from mousehole.core.record import Record, dump
from mousehole.players.hints import best_of, hints
from mousehole.players.player import RandomPlayer
from mousehole.players.review import review
from mousehole.players.simulated import Budget, guide
from mousehole.players.trees import growing
from mousehole.testing import random_record
from tests.cli.test_cli import mousehole

MMM = shelf.find("mmm")
SETUP = MMM.setup(board='steps = 3\npantry = """\nB B F\n. G F\n"""\n')


@pytest.fixture
def folder(tmp_path):
    MMM.parts.solvable.exact.solve(tmp_path / "solutions", MMM.new(SETUP), lambda done, total: None)
    return tmp_path / "solutions"


def test_the_bounds_of_estimates_hold_the_exact_chance(folder, tmp_path):
    held, asked, luck = 0, 0, Random(2)
    while asked < 60:
        state = MMM.new(SETUP)
        while not isinstance(turn := MMM.turn(state), Over):
            if isinstance(turn, Decide) and len(turn.actions) > 1:
                exact, told = (
                    hints(MMM, state, folder=at, budget=Budget(games=60), seed=f"bounds {asked}")
                    for at in (folder, tmp_path)
                )
                held += sum(guess.low <= known.chance <= guess.high for guess, known in zip(told, exact, strict=True))
                asked += len(told)
            choice = turn.at(luck.random()) if not isinstance(turn, Decide) else luck.choice(turn.actions)
            state = MMM.apply(state, choice)
    assert held >= 0.9 * asked


def decision():
    state = MMM.apply(MMM.new(SETUP), MMM.turn(MMM.new(SETUP)).at(0.3))
    return state, MMM.turn(state)


def test_hints_are_exact_where_the_board_is_solved(folder):
    state, turn = decision()
    told = hints(MMM, state, folder=folder)
    assert [hint.action for hint in told] == list(range(len(turn.actions)))
    assert all(hint.exact and hint.low == hint.chance == hint.high for hint in told)
    assert min(hint.loss for hint in told) == 0
    assert max(hint.chance for hint in told) == pytest.approx(told[0].chance + told[0].loss)


def test_hints_are_sampled_elsewhere_and_say_so(tmp_path):
    state, turn = decision()
    sampled = hints(MMM, state, folder=tmp_path / "nothing", budget=Budget(games=300, seconds=60))
    assert len(sampled) == len(turn.actions)
    assert not any(hint.exact for hint in sampled)
    assert all(hint.low < hint.chance < hint.high for hint in sampled)
    assert sampled == hints(MMM, state, folder=tmp_path / "nothing", budget=Budget(games=300, seconds=60))
    assert min(hint.loss for hint in sampled) == 0


def test_reasons_are_given_where_they_are_known(folder):
    state = MMM.new(SETUP)
    faces = ("bread", "bread", "x")
    state = MMM.apply(state, next(e for e, _ in MMM.turn(state).odds if e.faces == faces))
    state = MMM.apply(state, MMM.turn(state).actions[0])
    reasons = [hint.reason and hint.reason.text for hint in hints(MMM, state, folder=folder)]
    assert reasons == [
        "it completes an item, so the cat will stay",
        "{share} of these rolls fit nowhere",
        "no item is complete, so the cat takes a step",
    ]


def test_estimates_stand_near_the_truth_and_find_the_good_actions(folder, tmp_path):
    """Random play wins a tenth of what practised players win here: estimates must not be of random play."""
    state, _ = decision()
    exact = hints(MMM, state, folder=folder)
    sampled = hints(MMM, state, folder=tmp_path / "nothing", budget=Budget(games=600, seconds=60))
    assert all(abs(one.chance - true.chance) < 0.12 for one, true in zip(sampled, exact, strict=True))
    assert exact[best_of(sampled).action].loss < 0.02


def test_equal_actions_are_told_to_be_equal(tmp_path):
    state = MMM.new(SETUP)
    state = MMM.apply(state, next(e for e, _ in MMM.turn(state).odds if e.faces == ("bread", "x", "x")))
    one, two = hints(MMM, state, folder=tmp_path, budget=Budget(games=60, seconds=60))
    assert (one.loss, one.clear) == (two.loss, two.clear) == (0.0, False)


@pytest.mark.parametrize("game", list(shelf.every()), ids=lambda game: game.name)
def test_no_estimate_is_led_by_somebody_clueless(game):
    assert guide(game).rank > RandomPlayer.rank


def opened(name):
    game = shelf.find(name)
    state, luck = game.new(game.setup()), Random(3)
    while not isinstance(turn := game.turn(state), Decide):
        state = game.apply(state, turn.at(luck.random()))
    return game, state


@pytest.mark.parametrize(("name", "low", "high"), [("chopchop", 0.25, 0.75), ("mousewarming", 0.3, 0.8)])
def test_searched_estimates_are_of_good_play_and_the_same_every_time(name, low, high):
    """Practised players win about half of these games; a random one hardly ever wins the second."""
    game, state = opened(name)
    budget = Budget(simulations=16_000, seconds=60)
    told = hints(game, state, budget=budget)
    assert not any(hint.exact for hint in told)
    assert low < best_of(told).chance < high
    assert all(hint.low < hint.chance < hint.high for hint in told)
    assert told == hints(game, state, budget=budget)
    assert told != hints(game, state, budget=budget, seed="another")


def test_a_searched_hint_sees_the_winning_move():
    game = shelf.find("chopchop")
    for seed in range(40):
        record, over = random_record(game, game.setup(), bytes([seed]))
        state = replayed(game, record, len(record.events) - 1)
        turn = game.turn(state)
        if isinstance(turn, Decide) and len(turn.actions) > 1 and turn.seat in over.winners:
            told = hints(game, state, budget=Budget(simulations=16_000, seconds=60))
            assert told[turn.actions.index(record.events[-1])].chance == best_of(told).chance == 1
            return
    raise AssertionError("no game ended with a choice")


def replayed(game, record, ply):
    state = game.new(record.setup)
    for event in record.events[:ply]:
        state = game.apply(state, event)
    return state


def test_nobody_decides_no_hints():
    assert hints(MMM, MMM.new(SETUP)) == ()


def test_luck_and_mistakes_add_up_to_how_the_game_went(folder):
    for seed in range(6):
        record, over = random_record(MMM, SETUP, bytes([seed]))
        found = review(MMM, record, folder=folder)
        assert found.exact and len(found.moments) == len(record.events)
        end = float(bool(over.winners))
        assert found.moments[-1].chance == end
        assert found.luck == pytest.approx(sum(moment.swing for moment in found.moments), abs=1e-5)
        assert found.start + found.luck - found.losses == pytest.approx(end, abs=1e-5) and found.gifts == 0
        worst = [found.moments[ply - 1].loss for ply in found.costliest]
        assert worst == sorted((m.loss for m in found.moments if m.loss > 0), reverse=True)[:3]


def test_the_best_play_loses_nothing(folder):
    state, events, luck = MMM.new(SETUP), [], Random(2)
    while not isinstance(turn := MMM.turn(state), Over):
        if isinstance(turn, Decide):
            event = turn.actions[min(hints(MMM, state, folder=folder), key=lambda hint: hint.loss).action]
        else:
            event = turn.at(luck.random())
        state = MMM.apply(state, event)
        events.append(event)
    found = review(MMM, Record("mmm", MMM.edition, SETUP, tuple(events)), folder=folder)
    assert found.losses == 0 and found.costliest == ()


def test_a_versus_game_is_reviewed_by_samples():
    game = shelf.find("chopchop")
    record, _ = random_record(game, game.setup(), b"\x03", 30)
    found = review(game, record, budget=Budget(games=6, simulations=1600, seconds=60))
    assert not found.exact and len(found.moments) == 30
    end = found.moments[-1].chance
    assert found.start + found.luck - found.losses + found.gifts == pytest.approx(end)
    assert found.losses > 0 and found.gifts > 0, "both sides play at random"
    other = review(game, record, seat=1, budget=Budget(games=6, simulations=1600, seconds=60))
    assert other.losses == pytest.approx(found.gifts) and other.gifts == pytest.approx(found.losses)
    assert all(0 <= moment.chance <= 1 for moment in found.moments)


def test_the_command_tells_and_writes_a_review(folder):
    record = dump(random_record(MMM, SETUP, b"\x05")[0]).decode()
    text = mousehole("review", "-", stdin=record, MOUSEHOLE_DATA=str(folder.parent))
    assert text.returncode == 0, text.stderr
    assert "Exact chances" in text.stdout and " luck " in text.stdout
    page = json.loads(mousehole("review", "-", "--json", stdin=record, MOUSEHOLE_DATA=str(folder.parent)).stdout)
    assert page["exact"] and page["moments"][0]["ply"] == 1
    french = mousehole("--language=fr", "review", "-", stdin=record, MOUSEHOLE_DATA=str(folder.parent))
    assert "Chances exactes" in french.stdout


@pytest.mark.parametrize("name", ["chopchop", "mousewarming"])
def test_hints_trust_what_was_learned_where_it_fits(name):
    game = shelf.find(name)
    assert growing(game, game.new(game.setup())) is game.parts.kernel.learned
