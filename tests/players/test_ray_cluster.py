"""On a Ray cluster the arena gives what it gives here; where there is none, it says so."""

import os
import socket
import subprocess
import sys
from importlib.util import find_spec

import pytest

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed: it comes with the tools")
JOINED = """
import ray
from mousehole.core.words import UserError, line
from mousehole.players.ray_cluster import NoCluster
from mousehole.players.parallel import spread


def fussy(number):
    if number == 2:
        raise UserError(line("{n} is too much", n=number))
    return 1 // number


def told(work):
    try:
        list(spread(fussy, work, "ray"))
    except UserError as error:
        return type(error), str(error)


ray.init("local", num_cpus=1, include_dashboard=False, log_to_driver=False)
assert list(spread(abs, range(-9, 0), "ray")) == list(range(9, 0, -1))
assert told([1, 2, 3]) == (UserError, "2 is too much"), told([1, 2, 3])
kind, words = told([0])
assert kind is NoCluster and "division" in words, words
assert ray.is_initialized()
print("all well")
"""


def run(*arguments, **env):
    env = {**os.environ, "LC_ALL": "C", "RAY_USAGE_STATS_ENABLED": "0", **env}
    command, still = [sys.executable, *arguments], subprocess.DEVNULL
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=still, env=env)


def arena(*arguments, **env):
    asked = ("arena", "mmm", "--players", "random,thumb", "--games", "60", "--seed", "a", "--json")
    return run("-m", "mousehole", *asked, *arguments, **env)


@needs_ray
def test_a_local_cluster_gives_the_same_as_processes():
    here, there = arena("--processes", "2"), arena("--on", "ray", RAY_ADDRESS="")
    assert (here.returncode, there.returncode) == (0, 0), there.stderr
    assert here.stdout == there.stdout
    assert here.stdout.count('"games":60,"wins"') == 2
    assert here.stdout.count('"paired":[{"rate":') == 1


@needs_ray
def test_a_program_that_has_joined_a_cluster_stays_there_and_hears_of_mistakes():
    told = run("-c", JOINED)
    assert told.stdout.endswith("all well\n"), told.stderr


@needs_ray
@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_a_cluster_that_does_not_answer_is_told(scheme):
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))  # taken, but nobody listens
        address = f"{scheme}127.0.0.1:{deaf.getsockname()[1]}"
        told = arena("--on", "ray", RAY_ADDRESS=address)
    assert told.returncode == 2
    assert f"no Ray cluster at {address}" in told.stderr and "Traceback" not in told.stderr


@needs_ray
def test_an_address_that_is_none_is_told():
    told = arena("--on", "ray", RAY_ADDRESS="cheese")
    assert told.returncode == 2
    assert "no Ray cluster at cheese" in told.stderr and "Traceback" not in told.stderr


def test_without_ray_it_says_what_to_install(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['ray'] = None\n")
    told = arena("--on", "ray", PYTHONPATH=str(tmp_path))
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.strip().endswith("this needs Ray, which is not installed: it comes with mousehole[ray]")
