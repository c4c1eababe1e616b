"""Finds the weights of Mousewarming Party's value in two steps, both by greedy play of all modes.

Climb: a changed weight stays when it wins more than the best so far in games with the same luck, over enough of them to
trust it. Calibrate: one scale and one shift for all weights, so that values are chances as games really come out.
`python bench/fit_mousewarming.py --seconds 1800` prints the weights it ends with.
"""

import argparse
import time
from math import exp, sqrt
from multiprocessing import Pool
from multiprocessing.pool import Pool as Workers
from random import Random

from mousehole.core.game import Decide, Over
from mousehole.games.mousewarming import value as worth
from mousehole.games.mousewarming.moves import Event, Setup
from mousehole.games.mousewarming.rules import apply, new, turn
from mousehole.games.mousewarming.state import State

MODES = (Setup(first_game=True), Setup(), Setup(golden=(0,)), Setup(golden=(0, 1)))
CHUNK, MOST = 160, 2400


def main() -> None:
    """Climb, calibrate and print."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--seconds", type=float, default=1800, help="how long to climb")
    ask.add_argument("--calibrate", type=int, default=2000, help="games to calibrate with")
    ask.add_argument("--processes", type=int, default=2)
    ask.add_argument("--seed", type=int, default=1)
    told = ask.parse_args()
    with Pool(told.processes) as pool:
        weights = climbed(worth.WEIGHTS, Random(told.seed), time.monotonic() + told.seconds, pool)
        print("calibrated", calibrated(weights, told.calibrate, told.seed, pool))


def climbed(best: worth.Signs, luck: Random, until: float, pool: Workers) -> worth.Signs:
    """Change a few weights at a time and keep what wins."""
    tried = kept = 0
    while time.monotonic() < until:
        candidate = changed(best, luck)
        tried += 1
        if better(candidate, best, f"climb {tried}", pool):
            best, kept = candidate, kept + 1
            print(f"kept {kept} of {tried}", best, flush=True)
    print(f"tried {tried}, kept {kept}")
    return best


def changed(weights: worth.Signs, luck: Random) -> worth.Signs:
    """Change one to three weights by up to a factor of two, or a little."""
    found = list(weights)
    for at in luck.sample(range(1, len(found)), luck.choice((1, 1, 2, 3))):
        found[at] = round(found[at] * exp(luck.uniform(-0.7, 0.7)) + luck.gauss(0, 0.02), 3)
    return worth.Signs(*found)


def better(candidate: worth.Signs, best: worth.Signs, seed: str, pool: Workers) -> bool:
    """Let both play with the same luck until it is clear who wins more."""
    gaps: list[int] = []
    lead = doubt = 0.0
    while len(gaps) < MOST:
        work = [(w, f"{seed}/{len(gaps)}", CHUNK) for w in (candidate, best)]
        mine, theirs = ([won for _, won in games] for games in pool.starmap(batch, work))
        gaps += [a - b for a, b in zip(mine, theirs, strict=True)]
        lead, doubt = sum(gaps) / len(gaps), sqrt(max(sum(map(abs, gaps)), 1)) / len(gaps)
        if lead < -0.3 * doubt or lead > 2.5 * doubt:
            break
    return lead > 2 * doubt


def calibrated(weights: worth.Signs, games: int, seed: int, pool: Workers) -> worth.Signs:
    """Scale and shift all weights so that values match what came out, by Newton's method on two figures."""
    work = [(weights, f"calibrate {seed}/{part}", games // 8) for part in range(8)]
    played = [game for games in pool.starmap(batch, work) for game in games]
    points = [(sum(w * s for w, s in zip(weights, signs, strict=True)), won) for seen, won in played for signs in seen]
    scale, shift = 1.0, 0.0
    for _ in range(20):
        gaps = [(x, won - (p := 1 / (1 + exp(-scale * x - shift))), p * (1 - p)) for x, won in points]
        gx, g1 = sum(x * gap for x, gap, _ in gaps), sum(gap for _, gap, _ in gaps)
        hxx, hx, h1 = sum(x * x * b for x, _, b in gaps), sum(x * b for x, _, b in gaps), sum(b for *_, b in gaps)
        det = hxx * h1 - hx * hx
        scale, shift = scale + (h1 * gx - hx * g1) / det, shift + (hxx * g1 - hx * gx) / det
    print(f"scale {scale:.3f}, shift {shift:.3f} from {len(points):,} positions of {games:,} games")
    return worth.Signs(round(weights[0] * scale + shift, 3), *(round(w * scale, 3) for w in weights[1:]))


def batch(weights: worth.Signs, seed: str, games: int) -> list[tuple[list[worth.Signs], bool]]:
    """Play some games of every mode in turn; what was seen before each roll, and whether they were won."""
    worth.WEIGHTS = weights
    return [played(MODES[number % len(MODES)], Random(f"{seed}/{number}")) for number in range(games)]


def played(setup: Setup, luck: Random) -> tuple[list[worth.Signs], bool]:
    """Play one game greedily."""
    state, seen = new(setup), list[worth.Signs]()
    while not isinstance(now := turn(state), Over):
        event = best_of(state, now.actions) if isinstance(now, Decide) else now.at(luck.random())
        if state.stage == "roll":
            seen.append(worth.signs(state))
        state = apply(state, event)
    return seen, bool(now.winners)


def best_of(state: State, actions: tuple[Event, ...]) -> Event:
    """Choose as a greedy player does."""
    return max(actions, key=lambda action: worth.value(apply(state, action), 0))


if __name__ == "__main__":
    main()
