"""What a compiled twin of the rules offers, and numbers packed into machine words for it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Weights(NamedTuple):
    """What was learned about a game: where it lies, and what it reads."""

    file: Path
    marks: int
    pairs: int
    teams: int


class WasmKernel(NamedTuple):
    """The part `kernel` of a game whose rules are a WebAssembly module; compiled/rules.py runs it."""

    module: Path
    fits: Callable[[Any], bool]  # some set-ups may be beyond it
    areas: Callable[[Any], Sequence[bytes]]  # what the module reads of a set-up: the same object for the same one
    pack: Callable[[Any], Sequence[int]]
    unpack: Callable[[Any, Sequence[int]], Any]  # any position of the same set-up, and the words of another
    numbers: Callable[[Any], Mapping[Any, int]]  # the ids of actions, as in the part `tensor`
    side: Callable[[Any], int]  # which side a search looks ahead for
    fair: Callable[[Any], int]  # the same for judging, where `side` takes one
    most: int  # options or outcomes at once
    slow: int = 1  # how many times more expensive a simulation is than where everything is a formula
    explore: float = 0.7  # how willing a search is to try what looks worse: less where its guesses are good
    weights: Weights | None = None
    learned: "WasmKernel | None" = None  # the same with a learned value, for the set-ups that it fits

    def at_its_best(self, state: Any) -> "WasmKernel":
        """The one that knows most about a position; weights may be missing, as in a browser that has no network."""
        known = self.learned
        if known is None or not known.fits(state):
            return self
        return self if known.weights and not known.weights.file.exists() else known

    def judging(self) -> "WasmKernel":
        """The same, taking no side."""
        return self._replace(side=self.fair)


class Marks(NamedTuple):
    """What a learned value reads of a position on a GPU; envs/gpu asks for it."""

    source: Path  # it defines MARKS, PAIRS, HEADS, Ways, and what one may mark in a row
    ways: Callable[[Any], Sequence[int]]  # of a position's set-up: the words of Ways
    scales: Callable[[Any], Sequence[float]]  # by mark, a byte each: what one of it counts
    pairs: int  # how many rows the table of pairs has; the last stands for none
    pairs_seen: int  # how many pairs a position has
    heads: Callable[[Any], Sequence[int]]  # a seat of each team


class GpuKernel(NamedTuple):
    """The part `gpu` of a game; envs/gpu puts the sources together and lets them play many games at once."""

    sources: tuple[Path, ...]  # they define WORDS, IDS, SEATS, Tables, Row and what one may do with a row
    fits: Callable[[Any], bool]  # some set-ups may be beyond it
    constants: Callable[[Any], Mapping[str, int]]  # of a position's set-up, by name
    tables: Callable[[Any], Sequence[int]]  # of a position's set-up: the words of Tables
    pack: Callable[[Any], Sequence[int]]
    unpack: Callable[[Any, Sequence[int]], Any]  # any position of the same set-up, and the words of another
    marks: Marks | None = None  # for learning


def words(numbers: Iterable[int]) -> bytes:
    """Whole numbers as words of a module's memory."""
    return b"".join((number & (1 << 64) - 1).to_bytes(8, "little") for number in numbers)


def in_bytes(numbers: Sequence[int], words: int = 1) -> tuple[int, ...]:
    """Small numbers, a byte each, as so many words."""
    packed = bytes(numbers).ljust(8 * words, b"\0")
    return tuple(int.from_bytes(packed[n : n + 8], "little") for n in range(0, 8 * words, 8))


def joined(parts: Sequence[tuple[int, int]]) -> int:
    """Numbers side by side in one word: each with its width in bits, the lowest first."""
    word = at = 0
    for number, bits in parts:
        if not 0 <= number < 1 << bits:
            raise ValueError(f"{number} does not fit into {bits} bits")
        word, at = word | number << at, at + bits
    return word


def cut(word: int, widths: Sequence[int]) -> tuple[int, ...]:
    """The numbers that stand side by side in a word, by their widths in bits, the lowest first."""
    found = []
    for bits in widths:
        found.append(word & (1 << bits) - 1)
        word >>= bits
    return tuple(found)
