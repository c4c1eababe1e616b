"""What callers give to environments is checked before anything begins."""

import subprocess
import sys
from random import Random

import pytest

import mousehole
from mousehole import envs

MAKERS = {
    "aec": envs.aec,
    "parallel": envs.parallel,
    "gym": envs.gym,
    "batch": lambda game, **options: envs.batch(game, 2, **options),
    "vector": lambda game, **options: envs.vector(game, 2, **options),
    "spiel": envs.spiel,
}


@pytest.fixture(params=MAKERS)
def make(request):
    if request.param == "spiel":
        pytest.importorskip("pyspiel")
    return MAKERS[request.param]


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (mousehole.find("mmm").setup(players=12), "players: 12 is too large"),
        (mousehole.find("mmm").setup(side="nope"), "side"),
        ({"cats": 1}, "there is no field cats"),
    ],
)
def test_every_environment_checks_its_set_up(make, setup, words):
    with pytest.raises(mousehole.BadSetup, match=words):
        make("mmm", setup=setup)


def test_a_set_up_may_be_a_dict_of_its_fields(make):
    made = make("mmm", setup={"players": 2})
    assert getattr(made, "episode", getattr(made, "batch", made)).setup == mousehole.find("mmm").setup(players=2)


@pytest.mark.parametrize("make", [envs.gym, MAKERS["vector"]], ids=["gym", "vector"])
@pytest.mark.parametrize("seat", [7, -1, 2])
def test_a_seat_that_is_not_there_is_refused(make, seat):
    with pytest.raises(mousehole.UserError, match="there are seats 0 to 1"):
        make("chopchop", seat=seat)


def test_a_seat_for_which_nobody_is_named_is_told():
    with pytest.raises(ValueError, match="nobody is named for seat 1"):
        envs.gym("chopchop", seat=0, others={})


@pytest.mark.parametrize("make", [envs.aec, envs.parallel, envs.gym])
def test_nothing_is_done_before_a_game_has_begun(make):
    env = make("mmm", render_mode="ansi")
    for call in (lambda: env.step({"seat_0": 0} if make is envs.parallel else 0), env.render):
        with pytest.raises(ValueError, match="call reset first"):
            call()


@pytest.mark.parametrize("make", [envs.aec, envs.parallel, envs.gym])
def test_a_game_begins_at_a_position_of_its_game(make):
    here, env = mousehole.start("mmm").roll(Random(1)), make("mmm")
    env.reset(options={"position": here})
    assert env.episode.state == here.state
    for other in (mousehole.start("chopchop"), mousehole.start("chopchop").state, None, here.text):
        with pytest.raises(ValueError, match="not a position of mmm"):
            env.reset(options={"position": other})
    with pytest.raises(mousehole.BadSetup):
        env.reset(options={"setup": {"players": 12}})


def test_a_batch_begins_at_positions_and_needs_a_game():
    here = mousehole.start("mmm").roll(Random(1))
    batch = envs.batch("mmm", 2)
    batch.reset(1, [here])
    assert batch.position(1) == here.state
    with pytest.raises(ValueError, match="not a position of mmm"):
        batch.reset(1, [mousehole.start("chopchop")])
    with pytest.raises(ValueError, match=r"games: .* 1 or more, is needed, not 0"):
        envs.batch("mmm", 0)
    with pytest.raises(ValueError, match=r"threads: .* not 0"):
        envs.batch("mmm", 2, threads=0)


@pytest.mark.parametrize(("call", "lacks", "extra"), [("spiel", "pyspiel", "spiel"), ("gym", "gymnasium", "rl")])
def test_what_is_not_installed_is_named_with_its_extra(call, lacks, extra):
    ask = f"import sys; sys.modules['{lacks}'] = None; from mousehole import envs; envs.{call}('mmm')"
    told = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False)
    assert told.stderr.splitlines()[-1] == f"ImportError: {lacks} is missing: install mousehole[{extra}]"


@pytest.mark.parametrize("call", [envs.aec, envs.parallel, envs.gym])
def test_a_way_of_painting_that_is_not_there_is_refused(call):
    with pytest.raises(ValueError, match="expected ansi, svg, rgb_array or None, found 'human'"):
        call("mmm", render_mode="human")


def test_devices_and_players_that_are_not_there_are_refused():
    with pytest.raises(ValueError, match="expected cpu or cuda, found 'tpu'"):
        envs.batch("mmm", 2, device="tpu")
    with pytest.raises(mousehole.UserError, match="no player nobody"):
        envs.gym("mmm", others="nobody")
