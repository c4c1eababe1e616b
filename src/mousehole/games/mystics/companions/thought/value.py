"""How good a position looks: the chance that the mice win the chapter, about, as `bench/fit_mystics.py` fitted it."""

from functools import cache
from importlib.resources import files
from math import exp

import msgspec

from mousehole.games.mystics.companions.thought.signs import SIGNS, signs
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.round_tasks import Finish

CHAPTERS = ("c1", "c2", "c3")
DOUBT = 0.04  # how far chances by simulated rounds may be off, in 95 of 100 positions: see `bench/honest.py`


def value(state: State, seat: int) -> float:
    """Estimate the chance to win; everybody wins together."""
    top = state.agenda[-1]
    if isinstance(top, Finish):
        return float(top.won)
    return 1 / (1 + exp(-sign(state)))


def sign(state: State) -> float:
    """Weigh what speaks for the mice against what speaks against them."""
    biases, weights = weighed()
    bias = biases.get(state.box.setup.chapter) if state.box.setup.pack is None else None
    mean = sum(biases.values()) / len(biases)
    return (mean if bias is None else bias) + sum(map(float.__mul__, weights, signs(state)))


@cache
def weighed() -> tuple[dict[str, float], tuple[float, ...]]:
    """The weights: what each chapter starts from, and what each sign counts."""
    found = msgspec.json.decode(files(__package__).joinpath("weights.json").read_bytes(), type=dict[str, float])
    return {name: found[name] for name in CHAPTERS}, tuple(found[name] for name in SIGNS)
