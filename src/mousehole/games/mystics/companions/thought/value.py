"""How good a position looks: the chance that the mice win the chapter, about, as `bench/fit_mystics.py` fitted it."""

from functools import cache
from importlib.resources import files
from math import exp

import msgspec

from mousehole.games.mystics.companions.thought.signs import SIGNS, signs
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.round_tasks import Finish

ELSEWHERE = "elsewhere"
BASE = "base"  # what a chapter starts from
DOUBT = 0.15  # how far chances by simulated rounds may be off, in 95 of 100 positions


def value(state: State, seat: int) -> float:
    """Estimate the chance to win; everybody wins together."""
    top = state.agenda[-1]
    if isinstance(top, Finish):
        return float(top.won)
    return 1 / (1 + exp(-sign(state)))


def sign(state: State) -> float:
    """Weigh what speaks for the mice against what speaks against them; chapters of our own have weights of theirs."""
    known, setup = weighed(), state.box.setup
    base, weights = known[setup.chapter if setup.pack is None and setup.chapter in known else ELSEWHERE]
    return base + sum(map(float.__mul__, weights, signs(state)))


@cache
def weighed() -> dict[str, tuple[float, tuple[float, ...]]]:
    """By chapter: what it starts from, and what each sign counts."""
    page = files(__package__).joinpath("weights.json").read_bytes()
    found = msgspec.json.decode(page, type=dict[str, dict[str, float]])
    return {name: (each[BASE], tuple(each[sign] for sign in SIGNS)) for name, each in found.items()}
