"""Solves a board on a graphics card with CuPy; its results differ from solve.py only by rounding."""

from collections.abc import Iterator
from ctypes import c_void_p
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mousehole.core.exact import Progress
from mousehole.core.words import Trouble, line
from mousehole.games.mmm.solver.gpu_waves import WARP, Waves, spread, waves
from mousehole.games.mmm.solver.position_numbers import half
from mousehole.games.mmm.solver.remaining_food import Layout

SOURCE = Path(__file__).with_name("wave.cu")
TUNING = {"THREADS": 128, "BLOCKS": 4}  # the best of seven on an H200
EVERY = 8  # waves between two progress reports


class Card(NamedTuple):
    """A board on the card: the compiled wave, and its memory."""

    wave: Any
    records: Any
    planes: Any
    kept: tuple[Any, ...]  # kept alive while the card reads it


class GpuSolver:
    """The numbering of one board and its memory on the card; a twin of solve.Solver."""

    def __init__(self, layout: Layout, steps: int, kind: Any = np.float32, **tuning: int):
        foods = sum(len(kind.foods) for kind in layout.right)
        self.left, self.right = half(layout.left, foods), spread(half(layout.right, 0, alike=False))
        self._waves = waves(self.left, self.right, foods, steps)
        self._steps = steps
        self._tuning = TUNING | tuning
        self._card = loaded(self._waves, steps, kind, self._tuning)

    def planes(self, progress: Progress) -> Iterator[NDArray[Any]]:
        """Solve, and yield the planes for the cat 1, 2, ... steps away."""
        import cupy

        for n in range(len(self._waves.warps)):
            self.launch(n)
            if n % EVERY == 0:
                cupy.cuda.Device().synchronize()
                progress(int(self._waves.warps[:n].sum()), int(self._waves.warps.sum()))
        shape = (self._steps + 1, self._waves.lefts, self._waves.rights)
        for plane in self._card.planes.reshape(shape)[1:]:
            yield plane.get()
        progress(1, 1)

    def sweep(self) -> None:
        """Queue all the work on the card, without waiting for it."""
        for n in range(len(self._waves.warps)):
            self.launch(n)

    def launch(self, n: int) -> None:
        """Queue one wave on the card."""
        threads, warps = self._tuning["THREADS"], int(self._waves.warps[n])
        self._card.wave((-(-warps * WARP // threads),), (threads,), (np.int32(n), np.int32(warps)))

    def plain(self, plane: NDArray[Any]) -> NDArray[Any]:
        """A plane in the order of a file, in short numbers."""
        return plane[np.ix_(self.left.number, self.right.number)].astype("<f4")


def loaded(tables: Waves, steps: int, kind: Any, tuning: dict[str, int]) -> Card:
    """Compile the wave for a board, and lay out its memory on the card."""
    import cupy

    kinds = {"REAL": "double" if np.dtype(kind).itemsize > 4 else "float"}
    defines = tuple(f"-D{name}={value}" for name, value in (tables.options | tuning | kinds).items())
    module = cupy.RawModule(code=SOURCE.read_text("utf-8"), options=("--std=c++14", *defines))
    arrays = {name: cupy.asarray(array) for name, array in tables.arrays.items()}
    records, planes = (cupy.zeros(cells, kind) for cells in tables.cells(steps))
    planes[:1] = 1  # nothing left means a win, even with the cat in the pantry
    address = {name: array.data.ptr for name, array in (arrays | {"records": records, "planes": planes}).items()}
    board = tables.board(address)
    module.get_global("board").copy_from_host(board.ctypes.data_as(c_void_p), board.nbytes)
    return Card(module.get_function("wave"), records, planes, (module, *arrays.values()))


def planes(layout: Layout, steps: int, progress: Progress) -> Iterator[NDArray[Any]]:
    """Solve a board for a file."""
    import cupy

    try:
        solver = GpuSolver(layout, steps)
    except cupy.cuda.memory.OutOfMemoryError:
        raise Trouble(line("the graphics card has too little memory for this board")) from None
    return map(solver.plain, solver.planes(progress))
