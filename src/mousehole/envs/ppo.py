"""Proximal policy optimisation in numpy, with masks: `python -m mousehole.envs.ppo chopchop --seat 0 -o mice.npz`.

One file to read, change and learn from. A network with one hidden layer plays hundreds of compiled games at once,
against a random rival where a seat is named, and learns from what followed. `Learner(file)` is a player.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OMP_NUM_THREADS", "1")  # for matrices this small, threads only wait for each other

import msgspec
import numpy as np
from numpy.typing import NDArray

from mousehole import envs
from mousehole.core.game import AnyGame, Decide, Luck, Player, Seat
from mousehole.core.knowledge import state_for
from mousehole.core.tensor import Spec
from mousehole.envs.arrays import tensor_of
from mousehole.envs.gym_env import Arrays, GameVectorEnv
from mousehole.envs.pettingzoo_env import highest

__all__ = [
    "Array",
    "Learner",
    "Memory",
    "Network",
    "Outlook",
    "judged",
    "main",
    "pick",
    "remember",
    "restored",
    "say",
    "scaled",
    "train",
]

GAMES, STEPS, HIDDEN = 256, 64, 128
EPOCHS, PARTS = 3, 8  # how often everything is learned from, in so many pieces
RATE, CLIP, ENTROPY, DISCOUNT, TRUST = 1e-3, 0.2, 0.01, 0.997, 0.95
Array = NDArray[Any]


class Outlook(NamedTuple):
    """What a network makes of positions."""

    hidden: Array
    shares: Array  # how likely each action is
    values: Array


class Network:
    """One hidden layer, and from it both what to do and how good it looks."""

    def __init__(self, size: int, ids: int, seed: int = 0):
        luck = np.random.default_rng(seed)
        shapes = {"in": (size, HIDDEN), "act": (HIDDEN, ids), "value": (HIDDEN, 1)}
        spans = {"in": size**-0.5, "act": 0.01 * HIDDEN**-0.5, "value": HIDDEN**-0.5}
        self.weights = {name: luck.normal(0, spans[name], shape).astype(np.float32) for name, shape in shapes.items()}
        self.weights |= {f"{name}+": np.zeros(shape[1], np.float32) for name, shape in shapes.items()}
        self._means = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self._steps = 0

    def look(self, seen: Array, masks: Array) -> Outlook:
        """Judge positions and what may be done there."""
        w = self.weights
        hidden = np.maximum(seen @ w["in"] + w["in+"], 0)
        scores = np.where(masks, hidden @ w["act"] + w["act+"], -1e9)
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        return Outlook(hidden, shares / shares.sum(axis=1, keepdims=True), (hidden @ w["value"] + w["value+"])[:, 0])

    def learn(self, part: "Memory", rate: float) -> None:
        """Do more of what went better than it looked, but never much more at once."""
        out, rows, many = self.look(part.seen, part.masks), np.arange(len(part.actions)), len(part.actions)
        ratio = out.shares[rows, part.actions] / part.before
        gains = (part.gains - part.gains.mean()) / (part.gains.std() + 1e-6)
        held = ((ratio > 1 + CLIP) & (gains > 0)) | ((ratio < 1 - CLIP) & (gains < 0))
        weight = np.where(held, 0, ratio * gains)
        chosen = np.zeros_like(out.shares)
        chosen[rows, part.actions] = 1
        logs = np.log(np.maximum(out.shares, 1e-9))
        surprise = -(out.shares * logs).sum(axis=1, keepdims=True)
        scores = (weight[:, None] * (chosen - out.shares) - ENTROPY * out.shares * (logs + surprise)) / many
        value = (part.returns - out.values)[:, None] / many
        back = (scores @ self.weights["act"].T + value @ self.weights["value"].T) * (out.hidden > 0)
        slopes = {"in": part.seen.T @ back, "act": out.hidden.T @ scores, "value": out.hidden.T @ value}
        slopes |= {"in+": back.sum(axis=0), "act+": scores.sum(axis=0), "value+": value.sum(axis=0)}
        self._climb(slopes, rate)

    def _climb(self, slopes: dict[str, Array], rate: float) -> None:
        """Go uphill by Adam, in steps of bounded length."""
        self._steps += 1
        length = float(np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values())))
        for name, slope in slopes.items():
            first, second = self._means[name]
            bounded = slope / max(1.0, 2 * length)
            first += 0.1 * (bounded - first)
            second += 0.001 * (bounded**2 - second)
            size = np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8
            self.weights[name] += rate * first / (1 - 0.9**self._steps) / size


class Memory(NamedTuple):
    """Decisions, and what followed: an array each, a row for each decision."""

    seen: Array
    masks: Array
    actions: Array
    before: Array  # how likely each action was
    gains: Array  # how much better it went than it looked
    returns: Array

    def part(self, rows: Array) -> "Memory":
        """Some of the decisions."""
        return Memory(*(column[rows] for column in self))


def scaled(spec: Spec, observations: Array) -> Array:
    """The bytes that change during a game, from 0 to 1."""
    most = np.maximum(highest(spec.fields)[: spec.changing], 1).astype(np.float32)
    found: Array = observations[..., : spec.changing].astype(np.float32) / most
    return found


def pick(shares: Array, luck: np.random.Generator) -> Array:
    """An action for each game, as likely as its share."""
    noise = luck.random(shares.shape, np.float32) + 1e-9
    found: Array = (shares / -np.log(noise)).argmax(axis=1)
    return found


def remember(env: GameVectorEnv, seen: Arrays, network: Network, luck: Any) -> tuple[Memory, Arrays]:
    """Play on in all games, and sum up what followed each decision."""
    spec, told = env.batch.spec, list[tuple[Array, ...]]()
    for _ in range(STEPS):
        looks, masks = scaled(spec, seen["observation"]), seen["action_mask"].astype(np.bool_)
        out = network.look(looks, masks)
        actions = pick(out.shares, luck)
        seen, paid, ended, _, _ = env.step(actions)
        rows = np.arange(len(actions))
        told.append((looks, masks, actions, out.shares[rows, actions], out.values, paid, ended))
    after = network.look(scaled(spec, seen["observation"]), seen["action_mask"].astype(np.bool_)).values
    gains, ahead = [], np.zeros(len(after))
    for *_, values, paid, ended in reversed(told):
        ahead = paid + DISCOUNT * np.where(ended, 0, after) - values + DISCOUNT * TRUST * np.where(ended, 0, ahead)
        gains.append(ahead.astype(np.float32))
        after = values
    looks, masks, actions, before, values = (np.concatenate([row[n] for row in told]) for n in range(5))
    better = np.concatenate(gains[::-1])
    return Memory(looks, masks, actions, before, better, better + values), seen


def train(
    game: str | AnyGame,
    *,
    setup: Any = None,
    seat: Seat | None = None,
    decisions: int = 4_000_000,
    seed: int = 0,
    told: Callable[[int, float], object] = lambda done, won: None,
) -> Network:
    """Teach a network to play a seat against chance, or all seats of a game that is played together."""
    env = envs.vector(game, GAMES, setup=setup, seat=seat)
    spec, luck = env.batch.spec, np.random.default_rng(seed)
    network = Network(spec.changing, spec.ids, seed)
    seen, _ = env.reset(seed=seed)
    for done in range(0, decisions, GAMES * STEPS):
        memory, seen = remember(env, seen, network, luck)
        for _ in range(EPOCHS):
            for rows in np.array_split(luck.permutation(len(memory.actions)), PARTS):
                network.learn(memory.part(rows), RATE * max(0.1, 1 - done / decisions))
        if done // (GAMES * STEPS) % 25 == 0:
            told(done, judged(network, game, setup=setup, seat=seat, games=1000))
    return network


def judged(network: Network, game: str | AnyGame, *, setup: Any, seat: Seat | None, games: int, seed: int = 9) -> float:
    """The share of games that a network wins that does what it thinks best: one game each."""
    env = envs.vector(game, games, setup=setup, seat=seat)
    seen, _ = env.reset(seed=seed)
    over, won = np.zeros(games, np.bool_), 0
    while not over.all():
        out = network.look(scaled(env.batch.spec, seen["observation"]), seen["action_mask"].astype(np.bool_))
        seen, paid, ended, _, _ = env.step(out.shares.argmax(axis=1))
        won += int((ended & ~over & (paid > 0)).sum())
        over |= ended
    return won / games


class Learner(Player):
    """A network as a player: it does what it thinks best, on boards of the size that it has learned."""

    rank = 30
    name = "ppo"

    def __init__(self, file: str | Path | Network):
        self._network = file if isinstance(file, Network) else restored(Path(file))

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose one of the turn's actions."""
        tensor = tensor_of(game)
        spec, known = tensor.spec(state), state_for(game, state, turn.seat)
        seen = scaled(spec, np.frombuffer(tensor.observe(known, turn.seat), np.uint8)[None])
        ids, masks = tensor.numbers(state), np.zeros((1, spec.ids), np.bool_)
        offered = {ids[action]: action for action in turn.actions}
        masks[0, list(offered)] = True
        return offered[int(self._network.look(seen, masks).shares.argmax())]


def restored(file: Path) -> Network:
    """A network from its file."""
    with np.load(file) as weights:
        network = Network(weights["in"].shape[0], weights["act"].shape[1])
        network.weights = dict(weights)
    return network


def main() -> int:
    """Train, tell how it goes, and keep what was learned."""
    parser = argparse.ArgumentParser(prog="python -m mousehole.envs.ppo", description=__doc__.splitlines()[0])
    parser.add_argument("game", help="a game with compiled rules")
    parser.add_argument("--setup", default="null", help="the fields of its set-up as JSON")
    parser.add_argument("--seat", type=int, help="which seat learns; without one it plays all of them")
    parser.add_argument("--decisions", type=int, default=4_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--out", type=Path, help="the file that what was learned is written to")
    asked = parser.parse_args()
    setup, began = msgspec.json.decode(asked.setup), time.process_time()

    def told(done: int, won: float) -> None:
        say(f"{done:>12,} decisions, {time.process_time() - began:6.1f} s: {won:.1%} of games won")

    network = train(asked.game, setup=setup, seat=asked.seat, decisions=asked.decisions, seed=asked.seed, told=told)
    share = judged(network, asked.game, setup=setup, seat=asked.seat, games=4000, seed=asked.seed + 10)
    say(f"learned in {time.process_time() - began:.1f} s: {share:.1%} of 4,000 games won")
    if asked.out:
        np.savez_compressed(asked.out, allow_pickle=False, **network.weights)
    return 0


def say(words: str) -> None:
    """Tell at once how it goes."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
