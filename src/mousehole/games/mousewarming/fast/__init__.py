"""Mousewarming Party on whole numbers: the compiled twin of rules and value. A row is a position, a box its tables."""

from functools import lru_cache
from typing import Any, NamedTuple

from mousehole.compiled import CHANCE, OVER
from mousehole.core.kernel import Kernel
from mousehole.games.mousewarming.fast import learned, position_rows
from mousehole.games.mousewarming.fast.carry_out import play
from mousehole.games.mousewarming.fast.choices import options, pay, pick, turn
from mousehole.games.mousewarming.fast.event_codes import MOST, code, number_actions
from mousehole.games.mousewarming.fast.look_ahead import guess
from mousehole.games.mousewarming.fast.luck_odds import luck, odds
from mousehole.games.mousewarming.state import Party, State

__all__ = ["CHANCE", "KERNEL", "MOST", "OVER", "Box", "box", "code"]
__all__ += ["guess", "luck", "odds", "options", "pay", "pick", "play", "turn"]


class Box(NamedTuple):
    """The tables of one set-up, as compiled functions read them."""

    at: Any


def box(state: State) -> Box:
    """Write the tables of a position's set-up."""
    return _box(state.party)


@lru_cache(64)
def _box(party: Party) -> Box:
    at = position_rows.tables(party)
    number_actions(at, party)
    return Box(at)


def unpack(state: State, row: Any) -> State:
    """Read a position of the same game from a row."""
    return position_rows.unpack(state.party, row)


PACKED = (position_rows.pack, unpack, code, MOST)
LEARNED = Kernel(learned.fits, learned.box, *PACKED, slow=16, explore=0.07)
KERNEL = Kernel(position_rows.fits, box, *PACKED, slow=32, learned=LEARNED)  # a guess plays on to the end
