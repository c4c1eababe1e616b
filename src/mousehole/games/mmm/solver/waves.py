"""What wave.cu reads: positions dealt to threads, wave by wave, and where their records lie."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mousehole.games.mmm.solver.halves import FOODS, ORDERS, Half
from mousehole.games.mmm.solver.rows import PAIR, PAIRS

WARP = 32
ALIGNED = 8  # numbers: records of a left number begin where memory is read from
ROWS = 2 * (2 * FOODS + len(PAIRS))
ARRAYS = (
    "tasks",
    "first_task",
    "waves",
    "left_moves",
    "right_moves",
    "left_faces",
    "right_faces",
    "left_squares",
    "right_start",
    "width",
    "columns",
    "orders",
)
BOARD = np.dtype(
    [
        *((name, "u8") for name in (*ARRAYS, "records", "planes")),
        ("room", "i8"),
        ("lefts", "i4"),
        ("rights", "i4"),
    ]
)


class Waves(NamedTuple):
    """The tables of a board, in the order of `struct Board`; `room` is the longest layer's, in numbers."""

    arrays: dict[str, NDArray[Any]]
    room: int
    lefts: int
    rights: int
    warps: NDArray[np.int64]  # of each wave
    options: dict[str, int]

    def cells(self, steps: int) -> tuple[int, int]:
        """Count the numbers of all records and of all planes."""
        return 2 * steps * self.room, (steps + 1) * self.lefts * self.rights

    def board(self, address: dict[str, int]) -> NDArray[Any]:
        """Fill the struct by the addresses of everything."""
        filled = np.zeros(1, BOARD)
        for name, at in address.items():
            filled[name] = at
        filled["room"], filled["lefts"], filled["rights"] = self.room, self.lefts, self.rights
        return filled


def waves(left: Half, right: Half, foods: int, steps: int) -> Waves:
    """Deal the positions of a board whose left half has so many foods."""
    width = -(-np.diff(right.start) // ALIGNED) * ALIGNED
    columns, longest = laid(left, right, width)
    tasks, first = dealt(left, right)
    per_wave = waving(np.diff(first), steps)
    known, moves = coded(left, right)
    arrays = {
        "tasks": tasks,
        "first_task": first,
        "waves": per_wave,
        "left_moves": moves[0],
        "right_moves": np.ascontiguousarray(moves[1].transpose(1, 2, 0)),
        "left_faces": faces(left, range(foods)),
        "right_faces": faces(right, range(foods, FOODS)),
        "left_squares": left.squares,
        "right_start": right.start,
        "width": width,
        "columns": columns,
        "orders": ordered(ORDERS[known]),
    }
    arrays = {name: np.ascontiguousarray(array, np.int32) for name, array in arrays.items()}
    options = {"LEFT": foods, "LEFT_WAYS": left.after.shape[2], "RIGHT_WAYS": right.after.shape[2], "STEPS": steps}
    size = (len(left.squares), len(right.squares))
    return Waves(arrays, longest * ROWS, *size, per_wave[:, -1].astype(np.int64), options)


def laid(left: Half, right: Half, width: NDArray[Any]) -> tuple[NDArray[Any], int]:
    """Tell where the records of each layer and left number begin, and how long the longest layer is."""
    layers = left.squares[-1] + right.squares[-1] + 1
    rest = np.arange(layers)[:, None] - left.squares[None, :]
    wide = np.where((rest >= 0) & (rest < len(width)), width[np.clip(rest, 0, len(width) - 1)], 0)
    end = wide.cumsum(1)
    return end - wide, int(end[:, -1].max())


def dealt(left: Half, right: Half) -> tuple[NDArray[Any], NDArray[Any]]:
    """Deal each layer to warps: a left number, the first of its right ones, and how many."""
    layers = left.squares[-1] + right.squares[-1] + 1
    chunks = [
        [(first, min(WARP, end - first)) for first in range(start, end, WARP)]
        for start, end in zip(right.start[:-1].tolist(), right.start[1:].tolist(), strict=True)
    ]
    tasks: list[tuple[int, int, int]] = []
    first = [0]
    for layer in range(layers):
        for number, squares in enumerate(left.squares.tolist()):
            if 0 <= layer - squares < len(chunks):
                tasks += [(number, *chunk) for chunk in chunks[layer - squares]]
        first.append(len(tasks))
    return np.array(tasks), np.array(first)


def waving(warps: NDArray[Any], steps: int) -> NDArray[Any]:
    """Add up the warps of each wave by the distance of the cat, nearest first."""
    layer = np.arange(len(warps) + steps - 1)[:, None] - np.arange(steps)[None, :]
    some = np.where((layer >= 0) & (layer < len(warps)), warps[np.clip(layer, 0, len(warps) - 1)], 0)
    return np.hstack([np.zeros((len(some), 1), np.int64), some.cumsum(1)])


def coded(left: Half, right: Half) -> tuple[NDArray[Any], list[NDArray[Any]]]:
    """Write moves as one number each, and name the orders of foods they use."""
    known = np.unique(np.concatenate([half.order[half.after >= 0] for half in (left, right)] + [np.zeros(1, np.int32)]))
    place = np.searchsorted(known, np.arange(len(ORDERS)))
    moves = [half.after | half.done << 24 | place[half.order] << 25 for half in (left, right)]
    return known, [np.where(half.after < 0, -1, move) for half, move in zip((left, right), moves, strict=True)]


def faces(half: Half, own: range) -> NDArray[Any]:
    """Count the foods of a half that are used up, and mark those with one or two squares left."""
    marks = np.zeros(len(half.squares), np.int64)
    for food in own:
        room = half.room[:, food]
        marks += (room == 0) + ((room == 1) << 3 + food) + ((room == 2) << 8 + food)
    return marks


def ordered(orders: NDArray[Any]) -> NDArray[Any]:
    """Pack where the rows of a record are found, by food and by pair, four bytes to a word."""
    rows = np.zeros((len(orders), 24), np.uint8)
    rows[:, :FOODS] = orders
    for n, (a, b) in enumerate(PAIRS):
        rows[:, 8 + n] = PAIR[orders[:, a], orders[:, b]]
    return rows.view("<i4")
