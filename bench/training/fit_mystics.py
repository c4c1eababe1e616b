"""Fits the value of Mice and Mystics: `./mousehole bench training/fit_mystics [--games N]` writes the weights.

Companions play every chapter; positions on the way, and how their games ended, are fitted by a logistic regression with
a small penalty, for each chapter by itself and, for chapters of other packs, for all of them together; a sign that
would count the wrong way counts nothing. To tell how good the fit is, every fifth game is kept out at first.
"""

import argparse
import sys
from pathlib import Path
from random import Random

import msgspec
import numpy as np

from mousehole.cli.progress_bar import Bar
from mousehole.core.game import Chance, Over
from mousehole.games.mystics import GAME, companions
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.companions.value import BAD, BASE, ELSEWHERE, GOOD, SIGNS, signs
from mousehole.games.mystics.tasks import MouseTurn
from mousehole.players.player import find

PARTIES = {"c2": ("bram", "yarrow", "pip", "tolly")}
EVERY = 5  # one game of so many is kept out
SHARE = 0.2  # of the positions of a game
PENALTY = 5.0
CHAPTERS = ("c1", "c2", "c3")


def main() -> None:
    """Play, fit, report and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=400, help="games of every chapter (default %(default)s)")
    parser.add_argument("--player", default="strong")
    parser.add_argument("--to", type=Path, default=Path(companions.__file__).parent / "weights.json")
    asked = parser.parse_args()
    bar, rows = Bar(sys.stderr), list[tuple[int, int, tuple[float, ...], bool]]()
    for number in range(asked.games):
        for at, chapter in enumerate(CHAPTERS):
            rows += [(number, at, found, won) for found, won in positions(chapter, number, asked.player)]
        bar(number + 1, asked.games)
    bar.close()
    found = {name: named(each) for name, each in weighed(rows).items()}
    asked.to.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")


def weighed(rows: list[tuple[int, int, tuple[float, ...], bool]]) -> dict[str, np.ndarray]:
    """Weights for each chapter and for all together, by all games; says how good they are without those kept out."""
    numbers, chapters, table, won = (np.array(column, float) for column in zip(*rows, strict=True))
    table, held = np.column_stack([np.ones(len(table)), table]), numbers % EVERY == 0
    for at, name in enumerate(CHAPTERS):
        seen, unseen = (chapters == at) & ~held, (chapters == at) & held
        weights = sensible(table[seen], won[seen])
        tell(name, weights, 1 / (1 + np.exp(-table[unseen] @ weights)), won[unseen])
    own = {name: sensible(table[chapters == at], won[chapters == at]) for at, name in enumerate(CHAPTERS)}
    bases = np.column_stack([chapters == at for at in range(len(CHAPTERS))])
    shared = sensible(np.column_stack([bases, table[:, 1:]]), won)
    return own | {ELSEWHERE: np.array([shared[: len(CHAPTERS)].mean(), *shared[len(CHAPTERS) :]])}


def named(weights: np.ndarray) -> dict[str, float]:
    """Weights by the names of their signs."""
    return dict(zip((BASE, *SIGNS), (round(float(weight), 4) for weight in weights), strict=True))


def positions(chapter: str, number: int, level: str) -> list[tuple[tuple[float, ...], bool]]:
    """Play a game, and note what some of its positions look like."""
    setup = m.Setup(chapter=chapter, party=PARTIES.get(chapter, m.Setup().party))
    player, luck, state = find(GAME, level), Random(f"fit/{chapter}/{number}"), GAME.new(setup)
    found = list[tuple[float, ...]]()
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Chance):
            event = turn.at(luck.random())
        else:
            if isinstance(state.agenda[-1], MouseTurn) and luck.random() < SHARE:
                found.append(signs(state))
            event = player.choose(GAME, state, turn, luck)
        state = GAME.apply(state, event)
    return [(each, bool(turn.winners)) for each in found]


def sensible(table: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Weights that count good things for the mice and bad ones against them; what does not fit counts nothing."""
    bases = table.shape[1] - len(SIGNS)
    wanted = np.array([0] * bases + [1] * len(GOOD) + [-1] * len(BAD))
    free = np.ones(len(wanted), bool)
    while True:
        weights = np.zeros(len(wanted))
        weights[free] = fitted(table[:, free], won, bases)
        wrong = weights * wanted < 0
        if not wrong.any():
            return weights
        free &= ~(wrong & (np.abs(weights) == np.abs(weights[wrong]).max()))


def fitted(table: np.ndarray, won: np.ndarray, bases: int, rounds: int = 30) -> np.ndarray:
    """Weights by Newton's method; the first ones, what chapters start from, are not held back by the penalty."""
    weights, penalty = np.zeros(table.shape[1]), PENALTY * np.eye(table.shape[1])
    penalty[:bases] = 0.0
    for _ in range(rounds):
        chance = 1 / (1 + np.exp(-table @ weights))
        slope = table.T @ (won - chance) - penalty @ weights
        bend = (table * (chance * (1 - chance))[:, None]).T @ table + penalty
        weights += np.linalg.solve(bend, slope)
    return weights


def tell(name: str, weights: np.ndarray, said: np.ndarray, won: np.ndarray) -> None:
    """Print the weights of a chapter, and how good the fit is on games kept out."""
    print(name, *(f"{sign} {weight:+.3f}" for sign, weight in named(weights).items()))
    guesses = (said, np.full(len(won), won.mean()))
    loss, plain = (float(-np.mean(won * np.log(p) + (1 - won) * np.log(1 - p))) for p in guesses)
    order = np.argsort(said)
    parts = [(float(said[part].mean()), float(won[part].mean())) for part in np.array_split(order, 8)]
    print(f"{len(won)} positions kept out: log loss {loss:.3f} (without signs {plain:.3f})")
    print("said and kept:", ", ".join(f"{a:.2f} {b:.2f}" for a, b in parts))


if __name__ == "__main__":
    main()
