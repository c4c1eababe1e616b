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

from bench.pantry import SIDES, By, Games
from mousehole.cli.progress_bar import Bar
from mousehole.folders import solutions
from mousehole.games.mmm import GAME
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.players import PLAYERS, Planner
from mousehole.games.mmm.solver.exact import EXACT
from mousehole.games.mmm.solver.position_numbers import shelves
from mousehole.games.mmm.solver.solution import Kind, layout, leftovers, solution_of
from mousehole.games.mmm.value import WEIGHTS
from mousehole.players.intervals import wilson

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


def seen(state: Any, *, estimate: bool) -> Any:
    """What is known of the positions of a board: its solution, or the estimate."""
    solution = solution_of(solutions(), state)
    assert solution
    return estimates(state) if estimate else solution.table()


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


def wins(state: Any, table: Any, slips: float, games: int, seed: str) -> int:
    """Play games; returns how many are won."""
    luck = int.from_bytes(blake2b(seed.encode(), digest_size=8).digest()) | 1
    return Games(state, table).play(games, By.BEST, round(1000 * slips), luck=luck).won


if __name__ == "__main__":
    main()
