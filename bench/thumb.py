"""What the rules of thumb of Mmm! are worth, rule by rule: `./mousehole bench thumb [--games N]`.

Solves both boards if that has not been done. The player `thumb` has a compiled twin here, which a test compares with
it. It plays with all rules, and without each of them. Then every decision is judged by the solution: what a game loses
is the sum of what its decisions lose, so the costs of the rules add up to the distance from perfect play.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.pantries import SIDES, loop, rows
from mousehole.compiled.compiler import compiled
from mousehole.folders import solutions
from mousehole.games.mmm import GAME, fast
from mousehole.games.mmm.fast import GATHER, REROLL, ROLLS, count, lowest, odds, play
from mousehole.games.mmm.moves import FOODS, Setup
from mousehole.games.mmm.rule_of_thumb import END, MANY
from mousehole.games.mmm.solver.exact import EXACT
from mousehole.games.mmm.solver.perfect_choice import chance, choice, desk, lens, look
from mousehole.games.mmm.solver.solution import solution_of
from mousehole.players.estimates.intervals import wilson
from mousehole.players.progress_bar import Bar

WITHOUT = {
    0: "all five rules",
    1: "without 1: a second item is finished like the first",
    2: "without 2: the item nearest to completion, of whatever food",
    3: "without 3: of two dice all that fit are laid",
    4: "without 4: a single die is never rolled again",
    5: "without 5: two dice are rolled again to the very end",
    6: "all that fits is laid, and never rolled again",
}
X = len(FOODS)
START = np.uint64(88172645463325252)  # where the luck of all games begins


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
    return int(BY_RULES(fast.box(state), (sight(state), without), rows(state), np.array([START]), games))


def costs(state: Any, games: int) -> Any:
    """Play by the rules; returns what the decisions of each rule lose against perfect play, over all games."""
    solution = solution_of(solutions(), state)
    assert solution
    eye = lens(state.pantry, solution)
    lost = np.zeros(6)
    WEIGHED(fast.box(state), (sight(state), eye, desk(eye), lost), rows(state), np.array([START]), games)
    return lost


def sight(state: Any) -> Any:
    """List the items as rows: the number of the food, and the squares."""
    return np.array([(FOODS.index(item.food), item.squares) for item in state.pantry.board.items], np.int64)


@compiled(cache=False)
def chosen(box, items, row, without):
    """The code of what the rules choose, and the number of the rule that decides whether to place, roll or stop."""
    full, done = np.zeros(X, np.int64), False
    for food, squares in items:
        full[food] += count(squares & row.free)
        done |= squares & row.placed != 0 and squares & row.free == 0
    best, wanted, fit, both, top = bites(items, row, full, done and without != 1, without)
    left, foods = count(row.free), (full > 0).sum()
    if row.fresh or 0 < left <= fit:
        return best, 2
    if row.dice == 1 or without in (3, 6) or foods < MANY:
        if wanted:
            return best, 4 if row.dice == 1 else 3
    elif both == row.dice and top:
        return best, 3
    if without == 6:
        return GATHER, 3
    return rolling(left, foods, row.dice, without, left and row.cat == box.at.steps - 1 and not done)


@compiled(cache=False)
def rolling(left, foods, dice, without, lost):
    """Whether to re-roll; `lost` means that stopping would lose the game."""
    if lost:
        return REROLL, 5
    if dice == 1:
        return REROLL if foods == X and without != 4 else GATHER, 4
    if left > END:
        return REROLL, 3
    return REROLL if left and without == 5 else GATHER, 5


@compiled(cache=False)
def bites(items, row, full, ban, without):
    """Find the best square for a die in hand, whether it is wanted, how many fit, how many are, and if one is top."""
    best, most, fit, both, top = 0, np.int64(-1), 0, 0, False
    for food in range(X):
        dice = min(row.hand >> 2 * food & 3, full[food])
        if dice:
            rest, near = nearest(items, row.free, food, ban)
            wanted = not (ban and near == 1)
            fit += dice
            both += dice if wanted else 0
            top |= wanted and full[food] == full.max()
            keys = (63 - near, full[food]) if without == 2 else (full[food], 63 - near)
            key = np.int64(wanted) << 12 | keys[0] << 6 | keys[1]
            if key > most:
                best, most = lowest(rest), key
    return best, most >> 12 == 1, fit, both, top


@compiled(cache=False)
def nearest(items, free, food, ban):
    """Find the item of a food with the fewest squares left, but no second one to complete; its rest, and how much."""
    best, least = np.int64(0), 99
    for other, squares in items:
        left = count(squares & free)
        if other == food and left:
            worth = left + 50 if ban and left == 1 else left
            if worth < least:
                best, least = squares & free, worth
    return best, count(best)


@compiled(cache=False)
def ruled(box, mind, rows, rng):
    """Choose by the rules."""
    items, without = mind
    return chosen(box, items, rows[1], without)[0]


@compiled(cache=False)
def noted(box, mind, rows, rng):
    """Choose by the rules, and note what that loses to the rule that decided."""
    items, lens, desk, costs = mind
    code, rule = chosen(box, items, rows[1], 0)
    if code != chosen(box, items, rows[1], 1)[0]:
        rule = 1
    best = choice(box, lens, desk, rows[1])
    if code != best[0]:
        lost = best[1] - after(box, lens, desk, rows, code)
        costs[2 if code < REROLL and best[0] < REROLL and rule != 1 else rule] += max(0.0, lost)
    return code


@compiled(cache=False)
def after(box, lens, desk, rows, code):
    """The chance after an action in rows[1], with perfect play from there."""
    rows[2] = rows[1]
    play(box, rows[2], code)
    if code != REROLL:
        return worth(box, lens, desk, rows[2])
    codes, weights, total = np.zeros(ROLLS, np.int64), np.zeros(ROLLS), 0.0
    outcomes = odds(box, rows[2], codes, weights)
    for n in range(outcomes):
        rows[3] = rows[2]
        play(box, rows[3], codes[n])
        total += weights[n] * worth(box, lens, desk, rows[3])
    return total / weights.sum()


@compiled(cache=False)
def worth(box, lens, desk, row):
    """The chance with dice in hand, or between two turns."""
    if row.hand:
        return choice(box, lens, desk, row)[1]
    look(lens, desk, row.free)
    return chance(lens, desk, box.at.steps - row.cat)


BY_RULES, WEIGHED = loop(ruled), loop(noted)


if __name__ == "__main__":
    main()
