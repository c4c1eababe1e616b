"""The backward sweep on processors: each plane from the one with the cat a step nearer, left number by left number.

sweep.h solves left numbers in the order it gives them. A plane may follow another one before that is complete, as long
as it stays behind: so several instances work side by side, and share nothing but planes.
"""

import os
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, repeat
from pathlib import Path
from typing import NamedTuple, TypeAlias

from mousehole.compiled import wasm
from mousehole.compiled.kernels import IN_BROWSER
from mousehole.core.solvable import Progress
from mousehole.games.mmm.solver.solution import WIDTH, Kind, Layout, bites, leftovers, total

MODULE = Path(__file__).with_name("kernel.wasm")
POLICIES = ("free", "never-reroll", "place-all")
ROOM, SHARED = (1 << 32) - (1 << 16), 1 << 30  # bytes: what one instance may use, and all but the first together
PIECES = 48  # of a plane: more tell progress more often, and let more instances work
COMPLETE = 1 << 24  # beside what is left of a food: an item is complete

Plane: TypeAlias = bytearray  # the chances of all positions, as in a file


def silent(done: int, total: int) -> None:
    """Report nothing."""


class Sweeper:
    """An instance that solves left numbers of a board."""

    def __init__(self, layout: Layout, policy: str = "free"):
        self._wasm = wasm.Instance(MODULE, ROOM)
        words = [number for half in layout for number in described(half)]
        kinds = self._wasm.room(4 * len(words))
        self._wasm.write(kinds, struct.pack(f"<{len(words)}i", *words))
        self._wasm["number"](kinds, self._wasm.room(self._wasm["number"](kinds, 0)))
        way = POLICIES.index(policy)
        self._wasm["prepare"](way, self._wasm.room(size := self._wasm["prepare"](way, 0) & 0xFFFFFFFF))
        self.size = size
        self.lefts = struct.unpack(
            f"<{total(layout.left)}i", self._wasm.read(self._wasm["lefts"](), 4 * total(layout.left))
        )
        self._row = total(layout.right) * WIDTH
        self._rows = self._wasm.room(self._row * -(-len(self.lefts) // pieces(len(self.lefts))))

    def solve(self, first: int, end: int, nearer: Plane, here: Plane) -> None:
        """Solve some left numbers of a plane, from those of the plane before."""
        rows = [slice(number * self._row, (number + 1) * self._row) for number in self.lefts[first:end]]
        self._wasm.write(self._rows, b"".join(nearer[row] for row in rows))
        self._wasm["sweep"](first, end, self._rows)
        found = self._wasm.read(self._rows, len(rows) * self._row)
        for n, row in enumerate(rows):
            here[row] = found[n * self._row : (n + 1) * self._row]


def described(half: tuple[Kind, ...]) -> Iterator[int]:
    """The kinds of a half as halves.h reads them."""
    yield len(half)
    for kind in half:
        left = leftovers(kind.start)
        number, ways = {one: n for n, one in enumerate(left)}, [bites(one) for one in left]
        most = max(1, *map(len, ways))
        yield from (len(kind.foods), len(left), most)
        yield from map(sum, left)
        yield from (len(set(one)) for one in left)
        for some in ways:
            yield from (number[rest] + COMPLETE * done for rest, done in some)
            yield from [-1] * (most - len(some))


def cores() -> int:
    """How many instances can work at the same time; in a browser Python has no threads."""
    return 1 if IN_BROWSER else os.cpu_count() or 1


def pieces(lefts: int) -> int:
    """How many pieces a plane of so many left numbers is solved in."""
    return min(PIECES, lefts)


class Job(NamedTuple):
    """A piece of the plane with the cat so many steps away."""

    worker: int
    step: int
    piece: int


class Solver:
    """A board at work, on several instances: the nth solves every nth plane, a piece behind the one before."""

    def __init__(self, layout: Layout, policy: str = "free", workers: int = 0):
        first = Sweeper(layout, policy)
        self._count = pieces(len(first.lefts))
        many = min(workers or cores(), 1 + SHARED // first.size, self._count)
        self._sweepers = [first, *(Sweeper(layout, policy) for _ in range(1, many))]
        self._cuts = [len(first.lefts) * n // self._count for n in range(self._count + 1)]
        self._size = layout.positions * WIDTH

    def planes(self, steps: int, progress: Progress = silent) -> Iterator[Plane]:
        """Solve for the cat 1, 2, ... steps away."""
        for done, whole, plane in self.slices(steps):
            progress(done, whole)
            if plane:
                yield plane

    def slices(self, steps: int) -> Iterator[tuple[int, int, Plane | None]]:
        """Solve bit by bit: how much is done and of how much, and the plane that is now complete, if any."""
        many, total = len(self._sweepers), steps * self._count
        planes, done, ticks = {0: self._arrived()}, 0, count()
        with ThreadPoolExecutor(many) as pool:
            each = pool.map if many > 1 else map
            while done < total:
                jobs = list(self._jobs(next(ticks), steps))
                planes |= {job.step: Plane(self._size) for job in jobs if job.piece == 0}
                done += len(list(each(self._work, jobs, repeat(planes))))
                complete = [job.step for job in jobs if job.piece == self._count - 1]
                for step in complete:
                    del planes[step - 1]
                yield done, total, planes[complete[0]] if complete else None

    def _jobs(self, tick: int, steps: int) -> Iterator[Job]:
        """What is done at the same time."""
        for worker in range(min(len(self._sweepers), tick + 1)):
            turn, piece = divmod(tick - worker, self._count)
            if turn * len(self._sweepers) + worker < steps:
                yield Job(worker, turn * len(self._sweepers) + worker + 1, piece)

    def _work(self, job: Job, planes: dict[int, Plane]) -> None:
        first, end = self._cuts[job.piece : job.piece + 2]
        self._sweepers[job.worker].solve(first, end, planes[job.step - 1], planes[job.step])

    def _arrived(self) -> Plane:
        """The plane with the cat in the pantry: a win only where nothing is left."""
        plane = Plane(self._size)
        struct.pack_into("<f", plane, 0, 1.0)
        return plane


def planes(layout: Layout, steps: int, progress: Progress = silent) -> Iterator[Plane]:
    """Solve a board for a file."""
    return Solver(layout).planes(steps, progress)


def values(layout: Layout, steps: int, policy: str = "free", progress: Progress = silent) -> list[float]:
    """The chance to win a whole game with the cat 1, 2, ... steps away; a policy restricts what people do."""
    found = Solver(layout, policy).planes(steps, progress)
    return [struct.unpack_from("<f", plane, len(plane) - WIDTH)[0] for plane in found]
