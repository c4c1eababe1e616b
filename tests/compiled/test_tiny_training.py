"""A tiny network that numpy trains in seconds, on games played at random, is written, loaded and asked like ours."""

import numpy as np
import pytest

from bench.weight_files import write
from mousehole.compiled.value_net import load
from mousehole.games.chopchop import GAME, fast
from mousehole.games.chopchop.fast import learned
from mousehole.games.chopchop.fast.marks import FACT_COUNT, FACTS_AT, MARK_COUNT, PAIR_COUNT, facts, marked
from mousehole.games.chopchop.fast.position_rows import CAUGHT, HOME

GAMES, EACH, WIDE, NARROW, ROUNDS, RATE = 600, 8, 16, 16, 40, 0.002


def games():
    """Positions of games between random players, and who won them: mice, cat."""
    start = GAME.new(GAME.setup())
    box, luck = fast.box(start), np.array([12345], np.uint64)
    rows, won = [], []
    for number in range(GAMES):
        row, path = fast.pack(start), []
        while (who := fast.turn(box, row[0])) != fast.OVER:
            path.append(row[0].copy())
            fast.play(box, row[0], (fast.luck if who == fast.CHANCE else fast.pick)(box, row[0], luck))
        for k in np.random.default_rng(number).integers(0, len(path), EACH):
            rows.append(path[k])
            won.append((row[0]["phase"] == HOME, row[0]["phase"] == CAUGHT))
    return box, rows, np.array(won, float)


def seen(box, rows):
    out, places, counts = np.zeros((len(rows), MARK_COUNT)), np.zeros(256, np.int64), np.zeros(FACT_COUNT, np.int64)
    for row, line in zip(rows, out, strict=True):
        line[places[: marked(box, row, places)]] = 1
        facts(box, row, counts)
        line[FACTS_AT : FACTS_AT + FACT_COUNT] = counts
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
    box, rows, won = games()
    marks, half, net = seen(box, rows), len(rows) // 2, beginner()
    train(net, marks[:half], won[:half])
    told = thought(net, marks[half:])[2]
    assert error(told, won[half:]) < 0.95 * error(won[:half].mean(0), won[half:])
    write(net | {"table": np.zeros((PAIR_COUNT, WIDE))}, tmp_path / "tiny.npz")
    tiny = learned.Learned(box.at, 0, load(tmp_path / "tiny.npz", MARK_COUNT, PAIR_COUNT, learned.TEAMS))
    for row, expected in zip(rows[half : half + 50], told, strict=False):
        assert learned.chances(tiny, row) == pytest.approx(tuple(expected), abs=0.02)
