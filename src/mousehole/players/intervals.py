"""How far off an estimate may be: bounds for shares, for means and for differences over the same luck."""

from collections.abc import Iterable, Sequence
from math import pi, sqrt, tan
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

from msgspec import Struct

NORMAL_95 = 1.959964  # standard deviations on either side of the middle that hold 95 of 100
ROUNDING = 1e-9  # of a score that says won or lost
FEWEST_PAIRS = 10  # games of each of two actions before one of them may be called a mistake
FALSE_ALARM = 0.01  # the chance that one of several actions is called worse than the best though none is


def standard_error(values: Sequence[float]) -> float:
    """The standard error of the mean of some samples."""
    return stdev(values, fmean(values)) / sqrt(len(values))


def wilson(wins: float, games: float, sure: float = NORMAL_95) -> tuple[float, float]:
    """Wilson's interval for a share: honest even for a few games, and near zero and one."""
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, sure * sure / games
    middle = share + spread / 2
    reach = sqrt(spread * (share * (1 - share) + spread / 4))
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))


def student(freedom: int, sure: float = NORMAL_95) -> float:
    """How many standard errors of a mean hold as much as `sure` standard deviations: more where samples are few."""
    if freedom <= 2:
        off = NormalDist().cdf(sure) - 0.5
        return tan(pi * off) if freedom == 1 else off * sqrt(2 / (0.25 - off * off))
    first = (sure**3 + sure) / 4
    second = (5 * sure**5 + 16 * sure**3 + 3 * sure) / 96
    third = (3 * sure**7 + 19 * sure**5 + 17 * sure**3 - 15 * sure) / 384
    return sure + first / freedom + second / freedom**2 + third / freedom**3


def mean_bounds(scores: Sequence[float]) -> tuple[float, float]:
    """The bounds that hold the mean of scores between 0 and 1 in 95 of 100 cases, also for a few.

    Wilson's interval for as many games as the scores are worth: wins and losses count as they are, and scores in
    between that lie close together tell more than wins and losses would. Six wins of six say 0.61 to 1.
    """
    n, mean = len(scores), fmean(scores)
    widest = mean * (1 - mean)
    if n < 2 or widest <= 0:
        return wilson(mean * n, n)
    decided = sum(min(score, 1 - score) < ROUNDING for score in scores) / n
    variance = max(stdev(scores, mean) ** 2 * (n - 1) / n, (0.5 / n) ** 2)
    factor = (student(n - 1) / NORMAL_95) ** 2
    games = n / max(decided, min(1.0, factor * variance / widest))
    return wilson(mean * games, games)


class Lead(NamedTuple):
    """By how much one action did better than another in games with the same luck, and how far off that may be."""

    points: float
    reach: float

    @property
    def clear(self) -> bool:
        """Whether the luck of the samples does not explain it."""
        return self.points > self.reach


def paired_lead(better: Sequence[float], worse: Sequence[float], rivals: int = 1) -> Lead:
    """Compare two actions, game by game over the same luck; the better one is the best of some `rivals`.

    As in `Gap.interval`, a game is added for each way, as large as the largest difference, and half a one for neither:
    a few pairs that all end alike are not certain. The best of many looks better than it is, so each of the others has
    to be farther behind.
    """
    apart = [one - other for one, other in zip(better, worse, strict=False)]
    largest = max(map(abs, apart), default=0.0)
    if len(apart) < FEWEST_PAIRS or not largest:
        return Lead(fmean(apart) if apart else 0.0, 1.0)
    games = len(apart) + 2
    mean = sum(apart) / games
    variance = (sum(each * each for each in apart) + largest * largest) / games - mean * mean
    sure = NormalDist().inv_cdf(1 - FALSE_ALARM / max(1, rivals))
    return Lead(mean, student(len(apart) - 1, sure) * sqrt(variance / games))


class Gap(Struct, frozen=True):
    """Pairs of games with the same luck, and how many of them only one side of the comparison won."""

    games: int = 0
    gained: int = 0  # won here only
    lost: int = 0  # won there only

    def __add__(self, other: "Gap") -> "Gap":
        """Add up the pairs of two batches."""
        return Gap(self.games + other.games, self.gained + other.gained, self.lost + other.lost)

    def rate(self) -> float:
        """The share of games won here less the share won there."""
        return (self.gained - self.lost) / self.games if self.games else 0.0

    def interval(self) -> tuple[float, float]:
        """The bounds that hold the true difference of shares in 95 of 100 cases.

        They come from the variance of the differences, with half a game added for each of the four ways a pair can end
        (Agresti and Min 2005): otherwise a few pairs that all end alike would look quite certain.
        """
        games, gained, lost = self.games + 2, self.gained + 0.5, self.lost + 0.5
        middle = (gained - lost) / games
        reach = NORMAL_95 * sqrt(((gained + lost) / games - middle * middle) / games)
        return max(-1.0, middle - reach), min(1.0, middle + reach)

    @property
    def distinct(self) -> bool:
        """Whether the games can tell the two apart."""
        low, high = self.interval()
        return low > 0 or high < 0


def gap(here: Iterable[bool], there: Iterable[bool]) -> Gap:
    """Compare games with the same luck, one by one, by who won them here and there."""
    pairs = list(zip(here, there, strict=True))
    return Gap(len(pairs), sum(a and not b for a, b in pairs), sum(b and not a for a, b in pairs))
