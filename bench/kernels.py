"""Compiled play and search compared with other engines: events and simulations per CPU second, as ratios, on one core.

    ./mousehole bench kernels [--rounds N] [--seconds S]

All contestants take turns within one run, round after round. What is not installed is left out and named: the twin in C
needs a C compiler, pig and maedn need open_spiel, 2048 needs pgx with jax.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from ctypes import CDLL, POINTER, byref, c_int64, c_uint64, c_void_p
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from bench import pig
from bench.random_play import ours
from mousehole import shelf
from mousehole.compiled.rules import Rules
from mousehole.core.kernel import WasmKernel
from mousehole.games.mmm.kernel import KERNEL, MOST_SQUARES, foods
from mousehole.games.mmm.moves import FACES

Contestant = Callable[[], int]  # does some work, and says how many events or simulations it was
OURS, TREE = "Mmm!, our kernel", "Mmm!, our tree"
RATIOS = [  # of what to what, and at least how much
    (OURS, "Mmm! fused by hand in C", 0.7),
    (OURS, "Mmm!, our readable rules", 50),
    (OURS, "OpenSpiel pig, Python API", 30),
    (OURS, "OpenSpiel maedn, Python API", 30),
    (OURS, "pgx 2048, batch 4096", 20),
    ("pig, our tree", "OpenSpiel's MCTS on pig", 8),
    (TREE, "OpenSpiel's MCTS on pig", 4),
]
SIMULATIONS, NODES, BATCH = 10_000, 400_000, 4096
START = 88172645463325252  # where luck begins
BOARD = np.dtype([("foods", "u8", 6), ("home", "u8", 64), ("food", "i8", 64), ("steps", "i8")])
MMM = shelf.find("mmm")


def main() -> int:
    """Measure everybody in rounds, and print rates and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of each contestant in a round")
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    who = dict(contestants())
    rates: dict[str, list[float]] = {name: [] for name in who}
    for round_ in range(asked.rounds + 1):
        for name, work in who.items():
            rate = spell(work, asked.seconds)
            rates[name] += [rate] if round_ else []  # the first one warms up
    for name, some in rates.items():
        print(f"{name:<30}{median(some):>14,.0f} a second")
    good = [told(rates, *row) for row in RATIOS]
    return 0 if all(good) else 1


def told(rates: dict[str, list[float]], one: str, other: str, least: float) -> bool:
    """Print a ratio, the median over the rounds."""
    if one not in rates or other not in rates:
        print(f"not measured: {one} / {other}")
        return True
    ratio = median(a / b for a, b in zip(rates[one], rates[other], strict=True))
    print(f"{ratio:>9.2f} x  {one} / {other}  (at least {least}: {'yes' if ratio >= least else 'NO'})")
    return ratio >= least


def spell(work: Contestant, seconds: float) -> float:
    """Work for so long; a rate per CPU second."""
    start, done = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        done += work()
    return done / spent


def contestants() -> Iterator[tuple[str, Contestant]]:
    """Name everybody who can be measured here."""
    state = MMM.new(MMM.setup())
    yield OURS, playouts(KERNEL, state)
    if compiler := shutil.which("gcc") or shutil.which("cc"):
        yield "Mmm! fused by hand in C", twin(compiler, state)
    luck = random.Random(1)
    yield "Mmm!, our readable rules", lambda: ours(MMM, MMM.setup(), luck.random)
    yield TREE, trees(KERNEL, state)
    yield "pig, our kernel", playouts(pig.KERNEL, pig.Position())
    yield "pig, our tree", trees(pig.KERNEL, pig.Position())
    if find_spec("pyspiel"):
        yield "OpenSpiel pig, Python API", spiel("pig")
        yield "OpenSpiel maedn, Python API", spiel("maedn")
        yield "OpenSpiel's MCTS on pig", spiel_search()
    if find_spec("pgx"):
        yield "pgx 2048, batch 4096", merging()


def playouts(kernel: WasmKernel, state: Any) -> Contestant:
    """Play at random in our kernel."""
    at, luck = Rules(kernel, state), START

    def played() -> int:
        nonlocal luck
        events, _, luck = at.playouts(500, luck)
        return events

    return played


def trees(kernel: WasmKernel, state: Any) -> Contestant:
    """Search from the start in our kernel."""
    tree = Rules(kernel, state)

    def grown() -> int:
        tree.begin(NODES, START)
        tree.grow(SIMULATIONS, 0.0)
        return SIMULATIONS

    return grown


def twin(compiler: str, state: Any) -> Contestant:
    """Compile the twin in C and lay out the board for it."""
    library = Path(tempfile.mkdtemp()) / "twin.so"
    source = Path(__file__).with_name("mmm_twin.c")
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", source, "-o", library], check=True)
    play = CDLL(str(library)).playouts
    play.restype, play.argtypes = c_int64, [c_void_p, c_uint64, c_int64, POINTER(c_uint64), POINTER(c_int64)]
    board, pantry = np.zeros(1, BOARD), state.pantry
    board[0]["foods"], board[0]["steps"] = [pantry.foods[face] for face in FACES], pantry.steps
    board[0]["food"][: len(pantry.grid.names)] = foods(pantry)
    for item in pantry.items:
        for square in range(MOST_SQUARES):
            if item >> square & 1:
                board[0]["home"][square] = item
    seed, won = c_uint64(START), c_int64(0)
    return lambda: int(play(board.ctypes.data, state.free, 500, byref(seed), byref(won)))


def spiel(name: str) -> Contestant:
    """Play a game of OpenSpiel at random through its Python interface, luck included, as its examples do."""
    import pyspiel

    game, luck = pyspiel.load_game(name), random.Random(1)

    def played() -> int:
        state, events = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, weights)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
            events += 1
        return events

    return played


def spiel_search() -> Contestant:
    """Search with OpenSpiel's own compiled tree, one playout a simulation like ours."""
    import pyspiel

    game = pyspiel.load_game("pig")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, SIMULATIONS, 1000, False, 1, False)

    def searched() -> int:
        bot.mcts_search(game.new_initial_state())
        return SIMULATIONS

    return searched


def merging() -> Contestant:
    """Play 2048 of pgx at random, many games at once, compiled as a whole."""
    import jax
    import pgx

    env = pgx.make("2048")
    start, step = jax.jit(jax.vmap(env.init)), jax.vmap(env.step)

    def advance(state: Any, key: Any) -> Any:
        key, one, two = jax.random.split(key, 3)
        action = jax.random.categorical(one, jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32)), axis=-1)
        return step(state, action, jax.random.split(two, BATCH)), key

    steps = jax.jit(advance)
    now = [start(jax.random.split(jax.random.PRNGKey(1), BATCH)), jax.random.PRNGKey(2)]

    def played() -> int:
        now[:] = steps(*now)
        jax.block_until_ready(now[0].rewards)
        return BATCH

    return played


if __name__ == "__main__":
    sys.exit(main())
