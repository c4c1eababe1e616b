"""Where the luck of many games comes from: each has a stream of its own."""

from typing import Any

import numpy as np


def streams(seed: int, games: int) -> Any:
    """Luck for every game, and a second stream for random picks: it depends on seed and game alone (splitmix64)."""
    with np.errstate(over="ignore"):
        x = np.arange(1, 2 * games + 1, dtype=np.uint64).reshape(games, 2) * np.uint64(0x9E3779B97F4A7C15)
        x ^= _mixed(np.array([seed % 2**64], np.uint64))
        x = _mixed(x)
    return np.where(x == 0, np.uint64(1), x)


def _mixed(x: Any) -> Any:
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return x ^ x >> np.uint64(31)
