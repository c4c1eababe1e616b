"""A tiny network that numpy trains in seconds, on games played at random, is written, loaded and asked like ours."""

import numpy as np
import pytest

from bench.training.weight_files import write
from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.rules import rules
from mousehole.games.chopchop import GAME
from mousehole.games.chopchop.kernel import CELLS, FLAGS, KERNEL, LEARNED, MARK_COUNT, PLANE, PLANES

GAMES, EACH, WIDE, NARROW, ROUNDS, RATE = 600, 8, 16, 16, 40, 0.002


def games():
    """Positions of games between random players, and who won them: mice, cat."""
    start = GAME.new(GAME.setup())
    at, luck = rules(KERNEL, start), 12345
    states, won = [], []
    for number in range(GAMES):
        at.put(start)
        path = []
        while (who := at.turn()) != OVER:
            path.append(at.words())
            found, luck = (at.draw if who == CHANCE else at.pick)(luck)
            (at.happen if who == CHANCE else at.play)(found)
        end = KERNEL.unpack(start, at.words())
        for k in np.random.default_rng(number).integers(0, len(path), EACH):
            states.append(KERNEL.unpack(start, path[k]))
            won.append((end.phase == "home", end.phase == "caught"))
    return states, np.array(won, float)


def seen(states):
    out = np.zeros((len(states), MARK_COUNT))
    for state, line in zip(states, out, strict=True):
        flags, _, counts = rules(KERNEL, state).marks()
        line[flags] = 1
        line[PLANES * PLANE + FLAGS :][: len(counts)] = counts
    return out


def beginner():
    luck = np.random.default_rng(1)
    shapes = {"first": (MARK_COUNT, WIDE), "second": (WIDE, NARROW), "last": (NARROW, 2)}
    net = {name: luck.normal(0, 0.3 / np.sqrt(shape[0]), shape) for name, shape in shapes.items()}
    return net | {"first_bias": np.zeros(WIDE), "second_bias": np.zeros(NARROW), "last_bias": np.zeros(2)}


def thought(net, marks):
    hidden = np.maximum(marks @ net["first"] + net["first_bias"], 0)
    middle = np.maximum(hidden @ net["second"] + net["second_bias"], 0)
    return hidden, middle, 1 / (1 + np.exp(-(middle @ net["last"] + net["last_bias"])))


def train(net, marks, won):
    """Learn by gradients, each divided by its usual size."""
    sizes = {name: np.zeros_like(array) for name, array in net.items()}
    for _ in range(ROUNDS):
        hidden, middle, chances = thought(net, marks)
        off = (chances - won) / len(won)
        back = off @ net["last"].T * (middle > 0)
        far = back @ net["second"].T * (hidden > 0)
        slopes = {"last": middle.T @ off, "second": hidden.T @ back, "first": marks.T @ far}
        slopes |= {"last_bias": off.sum(0), "second_bias": back.sum(0), "first_bias": far.sum(0)}
        for name, slope in slopes.items():
            sizes[name] = 0.9 * sizes[name] + 0.1 * slope**2
            net[name] -= RATE * slope / (np.sqrt(sizes[name]) + 1e-6)


def error(chances, won):
    return float(((chances - won) ** 2).mean())


def test_a_tiny_network_learns_and_plays_from_its_file(tmp_path):
    states, won = games()
    marks, half, net = seen(states), len(states) // 2, beginner()
    train(net, marks[:half], won[:half])
    told = thought(net, marks[half:])[2]
    assert error(told, won[half:]) < 0.95 * error(won[:half].mean(0), won[half:])
    write(net | {"table": np.zeros((CELLS + 1, WIDE))}, tmp_path / "tiny.npz")
    tiny = LEARNED._replace(weights=LEARNED.weights._replace(file=tmp_path / "tiny.npz"))
    mice, cat = states[0].kitchen.mice_seats[0], states[0].kitchen.cat_seat
    for state, expected in zip(states[half : half + 50], told, strict=False):
        guess = rules(tiny, state).guess()
        assert (guess[mice], guess[cat]) == pytest.approx(tuple(expected), abs=0.02)
