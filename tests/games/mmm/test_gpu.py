"""The sweep for graphics cards, compiled for the processor, finds the same chances; without a card, words say so."""

import shutil
import subprocess
from ctypes import CDLL, c_void_p
from importlib.util import find_spec

import numpy as np
import pytest

from mousehole.games.mmm.solver import gpu
from mousehole.games.mmm.solver.gpu import WARP, spread, waves
from mousehole.games.mmm.solver.position_numbers import half
from mousehole.games.mmm.solver.solution import layout, total
from mousehole.games.mmm.solver.sweep import Solver
from tests.cli.test_cli import mousehole
from tests.games.mmm.vocabulary import pantry

STEPS = 4
CLOSE = 5e-6
BOARDS = {
    "equal foods in both halves": "B B B F F / G G H C C / B B F F .",
    "three equal foods and an odd one": "B . F . G / . . . . H / . . . . H",
    "five equal foods, all in one half": "B B . F F / . . . . . / G G . H H / C C . . .",
    "one food alone": "B B B . B B",
    "long rows": "B B B B B . F F F F / . . . . . . . . . . / B B B . F F F . G G / H H H . C C C . . .",
}


def swept(board, folder, real):
    """Run the waves thread by thread; the planes are ordered as a file keeps them."""
    foods = sum(len(kind.foods) for kind in board.right)
    left, right = half(board.left, foods), spread(half(board.right, 0, alike=False))
    dealt = waves(left, right, foods, STEPS)
    options = {"REAL": {np.float64: "double", np.float32: "float"}[real], "THREADS": 2 * WARP} | dealt.options
    library = compiled(folder / "wave.so", options)
    records, planes = (np.full(size, np.nan, real) for size in dealt.cells(STEPS))
    planes[: left.squares.size * right.squares.size] = 0
    planes[0] = 1
    arrays = dealt.arrays | {"records": records, "planes": planes}
    address = dealt.board({name: array.ctypes.data for name, array in arrays.items()})
    library.set(address.ctypes.data_as(c_void_p))
    for number, warps in enumerate(dealt.warps):
        library.run(-(-int(warps) // 2), number, int(warps))
    return planes.reshape(STEPS + 1, left.squares.size, right.squares.size)[1:, left.number][:, :, right.number]


def known(board):
    planes = [np.frombuffer(plane, "<f4") for plane in Solver(board).planes(STEPS)]
    return np.array(planes).reshape(STEPS, total(board.left), total(board.right))


def compiled(file, options):
    compiler = shutil.which("c++")
    if compiler is None:
        pytest.skip("running the sweep for graphics cards without one needs a C++ compiler (c++)")
    defines = [f"-D{name}={value}" for name, value in options.items()]
    command = [
        compiler,
        "-x",
        "c++",
        "-O1",
        "-shared",
        "-fPIC",
        "-Wno-unknown-pragmas",
        *defines,
        gpu.SOURCE,
        "-o",
        file,
    ]
    subprocess.run(command, check=True)
    return CDLL(str(file))


@pytest.mark.parametrize("rows", BOARDS.values(), ids=BOARDS)
def test_its_waves_find_what_the_sweep_finds(rows, tmp_path):
    board = layout(pantry(rows).pantry.board)
    assert known(board)[-1, -1, -1] > 0
    assert np.abs(swept(board, tmp_path, np.float64) - known(board)).max() < CLOSE


def test_short_numbers_change_hardly_anything(tmp_path):
    board = layout(pantry(BOARDS["equal foods in both halves"]).pantry.board)
    assert np.abs(swept(board, tmp_path, np.float32) - known(board)).max() < CLOSE


def test_without_a_card_the_processor_does_it_and_words_say_so(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text('steps = 2\npantry = """\nB B F\n"""\n')
    told = mousehole("solve", "mmm", "--board", file, "--on", "gpu", MOUSEHOLE_DATA=str(tmp_path))
    assert told.returncode == 0, told.stderr
    assert "cat 2 steps away" in told.stdout
    if find_spec("cupy") is None:
        assert "mousehole[gpu]; the processor will do it instead" in told.stderr
