"""How certain counts of games are: bounds that hold the truth in 95 of 100 cases, even for a few games."""

from collections.abc import Iterable
from math import sqrt

from msgspec import Struct

SURE = 1.959964  # standard deviations on either side of the middle that hold 95 of 100
HUNDRED = 100


def wilson(wins: int, games: int, sure: float = SURE) -> tuple[float, float]:
    """Wilson's interval for a share: honest even for a few games, and near zero and one."""
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, sure * sure / games
    middle = share + spread / 2
    reach = sqrt(spread * (share * (1 - share) + spread / 4))
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))


class Gap(Struct, frozen=True):
    """Pairs of games with the same luck, and how many of them only one side of the comparison won."""

    games: int = 0
    gained: int = 0  # won here only
    lost: int = 0  # won there only

    def __add__(self, other: "Gap") -> "Gap":
        """Add up the pairs of two batches."""
        return Gap(self.games + other.games, self.gained + other.gained, self.lost + other.lost)

    @property
    def points(self) -> float:
        """How many more of 100 games are won here than there."""
        return HUNDRED * (self.gained - self.lost) / self.games if self.games else 0.0

    def interval(self) -> tuple[float, float]:
        """The bounds that hold the true difference in 95 of 100 cases, in points.

        They come from the variance of the differences, with half a game added for each of the four ways a pair can end
        (Agresti and Min 2005): otherwise a few pairs that all end alike would look quite certain.
        """
        games, gained, lost = self.games + 2, self.gained + 0.5, self.lost + 0.5
        middle = (gained - lost) / games
        reach = SURE * sqrt(((gained + lost) / games - middle * middle) / games)
        return HUNDRED * max(-1.0, middle - reach), HUNDRED * min(1.0, middle + reach)

    @property
    def distinct(self) -> bool:
        """Whether the games can tell the two apart."""
        low, high = self.interval()
        return low > 0 or high < 0


def gap(here: Iterable[bool], there: Iterable[bool]) -> Gap:
    """Compare games with the same luck, one by one, by who won them here and there."""
    pairs = list(zip(here, there, strict=True))
    return Gap(len(pairs), sum(a and not b for a, b in pairs), sum(b and not a for a, b in pairs))
