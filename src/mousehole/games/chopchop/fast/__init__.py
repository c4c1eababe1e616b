"""Chop! Chop! on whole numbers: the compiled twin of rules.py. A row is a position, a box the tables of one kitchen."""

from typing import Any, NamedTuple

from mousehole.compiled import CHANCE, OVER
from mousehole.core.kernel import Kernel
from mousehole.games.chopchop.fast import learned
from mousehole.games.chopchop.fast.action_shortlist import BOTH, shortlist
from mousehole.games.chopchop.fast.choices import MOST, luck, options, pay, pick
from mousehole.games.chopchop.fast.position_rows import code, fits, pack, tables, unpack
from mousehole.games.chopchop.fast.rules import odds, play, turn
from mousehole.games.chopchop.fast.value import guess
from mousehole.games.chopchop.state import State

# what players/compiled_search.py needs of a game
__all__ = ["CHANCE", "KERNEL", "MOST", "OVER", "Box", "box", "code", "fair", "pack"]
__all__ += ["guess", "luck", "odds", "options", "pay", "pick", "play", "shortlist", "turn"]


class Box(NamedTuple):
    """The tables of one kitchen, and which side a search looks ahead for, as compiled functions read them."""

    at: Any
    cats: int  # 0: for the mice, 1: for the cat, BOTH: for nobody


def box(state: State) -> Box:
    """The tables of a position's kitchen, for the side whose turn it is."""
    return Box(tables(state.kitchen), int(state.side == "cat"))


def fair(state: State) -> Box:
    """The tables for judging: both sides' options are treated alike."""
    return Box(tables(state.kitchen), BOTH)


def unpacked(state: State, row: Any) -> State:
    """Read a position of the same game from a row."""
    return unpack(state.kitchen, row)


LEARNED = Kernel(learned.fits, learned.box, pack, unpacked, code, MOST, learned.fair, slow=14, explore=0.07)
KERNEL = Kernel(fits, box, pack, unpacked, code, MOST, fair, slow=8, explore=0.07, learned=LEARNED)
