"""Solves a board on a GPU with CuPy; its results differ from those of sweep.py only by rounding."""

from collections.abc import Iterator
from ctypes import c_void_p
from pathlib import Path
from re import MULTILINE, split
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mousehole.core.solvable import Progress
from mousehole.core.words import UserError, line
from mousehole.games.mmm.solver.position_numbers import FOODS, ORDERS, Half, half
from mousehole.games.mmm.solver.solution import Layout

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


SOURCE = Path(__file__).with_name("wave.cu")
TUNING = {"THREADS": 128, "BLOCKS": 4}  # the best of seven on an H200
EVERY = 8  # waves between two progress reports


class GpuBoard(NamedTuple):
    """A board in the memory of the GPU: the compiled wave, and its memory."""

    wave: Any
    records: Any
    planes: Any
    kept: tuple[Any, ...]  # kept alive while the GPU reads it


class GpuSolver:
    """The numbering of one board and its memory on the GPU; a twin of sweep.Solver."""

    def __init__(self, layout: Layout, steps: int, kind: Any = np.float32, **tuning: int):
        foods = sum(len(kind.foods) for kind in layout.right)
        self.left, self.right = half(layout.left, foods), spread(half(layout.right, 0, alike=False))
        self._waves = waves(self.left, self.right, foods, steps)
        self._steps = steps
        self._tuning = TUNING | tuning
        self._on_gpu = loaded(self._waves, steps, kind, self._tuning)

    def planes(self, progress: Progress) -> Iterator[NDArray[Any]]:
        """Solve, and yield the planes for the cat 1, 2, ... steps away."""
        import cupy

        for n in range(len(self._waves.warps)):
            self.launch(n)
            if n % EVERY == 0:
                cupy.cuda.Device().synchronize()
                progress(int(self._waves.warps[:n].sum()), int(self._waves.warps.sum()))
        shape = (self._steps + 1, self._waves.lefts, self._waves.rights)
        for plane in self._on_gpu.planes.reshape(shape)[1:]:
            yield plane.get()
        progress(1, 1)

    def sweep(self) -> None:
        """Queue all the work on the GPU, without waiting for it."""
        for n in range(len(self._waves.warps)):
            self.launch(n)

    def launch(self, n: int) -> None:
        """Queue one wave on the GPU."""
        threads, warps = self._tuning["THREADS"], int(self._waves.warps[n])
        self._on_gpu.wave((-(-warps * WARP // threads),), (threads,), (np.int32(n), np.int32(warps)))

    def plain(self, plane: NDArray[Any]) -> NDArray[Any]:
        """A plane in the order of a file, in short numbers."""
        return plane[np.ix_(self.left.number, self.right.number)].astype("<f4")


def source(file: Path) -> str:
    """A source with all that it includes."""
    parts = split(r'^#include "(.+)"$', file.read_text("utf-8"), flags=MULTILINE)
    return "".join(source(file.parent / part) if n % 2 else part for n, part in enumerate(parts))


def loaded(tables: Waves, steps: int, kind: Any, tuning: dict[str, int]) -> GpuBoard:
    """Compile the wave for a board, and lay out its memory on the GPU."""
    import cupy

    kinds = {"REAL": "double" if np.dtype(kind).itemsize > 4 else "float"}
    defines = tuple(f"-D{name}={value}" for name, value in (tables.options | tuning | kinds).items())
    module = cupy.RawModule(code=source(SOURCE), options=("--std=c++14", *defines))
    arrays = {name: cupy.asarray(array) for name, array in tables.arrays.items()}
    records, planes = (cupy.zeros(cells, kind) for cells in tables.cells(steps))
    planes[:1] = 1  # nothing left means a win, even with the cat in the pantry
    address = {name: array.data.ptr for name, array in (arrays | {"records": records, "planes": planes}).items()}
    board = tables.board(address)
    module.get_global("board").copy_from_host(board.ctypes.data_as(c_void_p), board.nbytes)
    return GpuBoard(module.get_function("wave"), records, planes, (module, *arrays.values()))


def planes(layout: Layout, steps: int, progress: Progress) -> Iterator[NDArray[Any]]:
    """Solve a board for a file."""
    import cupy

    try:
        solver = GpuSolver(layout, steps)
    except cupy.cuda.memory.OutOfMemoryError:
        raise UserError(line("the graphics card has too little memory for this board")) from None
    return map(solver.plain, solver.planes(progress))
