"""Chop! Chop! with a learned value: the same rules, and another guess where a search ends."""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mousehole.compiled.compiler import compiled
from mousehole.compiled.value_net import add_counts, add_marks, concluded, load
from mousehole.games.chopchop.fast.action_shortlist import BOTH, shortlist
from mousehole.games.chopchop.fast.choices import luck, options, pay, pick
from mousehole.games.chopchop.fast.marks import (
    FACT_COUNT,
    FACTS_AT,
    MARK_COUNT,
    MOST_MARKS,
    PAIR_COUNT,
    facts,
    marked,
    paired,
)
from mousehole.games.chopchop.fast.position_rows import CAUGHT, HOME, ROLL, tables
from mousehole.games.chopchop.fast.rules import odds, play, turn
from mousehole.games.chopchop.moves import Setup
from mousehole.games.chopchop.rules import CAP
from mousehole.games.chopchop.state import State

# what players/compiled_search.py needs of a game
__all__ = ["Learned", "box", "fair", "fits", "guess", "luck", "odds", "options", "pay", "pick", "play", "shortlist"]
__all__ += ["turn"]
WEIGHTS, TEAMS = Path(__file__).parents[1] / "weights" / "value.npz", 2
RULES = ("holes", "friends_block", "arrow_catches")


class Learned(NamedTuple):
    """The tables of one kitchen, which side a search looks ahead for, and the weights."""

    at: Any
    cats: int
    net: Any


def fits(state: State) -> bool:
    """Whether the kitchen is the one it was learned from, with the usual rules."""
    setup, usual = state.kitchen.setup, Setup()
    return state.kitchen.page is None and all(getattr(setup, rule) == getattr(usual, rule) for rule in RULES)


def box(state: State) -> Learned:
    """The tables of a position's kitchen, for the side whose turn it is."""
    return Learned(tables(state.kitchen), int(state.side == "cat"), net())


def fair(state: State) -> Learned:
    """The tables for judging: both sides' options are treated alike."""
    return Learned(tables(state.kitchen), BOTH, net())


@cache
def net() -> Any:
    """The weights that come with the game."""
    return load(WEIGHTS, MARK_COUNT, PAIR_COUNT, TEAMS)


@compiled()
def guess(box, row, rng, out):
    """Write what each seat may expect from here: its team's chance to win, as it was learned."""
    mice, cat = 0.0, 0.0
    if row.phase in (HOME, CAUGHT):
        mice, cat = (1.0, 0.0) if row.phase == HOME else (0.0, 1.0)
    elif row.turns < CAP or row.phase != ROLL:  # CC-91
        mice, cat = chances(box, row)
    for nth in range(box.at.mice_players):
        out[box.at.mice_seats[nth]] = mice
    out[box.at.cat_seat] = cat


@compiled()
def chances(box, row):
    """The chances of mice and cat."""
    hidden, places = box.net.first_bias.copy(), np.empty(MOST_MARKS, np.int64)
    counts, both = np.empty(FACT_COUNT, np.int64), np.empty(2)
    add_marks(box.net.first, hidden, places, marked(box, row, places))
    add_marks(box.net.table, hidden, places, paired(row, places))
    facts(box, row, counts)
    add_counts(box.net.first, hidden, FACTS_AT, counts)
    concluded(box.net, hidden, both)
    return both[0], both[1]
