"""Finds the weights of the value of Mmm!: `./mousehole bench training/fit_mmm` prints them, and how far they are off.

Both boards are played by rules of thumb, with slips, from several distances of the cat. The weights bring the estimate
as close as possible to the exact chances of the positions between turns; half of the positions are held back as a test.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench.pantry import SIDES, Games
from mousehole.cli.progress_bar import Bar
from mousehole.folders import solutions
from mousehole.games.mmm import GAME
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.solver.exact import EXACT
from mousehole.games.mmm.solver.solution import left_of, solution_of
from mousehole.games.mmm.value import signs

SLIPS, NEARER = 30, 4  # of 100 decisions at most; steps that the cat may be nearer from the start


def main() -> None:
    """Fit, and report."""
    ask = ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--positions", type=int, default=200_000, help="of each board")
    asked = ask.parse_args()
    found = [positions(side, asked.positions) for side in SIDES]
    seen, chances = (np.concatenate(part) for part in zip(*found, strict=True))
    known = np.random.default_rng(1).random(len(seen)) < 0.5
    weights = fitted(seen[known], chances[known])
    print("weights:", ", ".join(f"{weight:.3f}" for weight in weights))
    for side, part in zip(SIDES, np.split(np.arange(len(seen)), [len(found[0][0])]), strict=True):
        told = part[~known[part]]
        off = sigmoid(seen[told] @ weights) - chances[told]
        print(f"{side}: off by {np.sqrt(np.mean(off**2)):.4f} (root mean square), {np.mean(abs(off)):.4f} on average")


def positions(side: str, most: int) -> tuple[Any, Any]:
    """Play until so many positions between turns were seen; returns their signs and their chances."""
    state = GAME.new(Setup(side=side))
    EXACT.solve(solutions(), state, Bar(sys.stderr))
    solution = solution_of(solutions(), state)
    assert solution
    box = state.pantry
    free, steps = Games(state).walked(SLIPS, NEARER, most)
    left = [left_of(box, some) for some in free.tolist()]
    chances = [solution.chance(some, far) for some, far in zip(left, steps.tolist(), strict=True)]
    told = [signs(far, sum(map(len, food)), [*map(sum, food)]) for far, food in zip(steps.tolist(), left, strict=True)]
    return np.array(told), np.array(chances)


def fitted(seen: Any, chances: Any) -> Any:
    """Find the weights of a logistic estimate, by Newton's steps."""
    weights = np.zeros(seen.shape[1])
    for _ in range(15):
        told = sigmoid(seen @ weights)
        slope = (seen * (told * (1 - told) + 1e-6)[:, None]).T @ seen
        weights += np.linalg.solve(slope, seen.T @ (chances - told))
    return weights


def sigmoid(sign: Any) -> Any:
    """Turn signs into chances."""
    return 1 / (1 + np.exp(-np.clip(sign, -30, 30)))


if __name__ == "__main__":
    main()
