"""Games that state no numbers are environments too: hidden hands, choices at the same time, points by seat."""

import sys
import types
import warnings
from random import Random

import msgspec
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import mousehole
from bench.interference import EXAMPLE
from examples.games import race, tricks
from mousehole import envs
from mousehole.core.game import Decide, Over
from mousehole.core.tensor import Spec
from mousehole.envs.arrays import named, tensor_of
from mousehole.envs.listed_tensor import Layout
from mousehole.testing.random_games import random_record
from mousehole.testing.view_checks import twin

sys.path.append(str(EXAMPLE))
import nibbles

GAMES = [
    pytest.param(nibbles.GAME, {"players": 3}, id="nibbles"),
    pytest.param(tricks.GAME, {}, id="tricks"),
    pytest.param(race.GAME, {"players": 3}, id="race"),
]
every_game = pytest.mark.parametrize(("game", "setup"), GAMES)
SMALL = {"players": 2, "suits": 1, "ranks": 5, "hand": 2}
SHELF = 'steps = 2\npantry = """\nB B\n"""\n'


@every_game
def test_the_suites_of_pettingzoo_and_gymnasium_find_nothing(game, setup):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(envs.aec(game, setup=setup), num_cycles=30)
        seed_test(lambda: envs.aec(game, setup=setup), num_cycles=10)
        check_env(envs.gym(game, setup=setup, seat=1), skip_render_check=True)
    parallel_api_test(envs.parallel(game, setup=setup), num_cycles=30)


@every_game
def test_openspiel_simulates_it_and_brings_it_back(game, setup):
    pyspiel = pytest.importorskip("pyspiel")
    pyspiel.random_sim_test(envs.spiel(game, setup=setup), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(("game", "setup"), GAMES[:2])
def test_a_seat_is_shown_nothing_that_it_cannot_know(game, setup):
    luck, setup = Random(1), game.setup(**setup)
    tensor, pairs = tensor_of(game, setup), 0
    for number in range(20):
        events = random_record(game, setup, bytes([number]))[0].events
        for seat in range(len(game.seats(setup))):
            length = luck.randrange(1, len(events))
            if other := twin(game, setup, events[:length], seat, luck):
                one, two = (state_after(game, setup, each) for each in (events[:length], other))
                pairs += one != two
                assert tensor.observe(one, seat) == tensor.observe(two, seat)
    assert pairs > 10


def state_after(game, setup, events):
    state = game.new(setup)
    for event in events:
        state = game.apply(state, event)
    return state


def test_what_a_seat_holds_is_in_its_numbers():
    env = envs.aec(nibbles.GAME)
    env.reset(seed=1)
    for seat, agent in enumerate(env.possible_agents):
        fields = named(env.episode.spec, env.observe(agent)["observation"])
        mine = [int(fields[f"hands.{seat:02}.{n:02}"][0]) for n in range(5)]
        theirs = [int(fields[f"hands.{1 - seat:02}.{n:02}"][0]) for n in range(5)]
        assert mine == list(env.episode.state.hands[seat]) and theirs == [0] * 5


def test_all_who_choose_at_the_same_time_are_asked_at_once():
    env = envs.parallel(nibbles.GAME, setup={"players": 4})
    seen, _ = env.reset(seed=1)
    steps = 0
    while env.agents:
        assert [int(one["action_mask"][env.wait]) for one in seen.values()] == [0] * 4
        seen, paid, _, _, _ = env.step({agent: int(one["action_mask"].argmax()) for agent, one in seen.items()})
        steps += 1
    assert steps == 5, "five cheeses, and a step for each"
    assert sorted(set(paid.values())) in ([-1.0, 1.0], [0.0])


def test_points_by_seat_are_what_agents_are_paid():
    env, luck = envs.parallel(race.GAME, setup={"players": 3}), np.random.default_rng(1)
    seen, _ = env.reset(seed=2)
    while env.agents:
        picks = {agent: int(luck.choice(np.flatnonzero(one["action_mask"]))) for agent, one in seen.items()}
        seen, paid, _, _, _ = env.step(picks)
    over = env.episode.turn
    assert isinstance(over, Over) and list(paid.values()) == list(over.points)
    assert over.ranking(["a", "b", "c"])[over.points.index(max(over.points))] == 1


def test_rivals_who_all_win_have_drawn_and_friends_have_won():
    both = Over((0, 1), "eaten")
    assert both.payoffs(["a", "b"]) == (0.0, 0.0)
    assert both.payoffs(["us", "us"]) == (1.0, 1.0)
    assert Over((1,), "home").payoffs(["a", "b"]) == (-1.0, 1.0)
    assert Over((), "cap", drawn=True).payoffs(["a", "b"]) == (0.0, 0.0)
    assert Over((0,), "x", points=(3, 1, 3)).ranking(["a", "b", "c"]) == (1, 3, 1)
    assert Over((0,), "x", places=(2, 1)).ranking(["a", "b"]) == (2, 1)


def test_numbers_that_were_not_seen_are_cut_to_fit():
    layout = Layout.of([{"n": 3, "face": "cat"}, {"n": 5, "face": "mouse"}, {"n": -2}, {"n": 0, "far": 70_000}])
    assert [(block.name, block.size, block.most) for block in layout.blocks()] == [
        ("face?", 1, 1),
        ("face=", 2, 1),
        ("far?", 1, 1),
        ("far", 3, 255),
        ("n", 1, 10),
    ]
    assert layout.row({"n": 99, "face": "dog"}) == bytes([1, 0, 0, 0, 0, 0, 0, 10])
    assert layout.row({"n": -2, "face": "cat", "far": 256}) == bytes([0 + 1, 1, 0, 1, 0, 1, 0, 1])


@every_game
def test_the_numbers_of_a_game_are_the_same_every_time(game, setup):
    first, second = (envs.aec(game, setup=setup).episode.spec for _ in range(2))
    assert isinstance(first, Spec) and first == second


@pytest.mark.parametrize("name", ["mmm", "chopchop"])
def test_no_game_is_longer_than_its_rules_say(name):
    game = mousehole.find(name)
    for number in range(6):
        setup = game.setup()
        record, _ = random_record(game, setup, bytes([number]))
        decisions = sum(isinstance(ply.turn, Decide) for ply in mousehole.plies(game, record))
        assert decisions <= game.longest(setup)


@pytest.fixture
def algorithms(monkeypatch):
    """OpenSpiel's own; what solves matrix games needs another package, which none of these asks for."""
    pytest.importorskip("pyspiel")
    name = "open_spiel.python.algorithms.lp_solver"
    monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    from open_spiel.python.algorithms import cfr, exploitability, value_iteration

    return types.SimpleNamespace(cfr=cfr, exploitability=exploitability, value_iteration=value_iteration)


def test_openspiels_value_iteration_finds_what_our_solver_finds(algorithms, tmp_path):
    game = envs.spiel("mmm", setup={"players": 1, "board": SHELF})
    values = algorithms.value_iteration.value_iteration(game, -1, 1e-9, cyclic_game=True)
    oracle, kind = mousehole.solve("mmm", game.setup, folder=tmp_path), type(game.new_initial_state().at.state)
    states = {msgspec.json.decode(text, type=kind): (value + 1) / 2 for text, value in values.items()}
    assert len(states) == 251
    assert all(oracle.value(state, 0) == pytest.approx(chance, abs=1e-6) for state, chance in states.items())


def test_cfr_gets_harder_to_exploit_in_a_game_with_hidden_hands(algorithms):
    game = envs.spiel(tricks.GAME, setup=SMALL)
    solver, found = algorithms.cfr.CFRSolver(game), []
    for _ in range(4):
        solver.evaluate_and_update_policy()
        found.append(algorithms.exploitability.exploitability(game, solver.average_policy()))
    assert found == sorted(found, reverse=True) and found[-1] < found[0] / 2


def test_openspiel_remembers_what_a_seat_saw_and_no_more():
    pytest.importorskip("pyspiel")
    game, luck = envs.spiel(nibbles.GAME), Random(2)
    events = random_record(nibbles.GAME, game.setup, b"memory")[0].events[:11]
    other = twin(nibbles.GAME, game.setup, events, 1, luck)
    one, two = (remembered(game, each) for each in (events, other))
    assert str(one) != str(two) and one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_string(1) == two.information_state_string(1)
    assert one.observation_string(1) == two.observation_string(1) == one.at.observed(1)
    assert len(one.at.memories[1].events) == len(events)


def remembered(game, events):
    """The state of OpenSpiel after some events."""
    state = game.new_initial_state()
    for event in events:
        at = state.at
        chance = state.is_chance_node()
        state.apply_action([e for e, _ in at.turn.odds].index(event) if chance else at.numbers.numbers(at.state)[event])
    return state


def test_what_lies_in_front_of_a_position_is_no_part_of_it():
    pytest.importorskip("pyspiel")
    game = envs.spiel("mmm", setup={"players": 1, "board": SHELF})
    state = game.new_initial_state()
    assert game.max_game_length() == 5 * (2 + 1)
    assert '"free":3' in str(state)
    assert state.observation_string(0) == state.information_state_string(0) == str(state)
