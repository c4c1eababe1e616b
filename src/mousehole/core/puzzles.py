"""Puzzles: positions with one clearly best choice, and the progress and rating of the people who solve them."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from importlib.resources import files
from itertools import count
from math import exp, gcd, log, pi, sqrt
from typing import Literal, TypeAlias, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.words import UserError, line

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
                yield from read_puzzles(file.name.removesuffix(SUFFIX), file.read_text("utf-8"))


def read_puzzles(name: str, text: str) -> Iterator[Puzzle]:
    """Read the puzzles of a file; one that is not a file of puzzles is told with its line."""
    rows = [row.split() for row in text.splitlines()] or [[]]
    for number, row in enumerate(rows):
        if len(row) != WORDS_IN_LINE:
            raise UserError(line("{file}, line {n}: this is no puzzle", file=name, n=number + 1))
    (game, edition, source), *lines = rows
    if not edition.isdigit() or source not in get_args(Source):
        raise UserError(line("{file}, line {n}: this is no puzzle", file=name, n=1))
    for number, (missed, worth, position) in enumerate(lines, 1):
        try:
            told = tuple(map(int, worth.split(",")))
            yield Puzzle(f"{name}-{number}", int(missed), told, f"{game}.{edition}.{position}", source == "exact")
        except ValueError:
            raise UserError(line("{file}, line {n}: this is no puzzle", file=name, n=number + 1)) from None


def write_puzzles(game: str, edition: int, source: Source, puzzles: Sequence[Puzzle]) -> str:
    """Write puzzles as a file; their names are where they stand in it."""
    lines = [f"{one.missed} {','.join(map(str, one.worth))} {one.position.split('.')[-1]}" for one in puzzles]
    return "\n".join([f"{game} {edition} {source}", *lines, ""])


def game_of_day(day: int, games: Sequence[str]) -> str:
    """The game whose puzzle everybody gets on a day; one more game changes only the days that it takes over."""
    return max(games, key=lambda game: blake2b(f"{day}/{game}".encode(), digest_size=8).digest())


MIDDLE, SCALE = 1500.0, 173.7178
WIDEST_DEVIATION = 350.0  # the deviation of somebody nobody knows yet
CALM = 0.5  # how little the volatility may change at once; Glickman's tau
TOLERANCE = 1e-6


class Rating(Struct, frozen=True):
    """A strength, how far off it may be, and how much it changes."""

    value: float = MIDDLE
    deviation: float = WIDEST_DEVIATION
    volatility: float = 0.06


class RatedResult(Struct, frozen=True):
    """Somebody met a strength, known so well, and won (1) or lost (0)."""

    value: float
    deviation: float
    score: float


def rated(before: Rating, results: Sequence[RatedResult]) -> Rating:
    """The rating after some results at the same time."""
    mu, phi = (before.value - MIDDLE) / SCALE, before.deviation / SCALE
    met = [(_weight(one.deviation / SCALE), (one.value - MIDDLE) / SCALE, one.score) for one in results]
    hopes = [(g, 1 / (1 + exp(g * (other - mu))), score) for g, other, score in met]
    known = sum(g * g * hope * (1 - hope) for g, hope, _ in hopes)
    gain = sum(g * (score - hope) for g, hope, score in hopes)
    volatility = _volatility(phi, before.volatility, known, gain) if known else before.volatility
    wide = phi * phi + volatility * volatility
    after = 1 / sqrt(1 / wide + known)
    return Rating(MIDDLE + SCALE * (mu + after * after * gain), min(WIDEST_DEVIATION, SCALE * after), volatility)


def _weight(phi: float) -> float:
    """How much a result counts against somebody whose strength is known so well."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _volatility(phi: float, sigma: float, known: float, gain: float) -> float:
    """The new volatility: where a function crosses zero, found by regula falsi."""
    variance, swing, start = 1 / known, gain / known, log(sigma * sigma)

    def off(x: float) -> float:
        wide = phi * phi + variance + exp(x)
        return exp(x) * (swing * swing - wide) / (2 * wide * wide) - (x - start) / (CALM * CALM)

    low, high = start, start - CALM
    if swing * swing > phi * phi + variance:
        high = log(swing * swing - phi * phi - variance)
    while swing * swing <= phi * phi + variance and off(high) < 0:
        high -= CALM
    off_low, off_high = off(low), off(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * off_low / (off_high - off_low)
        off_middle = off(middle)
        if off_middle * off_high <= 0:
            low, off_low = high, off_high
        else:
            off_low /= 2
        high, off_high = middle, off_middle
    return exp(low / 2)


KNOWN = 80.0  # how far off the rating of a puzzle may be
RECENT = 150  # puzzles that do not come again for a while
NEAR_RATING = 150.0  # points of rating within which puzzles are as good as each other for somebody


NEWCOMER = Rating(1300.0, 250.0)  # easy puzzles come first, and a first mistake does not cost everything


class GameProgress(Struct, frozen=True, omit_defaults=True):
    """How somebody gets on with the puzzles of one game."""

    rating: Rating = NEWCOMER
    tried: int = 0
    solved: int = 0
    streak: int = 0  # solved in a row
    longest: int = 0
    recent: tuple[str, ...] = ()  # the last to come, the newest first


class Progress(Struct, frozen=True, omit_defaults=True):
    """Everything that is kept about somebody and puzzles."""

    games: dict[str, GameProgress] = {}
    day: int = 0  # of the last puzzle of the day that was answered, counted from 1970
    days: int = 0  # on which it was solved, one after the other
    longest: int = 0

    def at(self, game: str) -> GameProgress:
        """How somebody gets on with a game."""
        return self.games.get(game, GameProgress())

    def days_by(self, today: int) -> int:
        """How many days in a row count today: a day without an answer ends them."""
        return self.days if today - self.day <= 1 else 0


P = TypeVar("P", bound=Progress)


def progress_after(before: GameProgress, puzzle: Puzzle, solved: bool) -> GameProgress:
    """How somebody gets on after an answer."""
    streak = before.streak + 1 if solved else 0
    recent = (puzzle.name, *(name for name in before.recent if name != puzzle.name))[:RECENT]
    return GameProgress(
        rated(before.rating, (RatedResult(puzzle.rating, KNOWN, float(solved)),)),
        before.tried + 1,
        before.solved + solved,
        streak,
        max(before.longest, streak),
        recent,
    )


def on_the_day(before: P, today: int, solved: bool) -> P:
    """How the days in a row stand after the answer to the puzzle of the day."""
    days = before.days_by(today) + 1 if solved else 0
    return replace(before, day=today, days=days, longest=max(before.longest, days))


def following(puzzles: Sequence[Puzzle], who: str, before: GameProgress) -> Puzzle:
    """The puzzle that comes next: about as strong as somebody, not seen lately, and the same until it is answered."""
    recent = set(before.recent[: len(puzzles) // 2])
    fresh = [puzzle for puzzle in puzzles if puzzle.name not in recent]
    strength = before.rating.value

    def drawn(puzzle: Puzzle) -> bytes:
        return blake2b(f"{who}/{before.tried}/{puzzle.name}".encode(), digest_size=8).digest()

    return min(fresh, key=lambda puzzle: (abs(puzzle.rating - strength) // NEAR_RATING, drawn(puzzle)))
