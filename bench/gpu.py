"""The sweep of Mmm! on a GPU: whether it is correct, and how long it takes.

    ./mousehole bench gpu --write FILE     where the boards can be solved on the processor: write the expected results
    python bench/gpu.py FILE               on the machine with the GPU, with numpy, CuPy and msgspec: check and time

The file holds, for every distance of the cat, the sum of each left number's chances and 20,000 single chances, from
the solution in long numbers. Times are of the sweep alone, warm, by the GPU's own clock.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from mousehole.games.mmm.board import side
from mousehole.games.mmm.solver.solution import layout, total

SIDES = ("one_paw", "two_paws")
STEPS, SAMPLES, TIMES, WARM = 11, 20_000, 21, 3
ALLOWED = 5e-6


def main() -> int:
    """Write the expected results, or check and time."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument(
        "--try", nargs="*", default=[""], metavar="NAME=N,...", help="other values of what wave.cu defines"
    )
    parser.add_argument("--once", action="store_true", help="one sweep of ONE PAW, for a profiler")
    asked = parser.parse_args()
    if asked.write:
        return written(asked.write)
    if asked.once:
        solver("one_paw").sweep()
        return 0
    return checked(np.load(asked.file), [tuning(words) for words in vars(asked)["try"]])


def written(file: Path) -> int:
    """Solve both boards on the processor and write part of the results."""
    from mousehole.games.mmm.solver.sweep import Solver

    kept: dict[str, Any] = {}
    for name in SIDES:
        board = layout(side(name))
        planes = [np.frombuffer(plane, "<f4") for plane in Solver(board).planes(STEPS)]
        found = np.array(planes, np.float64).reshape(STEPS, total(board.left), total(board.right))
        at = np.random.default_rng(1).integers(found[0].size, size=SAMPLES)
        kept |= {f"{name}_sums": found.sum(2), f"{name}_at": at, f"{name}_some": found.reshape(STEPS, -1)[:, at]}
        print(f"{name}: {found[-1, -1, -1]:.6f}")
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, **kept)
    return 0


def checked(known: Any, trials: list[dict[str, int]]) -> int:
    """Compare and time every trial; fail if a chance is wrong."""
    import cupy

    print(cupy.cuda.runtime.getDeviceProperties(0)["name"].decode(), "CuPy", cupy.__version__)
    good = [long_numbers(known, name) for name in SIDES]
    for trial in trials:
        solvers = {name: solver(name, **trial) for name in SIDES}
        worst = max(difference(solvers[name], known, name) for name in SIDES)
        alone = {name: timed([one]) for name, one in solvers.items()}
        both = timed(list(solvers.values()))
        good.append(worst <= ALLOWED)
        told = ", ".join(
            f"{name} {middle:.2f} ms ({low:.2f}-{high:.2f})" for name, (low, middle, high) in alone.items()
        )
        print(f"{trial or 'as shipped'}: {told}, together {both[1]:.2f} ms; off by {worst:.1e}", flush=True)
        del solvers
    return 0 if all(good) else 1


def long_numbers(known: Any, name: str) -> bool:
    """Solve in long numbers, as a check of the processor's short ones; then the whole table in short ones."""
    long, short = (solver(name, kind=kind) for kind in (np.float64, np.float32))
    off = difference(long, known, name)
    between = max(float(np.abs(a - b).max()) for a, b in zip(planes(long), planes(short), strict=True))
    print(f"{name}: in long numbers off by {off:.1e}; short ones differ from them by {between:.1e} in the whole table")
    return off <= ALLOWED and between <= ALLOWED


def difference(one: Any, known: Any, name: str) -> float:
    """The worst difference of single chances, and of the mean chance of a left number."""
    found = np.array([plane.astype(np.float64) for plane in planes(one)])
    some = np.abs(found.reshape(STEPS, -1)[:, known[f"{name}_at"]] - known[f"{name}_some"]).max()
    sums = np.abs(found.sum(2) - known[f"{name}_sums"]).max() / found.shape[2]
    return float(max(some, sums))


def planes(one: Any) -> Iterator[Any]:
    """Sweep, and yield the planes in the order of a file."""
    return (plane[np.ix_(one.left.number, one.right.number)] for plane in one.planes(lambda done, total: None))


def solver(name: str, **tuning: Any) -> Any:
    """Put a board on the GPU."""
    from mousehole.games.mmm.solver.gpu import GpuSolver

    return GpuSolver(layout(side(name)), STEPS, **tuning)


def timed(solvers: list[Any]) -> tuple[float, float, float]:
    """Sweep again and again; returns the shortest, median and longest time in milliseconds."""
    import cupy

    spent = []
    for _ in range(TIMES + WARM):
        start, end = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        for one in solvers:
            one.sweep()
        end.record()
        end.synchronize()
        spent.append(cupy.cuda.get_elapsed_time(start, end))
    spent = spent[WARM:]
    return min(spent), median(spent), max(spent)


def tuning(words: str) -> dict[str, int]:
    """Read NAME=N,NAME=N."""
    return {name: int(value) for name, _, value in (word.partition("=") for word in words.split(",") if word)}


if __name__ == "__main__":
    sys.exit(main())
