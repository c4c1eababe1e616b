"""Finds the weights of the value of Mmm!: `./mousehole bench fit_mmm` prints them, and how far they are off.

Both boards are played by rules of thumb, with slips, from several distances of the cat. The weights bring the estimate
as close as possible to the exact chances of the positions between turns; half of the positions are held back as a test.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.pantries import SIDES, rows
from bench.thumb import chosen, sight
from mousehole.compiled.compiler import compiled
from mousehole.folders import solutions
from mousehole.games.mmm import GAME, fast
from mousehole.games.mmm.fast import OVER, below, luck, pick, play, turn
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.solver.exact import EXACT
from mousehole.games.mmm.solver.perfect_choice import chance, desk, lens, look
from mousehole.games.mmm.solver.position_chances import left_of
from mousehole.games.mmm.solver.solution import solution_of
from mousehole.games.mmm.value import signs
from mousehole.players.progress_bar import Bar

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
    eye, box = lens(state.pantry, solution), state.pantry
    free, steps, chances = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most)
    walked(fast.box(state), sight(state), eye, desk(eye), rows(state), (free, steps, chances))
    left = [left_of(box, some) for some in free.tolist()]
    told = [signs(far, sum(map(len, food)), [*map(sum, food)]) for far, food in zip(steps.tolist(), left, strict=True)]
    return np.array(told), chances


@compiled(cache=False)
def walked(box, items, lens, desk, rows, seen):
    """Play by rules of thumb with slips, and note the positions between turns."""
    row, n, rng = rows[1], 0, np.zeros(1, np.uint64)
    rng[0] = 88172645463325252
    while True:
        rows[1] = rows[0]
        row.cat, slips, who = below(rng, NEARER), below(rng, SLIPS), turn(box, row)
        while who != OVER:
            if who < 0 and not row.placed:
                if n == len(seen[0]):
                    return
                look(lens, desk, row.free)
                seen[0][n], seen[1][n] = row.free, box.at.steps - row.cat
                seen[2][n] = chance(lens, desk, seen[1][n])
                n += 1
            if who < 0:
                play(box, row, luck(box, row, rng))
            else:
                slip = below(rng, 100) < slips
                play(box, row, pick(box, row, rng) if slip else chosen(box, items, row, 0)[0])
            who = turn(box, row)


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
