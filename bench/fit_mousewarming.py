"""Finds the weights of Mousewarming Party's value: greedy games of all modes, a logistic fit to their ends, and again.

`python bench/fit_mousewarming.py --games 2000 --rounds 6` plays with the weights of value.py first, then with each fit;
the last line is what value.py should hold. Now and then a random action keeps the games from being all alike.
"""

import argparse
from multiprocessing import Pool
from random import Random

import numpy as np

from mousehole.core.game import Decide, Over
from mousehole.games.mousewarming import value as worth
from mousehole.games.mousewarming.moves import Event, Setup
from mousehole.games.mousewarming.rules import apply, new, turn
from mousehole.games.mousewarming.state import State

MODES = (Setup(first_game=True), Setup(), Setup(golden=(0,)), Setup(golden=(0, 1)))
STRAY, KEPT, RIDGE = 0.03, 4, 1.0
Sample = tuple[worth.Signs, bool]


def main() -> None:
    """Play, fit and print, round after round."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--games", type=int, default=2000)
    ask.add_argument("--rounds", type=int, default=6)
    ask.add_argument("--processes", type=int, default=2)
    ask.add_argument("--seed", type=int, default=1)
    told = ask.parse_args()
    weights, rounds = worth.WEIGHTS, list[list[Sample]]()
    for number in range(told.rounds):
        work = [(weights, f"{told.seed}/{number}/{part}", told.games // 8) for part in range(8)]
        with Pool(told.processes) as pool:
            rounds.append([sample for samples in pool.starmap(batch, work) for sample in samples])
        weights = fitted([sample for samples in rounds[-KEPT:] for sample in samples])
        won = sum(won for _, won in rounds[-1]) / len(rounds[-1])
        print(f"round {number + 1}: {len(rounds[-1]):,} positions, {won:.1%} of them won,", weights, flush=True)


def batch(weights: worth.Signs, seed: str, games: int) -> list[Sample]:
    """Play some games of every mode in turn."""
    worth.WEIGHTS, luck = weights, Random(seed)
    return [sample for number in range(games) for sample in played(MODES[number % len(MODES)], luck)]


def played(setup: Setup, luck: Random) -> list[Sample]:
    """Play one game greedily; the signs before every roll, and whether it was won."""
    state, seen = new(setup), list[worth.Signs]()
    while not isinstance(now := turn(state), Over):
        if isinstance(now, Decide):
            event = luck.choice(now.actions) if luck.random() < STRAY else best(state, now.actions)
        else:
            event = now.at(luck.random())
        if state.stage == "roll":
            seen.append(worth.signs(state))
        state = apply(state, event)
    return [(signs, bool(now.winners)) for signs in seen]


def best(state: State, actions: tuple[Event, ...]) -> Event:
    """Choose as a greedy player does."""
    return max(actions, key=lambda action: worth.value(apply(state, action), 0))


def fitted(samples: list[Sample]) -> worth.Signs:
    """Fit the weights to what came out, by Newton's method with a small pull to nought."""
    signs = np.array([signs for signs, _ in samples])
    won, found = np.array([float(won) for _, won in samples]), np.zeros(len(worth.Signs._fields))
    for _ in range(12):
        chance = 1 / (1 + np.exp(-np.clip(signs @ found, -30, 30)))
        bend = (signs * (chance * (1 - chance))[:, None]).T @ signs + RIDGE * np.eye(len(found))
        found += np.linalg.solve(bend, signs.T @ (won - chance) - RIDGE * found)
    return worth.Signs(*(round(float(weight), 3) for weight in found))


if __name__ == "__main__":
    main()
