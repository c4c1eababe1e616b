"""How often the levels of Mmm! win, in compiled code: `./mousehole bench levels_mmm [--levels ...] [--games N]`.

A level looks ahead to the end of the turn, and takes what comes after it from the solution or from the estimate; now
and then it plays at random. Here the estimate is written down for all positions of a board, like a solution, so that
the compiled choice of perfect play can read either; a test compares it with the levels that people meet.
"""

import sys
from argparse import ArgumentParser
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.pantries import SIDES, loop, rows
from mousehole.compiled.compiler import compiled
from mousehole.folders import solutions
from mousehole.games.mmm import GAME, fast
from mousehole.games.mmm.fast import below, pick
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.players import PLAYERS, Planner
from mousehole.games.mmm.solver.exact import EXACT
from mousehole.games.mmm.solver.perfect_choice import Lens, choice, desk, lens
from mousehole.games.mmm.solver.position_numbers import shelves
from mousehole.games.mmm.solver.remaining_food import Kind, layout, leftovers
from mousehole.games.mmm.solver.solution import solution_of
from mousehole.games.mmm.value import WEIGHTS
from mousehole.players.estimates.intervals import wilson
from mousehole.players.progress_bar import Bar

LEVELS = {name: player for name, player in PLAYERS.items() if isinstance(player, Planner)}
UNSOLVED = "best, not solved"


def main() -> None:
    """Play all levels on both boards."""
    ask = ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--games", type=int, default=1000)
    ask.add_argument("--levels", nargs="*", default=[*LEVELS, UNSOLVED])
    ask.add_argument("--sides", nargs="*", default=SIDES)
    asked = ask.parse_args()
    for side in asked.sides:
        state = GAME.new(Setup(side=side))
        EXACT.solve(solutions(), state, Bar(sys.stderr))
        known, guessed = seen(state, estimate=False), seen(state, estimate=True)
        for name in asked.levels:
            level = LEVELS.get(name, Planner(0))
            won = wins(state, known if level.solved else guessed, level.slips, asked.games, f"{side}/{name}")
            low, high = wilson(won, asked.games)
            print(f"{side} {name}: {won / asked.games:.1%} ({low:.1%} - {high:.1%}), {asked.games} games", flush=True)


def seen(state: Any, *, estimate: bool) -> Lens:
    """Look at a board through its solution, or through the estimate."""
    solution = solution_of(solutions(), state)
    assert solution
    eye = lens(state.pantry, solution)
    return eye._replace(table=estimates(state)) if estimate else eye


def estimates(state: Any) -> Any:
    """Write down the estimate for every distance of the cat and every position."""
    left, right = map(parts, layout(state.pantry.board))
    squares, items, variety = (np.add.outer(a, b).ravel() for a, b in zip(left, right, strict=True))
    squares = np.maximum(squares, 1)
    start, root, far, item, many, even = WEIGHTS
    steady = start + item * items + many * np.sqrt(squares) + even * variety
    signs = (
        steady + root * np.sqrt(steps) + far * steps * np.log(squares) for steps in range(1, state.pantry.steps + 1)
    )
    return np.stack([(1 / (1 + np.exp(-sign))).astype(np.float32) for sign in signs])


def parts(kinds: tuple[Kind, ...]) -> tuple[Any, Any, Any]:
    """Count squares and items of everything that can be left of a half, and how even its foods are."""
    left, starts = shelves(kinds), [kind.start for kind in kinds for _ in kind.foods]
    squares, items, variety = (np.zeros(len(left)) for _ in range(3))
    for column, start in zip(left.T, starts, strict=True):
        food = np.array([sum(one) for one in leftovers(start)])[column]
        squares += food
        items += np.array([len(one) for one in leftovers(start)])[column]
        variety += np.log1p(food)
    return squares, items, variety


def wins(state: Any, eye: Lens, slips: float, games: int, seed: str) -> int:
    """Play games; returns how many are won."""
    rng = np.array([int.from_bytes(blake2b(seed.encode(), digest_size=8).digest()) | 1], np.uint64)
    return int(PLAYED(fast.box(state), (eye, desk(eye), round(1000 * slips)), rows(state), rng, games))


@compiled(cache=False)
def leveled(box, mind, rows, rng):
    """Choose perfectly by what is seen, or slip: so many of a thousand decisions are random."""
    lens, desk, slips = mind
    if below(rng, 1000) < slips:
        return pick(box, rows[1], rng)
    return choice(box, lens, desk, rows[1])[0]


PLAYED = loop(leveled)


if __name__ == "__main__":
    main()
