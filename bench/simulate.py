"""Runs many seeds of the simulated world, counts what failed in them, and shows one run in readable lines.

python bench/simulate.py --seeds 100000            all of them, on every core
python bench/simulate.py --seeds 100000 --keep F   the same, kept in a file by the hundred: goes on where it was stopped
python bench/simulate.py --seed 4711 --trace       one run, line by line
"""

import argparse
import gc
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from msgspec import Struct
from msgspec.json import decode, encode

from tests.simulation.checker import complaints
from tests.simulation.world.history import told
from tests.simulation.world.world import simulated

BATCH = 100
LAST = 30  # lines of a failing run that are shown


class Tally(Struct):
    """What some seeds came to."""

    seeds: int = 0
    steps: int = 0
    seconds: float = 0.0
    entries: int = 0
    faults: dict[str, int] = {}
    broken: list[tuple[int, list[str], list[str]]] = []

    def add(self, other: "Tally") -> None:
        """Count another tally in."""
        self.seeds += other.seeds
        self.steps += other.steps
        self.seconds += other.seconds
        self.entries += other.entries
        self.faults = dict(Counter(self.faults) + Counter(other.faults))
        self.broken = [*self.broken, *other.broken]


def tally(seeds: range) -> Tally:
    """Run some seeds in a process of its own."""
    gc.disable()  # a run looks for its own rubbish now and then
    found = Tally()
    for seed in seeds:
        left = simulated(seed)
        entries = sum(len(lines) for _, lines in left.tables.values())
        broken = complaints(left)
        last = [told(line) for line in left.history.lines[-LAST:]] if broken else []
        one = Tally(
            1, left.steps, left.seconds, entries, dict(left.history.faults), [(seed, broken, last)] * bool(broken)
        )
        found.add(one)
    return found


def run(first: int, count: int, processes: int, keep: Path | None = None) -> Tally:
    """Run many seeds, but none that are kept already, with a word about the progress now and then."""
    done = kept(keep)
    batches = [range(n, min(n + BATCH, first + count)) for n in range(first, first + count, BATCH) if n not in done]
    total, began = Tally(), time.monotonic()
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for number, found in enumerate(pool.map(tally, batches), 1):
            total.add(found)
            if keep:
                with keep.open("ab") as file:
                    file.write(encode((batches[number - 1].start, found)) + b"\n")
            for broken in found.broken:
                show_broken(*broken)
            if number % 10 == 0 or number == len(batches):
                pace = total.seeds / (time.monotonic() - began)
                print(f"{total.seeds} of {count} seeds, {pace:.1f} a second, {len(total.broken)} broken", flush=True)
    for earlier in done.values():
        total.add(earlier)
    return total


def kept(file: Path | None) -> dict[int, Tally]:
    """Read what earlier runs came to, by the first seed of each batch."""
    lines = file.read_bytes().splitlines() if file and file.exists() else []
    return dict(decode(line, type=tuple[int, Tally]) for line in lines)


def show_broken(seed: int, broken: list[str], last: list[str]) -> None:
    """Say which promise a seed has broken, and how its run ended."""
    print(f"seed {seed}:", *broken, sep="\n  ", flush=True)
    print(*last, sep="\n", flush=True)


def show_total(total: Tally) -> None:
    """Say how much was run, and how often each part failed."""
    print(f"{total.seeds} seeds, {total.steps} steps, {total.entries} entries, {total.seconds:.0f} virtual seconds")
    for kind, count in sorted(total.faults.items(), key=lambda found: -found[1]):
        print(f"  {kind:20} {count}")
    print(f"{len(total.broken)} broken: {[seed for seed, *_ in total.broken][:20]}")


def trace(seed: int) -> None:
    """Show one run."""
    left = simulated(seed)
    print(*map(told, left.history.lines), sep="\n")
    print(f"{left.steps} steps, digest {left.digest}", *complaints(left), sep="\n")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--trace", action="store_true", help="show every line of the run of --seed")
    parser.add_argument("--keep", type=Path, help="a file that keeps what was run, so that it can go on later")
    wish = parser.parse_args()
    if wish.seed is not None and wish.trace:
        trace(wish.seed)
        return
    count, first = (1, wish.seed) if wish.seed is not None else (wish.seeds, wish.first)
    total = run(first, count, wish.processes, wish.keep)
    show_total(total)
    sys.exit(bool(total.broken))


if __name__ == "__main__":
    main()
