"""Plants faults in the product, one at a time, and counts the seeds of the simulated world until one is noticed.

python bench/planted.py                         every fault
python bench/planted.py "lease ignored" --seeds 500
"""

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.simulation.checker import complaints
from tests.simulation.planted import PLANTED, planted
from tests.simulation.world.world import simulated

BATCH = 8  # seeds a process runs before it hears whether another has noticed


def noticed(name: str, seeds: range) -> tuple[int, str] | None:
    """The first of some seeds that notices a fault, and what it says."""
    with planted(name):
        for seed in seeds:
            try:
                found = complaints(simulated(seed))
            except Exception as error:  # noqa: BLE001 (somebody was shown what nobody can understand)
                return seed, repr(error)
            if found:
                return seed, found[0]
    return None


def seeds_needed(pool: ProcessPoolExecutor, name: str, first: int, most: int) -> int | None:
    """How many seeds it takes until a fault is noticed, said as well; None where it is not."""
    began = time.process_time()
    batches = [range(n, min(n + BATCH, first + most)) for n in range(first, first + most, BATCH)]
    width = 2 * (pool._max_workers or 1)
    for n in range(0, len(batches), width):
        for found in pool.map(noticed, [name] * width, batches[n : n + width]):
            if found:
                print(f"{name}: {found[0] - first + 1} seeds: {found[1]}", flush=True)
                return found[0] - first + 1
    print(f"{name}: not noticed in {most} seeds, {time.process_time() - began:.0f} s", flush=True)
    return None


def main(names: Sequence[str], first: int, most: int, processes: int) -> int:
    """Plant every fault, and count those that nobody noticed."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        missed = [name for name in names if seeds_needed(pool, name, first, most) is None]
    print(f"{len(missed)} of {len(names)} faults not noticed" + (f": {', '.join(missed)}" if missed else ""))
    return len(missed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="faults; without any, all of them")
    parser.add_argument("--seeds", type=int, default=1000, help="after which a fault counts as not noticed")
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--processes", type=int, default=2)
    wish = parser.parse_args()
    raise SystemExit(main(wish.names or list(PLANTED), wish.first, wish.seeds, wish.processes))
