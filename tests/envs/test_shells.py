"""Every game and set-up keeps the contracts of PettingZoo, Gymnasium and OpenSpiel."""

import json
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from mousehole import envs, shelf
from mousehole.core.game import Decide, Over
from mousehole.core.record import audit, dump, load
from mousehole.core.setups import variants
from mousehole.envs.arrays import rewards, tensor_of
from mousehole.games.mmm.moves import Setup as Pantry
from mousehole.games.mystics.moves import Setup as Chapter
from tests.games.mmm.vocabulary import pantry, play, rolls

SETUPS = [
    *((game, setup) for game in shelf.built_in() for setup in variants(shelf.find(game))),
    ("mystics", Chapter(chapter="c2", party=("tolly", "yarrow", "pip", "fenna"), players=2)),
    ("mystics", Chapter(chapter="c3")),
]
IDS = [f"{game}-{n}" for n, (game, _) in enumerate(SETUPS)]
every_setup = pytest.mark.parametrize(("game", "setup"), SETUPS, ids=IDS)


def drawn(mask, luck):
    return int(luck.choice(np.flatnonzero(mask)))


@every_setup
def test_pettingzoo_finds_nothing_wrong_with_turns(game, setup):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # observations are dicts, as in PettingZoo's own board games
        api_test(envs.aec(game, setup=setup), num_cycles=20)
        seed_test(lambda: envs.aec(game, setup=setup), num_cycles=20)


@pytest.mark.parametrize("game", ["mmm", "chopchop", "mousewarming"])
def test_pettingzoo_finds_nothing_wrong_with_compiled_turns(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(envs.aec(game, compiled=True), num_cycles=20)
        seed_test(lambda: envs.aec(game, compiled=True), num_cycles=20)


@pytest.mark.parametrize("game", ["mmm", "chopchop", "mousewarming"])
def test_compiled_turns_show_allow_and_pay_what_the_rules_say(game):
    env, luck, tensor = envs.aec(game, compiled=True), np.random.default_rng(2), tensor_of(shelf.find(game))
    env.reset(seed=3)
    while env.episode.seat is not None:
        position, turn = env.episode.state, env.episode.turn
        for seat, agent in enumerate(env.possible_agents):
            assert env.observe(agent)["observation"].tobytes() == tensor.observe(position, seat)
            legal = [tensor.number(position, action) for action in turn.actions] if seat == turn.seat else []
            assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == sorted(legal)
        env.step(drawn(env.observe(env.agent_selection)["action_mask"], luck))
    over = env.episode.turn
    assert isinstance(over, Over) and all(env.terminations.values())
    paid = rewards(env.episode.game, env.episode.setup, over)
    assert env.rewards == dict(zip(env.possible_agents, paid, strict=True))


def test_compiled_turns_begin_anywhere_and_refuse_what_they_cannot_play():
    env, start = envs.aec("mmm", compiled=True), envs.aec("mmm")
    start.reset(seed=5)
    env.reset(seed=1, options={"position": start.episode.state})
    assert env.episode.state == start.episode.state
    with pytest.raises(ValueError, match="not legal"):
        env.step(env.observe(env.agent_selection)["action_mask"].argmin())
    assert "mmm" in envs.aec("mmm", compiled=True).metadata["name"]
    with pytest.raises(ValueError, match="no compiled rules"):
        envs.aec("mystics", compiled=True)


@every_setup
def test_pettingzoo_finds_nothing_wrong_with_acting_at_once(game, setup):
    parallel_api_test(envs.parallel(game, setup=setup), num_cycles=40)


@every_setup
def test_gymnasium_finds_nothing_wrong(game, setup):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(envs.gym(game, setup=setup), skip_render_check=True)
        check_env(envs.gym(game, setup=setup, seat=0), skip_render_check=True)


@every_setup
def test_openspiel_plays_it_and_brings_it_back(game, setup):
    pyspiel = pytest.importorskip("pyspiel")
    pyspiel.random_sim_test(envs.spiel(game, setup=setup), num_sims=1, serialize=True, verbose=False)


def test_a_whole_game_of_turns_pays_everybody_at_its_end_and_is_a_record():
    env, luck = envs.aec("chopchop"), np.random.default_rng(1)
    env.reset(seed=4)
    paid = {}
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        paid[agent] = reward
        env.step(None if ended else drawn(seen["action_mask"], luck))
    game, record = shelf.find("chopchop"), env.episode.record()
    over = env.episode.turn
    assert isinstance(over, Over)
    assert paid == {f"seat_{seat}": 0.0 if over.drawn else 1.0 if seat in over.winners else -1.0 for seat in (0, 1)}
    audit(game, load(dump(record), lambda name: game)[1])


def test_an_action_that_is_not_legal_is_refused():
    env = envs.aec("mmm")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        env.step(0)


def test_all_who_wait_may_only_wait():
    env = envs.parallel("mmm", setup=Pantry(players=3))
    seen, _ = env.reset(seed=1)
    assert [int(one["action_mask"][env.wait]) for one in seen.values()] == [0, 1, 1]
    assert [one["action_mask"].sum() > 1 for one in seen.values()] == [True, False, False]


def test_an_illegal_action_ends_the_only_agents_game_as_lost():
    env = envs.gym("mmm")
    env.reset(seed=1)
    _, reward, ended, _, info = env.step(0)
    assert (reward, ended, info) == (-1.0, True, {"illegal": True})


@pytest.mark.parametrize("seat", [0, 1])
def test_one_agent_meets_named_players(seat):
    env, luck, paid = envs.gym("chopchop", seat=seat, others="greedy"), np.random.default_rng(1), []
    for number in range(3):
        seen, _ = env.reset(seed=number)
        ended = False
        while not ended:
            assert env.episode.turn.seat == seat
            assert env.observation_space.contains(seen)
            seen, reward, ended, _, _ = env.step(drawn(seen["action_mask"], luck))
        paid.append(reward)
    assert set(paid) <= {-1.0, 0.0, 1.0} and -1.0 in paid, "greedy beats chance"


def test_others_can_be_named_seat_by_seat():
    env = envs.gym("chopchop", setup=shelf.find("chopchop").setup(players=3), seat=1, others={0: "random", 2: "greedy"})
    env.reset(seed=1)
    assert env.episode.turn.seat == 1


@pytest.mark.parametrize("make", [envs.aec, envs.parallel, envs.gym])
def test_a_game_begins_at_any_position_or_board(make):
    state = play(pantry("B B / F F", steps=3, cat=1), rolls("B F X"))
    env = make("mmm", setup=state.pantry.setup)
    env.reset(seed=1, options={"position": state})
    assert env.episode.state == state
    other = Pantry(board='steps = 9\npantry = """\nG H\nC C\n"""\n')
    env.reset(seed=1, options={"setup": other})
    assert env.episode.state.pantry.setup == other
    with pytest.raises(ValueError, match="other ids"):
        env.reset(options={"setup": Pantry()})


def test_a_smaller_board_fits_into_the_corner_of_a_larger_one():
    env, small = envs.gym("mmm"), Pantry(board='steps = 4\npantry = """\nB B F\nG . F\n"""\n')
    env.reset(seed=1, options={"setup": small})
    state, plain = env.episode.state, shelf.find("mmm").new(small)
    assert state.pantry.grid.columns == 7 and state.pantry.steps == 4
    assert list(state.pantry.grid.named(state.free)) == list(plain.pantry.grid.named(plain.free))
    assert len(state.pantry.items) == len(plain.pantry.items) == 3


def test_a_game_that_is_over_cannot_be_begun():
    done = pantry("b", steps=3)
    env = envs.gym("mmm", setup=done.pantry.setup)
    with pytest.raises(ValueError, match="over"):
        env.reset(options={"position": done})


def test_a_game_that_luck_ends_at_once_is_begun_again():
    env = envs.gym("mmm", setup=Pantry(steps=1, board='pantry = """\nB\n"""\n'))
    for seed in range(8):
        env.reset(seed=seed)
        assert isinstance(env.episode.turn, Decide)


@pytest.mark.parametrize("game", shelf.built_in())
def test_the_painter_draws_what_is_played(game):
    env = envs.gym(game, render_mode="ansi")
    env.reset(seed=1)
    assert len(env.render().splitlines()) > 5
    assert envs.gym(game, render_mode=None).render() is None
    svg = envs.aec(game, render_mode="svg")
    svg.reset(seed=1)
    assert svg.render().startswith("<svg")


def test_pixels_are_those_of_the_picture():
    pytest.importorskip("resvg_py")
    env = envs.gym("chopchop", render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.dtype == np.uint8 and pixels.shape[2] == 3 and pixels.std() > 10


def test_gymnasium_finds_games_by_name():
    env = gymnasium.make("mousehole.envs.gym_env:mousehole/mmm-v1", setup=Pantry(players=2))
    seen, _ = env.reset(seed=1)
    assert seen["observation"].shape == (451,)


def test_openspiel_shows_luck_and_sees_as_a_seat_does():
    pytest.importorskip("pyspiel")
    game = envs.spiel("mousewarming")
    state = game.new_initial_state()
    assert state.is_chance_node() and sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
    state.apply_action(1)
    assert json.loads(state.action_to_string(state.legal_actions()[0]))["type"] == "move"
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    here = tensor_of(shelf.find("mousewarming")).observe(state.at.state, 0)
    assert observer.tensor.astype(np.uint8).tobytes() == here
    assert observer.dict["mice"].shape == (2, 16)


def test_many_games_are_one_vector_environment():
    env = envs.vector("mmm", 16)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    won = ended = 0
    for _ in range(200):
        seen, paid, over, cut, infos = env.step(env.batch.picks)
        assert ((paid != 0) == over).all() and not cut.any() and ("final_obs" in infos) == over.any()
        won, ended = won + int((paid > 0).sum()), ended + int(over.sum())
    assert ended > 16 and won < ended


@pytest.mark.parametrize("seat", [0, 1])
def test_an_agent_of_a_vector_environment_meets_a_rival(seat):
    env = envs.vector("chopchop", 8, seat=seat)
    seen, _ = env.reset(seed=1)
    paid = []
    for _ in range(400):
        assert (env.batch.seats == seat).all() and seen["action_mask"].any(axis=1).all()
        seen, earned, over, _, _ = env.step(env.batch.picks)
        paid += earned[over].tolist()
    assert len(paid) > 8 and set(paid) <= {-1.0, 0.0, 1.0}
