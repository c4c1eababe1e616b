"""Modules are what their sources say; faults in them are errors with a name, and several work side by side."""

import sys
from contextlib import suppress
from importlib.util import find_spec
from random import Random
from subprocess import run
from threading import Thread

import pytest

from mousehole import shelf
from mousehole.compiled import CHANCE
from mousehole.compiled.kernels import KernelTrap
from mousehole.compiled.rules import Rules, rules
from mousehole.compiled.wasm import Instance
from mousehole.core.game import Decide
from mousehole.games.chopchop import GAME
from mousehole.games.chopchop.kernel import KERNEL
from mousehole.games.mmm.solver.sweep import MODULE
from tools import kernels

START = GAME.new(GAME.setup())
SEED = 88172645463325252


@pytest.mark.skipif(find_spec("ziglang") is None, reason="the compiler of kernels is not installed")
@pytest.mark.parametrize("source", kernels.sources(), ids=lambda source: source.parts[-3])
def test_a_module_is_what_its_source_says(source):
    assert kernels.built(source) == source.with_suffix(".wasm").read_bytes()


def test_a_trap_is_an_error_with_a_name():
    instance = Instance(KERNEL.module)
    with pytest.raises(KernelTrap, match=r"place: .*unreachable"):
        instance["place"](99, 1)
    with pytest.raises(KernelTrap, match=r"turn_at: .*out of bounds"):
        instance["turn_at"](-8)


def test_memory_ends_where_its_limit_is():
    instance = Instance(KERNEL.module, most=16 << 20)
    instance.room(8 << 20)
    with pytest.raises(KernelTrap, match="no room for"):
        instance.room(16 << 20)
    with pytest.raises(KernelTrap, match="outside"):
        instance.read(1 << 31, 1)


@pytest.mark.parametrize("name", ["chopchop", "mmm", "mousewarming"])
@pytest.mark.parametrize("seed", range(20))
def test_no_memory_and_no_arguments_take_the_process_down(name, seed):
    game = shelf.find(name)
    start, kernel, luck = game.new(game.setup()), game.parts.kernel, Random(seed)
    at = Rules(kernel, start)
    at.wasm.write(at.at, luck.randbytes(8 * len(at.words())))
    with suppress(KernelTrap):
        at.turn(), at.options(), at.odds(), at.pay(), at.marks(), at.pick(SEED)
    for call, many in (("options_at", 2), ("odds_at", 3), ("pay_at", 2), ("see", 3), ("play_at", 2), ("happen_at", 2)):
        with suppress(KernelTrap):
            at.wasm[call](*(luck.getrandbits(luck.choice((4, 16, 31))) for _ in range(many)))
    turn = game.turn(start)
    assert rules(kernel, start).turn() == (turn.seat if isinstance(turn, Decide) else CHANCE)


SOLVER = {"number": 2, "prepare": 2, "sweep": 3, "in_line": 4, "look_through": 1, "ask": 4, "weigh": 4, "weigh_many": 4}


@pytest.mark.parametrize("seed", range(20))
def test_a_solver_that_is_told_nonsense_stops_with_a_name_or_ends(seed):
    luck = Random(seed)
    for call, many in SOLVER.items():
        instance = Instance(MODULE, most=64 << 20)
        at = instance.room(1 << 16)
        instance.write(at, b"".join(luck.randrange(-2, 70).to_bytes(4, "little", signed=True) for _ in range(1 << 14)))
        with suppress(KernelTrap):
            instance[call](*(luck.choice((at, luck.randrange(100), luck.getrandbits(31))) for _ in range(many)))
    again = Instance(MODULE)
    with pytest.raises(KernelTrap, match=r"sweep: .*unreachable"):
        again["sweep"](0, 1, 0)


def test_threads_play_the_same_games_side_by_side():
    alone, found = rules(KERNEL, START).playouts(200, SEED), []
    threads = [Thread(target=lambda: found.append(rules(KERNEL, START).playouts(200, SEED))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone] * 3


def test_a_process_that_used_kernels_ends_quietly():
    code = "from tests.compiled.test_wasm import *; at = rules(KERNEL, START); lent = at.wasm.lend(at.at, 8)"
    told = run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == told.stderr == ""
