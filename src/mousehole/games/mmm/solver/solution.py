"""A solution on disk: chances to win as planes of numbers, one for each distance of the cat, read in place."""

import mmap
import os
import struct
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import blake2b
from math import comb, prod
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias
from weakref import finalize
from zlib import crc32

import msgspec
from msgspec import Struct

from mousehole.compiled.kernels import IN_BROWSER
from mousehole.core.kit import Squares
from mousehole.core.words import Line, UserError, line
from mousehole.folders import put_in_place
from mousehole.games.mmm.board import Board
from mousehole.games.mmm.moves import FOODS
from mousehole.games.mmm.state import Pantry, State

WIELDY = 25_000
Sizes: TypeAlias = tuple[int, ...]  # squares left of each unfinished item, largest first


Left: TypeAlias = tuple[Sizes, ...]  # what is left of each food, in the order of FOODS


class Kind(NamedTuple):
    """Foods that start with the same items, and are therefore interchangeable."""

    start: Sizes
    foods: tuple[int, ...]  # numbers in the order of FOODS

    @property
    def states(self) -> int:
        """How many combinations can be left of these foods."""
        return comb(len(leftovers(self.start)) + len(self.foods) - 1, len(self.foods))


class Layout(NamedTuple):
    """The foods in two halves, so that a position is a pair of small numbers."""

    left: tuple[Kind, ...]
    right: tuple[Kind, ...]

    @property
    def positions(self) -> int:
        """Count the positions between turns, wherever the cat is."""
        return total(self.left) * total(self.right)


def kinds(starts: Left) -> tuple[Kind, ...]:
    """Group foods by the items they start with."""
    return tuple(
        Kind(start, tuple(n for n, other in enumerate(starts) if other == start))
        for start in sorted(set(starts), reverse=True)
    )


def starts(board: Board) -> Left:
    """List the sizes of each food's items."""
    sizes = {food: [item.squares.bit_count() for item in board.items if item.food == food] for food in FOODS}
    return tuple(tuple(sorted(sizes[food], reverse=True)) for food in FOODS)


def total(kinds: Iterable[Kind]) -> int:
    """How many combinations can be left of several kinds of food."""
    return prod(kind.states for kind in kinds)


def layout(board: Board) -> Layout:
    """The layout of a whole board."""
    return layout_of(starts(board))


def layout_of(starts: Left) -> Layout:
    """Split the foods into two halves of about the same size, the larger one second."""
    halves: tuple[list[Kind], list[Kind]] = ([], [])
    for kind in sorted(parts(kinds(starts)), key=lambda kind: kind.states, reverse=True):
        min(halves, key=total).append(kind)
    first, second = sorted(halves, key=total)
    return Layout(tuple(first), tuple(second))


def parts(kinds: Iterable[Kind]) -> Iterator[Kind]:
    """Split kinds that would make a half too large."""
    for kind in kinds:
        if kind.states > WIELDY and len(kind.foods) > 1:
            middle = len(kind.foods) // 2
            yield from parts((Kind(kind.start, kind.foods[:middle]), Kind(kind.start, kind.foods[middle:])))
        else:
            yield kind


def numbers(layout: Layout, left: tuple[Sizes, ...]) -> tuple[int, int]:
    """The plain numbers of both halves, by what is left of each food."""
    first, second = (_plain(half, left) for half in layout)
    return first, second


def mark(board: Board) -> str:
    """Name what the solution depends on: boards whose foods have the same sizes share one."""
    text = "/".join(",".join(map(str, kind.start)) + f"x{len(kind.foods)}" for kind in kinds(starts(board)))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def left_of(box: Pantry, free: Squares) -> Left:
    """List what is left of each food."""
    sizes: dict[str, list[int]] = {food: [] for food in FOODS}
    for item in box.board.items:
        if rest := (item.squares & free).bit_count():
            sizes[item.food].append(rest)
    return tuple(tuple(sorted(sizes[food], reverse=True)) for food in FOODS)


@cache
def leftovers(start: Sizes) -> tuple[Sizes, ...]:
    """List everything that can be left of a food, the least first."""
    found: set[Sizes] = {()}
    for size in start:
        found = {tuple(sorted((*one, left), reverse=True)) for one in found for left in range(size + 1)}
    return tuple(sorted({tuple(filter(None, one)) for one in found}, key=lambda one: (sum(one), one)))


def bites(left: Sizes) -> tuple[tuple[Sizes, bool], ...]:
    """List what one die can leave of a food, and whether it completes an item."""
    return tuple((taken(left, size), size == 1) for size in sorted(set(left), reverse=True))


@cache
def taken(left: Sizes, size: int) -> Sizes:
    """Take one square off an item of that size."""
    at = left.index(size)
    rest = (*left[:at], *left[at + 1 :], size - 1)
    return tuple(sorted(filter(None, rest), reverse=True))


def _plain(half: tuple[Kind, ...], left: tuple[Sizes, ...]) -> int:
    number = 0
    for kind in half:
        ranks = sorted(leftovers(kind.start).index(left[food]) for food in kind.foods)
        number = number * kind.states + sum(comb(rank + n, n + 1) for n, rank in enumerate(ranks))
    return number


MAGIC = b"mousehole: chances of Mmm!, 1\n"
PAGE = 4096
WIDTH = 4  # bytes of a number
MOST_READ = 100_000  # numbers
NOTED = 3600.0  # seconds after which it is noted again that a solution is used


class BadSolution(UserError):
    """A file does not hold the solution it should."""

    def __init__(self, file: Path, reason: Line):
        super().__init__(line("{file}: {reason}", file=file.name, reason=reason))


class Header(Struct, frozen=True):
    """What a solution is about: the sizes of items, how many foods start with them, and a checksum of each plane."""

    left: tuple[tuple[Sizes, int], ...]
    right: tuple[tuple[Sizes, int], ...]
    positions: int
    steps: int
    checks: tuple[int, ...]


class Numbers(Protocol):
    """Numbers that stand one after the other."""

    def __getitem__(self, n: int, /) -> float:
        """One of them."""


class MappedBytes:
    """A file in memory as far as it is read, for all processes together."""

    def __init__(self, file: Path):
        with file.open("rb") as opened:
            self._map = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)

    def __len__(self) -> int:
        return len(self._map)

    def part(self, start: int, end: int) -> memoryview:
        """Some bytes as they are."""
        return memoryview(self._map)[start:end]

    def numbers(self, start: int) -> Numbers:
        """All numbers from a byte on."""
        return self.part(start, len(self)).cast("f")


class ReadBytes:
    """A file that is read where it is, byte by byte: browsers map none."""

    def __init__(self, file: Path):
        self._file = os.open(file, os.O_RDONLY)
        finalize(self, os.close, self._file)

    def __len__(self) -> int:
        return os.fstat(self._file).st_size

    def part(self, start: int, end: int) -> memoryview:
        """A copy of some bytes."""
        return memoryview(os.pread(self._file, end - start, start))

    def numbers(self, start: int) -> Numbers:
        """All numbers from a byte on."""
        return ReadNumbers(self, start)


class ReadNumbers(dict[int, float]):
    """Numbers of a file: those that were read last are here, others are read when they are asked for."""

    def __init__(self, file: ReadBytes, start: int):
        self._file, self._start = file, start

    def __missing__(self, n: int) -> float:
        at = self._start + n * WIDTH
        number: float = struct.unpack("<f", self._file.part(at, at + WIDTH))[0]
        if len(self) >= MOST_READ:
            self.clear()
        self[n] = number
        return number


class Solution:
    """An open solution; a plane is checked when it is first read."""

    def __init__(self, file: Path, layout: Layout):
        self._bytes = ReadBytes(file) if IN_BROWSER else MappedBytes(file)
        self.header, self._start = _header(file, bytes(self._bytes.part(0, PAGE)))
        self._file, self._layout = file, layout
        self._checked: set[int] = set()
        self._numbers: dict[tuple[Sizes, ...], int] = {}
        if (self.header.left, self.header.right) != _halves(layout):
            raise BadSolution(file, line("it is the solution of another board"))
        if len(self._bytes) != file_size(layout, self.header.steps):
            raise BadSolution(file, line("it is not complete"))
        self._all = self._bytes.numbers(self._start)

    @property
    def steps(self) -> int:
        """How far away the cat may be."""
        return self.header.steps

    def chance(self, left: tuple[Sizes, ...], steps: int) -> float:
        """The chance to win between two turns, by what is left of each food and the cat's steps."""
        if not any(left):
            return 1.0
        if not steps:
            return 0.0
        if steps not in self._checked:
            self._check(steps)
        return self._all[(steps - 1) * self._layout.positions + self._number(left)]

    def plane(self, steps: int) -> memoryview:
        """The chances of all positions with the cat so far away."""
        self._check(steps)
        return self._bytes.part(self._at(steps), self._at(steps + 1))

    def numbers(self, steps: int) -> "Numbers":
        """The chances of all planes, the nearest cat first; those that a turn needs with the cat so far are checked."""
        for near in {max(1, steps - 1), steps} - self._checked:
            self._check(near)
        return self._all

    def table(self) -> memoryview:
        """All planes, the nearest cat first."""
        for steps in range(1, self.steps + 1):
            self._check(steps)
        return self._bytes.part(self._start, len(self._bytes))

    def _at(self, steps: int) -> int:
        return self._start + (steps - 1) * self._layout.positions * WIDTH

    def _check(self, steps: int) -> None:
        with self._bytes.part(self._at(steps), self._at(steps + 1)) as plane:
            if crc32(plane) != self.header.checks[steps - 1]:
                raise BadSolution(self._file, line("it is damaged; remove it and solve the board again"))
        self._checked.add(steps)

    def _number(self, left: tuple[Sizes, ...]) -> int:
        if left not in self._numbers:
            if len(self._numbers) > PAGE:
                self._numbers.clear()
            first, second = numbers(self._layout, left)
            self._numbers[left] = first * total(self._layout.right) + second
        return self._numbers[left]


def solution_of(folder: Path, state: State) -> Solution | None:
    """Open what is kept of a board: the chances between turns, if they reach as far as the cat is away."""
    box = state.pantry
    if box.in_line or not (file := place(folder, box)).is_file():
        return None
    found = file.stat()
    if found.st_size < PAGE:
        return None
    if found.st_atime < time.time() - NOTED:
        with suppress(OSError):  # a folder that this user may only read
            os.utime(file, ns=(time.time_ns(), found.st_mtime_ns))
    solution = _opened(file, found.st_mtime_ns, layout(box.board))
    return solution if solution.steps >= box.steps else None


def held(folder: Path, state: State) -> bool:
    """Whether another worker of a browser holds the solution of a board: a note says how many bytes it has."""
    box = state.pantry
    if not IN_BROWSER or not (file := place(folder, box)).is_file() or file.stat().st_size >= PAGE:
        return False
    return int(file.read_text()) >= file_size(layout(box.board), box.steps)


@lru_cache(8)
def _opened(file: Path, written: int, layout: Layout) -> Solution:
    """Open a solution once, so that it is checked once; a rewritten file counts as another one."""
    return Solution(file, layout)


def file_size(layout: Layout, steps: int) -> int:
    """The bytes of a solution: a page for its header, and a plane for every distance of the cat."""
    return PAGE + steps * layout.positions * WIDTH


def place(folder: Path, box: Pantry) -> Path:
    """Name the file of a board's solution."""
    return folder / f"mmm-{mark(box.board)}.chances"


def write(file: Path, layout: Layout, planes: Iterable[Any]) -> None:
    """Write a solution; it appears under its name only when it is complete."""
    sweep_up(file.parent)
    rough = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with rough.open("wb") as opened:
            opened.write(bytes(PAGE))
            checks = [_written(opened, plane) for plane in planes]
            opened.seek(0)
            opened.write(header_of(layout, checks))
            opened.flush()
            os.fsync(opened.fileno())
        put_in_place(rough, file)
    finally:
        rough.unlink(missing_ok=True)


def header_of(layout: Layout, checks: Sequence[int], steps: int = 0) -> bytes:
    """What the file of a solution begins with; checksums may follow later."""
    return MAGIC + msgspec.json.encode(Header(*_halves(layout), layout.positions, steps or len(checks), tuple(checks)))


def sweep_up(folder: Path) -> None:
    """Remove the unfinished files of solvers that were killed."""
    for rough in folder.glob(".*.chances.*"):
        writer = rough.suffix.removeprefix(".")
        if writer.isdecimal() and not running(int(writer)):
            with suppress(OSError):  # another process was quicker, or has it open
                rough.unlink()


def running(process: int) -> bool:
    """Whether a process is running; where that cannot be asked, a file it has open cannot be removed anyway."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(process, 0)
    except OSError as error:
        return isinstance(error, PermissionError)
    return True


def _written(opened: Any, plane: Any) -> int:
    opened.write(plane)
    return crc32(plane)


def _header(file: Path, page: bytes) -> tuple[Header, int]:
    if not page.startswith(MAGIC):
        raise BadSolution(file, line("it is not a solution"))
    try:
        return msgspec.json.decode(page[len(MAGIC) :].rstrip(b"\0"), type=Header), PAGE
    except msgspec.DecodeError as error:
        raise BadSolution(file, line("its header cannot be read: {reason}", reason=str(error))) from None


def _halves(layout: Layout) -> tuple[tuple[tuple[Sizes, int], ...], tuple[tuple[Sizes, int], ...]]:
    left, right = (tuple((kind.start, len(kind.foods)) for kind in half) for half in layout)
    return left, right
