"""Teach a small network to play a small pantry of Mmm! better than `greedy`, in a few minutes on a processor.

    python examples/learn_mmm.py [--decisions N] [--plot FILE]

Needs mousehole[rl,fast] and nothing else: policy and value are one network of numpy, trained by advantage actor-critic
on thousands of games at once.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # for matrices this small, threads only wait for each other

import numpy as np

import mousehole
from mousehole import envs

HOLD = -1  # leaves a game as it is
BOARD = mousehole.find("mmm").setup(board='steps = 5\npantry = """\nB F G H C\nB F G H C\nB F G H C\n"""\n')
GAMES, STEPS, HIDDEN = 512, 8, 128
RATE, ENTROPY, TRUST = 2e-3, 0.01, 0.95
JUDGED = 20_000  # games of a judgement


class Network:
    """One hidden layer, and from it both what to do and how good it looks."""

    def __init__(self, size: int, ids: int, seed: int = 0):
        luck = np.random.default_rng(seed)
        shapes = {"in": (size, HIDDEN), "act": (HIDDEN, ids), "value": (HIDDEN, 1)}
        spans = {"in": size**-0.5, "act": 0.001, "value": HIDDEN**-0.5}
        self.weights = {name: luck.normal(0, spans[name], shape).astype(np.float32) for name, shape in shapes.items()}
        self.weights |= {f"{name}+": np.zeros(shape[1], np.float32) for name, shape in shapes.items()}
        self.means = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self.steps = 0

    def look(self, seen: Any, masks: Any) -> tuple[Any, Any, Any]:
        """What is in the hidden layer, how likely each action is, and how good the position looks."""
        w = self.weights
        hidden = np.maximum(seen @ w["in"] + w["in+"], 0)
        scores = np.where(masks, hidden @ w["act"] + w["act+"], -np.inf)
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, shares / shares.sum(axis=1, keepdims=True), (hidden @ w["value"] + w["value+"])[:, 0]

    def learn(self, seen: Any, masks: Any, actions: Any, returns: Any, rate: float, entropy: float) -> None:
        """Do more of what went better than it looked."""
        hidden, shares, values = self.look(seen, masks)
        gain = returns - values
        chosen = np.zeros_like(shares)
        chosen[np.arange(len(actions)), actions] = 1
        logs = np.log(np.where(shares > 0, shares, 1))
        surprise = -(shares * logs).sum(axis=1, keepdims=True)
        scores = (gain[:, None] * (chosen - shares) - entropy * shares * (logs + surprise)) / len(actions)
        value = gain[:, None] / len(actions)
        back = (scores @ self.weights["act"].T + value @ self.weights["value"].T) * (hidden > 0)
        slopes = {"in": seen.T @ back, "act": hidden.T @ scores, "value": hidden.T @ value}
        slopes |= {"in+": back.sum(axis=0), "act+": scores.sum(axis=0), "value+": value.sum(axis=0)}
        self.climb(slopes, rate)

    def climb(self, slopes: dict[str, Any], rate: float) -> None:
        """Go uphill by Adam."""
        self.steps += 1
        for name, slope in slopes.items():
            first, second = self.means[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            size = np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8
            self.weights[name] += rate * first / (1 - 0.9**self.steps) / size


def seen_by(batch: Any, size: int) -> Any:
    """The bytes that change during a game."""
    return batch.observations[:, :size].astype(np.float32)


def training(network: Network, size: int, decisions: int) -> Iterator[int]:
    """Play and learn; how many decisions so far."""
    batch, luck = envs.batch("mmm", GAMES, setup=BOARD, seed=1), np.random.default_rng(2)
    for done in range(0, decisions, GAMES * STEPS):
        yield done
        left, played = 1 - done / decisions, []
        for _ in range(STEPS):
            seen, masks = seen_by(batch, size), batch.masks.copy()
            _, shares, values = network.look(seen, masks)
            actions = drawn(shares, luck)
            batch.step(actions)
            played.append((seen, masks, actions, values, batch.rewards[:, 0].copy(), batch.done.copy()))
        returns = returned(played, network.look(seen_by(batch, size), batch.masks)[2])
        seen, masks, actions = (np.concatenate([step[n] for step in played]) for n in range(3))
        network.learn(seen, masks, actions, np.concatenate(returns), RATE * left, ENTROPY * left)


def drawn(shares: Any, luck: np.random.Generator) -> Any:
    """An action for each game, as likely as its share."""
    noise = luck.random(shares.shape, np.float32) + 1e-9
    return (shares / -np.log(noise)).argmax(axis=1)


def returned(played: list[Any], after: Any) -> list[Any]:
    """What followed each decision: rewards, and how good it looked where a game goes on (lambda returns)."""
    returns, ahead = [], after
    for _, _, _, values, rewards, done in reversed(played):
        ahead = rewards + np.where(done, 0, TRUST * ahead + (1 - TRUST) * after)
        after = values
        returns.append(ahead)
    return returns[::-1]


def judged(network: Network, size: int, seed: int) -> float:
    """Win rate of a network that does what it thinks best: one game each, since the shortest would end most often."""
    batch, over, won = envs.batch("mmm", JUDGED, setup=BOARD, seed=seed), np.zeros(JUDGED, bool), 0
    while not over.all():
        best = network.look(seen_by(batch, size), batch.masks)[1].argmax(axis=1)
        batch.step(np.where(over, HOLD, best))
        over |= batch.done
        won += int((batch.rewards[:, 0] > 0).sum())
    return won / JUDGED


def learned(decisions: int, judgements: int = 10) -> list[tuple[int, float]]:
    """Train a network; its win rate by decisions played."""
    spec = envs.batch("mmm", 1, setup=BOARD).spec
    size = sum(field.size for field in spec.fields if not field.still)
    network, curve = Network(size, spec.ids), list[tuple[int, float]]()
    for done in training(network, size, decisions):
        if done >= len(curve) * decisions / judgements:
            curve.append((done, judged(network, size, 3)))
            print(f"{done:>12,} decisions: {curve[-1][1]:.1%} of games won", flush=True)
    return [*curve, (decisions, judged(network, size, 4))]


def main() -> int:
    """Train, and say who wins more."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=40_000_000)
    parser.add_argument("--games", type=int, default=10_000, help="games of greedy, to compare with")
    parser.add_argument("--plot", type=Path, default=None, help="an SVG file for the curve")
    asked = parser.parse_args()
    start = time.process_time()
    curve = learned(asked.decisions)
    print(f"trained and judged in {time.process_time() - start:.0f} seconds of the processor")
    greedy = mousehole.contest("mmm", BOARD, [("greedy",)], asked.games).tallies[0].rate()
    print(f"learned: {curve[-1][1]:.1%} of {JUDGED:,} games; greedy: {greedy:.1%} of {asked.games:,}")
    if asked.plot:
        asked.plot.write_text(picture(curve, greedy), "utf-8")
    return 0 if curve[-1][1] > greedy else 1


def picture(curve: list[tuple[int, float]], greedy: float) -> str:
    """The curve as a picture."""
    wide, high, edge = 560, 300, 50
    last, top = curve[-1][0], 0.6
    at = [(edge + (wide - 2 * edge) * n / last, high - edge - (high - 2 * edge) * won / top) for n, won in curve]
    line = high - edge - (high - 2 * edge) * greedy / top
    words = 'font-family="sans-serif" font-size="13" fill="#4a3b2a"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" {words}>'
        f'<rect width="100%" height="100%" fill="#fffaf0"/>'
        f'<path d="M{edge} {line:.1f}H{wide - edge}" stroke="#c23b2b" stroke-dasharray="5 4"/>'
        f'<text x="{wide - edge}" y="{line - 6:.1f}" text-anchor="end" fill="#c23b2b">greedy {greedy:.1%}</text>'
        f'<path d="M{" ".join(f"{x:.1f},{y:.1f}" for x, y in at)}" fill="none" stroke="#6b4a2f" stroke-width="2"/>'
        f'<path d="M{edge} {edge}V{high - edge}H{wide - edge}" fill="none" stroke="#4a3b2a"/>'
        f'<text x="{edge}" y="{edge - 14}">share of games won; learned at the end {curve[-1][1]:.1%}</text>'
        f'<text x="{wide - edge}" y="{high - 18}" text-anchor="end">{last / 1e6:.1f} million decisions</text></svg>\n'
    )


if __name__ == "__main__":
    sys.exit(main())
