"""Finds the weights of Chop! Chop!'s value in two steps, both by letting greedy players play on all hole layouts.

Climb: a changed weight stays if both roles together win more with it against the best so far, over enough games to
trust it. Calibrate: one scale and one shift for all weights, so that values match the chances seen in play.
`python bench/training/fit_chopchop.py --seconds 1800` prints the weights it ends with; CPU seconds, on one core.
"""

import argparse
import time
from math import exp, sqrt
from random import Random
from typing import Any

from mousehole.core.game import Chance, Decide, Over
from mousehole.games.chopchop import value as worth
from mousehole.games.chopchop.moves import Setup
from mousehole.games.chopchop.rules import apply, new, turn
from mousehole.games.chopchop.state import State

LAYOUTS = ("side", "pinwheel", "end")
POINTS = {"home": 1.0, "caught": 0.0, "cap": 0.5}  # of the mice
Weights = tuple[float, ...]


def main() -> None:
    """Climb, calibrate and print."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--seconds", type=float, default=1800)
    ask.add_argument("--calibrate", type=int, default=1500, help="games to calibrate with")
    ask.add_argument("--seed", type=int, default=1)
    told = ask.parse_args()
    luck = Random(told.seed)
    weights = climbed(tuple(worth.WEIGHTS.values()), luck, time.process_time() + told.seconds)
    show("climbed", weights)
    show("calibrated", calibrated(weights, luck, told.calibrate))


def climbed(best: Weights, luck: Random, until: float) -> Weights:
    """Change a few weights at a time and keep what wins."""
    tried = kept = 0
    while time.process_time() < until:
        candidate = changed(best, luck)
        tried += 1
        if better(candidate, best, luck):
            best, kept = candidate, kept + 1
            show(f"kept {kept} of {tried}", best)
    print(f"tried {tried}, kept {kept}")
    return best


def changed(weights: Weights, luck: Random) -> Weights:
    """Change one to three weights by up to a factor of three, now and then the sign too."""
    new_weights = list(weights)
    for at in luck.sample(range(1, len(weights)), luck.choice((1, 1, 2, 3))):
        factor = exp(luck.uniform(-1.1, 1.1)) * (-1 if luck.random() < 0.08 else 1)
        new_weights[at] = weights[at] * factor + luck.gauss(0, 0.03)
    return tuple(new_weights)


def better(candidate: Weights, best: Weights, luck: Random, chunk: int = 45, most: int = 1350) -> bool:
    """Play both roles against the best so far until it is clear; equals would win one game of every two."""
    wins, games, lead, doubt = 0.0, 0, 0.0, 0.0
    while games < most:
        for number in range(chunk):
            setup = Setup(holes=LAYOUTS[number % 3])
            wins += POINTS[played(setup, (candidate, best), luck)]
            wins += 1 - POINTS[played(setup, (best, candidate), luck)]
        games += chunk
        lead, doubt = wins / games - 1, sqrt(0.45 / games)
        if lead < -0.5 * doubt or lead > 2.5 * doubt:
            break
    return lead > 2 * doubt


def played(setup: Setup, weights: tuple[Weights, Weights], luck: Random, seen: list[Any] | None = None) -> str:
    """Play one game, mice and cat each by their own weights; returns how it ended."""
    state = new(setup)
    while not isinstance(now := turn(state), Over):
        if isinstance(now, Chance):
            state = apply(state, now.at(luck.random()))
            continue
        worth._WEIGHTS = weights[now.seat]
        state = apply(state, chosen(state, now))
        if seen is not None and state.phase == "roll" and luck.random() < 0.25:
            seen.append(worth.facts(state))
    return now.reason


def chosen(state: State, now: Decide[Any]) -> Any:
    """Choose as a greedy player does: one action ahead, a flip averaged."""
    return max(now.actions, key=lambda action: expected(apply(state, action), now.seat))


def expected(state: State, seat: int) -> float:
    """Value a position, or the average of what a flip can make of it."""
    if state.phase != "flip":
        return worth.value(state, seat)
    odds = turn(state).odds
    return sum(w * worth.value(apply(state, e), seat) for e, w in odds) / sum(w for _, w in odds)


def calibrated(weights: Weights, luck: Random, games: int) -> Weights:
    """Scale and shift all weights so that values match what came out, by Newton's method on two figures."""
    points: list[tuple[float, int]] = []
    for number in range(games):
        seen: list[Weights] = []
        won = played(Setup(holes=LAYOUTS[number % 3]), (weights, weights), luck, seen) == "home"
        points += [(sum(w * f for w, f in zip(weights, facts, strict=True)), int(won)) for facts in seen]
    scale, shift = 1.0, 0.0
    for _ in range(30):
        gaps = [(x, y - (p := 1 / (1 + exp(-(scale * x + shift)))), p * (1 - p)) for x, y in points]
        (gx, g1), (hxx, hx, h1) = slope(gaps), bend(gaps)
        det = hxx * h1 - hx * hx
        scale, shift = scale + (h1 * gx - hx * g1) / det, shift + (hxx * g1 - hx * gx) / det
    print(f"scale {scale:.3f}, shift {shift:.3f} from {len(points)} positions of {games} games")
    return (weights[0] * scale + shift, *(w * scale for w in weights[1:]))


def slope(gaps: list[tuple[float, float, float]]) -> tuple[float, float]:
    """Sum the first derivatives."""
    return sum(x * gap for x, gap, _ in gaps), sum(gap for _, gap, _ in gaps)


def bend(gaps: list[tuple[float, float, float]]) -> tuple[float, float, float]:
    """Sum the second derivatives."""
    return sum(x * x * b for x, _, b in gaps), sum(x * b for x, _, b in gaps), sum(b for *_, b in gaps)


def show(title: str, weights: Weights) -> None:
    """Print weights as value.py spells them."""
    lines = (f'    "{name}": {weight:.3f},' for name, weight in zip(worth.WEIGHTS, weights, strict=True))
    print(title, *lines, sep="\n", flush=True)


if __name__ == "__main__":
    main()
