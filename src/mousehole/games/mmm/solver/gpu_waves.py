"""What wave.cu reads: positions dealt to warps, wave by wave, and where their records lie."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mousehole.games.mmm.solver.position_numbers import FOODS, ORDERS, Half

WARP = 32
KEYS, ROWS = np.array([0, 2, 3, 8, 12]), 76  # as wave.cu has them
ARRAYS = ("tasks", "parts", "left_moves", "right_moves", "left_faces", "right_faces")
BOARD = np.dtype(
    [
        *((name, "u8") for name in (*ARRAYS, "records", "planes")),
        ("room", "i8"),
        ("lefts", "i4"),
        ("rights", "i4"),
    ]
)


class Waves(NamedTuple):
    """The tables of a board, in the order of `struct Board`; `room` is the size of the longest layer, in numbers."""

    arrays: dict[str, NDArray[Any]]
    room: int
    lefts: int
    rights: int
    warps: NDArray[np.int64]  # of each wave
    options: dict[str, int]

    def cells(self, steps: int) -> tuple[int, int]:
        """How many numbers all records hold, and all planes."""
        return 2 * steps * self.room, (steps + 1) * self.lefts * self.rights

    def board(self, address: dict[str, int]) -> NDArray[Any]:
        """The struct filled with the addresses of everything."""
        filled = np.zeros(1, BOARD)
        for name, at in address.items():
            filled[name] = at
        filled["room"], filled["lefts"], filled["rights"] = self.room, self.lefts, self.rights
        return filled


def spread(half: Half) -> Half:
    """Leave gaps between the numbers, so that each count of squares starts at a warp."""
    warps = -(-np.diff(half.start) // WARP)
    start = WARP * np.concatenate([[0], warps.cumsum()])
    to = np.arange(len(half.squares)) + (start - half.start)[half.squares]
    wide = [np.full((start[-1], *old.shape[1:]), -1) for old in half[2:6]]
    for new, old in zip(wide, half[2:6], strict=True):
        new[to] = old
    room, after, done, order = wide
    squares = np.repeat(np.arange(len(warps), dtype=np.int32), WARP * warps)
    return Half(start, squares, room, np.where(after < 0, -1, to[after]), done, order, to[half.number])


def waves(left: Half, right: Half, foods: int, steps: int) -> Waves:
    """Deal the positions of a board to warps; its right half, spread, has the first so many foods."""
    origin, longest = laid(left, right)
    tasks = [dealt(left, right, origin, layer) for layer in range(len(origin))]
    parts, warps = parted(np.array([len(some) for some in tasks]), steps)
    arrays = {
        "tasks": np.concatenate(tasks),
        "parts": parts,
        "left_moves": coded(left),
        "right_moves": coded(right).transpose(1, 2, 0, 3),
        "left_faces": faces(left, range(foods, FOODS)),
        "right_faces": faces(right, range(foods)),
    }
    arrays = {name: np.ascontiguousarray(array, np.int32) for name, array in arrays.items()}
    options = {"RIGHT": foods, "LEFT_WAYS": left.after.shape[2], "RIGHT_WAYS": right.after.shape[2], "STEPS": steps}
    return Waves(arrays, longest * ROWS * WARP, len(left.squares), len(right.squares), warps, options)


def laid(left: Half, right: Half) -> tuple[NDArray[Any], int]:
    """Where the records of left number 0 would lie, in warps, by layer and left squares; and the largest layer."""
    first, warps = right.start[:-1] // WARP, np.diff(right.start) // WARP
    rest = np.arange(left.squares[-1] + right.squares[-1] + 1)[:, None] - np.arange(len(left.start) - 1)
    fits, rest = (rest >= 0) & (rest < len(warps)), np.clip(rest, 0, len(warps) - 1)
    end = np.where(fits, warps[rest] * np.diff(left.start), 0).cumsum(1)
    begin = np.hstack([np.zeros((len(end), 1), np.int64), end[:, :-1]])
    return begin - left.start[:-1] * warps[rest] - first[rest], int(end[:, -1].max())


def dealt(left: Half, right: Half, origin: NDArray[Any], layer: int) -> NDArray[Any]:
    """Deal a layer to warps, as `struct Task`; a missing layer below is never read."""
    first, warps = right.start // WARP, np.diff(right.start) // WARP
    filled = np.bincount(right.number // WARP)
    some = []
    for squares in range(max(0, layer - len(warps) + 1), min(layer + 1, len(left.start) - 1)):
        rest = layer - squares
        numbers = np.arange(left.start[squares], left.start[squares + 1]).repeat(warps[rest])
        warp = np.tile(np.arange(first[rest], first[rest + 1]), np.diff(left.start)[squares])
        own = origin[layer, squares] + numbers * warps[rest] + warp
        by_left = origin[layer - 1, squares - 1] + warp
        by_right = origin[layer - 1, squares] + numbers * warps[rest - 1]
        step, spare = np.full_like(own, warps[rest]), np.zeros_like(own)
        some.append(np.column_stack([numbers, warp * WARP, filled[warp], own, by_left, step, by_right, spare]))
    return np.concatenate(some)


def parted(warps: NDArray[Any], steps: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Cut each wave by the cat's distance, nearest first, as `struct Part`; and count the warps of each wave."""
    layer = np.arange(len(warps) + steps - 1)[:, None] - np.arange(steps)
    real, layer = (layer >= 0) & (layer < len(warps)), np.clip(layer, 0, len(warps) - 1)
    some = np.where(real, warps[layer], 0)
    before = some.cumsum(1) - some
    return np.stack([before, (warps.cumsum() - warps)[layer] - before], 2), some.sum(1)


def coded(half: Half) -> NDArray[Any]:
    """Write each way as `struct Move`."""
    keys = (KEYS[ORDERS] << 4 * np.arange(FOODS)).sum(1)
    return np.stack([np.where(half.after < 0, -1, half.after | half.done << 24), keys[half.order]], 3)


def faces(half: Half, own: range) -> NDArray[Any]:
    """Count the foods of a half that are used up, and mark those with one or two squares left."""
    marks = np.zeros(len(half.squares), np.int64)
    for food in own:
        room = half.room[:, food]
        marks += (room == 0) + ((room == 1) << 3 + food) + ((room == 2) << 8 + food)
    return marks
