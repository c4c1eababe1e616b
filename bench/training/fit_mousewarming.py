"""Finds the weights of Mousewarming Party's value by greedy play of all modes and pairs of mice, in compiled code.

A changed weight stays if it wins more than the best so far in games with the same seeds, over enough of them to trust
it. `./mousehole bench training/fit_mousewarming --seconds 600` prints every improvement, and what it ends with. With
`--probe` it prints instead what each figure is worth: how many games are won with a little less or more of it.
"""

import argparse
import time
from itertools import combinations
from math import exp, sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np

from bench.learned import planned
from mousehole.compiled.rules import Rules
from mousehole.games.mousewarming import rules
from mousehole.games.mousewarming.box import LONGEST
from mousehole.games.mousewarming.kernel import KERNEL, areas, fitted
from mousehole.games.mousewarming.moves import MICE, Setup
from mousehole.games.mousewarming.value import DISCOUNT, RACCOON_SHARE, WEIGHTS, Signs

MODES = (Setup(first_game=True), Setup(), Setup(golden=(0,)), Setup(golden=(0, 1)))
PAIRS = tuple(Setup(mice=pair, abilities=True) for pair in combinations(MICE, 2))
CHUNK, MOST = 1000, 40_000
SURE = 1.96


class Taste(NamedTuple):
    """The figures that are being searched for."""

    weights: tuple[float, ...]
    patience: float
    late: float


def main() -> None:
    """Climb, and report how the best does in games that were not used for climbing."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--seconds", type=float, default=600, help="how long to climb")
    ask.add_argument("--games", type=int, default=10_000, help="games of each mode to tell how good it is")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--probe", action="store_true", help="change one figure at a time, and climb nowhere")
    asked = ask.parse_args()
    before = Taste(tuple(WEIGHTS), DISCOUNT, RACCOON_SHARE)
    if asked.probe:
        probe(before, asked.games, asked.seed)
        return
    best = climbed(before, Random(asked.seed), time.monotonic() + asked.seconds)
    for taste in (before, best):
        rates = [won(taste, setup, asked.games, 10**9 + asked.seed).mean() for setup in MODES]
        print(*(f"{rate:.1%}" for rate in rates), taste)


def probe(taste: Taste, games: int, seed: int) -> None:
    """Report what every figure is worth, in games with the same seeds."""
    names, figures = (*Signs._fields, "patience", "late"), (*taste.weights, taste.patience, taste.late)
    usual = np.concatenate([won(taste, setup, games, seed + n) for n, setup in enumerate(MODES)])
    for at, name in enumerate(names[1:], 1):
        for factor in (0.7, 1.4) if name != "patience" else (0.92, 1.08):
            row = (*figures[:at], figures[at] * factor, *figures[at + 1 :])
            other = Taste(row[:-2], row[-2], row[-1])
            gaps = np.concatenate([won(other, setup, games, seed + n) for n, setup in enumerate(MODES)]) - usual
            doubt = SURE * gaps.std() / sqrt(len(gaps))
            print(f"{name} x {factor}: {gaps.mean():+.2%} ({doubt:.2%} either way)", flush=True)


def climbed(best: Taste, luck: Random, until: float) -> Taste:
    """Change a few figures at a time and keep what wins."""
    tried = kept = 0
    while time.monotonic() < until:
        candidate = changed(best, luck)
        tried += 1
        if better(candidate, best, luck):
            best, kept = candidate, kept + 1
            print(f"kept {kept} of {tried}", best, flush=True)
    return best


def changed(taste: Taste, luck: Random) -> Taste:
    """Change one to three figures by up to a factor of two, or a little."""
    found = [*taste.weights, taste.patience, taste.late]
    for at in luck.sample(range(1, len(found)), luck.choice((1, 1, 2, 3))):
        found[at] = round(found[at] * exp(luck.uniform(-0.5, 0.5)) + luck.gauss(0, 0.03), 3)
    return Taste(tuple(found[:-2]), min(found[-2], 0.99), min(max(found[-1], 0.0), 1.0))


def better(candidate: Taste, best: Taste, luck: Random) -> bool:
    """Let both play games with the same seeds until it is clear who wins more."""
    lead = doubt = 0.0
    gaps = np.zeros(0)
    while len(gaps) < MOST:
        for setup in (*MODES, luck.choice(PAIRS)):
            seed = luck.getrandbits(32)
            gaps = np.append(gaps, won(candidate, setup, CHUNK, seed) - won(best, setup, CHUNK, seed))
        lead, doubt = gaps.mean(), sqrt(max(np.abs(gaps).sum(), 1)) / len(gaps)
        if lead < 0 or lead > 3 * doubt:
            break
    return lead > 2 * doubt


def won(taste: Taste, setup: Setup, games: int, seed: int) -> Any:
    """Play greedily with these figures; returns which games were won."""
    state, worth = rules.new(setup), [taste.patience**turns for turns in range(LONGEST + 1)]
    page = (*areas(state)[:-1], fitted(state.party, taste.weights, taste.late, worth))
    seeds = np.random.default_rng(seed).integers(1, 2**63, games, dtype=np.uint64)
    return planned(Rules(KERNEL._replace(areas=lambda _: page), state), seeds)[1].astype(float)


if __name__ == "__main__":
    main()
