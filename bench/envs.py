"""Environments compared with others: decisions per CPU second on one core, with observation, mask and reward written.

    ./mousehole bench envs [--rounds N] [--seconds S] [--games N]

All contestants take turns within one run, round after round, and play at random with games that begin anew by
themselves. At the end, on all cores, two threads of a batch race one by the clock: believe that on a calm machine only.
What is not installed is left out: pgx needs jax, OpenSpiel and PufferLib their packages.
"""

import argparse
import gc
import os
import random
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from bench.kernels import Contestant, spell, told
from mousehole import envs

BATCHED = ("mmm", "chopchop", "mousewarming")
AIMS = {"mmm": 8_000_000, "chopchop": 2_500_000, "mousewarming": 2_500_000}
PGX = ("tic_tac_toe", "connect_four", "2048")
CROWD = 8  # times as many games where threads race, so that waking one up is a small part of a step
STEPS = 200  # of a shell between two looks at the clock
TURNS = "PettingZoo's tictactoe"
RATIOS = [
    *(("mmm, batch", f"pgx {name}", 3) for name in PGX),
    ("mmm, batch", "OpenSpiel tic_tac_toe", 3),
    ("mmm, batch", "OpenSpiel pig", 3),
    *((f"{name}, turns, compiled", TURNS, 2) for name in BATCHED),
]


def main() -> int:
    """Measure everybody in rounds, and print rates and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of each contestant in a round")
    parser.add_argument("--games", type=int, default=4096, help="games of a batch")
    asked = parser.parse_args()
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_setaffinity") else set()
    if cores:
        os.sched_setaffinity(0, {min(cores)})
    who = dict(contestants(asked.games))
    gc.collect()
    gc.freeze()  # nobody pays for what the others have loaded
    rates = measured(who, asked.rounds, asked.seconds)
    for name, some in rates.items():
        print(f"{name:<30}{median(some):>14,.0f} a second")
    good = [reached(rates[f"{name}, batch"], name) for name in BATCHED]
    good += [told(rates, *row) for row in RATIOS]
    if cores:
        os.sched_setaffinity(0, cores)
    for name in BATCHED:
        race(name, asked.games, asked.rounds, asked.seconds)
    return 0 if all(good) else 1


def measured(who: dict[str, Contestant], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Let everybody work in turn; rates by name and round."""
    rates: dict[str, list[float]] = {name: [] for name in who}
    for number in range(rounds + 1):
        for name, work in who.items():
            rate = spell(work, seconds)
            rates[name] += [rate] if number else []  # the first one warms up
    return rates


def reached(rates: list[float], name: str) -> bool:
    """Print whether a batch is as fast as it shall be."""
    rate, aim = median(rates), AIMS[name]
    print(f"{rate / 1e6:>9.2f} M  {name}, batch  (at least {aim / 1e6}: {'yes' if rate >= aim else 'NO'})")
    return rate >= aim


def contestants(games: int) -> Iterator[tuple[str, Contestant]]:
    """Name everybody who can be measured here."""
    for name in BATCHED:
        yield f"{name}, batch", batched(name, games)
    if find_spec("pgx"):
        for name in PGX:
            yield f"pgx {name}", boards(name, games)
    if find_spec("pyspiel"):
        for name in ("tic_tac_toe", "pig"):
            yield f"OpenSpiel {name}", spiel(name)
    if find_spec("pufferlib"):
        print("PufferLib is here, but nobody has written its contestant yet")
    for name in BATCHED:
        yield f"{name}, turns", turns(envs.aec(name))
        yield f"{name}, turns, compiled", turns(envs.aec(name, compiled=True))
    if find_spec("pygame"):
        from pettingzoo.classic import tictactoe_v3

        yield TURNS, turns(tictactoe_v3.env())
        yield f"{TURNS}, unchecked", turns(tictactoe_v3.raw_env())


def batched(name: str, games: int, threads: int = 1) -> Contestant:
    """Step a batch of ours."""
    batch = envs.batch(name, games, seed=1, threads=threads)

    def played() -> int:
        batch.step(batch.picks)
        return games

    return played


def boards(name: str, games: int) -> Contestant:
    """Step a batch of pgx, compiled as a whole; its states hold observation, mask and rewards."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    start, step = jax.jit(jax.vmap(env.init)), jax.vmap(auto_reset(env.step, env.init))

    def advance(state: Any, key: Any) -> Any:
        key, one, two = jax.random.split(key, 3)
        action = jax.random.categorical(one, jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32)), axis=-1)
        return step(state, action, jax.random.split(two, games)), key

    steps = jax.jit(advance)
    now = [start(jax.random.split(jax.random.PRNGKey(1), games)), jax.random.PRNGKey(2)]

    def played() -> int:
        now[:] = steps(*now)
        jax.block_until_ready(now[0])
        return games

    return played


def spiel(name: str) -> Contestant:
    """Play a game of OpenSpiel through its Python interface, with what a learner asks for at each decision."""
    import pyspiel

    game, luck = pyspiel.load_game(name), random.Random(1)

    def played() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, weights)[0])
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(luck.choice(state.legal_actions()))
            decisions += 1
        state.returns()
        return decisions

    return played


def turns(env: Any) -> Contestant:
    """Step a PettingZoo environment as its page shows."""
    luck = random.Random(1).random
    env.reset(seed=1)

    def played() -> int:
        for _ in range(STEPS):
            if not env.agents:
                env.reset()
            seen, _, ended, cut, _ = env.last()
            legal = () if ended or cut else np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(luck() * len(legal))]) if len(legal) else None)
        return STEPS

    return played


def race(name: str, games: int, rounds: int, seconds: float) -> None:
    """Let two threads race one by the clock, and say how busy the machine was and what they cost the processor."""
    ratios, works = [], [batched(name, CROWD * games, threads) for threads in (1, 2)]
    for _ in range(rounds + 1):
        (one, cost), (two, dearer) = (by_clock(work, seconds) for work in works)
        ratios.append((two / one, dearer / cost))
    faster, dearer = (median(ratio[n] for ratio in ratios[1:]) for n in (0, 1))
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{faster:>9.2f} x  {name}, two threads / one, by the clock (aim 1.8){load}")
    print(f"{dearer:>9.2f} x  the CPU time of a decision")


def by_clock(work: Contestant, seconds: float) -> tuple[float, float]:
    """Work for so long; a rate per second of the clock, and CPU seconds for each."""
    start, busy, done = time.perf_counter(), time.process_time(), 0
    while (spent := time.perf_counter() - start) < seconds:
        done += work()
    return done / spent, (time.process_time() - busy) / done


if __name__ == "__main__":
    sys.exit(main())
