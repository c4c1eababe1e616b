"""Positions with one clearly best choice, read from small files that come with a game.

A file begins with a line that names the game, its edition and how the chances were found. Each line after it is a
puzzle: how many of 100 tries of simple players miss it, the chances after each action, and the position.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from importlib.resources import files
from itertools import count
from math import gcd
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from mousehole.core.words import Trouble, line

Grade: TypeAlias = Literal["easy", "medium", "hard"]
Source: TypeAlias = Literal["exact", "searched"]
UNIT = 10_000  # a chance is written as a whole number of hundredths of a percent
LEAD = 0.02  # by how much the best choice of a puzzle leads at least
EASY, MEDIUM = 40, 75  # tries in 100 that miss it at most
SUFFIX = ".puzzles"
WORDS_IN_LINE = 3


class Puzzle(Struct, frozen=True):
    """A position, and what every action there is worth."""

    name: str  # the file it stands in, and its number there
    missed: int  # how many of 100 tries of simple players miss it
    worth: tuple[int, ...]  # the chance after each action of the turn, in hundredths of a percent
    position: str  # as text
    exact: bool = True  # the chances are those of perfect play; otherwise a long search has found them

    @property
    def best(self) -> tuple[int, ...]:
        """The numbers of the best actions: equally good ones differ by no more than rounding."""
        most = max(self.worth)
        return tuple(number for number, worth in enumerate(self.worth) if most - worth <= 1)

    @property
    def grade(self) -> Grade:
        """How hard it is."""
        return "easy" if self.missed <= EASY else "medium" if self.missed <= MEDIUM else "hard"

    @property
    def rating(self) -> float:
        """How strong somebody is who solves it every other time: what simple players always miss is for experts."""
        return 1000.0 + 10 * self.missed

    def chance(self, action: int) -> float:
        """The chance to win after an action."""
        return self.worth[action] / UNIT

    def loss(self, action: int) -> float:
        """What an action gives away against the best one."""
        return (max(self.worth) - self.worth[action]) / UNIT


class Puzzles:
    """The part `puzzles` of a game: all files of a folder of its package."""

    def __init__(self, package: str):
        self._package = package

    @cached_property
    def every(self) -> tuple[Puzzle, ...]:
        """All puzzles, file by file."""
        return tuple(self._read())

    @cached_property
    def named(self) -> dict[str, Puzzle]:
        """All puzzles by name."""
        return {puzzle.name: puzzle for puzzle in self.every}

    def of_day(self, day: int) -> Puzzle:
        """The puzzle of a day, counted from 1970; none comes twice before all have come."""
        many = len(self.every)
        stride = next(step for step in count(max(1, many * 5 // 8)) if gcd(step, many) == 1)
        return self.every[day * stride % many]

    def _read(self) -> Iterator[Puzzle]:
        for file in sorted(files(self._package).iterdir(), key=lambda file: file.name):
            if file.name.endswith(SUFFIX):
                yield from read(file.name.removesuffix(SUFFIX), file.read_text("utf-8"))


def read(name: str, text: str) -> Iterator[Puzzle]:
    """Read the puzzles of a file; one that is not a file of puzzles is told with its line."""
    rows = [row.split() for row in text.splitlines()] or [[]]
    for number, row in enumerate(rows):
        if len(row) != WORDS_IN_LINE:
            raise Trouble(line("{file}, line {n}: this is no puzzle", file=name, n=number + 1))
    (game, edition, source), *lines = rows
    if not edition.isdigit() or source not in get_args(Source):
        raise Trouble(line("{file}, line {n}: this is no puzzle", file=name, n=1))
    for number, (missed, worth, position) in enumerate(lines, 1):
        try:
            told = tuple(map(int, worth.split(",")))
            yield Puzzle(f"{name}-{number}", int(missed), told, f"{game}.{edition}.{position}", source == "exact")
        except ValueError:
            raise Trouble(line("{file}, line {n}: this is no puzzle", file=name, n=number + 1)) from None


def write(game: str, edition: int, source: Source, puzzles: Sequence[Puzzle]) -> str:
    """Write puzzles as a file; their names are where they stand in it."""
    lines = [f"{one.missed} {','.join(map(str, one.worth))} {one.position.split('.')[-1]}" for one in puzzles]
    return "\n".join([f"{game} {edition} {source}", *lines, ""])


def game_of_day(day: int, games: Sequence[str]) -> str:
    """The game whose puzzle everybody gets on a day; one more game changes only the days that it takes over."""
    return max(games, key=lambda game: blake2b(f"{day}/{game}".encode(), digest_size=8).digest())
