"""Mousewarming Party with a learned value: the same rules, and another guess where a search ends."""

from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mousehole.compiled.compiler import compiled
from mousehole.compiled.value_net import add_counts, add_marks, concluded, load
from mousehole.games.mousewarming import rules
from mousehole.games.mousewarming.fast.carry_out import play
from mousehole.games.mousewarming.fast.choices import options, pay, pick, turn
from mousehole.games.mousewarming.fast.event_codes import CLOSING, END, number_actions
from mousehole.games.mousewarming.fast.luck_odds import luck, odds
from mousehole.games.mousewarming.fast.marks import FACT_COUNT, FACTS_AT, MOST_MARKS, facts, flags, mark_count, ring
from mousehole.games.mousewarming.fast.position_rows import tables
from mousehole.games.mousewarming.fast.value import enough
from mousehole.games.mousewarming.moves import Setup
from mousehole.games.mousewarming.state import Party, State

# what players/compiled_search.py needs of a game
__all__ = ["Learned", "box", "chance", "fits", "guess", "luck", "odds", "options", "pay", "pick", "play", "turn"]
WEIGHTS = Path(__file__).parents[1] / "weights" / "value.npz"


class Learned(NamedTuple):
    """The tables of one set-up, and the weights, as compiled functions read them."""

    at: Any
    net: Any


def fits(state: State) -> bool:
    """Whether the party is one like those it was learned from: our box, silver trays, no abilities."""
    mine, usual = state.party, learned_from()
    return mine.page is None and (mine.steps, mine.abilities) == (usual.steps, usual.abilities)


@cache
def learned_from() -> Party:
    """The party of the games it was learned from."""
    return rules.new(Setup()).party


def box(state: State) -> Learned:
    """The tables of a position's set-up, and the weights."""
    return _box(state.party)


@lru_cache(64)
def _box(party: Party) -> Learned:
    at = tables(party)
    number_actions(at, party)
    return Learned(at, net())


@cache
def net() -> Any:
    """The weights that come with the game."""
    return load(WEIGHTS, mark_count(learned_from().length), 0, 1)


@compiled()
def guess(box, row, rng, out):
    """Write what each seat may expect from here: all win together."""
    share = chance(box, row)
    for seat in range(box.at.players):
        out[seat] = share


@compiled()
def chance(box, row):
    """The chance to win, as it was learned; exact at the end."""
    if row.stage == CLOSING:
        return enough(box, row.crowd, row.served)
    out, net = np.zeros(8), box.net
    if row.stage == END:
        pay(box, row, out)
        return out[0]
    hidden, places, counts = net.first_bias.copy(), np.empty(MOST_MARKS, np.int64), np.empty(FACT_COUNT, np.int64)
    add_marks(net.first, hidden, places, flags(box, row, places, ring(box, row, places)))
    facts(box, row, counts)
    add_counts(net.first, hidden, len(net.first) - FACTS_AT, counts)
    concluded(net, hidden, out)
    return out[0]
