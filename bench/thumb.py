"""What the rules of thumb of Mmm! are worth, rule by rule: `./mousehole bench thumb [--games N]`.

Solves both boards if that has not been done. The player `thumb` has a compiled twin in bench/pantry, which a test
compares with it. It plays with all rules, and without each of them. Then every decision is judged by the solution: what
a game loses is the sum of what its decisions lose, so the costs of the rules add up to the distance from perfect play.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.pantry import SIDES, By, Games
from mousehole.cli.progress_bar import Bar
from mousehole.folders import solutions
from mousehole.games.mmm import GAME
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.solver.exact import EXACT
from mousehole.games.mmm.solver.solution import solution_of
from mousehole.players.intervals import wilson

WITHOUT = {
    0: "all five rules",
    1: "without 1: a second item is finished like the first",
    2: "without 2: the item nearest to completion, of whatever food",
    3: "without 3: of two dice all that fit are laid",
    4: "without 4: a single die is never rolled again",
    5: "without 5: two dice are rolled again to the very end",
    6: "all that fits is laid, and never rolled again",
}


def main() -> None:
    """Report on both boards."""
    ask = ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--games", type=int, default=200_000, help="games with all rules, and without each")
    ask.add_argument("--weighed", type=int, default=2_000, help="games whose decisions are weighed")
    ask.add_argument("--sides", nargs="*", default=SIDES)
    asked = ask.parse_args()
    for side in asked.sides:
        state = GAME.new(Setup(side=side))
        print(f"{side}: perfect play {EXACT.solve(solutions(), state, Bar(sys.stderr)).value(state):.4%}")
        for without, words in WITHOUT.items():
            won = wins(state, without, asked.games)
            low, high = wilson(won, asked.games)
            print(f"  {won / asked.games:7.2%} ({low:.2%} - {high:.2%})  {words}", flush=True)
        for rule, cost in enumerate(costs(state, asked.weighed)[1:], 1):
            print(f"  {100 * cost / asked.weighed:5.2f} of 100 games are lost by rule {rule}", flush=True)


def wins(state: Any, without: int, games: int) -> int:
    """Play by the rules, without one of them; returns how often they win."""
    return Games(state).play(games, By.THUMB, without).won


def costs(state: Any, games: int) -> list[float]:
    """Play by the rules; returns what the decisions of each rule lose against perfect play, over all games."""
    solution = solution_of(solutions(), state)
    assert solution
    return Games(state, solution.table()).play(games, By.COSTS).costs


if __name__ == "__main__":
    main()
