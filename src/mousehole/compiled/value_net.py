"""A small learned network that says how likely each team is to win: read from a file, asked in compiled code.

Nothing is summed in another order on another processor, so that the same luck leads to the same game everywhere.
"""

from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from mousehole.compiled.compiler import compiled


class BadWeights(ValueError):
    """A file of weights that cannot be used: it names the file and the reason."""

    def __init__(self, file: Path, reason: str):
        super().__init__(f"{file}: {reason}")


def load(file: Path, marks: int, pairs: int, teams: int) -> Any:
    """Read a network for so many marks, pairs and teams: one record, which compiled functions read like a table."""
    try:
        with np.load(file) as found:
            arrays = {name: found[name].astype(np.float32) for name in found.files}
    except (OSError, ValueError, EOFError, BadZipFile) as fault:
        raise BadWeights(file, f"cannot be read ({fault})") from fault
    wide, narrow = (arrays[name].size if name in arrays else 0 for name in ("first_bias", "second_bias"))
    shapes = {"first": (marks, wide), "first_bias": (wide,), "table": (pairs, wide)}
    shapes |= {"second": (wide, narrow), "second_bias": (narrow,), "last": (narrow, teams), "last_bias": (teams,)}
    wanted = {name: shape for name, shape in shapes.items() if shape[0]}
    for name, shape in wanted.items():
        if name not in arrays:
            raise BadWeights(file, f"{name} is missing")
        if arrays[name].shape != shape or not np.isfinite(arrays[name]).all():
            raise BadWeights(file, f"{name} is {arrays[name].shape}, where {shape} finite numbers are needed")
    net = np.zeros(1, np.dtype([(name, "f4", shape) for name, shape in wanted.items()]))[0]
    for name in wanted:
        net[name] = arrays[name]
    return net


@compiled()
def add_marks(rows: Any, hidden: Any, places: Any, n: int) -> None:
    """Add what marks say that are simply there, four at a time."""
    whole = n // 4 * 4
    for k in range(0, whole, 4):
        one, two, three, four = rows[places[k]], rows[places[k + 1]], rows[places[k + 2]], rows[places[k + 3]]
        for j in range(len(hidden)):
            hidden[j] += (one[j] + two[j]) + (three[j] + four[j])
    for k in range(whole, n):
        one = rows[places[k]]
        for j in range(len(hidden)):
            hidden[j] += one[j]


@compiled()
def add_counts(rows: Any, hidden: Any, first: int, counts: Any) -> None:
    """Add what marks say that count something, from a place on."""
    for k in range(len(counts)):
        if counts[k]:
            row, times = rows[first + k], np.float32(counts[k])
            for j in range(len(hidden)):
                hidden[j] += times * row[j]


@compiled()
def concluded(net: Any, hidden: Any, out: Any) -> None:
    """Write the chance of each team, from what the first layer has added up."""
    middle, awake, n = net.second_bias.copy(), np.empty(len(hidden), np.int64), 0
    for k in range(len(hidden)):
        awake[n] = k
        n += hidden[k] > 0
    add_awake(net.second, hidden, awake, n, middle)
    for team in range(len(net.last_bias)):
        total = net.last_bias[team]
        for j in range(len(middle)):
            if middle[j] > 0:
                total += middle[j] * net.last[j, team]
        out[team] = 1 / (1 + np.exp(-total))


@compiled()
def add_awake(rows: Any, hidden: Any, awake: Any, n: int, middle: Any) -> None:
    """Add what those of a layer say that are not zero, four at a time."""
    whole = n // 4 * 4
    for k in range(0, whole, 4):
        a, b, c, d = awake[k], awake[k + 1], awake[k + 2], awake[k + 3]
        one, two, three, four = rows[a], rows[b], rows[c], rows[d]
        w, x, y, z = hidden[a], hidden[b], hidden[c], hidden[d]
        for j in range(len(middle)):
            middle[j] += (w * one[j] + x * two[j]) + (y * three[j] + z * four[j])
    for k in range(whole, n):
        one, w = rows[awake[k]], hidden[awake[k]]
        for j in range(len(middle)):
            middle[j] += w * one[j]
