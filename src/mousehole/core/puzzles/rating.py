"""How strong somebody is, as a number that moves with every result: Mark Glickman's Glicko-2 (2012), to the letter."""

from collections.abc import Sequence
from math import exp, log, pi, sqrt

from msgspec import Struct

MIDDLE, SCALE = 1500.0, 173.7178
WIDEST = 350.0  # the deviation of somebody nobody knows yet
CALM = 0.5  # how little the volatility may change at once; Glickman's tau
CLOSE = 1e-6


class Rating(Struct, frozen=True):
    """A strength, how far off it may be, and how much it changes."""

    value: float = MIDDLE
    deviation: float = WIDEST
    volatility: float = 0.06


class Result(Struct, frozen=True):
    """Somebody met a strength, known so well, and won (1) or lost (0)."""

    value: float
    deviation: float
    score: float


def rated(before: Rating, results: Sequence[Result]) -> Rating:
    """The rating after some results at the same time."""
    mu, phi = (before.value - MIDDLE) / SCALE, before.deviation / SCALE
    met = [(_weight(one.deviation / SCALE), (one.value - MIDDLE) / SCALE, one.score) for one in results]
    hopes = [(g, 1 / (1 + exp(g * (other - mu))), score) for g, other, score in met]
    known = sum(g * g * hope * (1 - hope) for g, hope, _ in hopes)
    gain = sum(g * (score - hope) for g, hope, score in hopes)
    volatility = _volatility(phi, before.volatility, known, gain) if known else before.volatility
    wide = phi * phi + volatility * volatility
    after = 1 / sqrt(1 / wide + known)
    return Rating(MIDDLE + SCALE * (mu + after * after * gain), min(WIDEST, SCALE * after), volatility)


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
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * off_low / (off_high - off_low)
        off_middle = off(middle)
        if off_middle * off_high <= 0:
            low, off_low = high, off_high
        else:
            off_low /= 2
        high, off_high = middle, off_middle
    return exp(low / 2)
